import { GameId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import { toInstantField } from '../../../lib/instant-field.ts'
import { type Draft, draftOf, type Item, problemsOf, stateOf, windowConflicts, windowOf } from './maintenance-model.ts'

const NOW = Date.UTC(2026, 10, 20, 2, 0)
const HOUR = 3_600_000
const item = (over: Partial<Item> = {}): Item => ({
  gameId: null,
  enabled: true,
  from: NOW - HOUR,
  until: NOW + HOUR,
  message: '升级',
  reading: true,
  ...over,
})
const none = item({ enabled: false, from: null, until: null, message: '', reading: false })
const draft = (over: Partial<Draft> = {}): Draft => ({ ...draftOf(none, NOW), ...over })

it.each([
  [none, 0],
  [item(), 2],
  [item({ from: NOW + 1 }), 1],
  [item({ until: NOW }), 0],
  [item({ until: null }), 2],
])('state of %j', (of, state) => expect(stateOf(of, NOW)).toBe(state))

describe('a draft', () => {
  it.each<[Partial<Draft>, Item, string[]]>([
    [{}, none, []],
    [{ when: 'planned' }, none, ['from']],
    [{ when: 'planned', from: toInstantField(NOW - HOUR) }, none, ['from']],
    [{ when: 'planned', from: toInstantField(NOW + HOUR) }, none, []],
    [{ when: 'planned', from: toInstantField(NOW + HOUR), until: toInstantField(NOW + HOUR) }, none, ['until']],
    [{ until: toInstantField(NOW - HOUR) }, none, ['until']],
    // One that runs keeps its beginning.
    [{ ...draftOf(item(), NOW) }, item(), []],
  ])('%j', (over, of, wrong) => expect(Object.keys(problemsOf(draft(over), of, NOW))).toEqual(wrong))

  it('becomes the window it says', () => {
    expect(windowOf(draft({ message: ' 升级 ', reading: true }), none)).toEqual({
      gameId: null,
      enabled: true,
      from: null,
      until: null,
      message: '升级',
      reading: true,
    })
    expect(windowOf(draft({ reading: true }), { ...none, gameId: GameId(3) })).toMatchObject({
      gameId: 3,
      reading: false,
    })
    // Seconds of a stored beginning are not lost in the field.
    const odd = item({ from: NOW - 12_345 })
    expect(windowOf(draftOf(odd, NOW), odd).from).toBe(NOW - 12_345)
  })
})

describe('what somebody else saved of a window', () => {
  it('stands beside what was typed', () => {
    const theirs = item({ from: NOW + HOUR, until: null, message: '换机房' })
    expect(windowConflicts(none, theirs, { message: '升级', until: '2026-11-20T12:30' }, NOW)).toEqual([
      { key: 'state', what: '状态', opened: '正常', theirs: '已计划', mine: null },
      { key: 'from', what: '开始时间', opened: '', theirs: '2026-11-20 11:00', mine: null },
      { key: 'until', what: '结束时间', opened: '', theirs: '手动结束', mine: '2026-11-20 12:30' },
      { key: 'message', what: '说明', opened: '', theirs: '换机房', mine: '升级' },
      { key: 'reading', what: '维护期间可查看报表、开奖结果与规则', opened: '停用', theirs: '启用', mine: null },
    ])
  })
  it('is nothing while a window only begins', () => {
    const planned = item({ from: NOW + 1 })
    expect(windowConflicts(planned, planned, { message: '升级' }, NOW + 2)).toEqual([])
  })
})
