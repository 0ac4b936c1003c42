import { REFUSALS } from '@strata/contract/errors'
import { expect, test } from 'vitest'
import { TOAST_MS } from '../../ui/pop-up/toast.ts'
import { appText } from './app/app.ts'
import { alertText } from './entry/alert.ts'
import { commonText } from './entry/common.ts'
import { groupsText } from './rooms/groups.ts'
import { treeText } from './rooms/tree.ts'
import { peopleText } from './shared/people.ts'

/** Texts and durations that the specification fixes; others may change. */

test('the end of a session and a failure', () => {
  expect(alertText).toEqual({ title: '提示', loginTimedOut: '登录超时，请重新登录', confirm: '确定' })
  expect(commonText.systemError).toBe('系统错误，请稍后再试')
  expect(appText.ended).toEqual({ frozen: REFUSALS.frozen.text, disabled: REFUSALS.disabled.text })
})

test('how long each kind of toast stays', () => {
  expect(TOAST_MS).toEqual({ success: 1500, warning: 3000, error: 1000 })
})

test('results of copying', () => {
  expect([peopleText.copied, peopleText.copyFailed, peopleText.copyUnsupported]).toEqual([
    '复制成功',
    '复制失败',
    '该浏览器不支持自动复制',
  ])
})

test('confirmations before something is removed', () => {
  expect(groupsText.removeConfirm).toBe('确认删除该项？')
  expect(treeText.status.confirm[2]).toBe('确认停用该账号？')
})

test('statuses, short times and the shortcuts of the date pickers', () => {
  expect(peopleText.statuses).toEqual({ 1: '正常', 2: '停用', 4: '冻结' })
  const { justNow, minutesAgo, hoursAgo, dayAgo } = peopleText
  expect([justNow, minutesAgo(5), hoursAgo(3), dayAgo]).toEqual(['刚刚', '5分钟前', '3小时前', '1天前'])
  expect([...Object.values(peopleText.shortcuts), peopleText.clear]).toEqual([
    '今天',
    '昨天',
    '近7天',
    '本月',
    '上月',
    '清除',
  ])
})
