import { describe, expect, test } from 'vitest'
import {
  changedFields,
  choicesOf,
  draftOf,
  effectsOf,
  type GameRow,
  gameConflicts,
  groupRows,
  optionRows,
  type PlayRow,
  placeOf,
  takenOf,
  timeProblems,
  touchesLegs,
  wireAt,
} from './game-settings-model.ts'

const game = {
  gameId: 4,
  gameType: 'PC',
  gameName: 'PC蛋蛋',
  version: 3,
  enabled: true,
  resultSource: 'feed',
  twoSources: false,
  closeSeconds: 10,
  hedgeSeconds: 5,
  options: { pc_lhPair: '0,2', pc_wrap: true, pc_grey: 'lose' },
} as unknown as GameRow
const running = {
  periodNo: '88',
  state: 'open',
  closeAt: 1,
  drawAt: 2,
  options: { pc_lhPair: '0,1', pc_wrap: true },
} as const

describe('a save of a game', () => {
  const draft = draftOf(game)
  const effects = (change: Partial<typeof draft>, sources = 2) => {
    const next = { ...draft, ...change }
    return effectsOf(changedFields(game, next), next, { running, sources })
  }

  test('sends only what differs, and says what that does', () => {
    expect(changedFields(game, draft)).toEqual({})
    expect(effects({})).toEqual([])
    expect(changedFields(game, { ...draft, closeSeconds: '12' })).toEqual({ closeSeconds: 12 })
    expect(effects({ closeSeconds: '12' })).toEqual(['已排定的期次时间不变，新时间从之后排定的期次起生效。'])
    expect(effects({ enabled: false })[0]).toContain('第 88 期的新投注会被拒绝')
    expect(effects({ resultSource: 'manual' })[0]).toContain('“人工录入”')
  })

  test('warns of results that could not come', () => {
    expect(effects({ twoSources: true }, 1)).toEqual(['目前只有 1 个启用的结果来源，第二个来源到来之前不会开奖。'])
    expect(effects({ twoSources: true }, 2)).toEqual([])
    expect(effects({}, 0)).toEqual(['该彩种目前没有启用的结果来源，无法自动开奖。'])
    expect(effects({ resultSource: 'manual', twoSources: true }, 0)).toHaveLength(1)
  })

  test('is held to whole seconds, and replenishing to the time after the close', () => {
    expect(timeProblems(draft)).toEqual({ close: null, replenish: null })
    expect(timeProblems({ ...draft, closeSeconds: '1.5' }).close).toBe('请填写 0 至 86400 的整数')
    expect(timeProblems({ ...draft, hedgeSeconds: '601' }).replenish).toBe('请填写 0 至 600 的整数')
    expect(timeProblems({ ...draft, hedgeSeconds: '11' }).replenish).toBe('补货秒数不能超过封盘秒数')
  })
})

describe('rule options', () => {
  test('stand beside those of the period on sale, with the plays they touch', () => {
    const pair = optionRows(game, running).find(({ key }) => key === 'pc_lhPair')
    expect(pair).toMatchObject({ running: '0,1', set: '0,2', playNames: ['龙虎和（第一球对第三球）'] })
    expect(optionRows(game, null)[0]?.running).toBeNull()
  })

  test('are chosen by name and sent in the wire’s form', () => {
    expect(choicesOf('pc_lhPair').map(({ label }) => label)).toEqual(['第一球与第三球', '第一球与第二球'])
    expect(wireAt('pc_lhPair', placeOf('pc_lhPair', '0,1'))).toBe('0,1')
    expect(wireAt('pc_wrap', placeOf('pc_wrap', false))).toBe(false)
    expect(wireAt('hk_4z1', placeOf('hk_4z1', '7'))).toBe('7')
  })
})

describe('plays', () => {
  const row = (playCode: string, groupId: number, over: Partial<PlayRow> = {}): PlayRow =>
    ({ playCode, groupId, priced: true, stop: null, orders: 1, stake: '10.5', ...over }) as PlayRow

  test('come by group, and only stopped ones when asked', () => {
    const stop = { reason: '核对', at: 1, by: 'headco01' }
    const all = groupRows('PC', [], { groupId: null, stoppedOnly: false })
    expect(all).toEqual([])
    const rows = [row('HZ', 401), row('LM', 402, { stop })]
    const found = groupRows('PC', rows, { groupId: null, stoppedOnly: true })
    expect(found.flatMap(({ plays }) => plays.map(({ playCode }) => playCode))).toEqual(['LM'])
  })

  test('sum what was taken, and know the legs of 过关', () => {
    expect(takenOf([row('HZ', 401), row('LM', 402)])).toEqual({ orders: 2, stake: '21' })
    expect([touchesLegs([row('ZM1', 310)]), touchesLegs([row('TMA', 301)])]).toEqual([true, false])
  })
})

test('what somebody else saved meanwhile is beside what was typed, and only that', () => {
  const now = { ...game, version: 4, enabled: false, closeSeconds: 20, resultSource: 'manual' } as GameRow
  expect(gameConflicts(game, game, { closeSeconds: '30' })).toEqual([])
  expect(gameConflicts(game, now, { closeSeconds: '30', hedgeSeconds: '9' })).toEqual([
    { key: 'enabled', what: '是否启用', opened: '启用', theirs: '停用', mine: null },
    { key: 'resultSource', what: '开奖方式', opened: '外部推送', theirs: '人工录入', mine: null },
    { key: 'closeSeconds', what: '封盘秒数（开奖前）', opened: '10', theirs: '20', mine: '30' },
  ])
})
