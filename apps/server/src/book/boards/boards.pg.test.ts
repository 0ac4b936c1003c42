import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { GameId, type GroupId, type PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { advancePeriods, planPeriods } from '../../games/periods/plan-periods.ts'
import { setPrices } from '../../games/prices/store-prices.ts'
import { takeBets } from '../../intake/decide-batch.ts'
import { row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { GamesReader } from '../open-games/read-open-games.ts'

/** The boards through their calls: what a screen with a version gets after each kind of change. */

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
const clock = () => now
const { app, platform } = await wholeServer({ pool, url }, clock)
afterAll(() => app.close())
const deps = {
  pool,
  live: platform.live,
  clock,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(clock).open,
}
const TM = 301
const ITEM = { gameId: GameId(3), playCode: 'TMA', itemCode: '07' }

let tree: SmallTree
let agent: Person
let period: { id: number; period_no: string }
beforeAll(async () => {
  tree = await growSmallTree(pool)
  agent = await as(tree.agent)
  await planPeriods({ pool, clock })
  await advancePeriods({ pool, clock })
  period = await row(raw, `select id, period_no from periods where game_id = 3 and state = 'open'`)
  await raw.query('create table if not exists orders_rest partition of orders default')
  await raw.query('update wallets set quota = 1000000000, balance = 1000000000 where merchant_id = $1', [
    tree.merchant.merchantId,
  ])
  await bet('1000')
})

const as = (made: { accountId: number; pathId: PathId }): Promise<Person> => signedIn(pool, { ...made, now })
const post = (person: Person, path: string, input: Record<string, unknown>) =>
  callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) })

let count = 0
async function bet(stake: string, itemCode = '07'): Promise<void> {
  const { gameId, playCode } = ITEM
  const bettor = {
    account: 'mem0001',
    gameId,
    periodNo: period.period_no,
    playCode,
    itemCode,
    pankou: undefined,
    stake,
  }
  const send = async (odds: Quote) => {
    const slip: BetSlip = { ...bettor, odds, callId: ++count, betNo: `b${count}` }
    return (await takeBets(deps, tree.merchant.merchantId, [slip]))[0]
  }
  const asked = await send('1')
  const answer = await send(asked?.kind === 'refused' ? (asked.quote ?? '1') : '1')
  if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
}

interface Row {
  readonly playCode: string
  readonly itemCode: string
  readonly odds: string
  readonly net: string
  readonly holdLimit?: string | null
  readonly warn: number
  readonly outcome?: { result: string }
}
async function board(sinceVersion?: number): Promise<{ version: number; rows: Row[]; row: Row | undefined }> {
  const since = sinceVersion === undefined ? {} : { sinceVersion }
  const asked = { gameId: GameId(3), periodNo: period.period_no, groupId: TM, ...since }
  const answer = await post(agent, 'agent/RealTimeReport/common', asked)
  expect(answer.code, answer.message).toBe(200)
  const { version, rows } = answer.data as { version: number; rows: Row[] }
  return { version, rows, row: rows.find((one) => one.playCode === ITEM.playCode && one.itemCode === ITEM.itemCode) }
}
/** The number of rows of the whole group, and of the market that a bet changes. */
const [ALL, MARKET] = [98, 49]
const settingsVersion = async (): Promise<number> =>
  ((await post(agent, 'common/replenishment/query', { gameId: GameId(3) })).data as { version: number }).version

describe('a board request with a version', () => {
  test('sends the rows that bets changed', async () => {
    const whole = await board()
    expect([whole.rows.length, whole.row?.net]).toEqual([ALL, '300'])
    await bet('1000', '08')
    const changes = await board(whole.version)
    expect(changes.rows.length).toBe(MARKET)
    expect(changes.rows.find((one) => one.itemCode === '08')?.net).toBe('300')
    expect(changes.version).toBeGreaterThan(whole.version)
  })

  test('sends all rows when odds have changed, and after that only changed rows', async () => {
    const { version } = await board()
    const game = await row<{ odds_version: bigint }>(raw, 'select odds_version from games where id = 3')
    const name = { play: 'TMA', priceKey: '07', pankou: 'A' as const }
    const before = (await board()).row?.odds
    expect(await setPrices(pool, GameId(3), Number(game.odds_version), [{ ...name, base: '40' }])).toBeDefined()
    const changed = await board(version)
    expect([changed.rows.length, changed.row?.odds]).toEqual([ALL, '40'])
    expect(before).not.toBe('40')
    await bet('10', '08')
    expect((await board(changed.version)).rows.length).toBe(MARKET)
  })

  test('sends all rows when a drop has lowered odds', async () => {
    const { version } = await board()
    await raw.query(
      `insert into price_drops (period_id, play, price_key, drop_odds, at) values ($1, 'TMA', '07', 5000, $2)`,
      [period.id, now],
    )
    const changed = await board(version)
    expect([changed.rows.length, changed.row?.odds]).toEqual([ALL, '39.5'])
  })

  test('sends all rows when a limit has changed', async () => {
    const { version } = await board()
    const auto = { groupId: TM, enabled: true, holdLimit: '5000', unit: '1', mode: 'stake', maxLoss: null, items: [] }
    const input = { gameId: GameId(3), version: await settingsVersion(), auto: [auto] }
    expect((await post(agent, 'common/replenishment/auto-config/set', input)).code).toBe(200)
    const changed = await board(version)
    expect([changed.rows.length, changed.row?.holdLimit]).toEqual([ALL, '5000'])
  })

  test('sends all rows when a warning line has changed', async () => {
    const { version, row: before } = await board()
    expect(before?.warn).toBe(0)
    const items = [{ groupId: TM, amount: '100', loss: null }]
    const set = await post(agent, 'common/warning/set', { gameId: GameId(3), version: await settingsVersion(), items })
    expect(set).toMatchObject({ code: 200, data: { version: await settingsVersion() } })
    const now = await settingsVersion()
    const late = await post(agent, 'common/warning/set', { gameId: GameId(3), version: now - 1, items })
    expect(late).toMatchObject({ code: 40902, data: { version: now, asked: now - 1 } })
    // The head's lines over the sum of its merchants have a version of their own.
    const sum = async (asked: number) =>
      post(await as(tree.head), 'common/warning/set', { gameId: GameId(3), version: asked, items })
    expect((await sum(0)).data).toEqual({ version: 1 })
    expect(await sum(0)).toMatchObject({ code: 40902, data: { version: 1, asked: 0 } })
    const changed = await board(version)
    expect([changed.rows.length, changed.row?.warn]).toEqual([ALL, 1])
    const groups = await post(agent, 'agent/realtimereport/type', {
      gameId: GameId(3),
      periodNo: period.period_no,
      sinceVersion: version,
    })
    expect((groups.data as { rows: { groupId: GroupId; warn: number }[] }).rows.length).toBeGreaterThan(1)
    const lines = await post(agent, 'common/warning/query', { gameId: GameId(3) })
    expect((lines.data as { items: unknown[] }).items).toContainEqual(items[0])
  })

  test('sends all rows with their outcomes after the draw', async () => {
    const { version } = await board()
    await raw.query(`insert into draws values ($1, 1, 'draw', '{1,2,3,4,5,6,7}', '2026-05-20', 'test', '', '', $2)`, [
      period.id,
      now,
    ])
    await raw.query(`update periods set state = 'drawn', result_version = 1 where id = $1`, [period.id])
    const changed = await board(version)
    expect([changed.rows.length, changed.row?.outcome]).toEqual([ALL, { result: 'win' }])
  })
})

describe('the orders behind an item', () => {
  const behind = async (person: Person, over: Record<string, unknown> = {}) =>
    post(person, 'agent/RealTimeReport/relation-order', {
      ...ITEM,
      periodNo: period.period_no,
      pageIndex: 1,
      pageSize: 20,
      ...over,
    })

  test('are only those of the viewer, with its part of them', async () => {
    const own = await behind(agent)
    expect(own.data).toMatchObject({
      total: 1,
      items: [{ accountName: 'mem0001', stake: '1000', itemCode: '07', state: 'open' }],
      summary: { orders: 1, stake: '1000', heldStake: '300' },
    })
    for (const made of [tree.sibling, tree.otherAgent, tree.otherMerchant])
      expect((await behind(await as(made))).data).toMatchObject({ total: 0, items: [] })
    expect((await behind(await as(tree.merchant))).data).toMatchObject({ total: 1, summary: { heldStake: '200' } })
    expect((await behind(await as(tree.head))).data).toMatchObject({ total: 1, summary: { heldStake: '300' } })
  })

  test('can be filtered by item, pankou or subtree, but not by a path outside', async () => {
    const general = await as(tree.general)
    expect((await behind(agent, { itemCode: '09' })).data).toMatchObject({ total: 0 })
    expect((await behind(agent, { pankou: 'A' })).data).toMatchObject({ total: 0 })
    expect((await behind(general, { agentPathsId: tree.agent.pathId })).data).toMatchObject({ total: 1 })
    expect((await behind(general, { agentPathsId: tree.sibling.pathId })).data).toMatchObject({ total: 0 })
    expect((await behind(agent, { agentPathsId: tree.sibling.pathId })).code).toBe(40401)
    expect((await behind(agent, { surprise: 1 })).code).toBe(40001)
  })
})
