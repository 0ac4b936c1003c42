import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../access/testing/person.ts'
import { openSmallBoard } from '../testing/open-board.ts'

/** The board of combinations through its call: the largest ones, a search, and the sums by number. */

const world = await openSmallBoard()
afterAll(() => world.close())
const { tree, period, post, as, bet } = world

interface Row {
  readonly playCode: string
  readonly itemCode: string
  readonly net: string
}
interface Answer {
  readonly version: number
  readonly rows: Row[]
  readonly order: string[]
  readonly matching: number
  readonly totals: { readonly net: string; readonly betCount: number }
  readonly plays: { readonly playCode: string; readonly combinations: number; readonly net: string }[]
  readonly numbers: { readonly playCode: string; readonly code: string; readonly name: string; readonly net: string }[]
}

let agent: Person
beforeAll(async () => {
  agent = await as(tree.agent)
  for (const [playCode, itemCode, stake] of [
    ['LM_2QZ', '01+02', '100'],
    ['LM_2QZ', '02+03', '300'],
    ['LM_2QZ', '03+04', '200'],
    ['LM_3QZ', '01+02+03', '50'],
    ['LX2', 'SHU+NIU', '40'],
    ['GG', 'ZM1:DA+ZM4:RED', '30'],
  ] as const)
    await bet({ playCode, itemCode, stake })
})

const LM = 315
const call = 'agent/realtimereport/multi/common'
const board = async (over: Record<string, unknown> = {}, person = agent): Promise<Answer> => {
  const answer = await post(person, call, { gameId: 3, periodNo: period.periodNo, groupId: LM, ...over })
  expect(answer.code, answer.message).toBe(200)
  return answer.data as Answer
}
const codes = ({ rows }: Answer): string[] => rows.map((row) => row.itemCode)

describe('combinations', () => {
  test('are sorted by net, the largest first, with sums by play and by number', async () => {
    const all = await board()
    // The agent holds 30%.
    expect(all.rows.map(({ itemCode, net }) => [itemCode, net])).toEqual([
      ['02+03', '90'],
      ['03+04', '60'],
      ['01+02', '30'],
      ['01+02+03', '15'],
    ])
    expect(all.order).toEqual(all.rows.map(({ playCode, itemCode }) => `${playCode} ${itemCode}`))
    expect(all.plays.filter(({ combinations }) => combinations > 0)).toMatchObject([
      { playCode: 'LM_3QZ', combinations: 1, net: '15' },
      { playCode: 'LM_2QZ', combinations: 3, net: '180' },
    ])
    const weights = all.numbers.filter(({ playCode }) => playCode === 'LM_2QZ')
    expect(weights.map(({ code, net }) => [code, net])).toEqual([
      ['03', '150'],
      ['02', '120'],
      ['04', '60'],
      ['01', '30'],
    ])
  })

  test('can be limited to the top, one play or certain numbers; totals cover all matches', async () => {
    const top = await board({ top: 2 })
    expect([codes(top), top.matching, top.totals.net]).toEqual([['02+03', '03+04'], 4, '195'])
    const one = await board({ playCode: 'LM_3QZ' })
    expect([codes(one), one.matching, one.plays.filter(({ combinations }) => combinations > 0).length]).toEqual([
      ['01+02+03'],
      1,
      2,
    ])
    expect(codes(await board({ parts: ['02', '03'] }))).toEqual(['02+03', '01+02+03'])
    expect(codes(await board({ parts: ['49'] }))).toEqual([])
    const sorted = await board({ sortInfo: { columnName: 'betCount', direction: 0 }, top: 1 })
    expect([sorted.rows.length, sorted.matching]).toEqual([1, 4])
    expect((await post(agent, call, { gameId: 3, groupId: LM, playCode: 'TMA' })).code).toBe(40401)
    expect((await post(agent, call, { gameId: 3, groupId: LM, top: 501 })).code).toBe(40001)
  })

  test('name animals and legs in Chinese', async () => {
    const all = await board({ groupId: undefined })
    expect(
      all.numbers.filter(({ playCode }) => playCode === 'LX2' || playCode === 'GG').map(({ name }) => name),
    ).toEqual(['牛', '鼠', '正码1 大', '正码4 红波'])
  })

  test('with a version send changed rows and the whole order, so that a screen knows which rows left the top', async () => {
    const held = await board({ top: 2 })
    world.tick(60_000)
    await bet({ playCode: 'LM_2QZ', itemCode: '01+02', stake: '900' })
    const later = await board({ top: 2, sinceVersion: held.version })
    expect(later.order).toEqual(['LM_2QZ 01+02', 'LM_2QZ 02+03'])
    expect(codes(later)).toContain('01+02')
    expect(later.version).toBeGreaterThan(held.version)
  })
})

describe('a seat below', () => {
  test('shows the board as that path sees it, and only holders of the downline can be a seat', async () => {
    const general = await as(tree.general)
    const own = await board({ playCode: 'LM_3QZ' }, general)
    const seat = await board({ playCode: 'LM_3QZ', seat: tree.agent.pathId }, general)
    // The general agent holds 20%, the agent below it 30%.
    expect([own.rows[0]?.net, seat.rows[0]?.net]).toEqual(['10', '15'])
    const asked = { gameId: 3, periodNo: period.periodNo }
    const refused = async (person: Person, over: Record<string, unknown>): Promise<number> =>
      (await post(person, call, { ...asked, ...over })).code
    expect(await refused(agent, { seat: tree.general.pathId })).toBe(40401)
    expect(await refused(agent, { seat: tree.sibling.pathId })).toBe(40401)
    expect(await refused(general, { seat: tree.member.pathId })).toBe(40401)
    // Orders through the sibling are not part of the agent's board.
    expect(await refused(general, { seat: tree.agent.pathId, agentPathsId: tree.sibling.pathId })).toBe(40401)
    expect(await refused(general, { seat: tree.agent.pathId, agentPathsId: tree.member.pathId })).toBe(200)
    const head = await as(tree.head)
    expect((await board({ playCode: 'LM_3QZ', seat: tree.merchant.pathId }, head)).rows[0]?.net).toBe('10')
  })
})
