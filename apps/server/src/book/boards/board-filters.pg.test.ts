import type { PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../access/testing/person.ts'
import { openSmallBoard } from '../testing/open-board.ts'

/** Every board call with every filter, on the same few bets. */

const world = await openSmallBoard()
afterAll(() => world.close())
const { tree, period, post, as, bet } = world

interface Row {
  readonly playCode?: string
  readonly itemCode?: string
  readonly code?: string
  readonly betCount?: number
  readonly betAmount?: string
  readonly stake?: string
  readonly net: string
  readonly netAmount?: string
}
interface Answer {
  readonly version: number
  readonly rows: Row[]
  readonly totals: { readonly betAmount: string; readonly held: string; readonly net: string }
}

/** Call, play and item of the bets, and the number of rows in a full answer. */
const BOARDS = [
  ['agent/realtimereport/tmzx1', 'TMA', '07', 49],
  ['agent/realtimereport/tmzx2', 'TM_SB', 'RED', undefined],
  ['agent/RealTimeReport/common', 'ZM', '07', undefined],
  ['agent/realtimereport/zm16', 'ZM1', 'DA', 138],
  ['agent/RealTimeReport/zmt', 'ZT1', '07', 294],
  ['agent/realtimereport/multi/common', 'LM_2QZ', '01+02', 1],
] as const

let general: Person
let agent: Person
beforeAll(async () => {
  general = await as(tree.general)
  agent = await as(tree.agent)
  for (const [, playCode, itemCode] of BOARDS) await bet({ playCode, itemCode, stake: '100' })
})

const ask = async (person: Person, path: string, over: Record<string, unknown> = {}): Promise<Answer> => {
  const answer = await post(person, path, { gameId: 3, periodNo: period.periodNo, ...over })
  expect(answer.code, `${path} ${answer.message}`).toBe(200)
  return answer.data as Answer
}

describe.each(BOARDS)('%s', (path, playCode, itemCode, size) => {
  const rowOf = ({ rows }: Answer): Row | undefined =>
    rows.find((row) => row.playCode === playCode && row.itemCode === itemCode)

  test('shows the stake, the part held and what is left of it', async () => {
    const whole = await ask(agent, path)
    if (size !== undefined) expect(whole.rows.length).toBe(size)
    expect(rowOf(whole)).toMatchObject({ betCount: 1, betAmount: '100', net: '30' })
    expect(rowOf(await ask(general, path))).toMatchObject({ betCount: 1, betAmount: '100', net: '20' })
  })

  test('computes the result of the whole stake, of the part held, or of what is left', async () => {
    const [total, held, net] = await Promise.all(
      ['total', 'held', 'net'].map(async (amount) => rowOf(await ask(agent, path, { amount }))?.netAmount ?? ''),
    )
    expect(Math.abs(Number(total))).toBeGreaterThan(Math.abs(Number(held)))
    expect(held).toBe(net)
  })

  test('can be filtered by pankou, group and subtree, and read from a seat below', async () => {
    const other = rowOf(await ask(agent, path, { pankou: 'A' }))
    // With a pankou without bets there are no combinations and no stakes on other items. `net` covers all pankou.
    expect(other?.betCount ?? 0).toBe(0)
    expect(rowOf(await ask(agent, path, { pankou: 'C' }))?.betCount).toBe(1)
    const through = (agentPathsId: PathId) => ask(general, path, { agentPathsId })
    expect(rowOf(await through(tree.agent.pathId))?.betAmount).toBe('100')
    expect(rowOf(await through(tree.sibling.pathId))?.betAmount ?? '0').toBe('0')
    expect(rowOf(await ask(general, path, { seat: tree.agent.pathId }))?.net).toBe('30')
    expect((await post(agent, path, { gameId: 3, groupId: 999 })).code).toBe(path.endsWith('tmzx1') ? 200 : 40401)
    expect((await post(agent, path, { gameId: 99 })).code).toBe(40401)
  })

  test.each(['itemCode', 'odds', 'betCount', 'betAmount', 'held', 'net', 'netAmount'])(
    'sorts by %s',
    async (column) => {
      const sorted = async (direction: 0 | 1) => ask(agent, path, { sortInfo: { columnName: column, direction } })
      const [up, down] = [await sorted(0), await sorted(1)]
      expect(up.rows.length).toBe(down.rows.length)
      const value = (row: Row | undefined): string | number =>
        row === undefined || column === 'odds'
          ? ''
          : ((row as unknown as Record<string, string | number>)[column] ?? '')
      const [first, last] = [value(up.rows[0]), value(down.rows[0])]
      if (column === 'itemCode') expect(String(first) <= String(last)).toBe(true)
      else expect(Number(first) <= Number(last)).toBe(true)
    },
  )

  test('sends with a version only new rows, and all rows when odds change', async () => {
    const whole = await ask(agent, path)
    const later = await ask(agent, path, { sinceVersion: whole.version })
    expect(later.rows.length).toBeLessThanOrEqual(whole.rows.length)
    expect(later.totals).toEqual(whole.totals)
    // Six seconds after the last batch a version moves on with the time of reading.
    expect(later.version).toBeGreaterThanOrEqual(whole.version)
    const other = await ask(agent, path, { sinceVersion: whole.version + 1 })
    expect(other.rows.length).toBe(whole.rows.length)
  })
})

test('the play groups sum what their boards show', async () => {
  const { rows } = await ask(agent, 'agent/realtimereport/type')
  for (const code of ['TM', 'SB', 'ZM', 'ZM16', 'ZMT', 'LM'])
    expect(
      rows.find((row) => row.code === code),
      code,
    ).toMatchObject({ stake: '100', net: '30' })
})
