import { createHash } from 'node:crypto'
import type { BetAnswer, BetSlip, Quote } from '@strata/domain/book/intake'
import { gameById } from '@strata/domain/games/catalogue'
import { itemOf } from '@strata/domain/games/item'
import { seedDraw } from '@strata/domain/games/seed-draw'
import { GameId, GroupId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { advancePeriods, planPeriods } from '../../games/periods/plan-periods.ts'
import { takeBets } from '../../intake/decide-batch.ts'
import { row, rows } from '../../platform/db.ts'
import type { LiveEvent } from '../../platform/live.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { HEAD_PATH, SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { GamesReader } from '../open-games/read-open-games.ts'
import { dropOdds } from './apply-drops.ts'

/** The automatic odds drop through its calls: steps, the drops that follow from held stakes, and who sees them. */

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const clock = () => now
const { app, platform } = await wholeServer({ pool, url }, clock)
afterAll(() => app.close())
const openGames = new GamesReader(clock).open
const deps = { pool, live: platform.live, clock, snapshots: new SnapshotCache(), openGames }
const told: LiveEvent[] = []
const drop = (): Promise<number> =>
  dropOdds({ pool, clock, live: { publish: (event: LiveEvent): void => void told.push(event) } })

let tree: SmallTree
let admin: Person
let agent: Person
let period: { id: number; period_no: string; draw_at: bigint }
beforeAll(async () => {
  tree = await growSmallTree(pool)
  admin = await signedIn(pool, { ...tree.head, roleType: 1, now })
  agent = await signedIn(pool, { ...tree.agent, now })
  await planPeriods({ pool, clock })
  await advancePeriods({ pool, clock })
  period = await row(raw, `select id, period_no, draw_at from periods where game_id = 3 and state = 'open'`)
  await raw.query('create table if not exists orders_rest partition of orders default')
  await raw.query('update wallets set quota = 10000000000, balance = 10000000000 where merchant_id = $1', [
    tree.merchant.merchantId,
  ])
})

const post = (person: Person, path: string, input: Record<string, unknown>) =>
  callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) })

const step = (stake: string, off: string, floor = '40') => ({ stake, drop: off, floor })
const version = async (): Promise<number> =>
  ((await post(admin, 'admin/odds/drop/query', { gameId: GameId(3) })).data as { version: number }).version
const set = async (items: unknown[], over: Record<string, unknown> = {}) =>
  post(admin, 'admin/odds/drop/set', { gameId: GameId(3), version: await version(), items, ...over })
const STEPS = { playCode: 'TMA', key: null, steps: [step('500', '0.5'), step('1000', '2', '46')] }

let count = 0
async function send(odds: Quote, over: Partial<BetSlip> = {}): Promise<BetAnswer | undefined> {
  count += 1
  const slip: BetSlip = {
    callId: count,
    betNo: `b${count}`,
    account: 'mem0001',
    gameId: GameId(3),
    periodNo: period.period_no,
    playCode: 'TMA',
    itemCode: '07',
    pankou: undefined,
    stake: '1000',
    odds,
    ...over,
  }
  return (await takeBets(deps, tree.merchant.merchantId, [slip]))[0]
}
const quoteOf = async (over: Partial<BetSlip> = {}): Promise<Quote> => {
  const asked = await send('1', over)
  return asked?.kind === 'refused' ? (asked.quote ?? '') : ''
}
/** The head holds 30% of each bet. */
const bet = async (over: Partial<BetSlip> = {}): Promise<Quote> => {
  const quote = await quoteOf(over)
  expect(await send(quote, over)).toMatchObject({ kind: 'accepted' })
  return quote
}

interface Row {
  readonly playCode: string
  readonly itemCode: string
  readonly odds: string
  readonly drop?: string
}
async function board(sinceVersion?: number): Promise<{ version: number; rows: Row[]; row: Row | undefined }> {
  const since = sinceVersion === undefined ? {} : { sinceVersion }
  const asked = { gameId: GameId(3), periodNo: period.period_no, groupId: GroupId(301), pankou: 'A', ...since }
  const answer = await post(agent, 'agent/RealTimeReport/common', asked)
  const { version: at, rows: found } = answer.data as { version: number; rows: Row[] }
  return { version: at, rows: found, row: found.find((one) => one.playCode === 'TMA' && one.itemCode === '07') }
}
const listed = async (pankou: string): Promise<string> => {
  const answer = await post(agent, 'common/odds/query', { gameId: GameId(3), pankou })
  const { prices } = answer.data as { prices: { playCode: string; key: string; quote: string }[] }
  return prices.find(({ playCode, key }) => playCode === 'TMA' && key === '07')?.quote ?? ''
}
const listVersion = async (): Promise<number> =>
  ((await post(agent, 'common/odds/query', { gameId: GameId(3), pankou: 'A' })).data as { version: number }).version

describe('steps by call', () => {
  test('are saved under a version, logged, and returned by the query', async () => {
    expect(await post(admin, 'admin/odds/drop/query', { gameId: 3 })).toMatchObject({ data: { version: 1, items: [] } })
    const own = { playCode: 'TMA', key: '08', steps: [step('100', '1')] }
    expect(await set([STEPS, own])).toMatchObject({ code: 200, data: { version: 2 } })
    const { data } = await post(admin, 'admin/odds/drop/query', { gameId: GameId(3) })
    expect(data).toMatchObject({ version: 2, items: [STEPS, own] })
    expect(await set([{ ...own, steps: [] }])).toMatchObject({ code: 200, data: { version: 3 } })
    const log = await rows<{ changes: { label: string; before: string; after: string }[] }>(
      raw,
      `select changes from change_log where merchant_id = 0 and action = 'odds' order by id`,
    )
    expect(log.map(({ changes }) => changes.map(({ label, after }) => [label, after]))).toEqual([
      [
        ['特码A 全部 自动降赔', '占成500降0.5不低于40；占成1000降2不低于46'],
        ['特码A 08 自动降赔', '占成100降1不低于40'],
      ],
      [['特码A 08 自动降赔', '']],
    ])
  })

  test('are refused in the written order, and nothing is saved', async () => {
    const bad = { playCode: 'TMA', key: null, steps: [step('10', '1'), step('5', '0.1', '1')] }
    const unknown = { ...STEPS, key: '99' }
    const cases: [Record<string, unknown>, number, string][] = [
      [{ gameId: GameId(9), version: 99, items: [bad, bad] }, 40401, ''],
      [{ version: 99, items: [bad, bad] }, 40902, ''],
      [{ items: [unknown, unknown] }, 40001, '同一赔率重复提交'],
      [{ items: [unknown, bad] }, 40401, '玩法或投注项不存在'],
      [{ items: [{ ...STEPS, playCode: 'GG' }] }, 40401, '玩法或投注项不存在'],
      [{ items: [bad] }, 40001, '各档占成金额必须递增'],
    ]
    const before = await version()
    for (const [over, code, message] of cases) {
      const answer = await set([], over)
      expect([answer.code, message === '' ? '' : answer.message], JSON.stringify(over)).toEqual([code, message])
    }
    expect((await set([], { version: 99, items: [STEPS] })).data).toEqual({ version: before, asked: 99 })
    expect(await version()).toBe(before)
  })

  test('are only for operators', async () => {
    expect((await post(agent, 'admin/odds/drop/query', { gameId: 3 })).code).toBe(40301)
  })
})

describe('odds', () => {
  test('fall with the stake the head holds: on the board, for every pankou, and for the next batch', async () => {
    const first = await bet()
    const held = await board()
    expect(await drop()).toBe(0)
    expect(held.row).toMatchObject({ odds: '48.5' })
    expect(held.row).not.toHaveProperty('drop')
    const [a, c] = [await listed('A'), await listed('C')]
    const listedAt = await listVersion()
    await bet()
    expect(await listVersion()).toBe(listedAt)
    expect(await drop()).toBe(1)
    expect(await listVersion()).toBeGreaterThan(listedAt)
    expect(told.splice(0)).toMatchObject([
      { type: 'odds', merchantId: 0, data: { gameId: 3, periodNo: period.period_no, groupIds: [301], at: now } },
    ])
    expect(await drop()).toBe(0)
    const lowered = await board(held.version)
    expect([lowered.rows.length, lowered.row]).toMatchObject([98, { odds: '48', drop: '0.5' }])
    expect([a, await listed('A')]).toEqual(['48.5', '48'])
    expect(Number(c) - Number(await listed('C'))).toBe(0.5)
    expect(await send(first)).toMatchObject({ kind: 'refused', refusal: 'oddsChanged', quote: await listed('C') })
    const { odds } = await row<{ odds: bigint }>(raw, `select min(odds) as odds from orders where play = 'TMA'`)
    expect(String(odds)).toBe(String(Math.round(Number(first) * 10_000)))
  })

  test('stop at the floor of their step, and count the stakes of other merchants', async () => {
    await raw.query(
      `insert into exposures (merchant_id, period_id, path_id, play, item, pankou, bet_count, bet_amount, held, changed)
       values ($1, $2, $3, 'TMA', '07', 'A', 1, 50000000, 50000000, 1)`,
      [tree.otherMerchant.merchantId, period.id, HEAD_PATH],
    )
    expect(await drop()).toBe(1)
    // 2 less, not below 46: pankou A has 48.5, C has 47.045.
    expect([await listed('A'), await listed('C')]).toEqual(['46.5', '46'])
    expect((await board()).row).toMatchObject({ odds: '46.5', drop: '2' })
  })

  test('fall only in their own period, though another one of the game is open', async () => {
    const next = await row<{ id: number; period_no: string }>(
      raw,
      `update periods set state = 'open', options = (select options from games where id = 3)
        where id = (select id from periods where game_id = 3 and state = 'scheduled' order by open_at limit 1)
        returning id, period_no`,
    )
    const both = [period.period_no, next.period_no].map((periodNo) => ({ gameId: GameId(3), periodNo }))
    for (const order of [both, both.toReversed()]) {
      const games = await openGames(pool, tree.merchant.merchantId, order)
      const at = (periodNo: string) => games.prices(GameId(3), periodNo)?.at(itemOf('6HC', 'TMA', '07'), 'A')?.quote
      expect(both.map(({ periodNo }) => at(periodNo))).toEqual(['46.5', '48.5'])
    }
    expect(await drop()).toBe(0)
    expect(await quoteOf({ periodNo: next.period_no })).not.toBe(await quoteOf())
    await raw.query(`update periods set state = 'scheduled', options = null where id = $1`, [next.id])
  })

  test('are listed under a new version when another period opens or the last one closes', async () => {
    const asked = async () => [await listVersion(), await listed('A')] as const
    const set = (state: string, id: number) => raw.query('update periods set state = $1 where id = $2', [state, id])
    const [first, dropped] = await asked()
    await set('closed', period.id)
    const [second, none] = await asked()
    const next = await row<{ id: number }>(
      raw,
      `update periods set state = 'open', options = (select options from games where id = 3)
        where id = (select id from periods where game_id = 3 and state = 'scheduled' order by open_at limit 1)
        returning id`,
    )
    const [third, fresh] = await asked()
    await set('closed', next.id)
    const fourth = await listVersion()
    expect([dropped, none, fresh]).toEqual(['46.5', '48.5', '48.5'])
    expect([first, second, third, fourth]).toEqual([first, second, third, fourth].toSorted((one, two) => one - two))
    expect(new Set([first, second, third, fourth]).size).toBe(4)
    await raw.query(`update periods set state = 'scheduled', options = null where id = $1`, [next.id])
    await set('open', period.id)
  })

  test('are restored when the steps are deleted, and every change is in the log', async () => {
    const { version: seen } = await board()
    expect(await set([{ ...STEPS, steps: [] }])).toMatchObject({ code: 200 })
    expect(await drop()).toBe(1)
    const back = await board(seen)
    expect([back.rows.length, back.row?.odds, back.row?.drop]).toEqual([98, '48.5', undefined])
    const asked = { gameId: GameId(3), periodNo: period.period_no, playCode: 'TMA', pageIndex: 1, pageSize: 10 }
    const { data } = await post(admin, 'admin/odds/drop/log', asked)
    const { items, total } = data as { items: Record<string, string>[]; total: number }
    expect(items.map(({ before, after, held, keyName }) => [keyName, before, after, held])).toEqual([
      ['07', '2', '0', '5600'],
      ['07', '0.5', '2', '5600'],
      ['07', '0', '0.5', '600'],
    ])
    expect(items.map(({ cause, streak }) => [cause, streak])).toEqual(Array.from({ length: 3 }, () => ['stake', 0]))
    expect(total).toBe(3)
    expect((await post(admin, 'admin/odds/drop/log', { ...asked, periodNo: 'none' })).data).toMatchObject({ total: 0 })
  })
})

/** 特码两面: the draws before this one, newest first. 大 is 25 or more; 49 is refunded. */
async function drawn(...specials: readonly number[]): Promise<void> {
  await raw.query(`delete from draws where period_id in (select id from periods where period_no like 'old%')`)
  await raw.query(`delete from periods where period_no like 'old%'`)
  for (const [back, special] of specials.entries()) {
    const at = Number(period.draw_at) - (back + 1) * 86_400_000
    await raw.query(
      `with made as (
         insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, result_version, options)
         select 3, $1, '2026-05-01', $2::bigint - 3, $2::bigint - 2, $2::bigint - 1, $2, 'settled', 1, options from games where id = 3 returning id
       )
       insert into draws select id, 1, 'draw', $3, '2026-05-01', 'test', '', '', $2 from made`,
      [`old${back}`, at, [2, 3, 4, 5, 6, 7, special]],
    )
  }
}

describe('长龙降赔', () => {
  const DRAGON = {
    playCode: 'TM_LM',
    key: 'DA',
    steps: [],
    streakSteps: [
      { draws: 2, drop: '0.02', floor: '1.5' },
      { draws: 4, drop: '0.1', floor: '1.5' },
    ],
  }
  const sides = async () => {
    const answer = await post(agent, 'agent/realtimereport/tmzx2', {
      gameId: GameId(3),
      periodNo: period.period_no,
      pankou: 'A',
    })
    const { rows: found } = answer.data as { rows: (Row & { streak?: number })[] }
    const side = found.find(({ playCode, itemCode }) => playCode === 'TM_LM' && itemCode === 'DA')
    return [side?.odds, side?.drop, side?.streak]
  }

  test('steps are saved by call, unchanged where left out, logged, and refused in the written order', async () => {
    expect(await set([DRAGON])).toMatchObject({ code: 200 })
    const own = { playCode: 'TM_LM', key: 'DA', steps: [step('900000', '0.01', '1.5')] }
    expect(await set([own])).toMatchObject({ code: 200 })
    const { data } = await post(admin, 'admin/odds/drop/query', { gameId: GameId(3) })
    expect(data).toMatchObject({ items: [{ ...DRAGON, steps: own.steps }] })
    const { changes } = await row<{ changes: { label: string; after: string }[] }>(
      raw,
      `select changes from change_log where merchant_id = 0 and action = 'odds' order by id desc limit 1`,
    )
    expect(changes.map(({ after }) => after)).toEqual([
      '占成900000降0.01不低于1.5；长龙2期降0.02不低于1.5；长龙4期降0.1不低于1.5',
    ])
    const streak = (draws: number, drop: string, floor = '1.5') => ({ draws, drop, floor })
    const combination = { playCode: 'LM_2QZ', key: null, steps: [] }
    const cases = [
      [{ ...DRAGON, steps: [step('10', '1'), step('5', '2')], streakSteps: [streak(3, '0')] }, '各档占成金额必须递增'],
      [{ ...combination, streakSteps: [streak(3, '1'), streak(2, '2')] }, '组合玩法没有长龙'],
      [{ ...DRAGON, streakSteps: [streak(3, '0.1'), streak(3, '0.1', '1')] }, '各档长龙期数必须递增'],
      [{ ...DRAGON, streakSteps: [streak(3, '0.1'), streak(4, '0.1', '1')] }, '各档长龙降幅必须递增'],
      [{ ...DRAGON, streakSteps: [streak(3, '0.1', '1')] }, '长龙最低赔率不能低于1.01'],
    ] as const
    for (const [item, message] of cases) expect(await set([item])).toMatchObject({ code: 40001, message })
  })

  test('the odds of a side fall with its streak and are restored when it ends', async () => {
    expect(await drop()).toBe(0)
    const [full] = await sides()
    const less = (by: number): string => String(Math.round(Number(full) * 10_000 - by * 10_000) / 10_000)
    await drawn(30, 31, 1)
    expect(await drop()).toBe(1)
    expect(await sides()).toEqual([less(0.02), '0.02', 2])
    await drawn(30, 31, 32, 33, 34, 1)
    const version = await listVersion()
    expect(await drop()).toBe(1)
    expect(await listVersion()).toBeGreaterThan(version)
    expect(await sides()).toEqual([less(0.1), '0.1', 5])
    // 49 is refunded: nobody won, so the streak has ended.
    await drawn(49, 30, 31, 32)
    expect(await drop()).toBe(1)
    expect(await sides()).toEqual([full, undefined, undefined])
  })

  test('drops by stake and by streak are subtracted in turn, and the log names each', async () => {
    await drawn(30, 31)
    await drop()
    expect(await set([{ playCode: 'TM_LM', key: 'DA', steps: [step('100', '0.05', '1.5')] }])).toMatchObject({
      code: 200,
    })
    await bet({ playCode: 'TM_LM', itemCode: 'DA', stake: '1000' })
    expect(await drop()).toBe(1)
    expect((await sides()).slice(1)).toEqual(['0.07', 2])
    const quote = await quoteOf({ playCode: 'TM_LM', itemCode: 'DA' })
    expect(await send(quote, { playCode: 'TM_LM', itemCode: 'DA' })).toMatchObject({ kind: 'accepted' })
    const asked = { gameId: GameId(3), periodNo: period.period_no, playCode: 'TM_LM', pageIndex: 1, pageSize: 10 }
    const { items } = (await post(admin, 'admin/odds/drop/log', asked)).data as { items: Record<string, string>[] }
    expect(items.map(({ cause, streak, held, before, after }) => [cause, streak, held, before, after])).toEqual([
      ['stake', 0, '300', '0', '0.05'],
      ['streak', 2, '0', '0', '0.02'],
      ['streak', 0, '0', '0.1', '0'],
      ['streak', 5, '0', '0.02', '0.1'],
      ['streak', 2, '0', '0', '0.02'],
    ])
  })

  test('a void period in between is ignored, a period that opens soon has its drops, later ones have none', async () => {
    await drawn(30, 1, 31)
    await raw.query(`update periods set state = 'void' where period_no = 'old1'`)
    expect(await drop()).toBe(0)
    expect((await sides())[2]).toBe(2)
    const next = await row<{ id: number; open_at: bigint }>(
      raw,
      `select id, open_at from periods where game_id = 3 and state = 'scheduled' order by open_at limit 1`,
    )
    const before = now
    now = Number(next.open_at) - 4_000
    await raw.query('update periods set hedge_close_at = $2 where id = $1', [period.id, now])
    expect(await drop()).toBe(1)
    const { found } = await row<{ found: number[] }>(
      raw,
      `select array_agg(period_id order by period_id) as found from price_drops where cause = 'streak' and drop_odds > 0`,
    )
    expect(found).toEqual([period.id, next.id])
    now = before
    await raw.query('update periods set hedge_close_at = draw_at where id = $1', [period.id])
    await drawn()
    expect(await set([{ ...DRAGON, streakSteps: [] }])).toMatchObject({ code: 200 })
    await drop()
    await raw.query('delete from price_drops where period_id = $1', [next.id])
  })
})

describe('a reset', () => {
  const SIDE = { playCode: 'TM_LM', key: 'DA' }
  const reset = (over: Record<string, unknown> = {}) =>
    post(admin, 'admin/odds/drop/reset', { gameId: GameId(3), periodNo: period.period_no, items: [SIDE], ...over })
  const standing = async () => {
    const { data } = await post(admin, 'admin/odds/drop/now', { gameId: GameId(3) })
    return (data as { items: Record<string, unknown>[] }).items.filter(({ key }) => key === 'DA')
  }
  const heldNow = async (): Promise<number> => {
    const { held } = await row<{ held: bigint }>(
      raw,
      `select sum(held)::bigint as held from exposures where period_id = $1 and path_id = $2 and play = 'TM_LM' and item = 'DA'`,
      [period.id, HEAD_PATH],
    )
    return Number(held) / 10_000
  }

  test('is refused in the written order, and only for operators', async () => {
    const cases: [Record<string, unknown>, number, string][] = [
      [{ gameId: 9, items: [SIDE, SIDE] }, 40401, ''],
      [{ periodNo: 'none', items: [SIDE, SIDE] }, 40001, '同一赔率重复提交'],
      [{ periodNo: 'none' }, 42207, '所选赔率项在该期没有降赔'],
    ]
    for (const [over, code, message] of cases) {
      const answer = await reset(over)
      expect([answer.code, message === '' ? '' : answer.message]).toEqual([code, message])
    }
    expect(await set([{ ...SIDE, steps: [step('100', '0.05', '1.5')] }])).toMatchObject({ code: 200 })
    expect(await reset()).toMatchObject({ code: 42207, message: '所选赔率项在该期没有降赔' })
    expect(await post(agent, 'admin/odds/drop/reset', {})).not.toMatchObject({ code: 200 })
  })

  test('gives full odds back; later stakes drop them again, earlier ones and the streak do not', async () => {
    const streakSteps = [{ draws: 2, drop: '0.02', floor: '1.5' }]
    expect(await set([{ ...SIDE, steps: [step('100', '0.05', '1.5')], streakSteps }])).toMatchObject({ code: 200 })
    await drawn(30, 31)
    await drop()
    const held = await heldNow()
    expect(await standing()).toMatchObject([
      { byStake: '0.05', byStreak: '0.02', streak: 2, held: String(held), periodNo: period.period_no },
    ])
    told.length = 0
    const [{ base } = { base: '' }] = await standing()
    expect(await reset()).toMatchObject({ code: 200, data: { reset: 1 } })
    expect(await standing()).toEqual([])
    const answer = await post(agent, 'common/odds/query', { gameId: GameId(3), pankou: 'A' })
    const { prices } = answer.data as { prices: Record<string, unknown>[] }
    expect(prices).toContainEqual(expect.objectContaining({ ...SIDE, quote: base }))
    expect(await drop()).toBe(0)
    const asked = { gameId: GameId(3), periodNo: period.period_no, playCode: 'TM_LM', pageIndex: 1, pageSize: 10 }
    const { items } = (await post(admin, 'admin/odds/drop/log', asked)).data as { items: Record<string, unknown>[] }
    const { name } = await row<{ name: string }>(raw, 'select name from accounts where id = $1', [tree.head.accountId])
    const lines = items.slice(0, 4).map(({ cause, before, after, resetBy }) => [cause, before, after, resetBy])
    expect(lines.toSorted()).toEqual([
      ['stake', '0', '0.05', null],
      ['stake', '0.05', '0', name],
      ['streak', '0', '0.02', null],
      ['streak', '0.02', '0', name],
    ])
    const { changes } = await row<{ changes: { label: string; before: string }[] }>(
      raw,
      `select changes from change_log where merchant_id = 0 and action = 'odds' order by id desc limit 1`,
    )
    expect(changes.map(({ label }) => label)).toContain('特码两面 特大 占成降赔复位')
    await bet({ playCode: 'TM_LM', itemCode: 'DA', stake: '1000' })
    expect(await drop()).toBe(1)
    expect(await standing()).toMatchObject([{ byStake: '0.05', byStreak: '0', held: String(held + 300) }])
    await drawn()
    expect(await set([{ ...SIDE, steps: [], streakSteps: [] }])).toMatchObject({ code: 200 })
    await drop()
  })
})

test('the result is that of the committed seed, whatever was held and dropped; after the draw nothing drops', async () => {
  const { seed } = await row<{ seed: string }>(raw, 'select seed from period_seeds where period_id = $1', [period.id])
  const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
  const game = gameById(3)?.code as '6HC'
  const expected = seedDraw({ seed, game, periodNo: period.period_no, hash: sha256 })
  const streakSteps = [{ draws: 2, drop: '1', floor: '1.01' }]
  expect(await set([{ ...STEPS, steps: [step('1', '5', '1.01')], streakSteps }])).toMatchObject({ code: 200 })
  await bet({ itemCode: String(expected.at(-1)).padStart(2, '0'), stake: '5000' })
  expect(await drop()).toBeGreaterThan(0)
  now = Number(period.draw_at) + 1
  await advancePeriods({ pool, clock })
  const drawn = await row<{ result: number[] }>(raw, 'select result from draws where period_id = $1', [period.id])
  expect(drawn.result).toEqual([...expected])
  await raw.query('update exposures set held = held * 100 where period_id = $1', [period.id])
  expect(await set([{ ...STEPS, steps: [step('1', '9', '1.01')] }])).toMatchObject({ code: 200 })
  expect(await drop()).toBe(0)
})
