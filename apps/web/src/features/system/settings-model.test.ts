import { expect, it } from 'vitest'
import { isTyped, shownValue } from './settings-model.ts'

it.each([
  ['roles', '', '', '不要求'],
  ['roles', '', '1,3', '商户、代理'],
  ['text', '', '', '未设置'],
  ['text', '', '星河', '星河'],
  ['integer', '分钟', '60', '60 分钟'],
  ['money', '元', '100000', '100,000.00 元'],
  ['time', '北京时间', '06:00', '06:00 北京时间'],
] as const)('%s with unit %j shows %j as %j', (kind, unit, value, text) => {
  expect(shownValue({ key: 'any', kind, unit }, value)).toBe(text)
})

it('says what a value means where it is no number like the others', () => {
  const watermark = { key: 'platform.watermark', kind: 'integer', unit: '' } as const
  expect([shownValue(watermark, '0'), shownValue(watermark, '1')]).toEqual(['不显示', '显示'])
  const days = { key: 'session.passwordDays', kind: 'integer', unit: '天' } as const
  expect([shownValue(days, '0'), shownValue(days, '90')]).toEqual(['不限', '90 天'])
  expect(shownValue({ ...days, key: 'maintenance.noticeMinutes' }, '0')).toBe('0 天')
})

it('takes whole numbers only, where a number is due', () => {
  expect(['0', '15', '1.5', '', '-1', '007'].map((text) => isTyped({ kind: 'integer' }, text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(isTyped({ kind: 'text' }, '')).toBe(true)
})

it('takes a time on the half hour, up to noon', () => {
  expect(['06:00', '12:00', '06:15', '12:30', '6:00', ''].map((text) => isTyped({ kind: 'time' }, text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
