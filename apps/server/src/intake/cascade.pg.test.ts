import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { AccountId, GameId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { describe, expect, test } from 'vitest'
import { itemBoard, specialBoard } from '../book/boards/board.ts'
import { combinationBoard } from '../book/boards/combination-board.ts'
import { typeBoard } from '../book/boards/group-board.ts'
import { todayOf } from '../book/boards/today.ts'
import { verifyExposures } from '../book/exposures/store-rebuild.ts'
import { GamesReader } from '../book/open-games/read-open-games.ts'
import { callerAt, createSmallDatabase, DAY, NOW, PERIOD_NO, PERIODS, SMALL } from '../book/testing/small-database.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { row, rows } from '../platform/db.ts'
import { LiveHub, type NumberedEvent } from '../platform/live.ts'
import { createLog } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { setAutoConfig, setManualConfig } from '../replenishment/automatic/change-settings.ts'
import { finalPass } from '../replenishment/automatic/final-pass.ts'
import { querySettings } from '../replenishment/automatic/query-settings.ts'
import { manualBetCall } from '../replenishment/manual/send-by-hand.ts'
import { SnapshotCache } from '../tree/snapshot/merchant-snapshot.ts'
import { takeBets } from './decide-batch.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 10)
// The head sits in accounts' requests table by id only; the members' balances allow the worked bet.
let clock = NOW
const deps = {
  pool,
  live: new LiveHub(createLog('silent')),
  clock: () => clock,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(() => clock).open,
}

const { merchantPath, general, agent } = SMALL
const merchantRef = {
  id: merchantPath,
  merchantId: MerchantId(1),
  parentId: PathId(1),
  role: ROLE.merchant,
  accountId: AccountId(11),
  name: 'merch001',
  lineage: [11].map(PathId),
}
const head = callerAt(PathId(1), { targets: new Map([[merchantPath, merchantRef]]) })
const GROUP = GroupId(301)
const board = { gameId: GameId(3), amount: 'net' as const }

const ok = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.name} ${JSON.stringify(answer.details)}`)
  return answer
}

const auto = (holdLimit: string | null, over: Record<string, unknown> = {}) => ({
  groupId: GROUP,
  enabled: true,
  holdLimit,
  unit: '10',
  mode: 'stake' as const,
  maxLoss: null,
  items: [],
  ...over,
})

let betCount = 0
async function bet(stake: string, over: Partial<BetSlip> = {}): Promise<void> {
  const slip: BetSlip = {
    callId: ++betCount,
    betNo: `c${betCount}`,
    account: 'mem0001',
    gameId: GameId(3),
    periodNo: PERIOD_NO,
    playCode: 'TMA',
    itemCode: '07',
    pankou: undefined,
    odds: '0',
    stake,
    ...over,
  }
  const [first] = await takeBets(deps, MerchantId(1), [slip])
  const quote: Quote = first?.kind === 'refused' ? (first.quote ?? '0') : '0'
  const [answer] = await takeBets(deps, MerchantId(1), [{ ...slip, odds: quote }])
  expect(answer).toMatchObject({ kind: 'accepted' })
}

const nets = async (item = '07'): Promise<string[]> => {
  const callers = [callerAt(PathId(agent)), callerAt(PathId(general)), callerAt(PathId(merchantPath)), head]
  const answers = await Promise.all(
    callers.map((caller) => itemBoard(deps, caller, { ...board, groupId: GROUP }, 'common')),
  )
  return answers.map(
    (answer) => ok(answer).rows.find((one) => one.playCode === 'TMA' && one.itemCode === item)?.net ?? '',
  )
}

const proveBooks = async (): Promise<void> => {
  expect(await verifyExposures(pool, MerchantId(1))).toBeNull()
  expect(await verifyLedger(pool, MerchantId(1))).toBeNull()
}

describe('the worked cascade through the calls', () => {
  test('limits and holds are saved with versions', async () => {
    const set = (caller: typeof head, input: Record<string, unknown>) =>
      setAutoConfig(deps, caller, { gameId: GameId(3), version: 0, ...input } as Parameters<typeof setAutoConfig>[2])
    const limit = (amount: string) => [{ groupId: GROUP, limit: amount }]
    ok(await set(callerAt(PathId(agent)), { auto: [auto('1000')] }))
    ok(
      await set(callerAt(PathId(general)), {
        auto: [auto('2000')],
        acceptLimits: limit('500'),
        sendLimits: limit('2000'),
      }),
    )
    ok(await set(callerAt(PathId(merchantPath)), { auto: [auto('2500')], acceptLimits: limit('1000') }))
    ok(await set(head, { agentPathsId: merchantPath, acceptLimits: limit('300') }))
    expect(await set(callerAt(PathId(agent)), { auto: [] })).toMatchObject({ name: 'changed' })
    expect(await set(head, { agentPathsId: merchantPath, version: 1, auto: [auto('1')] })).toMatchObject({
      name: 'stateForbids',
    })
    expect(await set(callerAt(PathId(agent)), { version: 1, auto: [auto('1', { groupId: 101 })] })).toMatchObject({
      name: 'notFound',
    })
    const seen = ok(await querySettings(deps, callerAt(PathId(general)), { gameId: GameId(3) }))
    expect(seen.self.acceptLimits).toEqual(limit('500'))
    expect(seen.self.auto[0]).toMatchObject({ holdLimit: '2000', unit: '10', mode: 'stake' })
    expect(seen.downline.map((child) => [child.agentPathsId, child.acceptType])).toEqual([[agent, 3]])
    expect(
      ok(await querySettings(deps, head, { gameId: GameId(3), agentPathsId: PathId(merchantPath) })).self.acceptLimits,
    ).toEqual(limit('300'))
    expect(await row(raw, `select count(*)::integer as n from change_log where action = 'replenishmentAuto'`)).toEqual({
      n: 4,
    })
  })

  test('one bet of 10,000 makes the three replenishments of the table, in its own transaction', async () => {
    const heard: NumberedEvent[] = []
    const stop = deps.live.subscribe((event) => heard.push(event))
    await bet('10000')
    const sent = await rows(raw, 'select bettor, taker, stake, batch from orders order by id')
    expect(sent.map((order) => [order['bettor'], order['taker'], order['stake']])).toEqual([
      [101, null, 100_000_000n],
      [agent, 2, 5_000_000n],
      [agent, 1, 10_000_000n],
      [merchantPath, 0, 3_000_000n],
    ])
    expect(new Set(sent.map((order) => order['batch'])).size).toBe(1)
    expect(await nets()).toEqual(['1500', '2500', '2700', '3300'])
    await proveBooks()
    // Saved settings also notify boards, a little later. What matters is that all four holders are notified.
    const notified = (): unknown[] => heard.filter(({ type }) => type === 'board').map(({ data }) => data['pathId'])
    await expect.poll(() => new Set(notified()).size).toBe(4)
    expect(
      heard
        .filter((event) => event.type === 'order')
        .map((event) => [event.data['pathId'], event.data['direction'], event.data['amount']]),
    ).toEqual([
      [agent, 'out', '500'],
      [general, 'in', '500'],
      [agent, 'out', '1000'],
      [merchantPath, 'in', '1000'],
      [merchantPath, 'out', '300'],
      [1, 'in', '300'],
    ])
    stop()
  })
})

describe('settings take effect at once', () => {
  test('lowering a hold limit sends on open periods and reports the orders', async () => {
    await bet('1000', { itemCode: '08' })
    expect(await nets('08')).toEqual(['300', '200', '200', '300'])
    const saved = ok(
      await setAutoConfig(deps, callerAt(PathId(agent)), { gameId: GameId(3), version: 1, auto: [auto('100')] }),
    )
    expect(saved.version).toBe(2)
    // On 07 nothing more can be sent: the limits above have no room left.
    expect(saved.sent.map(({ itemCode, amount, takerRoleId, kind }) => [itemCode, amount, takerRoleId, kind])).toEqual([
      ['08', '200', 2, 'replenishment'],
    ])
    expect(await nets('08')).toEqual(['100', '400', '200', '300'])
    await proveBooks()
  })

  test('the same requestId returns the first answer', async () => {
    const request = { gameId: GameId(3), version: 2, auto: [auto('90')], requestId: 'r-1' }
    const first = ok(await setAutoConfig(deps, callerAt(PathId(agent)), request))
    expect(first.sent.map((order) => order.amount)).toEqual(['10'])
    expect(await setAutoConfig(deps, callerAt(PathId(agent)), request)).toEqual(first)
    expect(await nets('08')).toEqual(['90', '410', '200', '300'])
  })

  test('the final pass runs once for each merchant, after closeAt and before hedgeCloseAt', async () => {
    await raw.query(
      `update replenishment_settings set auto = jsonb_set(auto, '{0,holdLimit}', '"0"') where path_id = $1`,
      [agent],
    )
    await raw.query('update merchants set config_version = config_version + 1 where id = 1')
    clock = NOW + 61_000
    await raw.query(`update periods set state = 'closed' where id = $1`, [PERIODS['6HC']])
    // The clock passes hedgeCloseAt while it writes: the transaction is rolled back, and a later pass is still
    // possible.
    const times = [clock, clock]
    expect(await finalPass({ ...deps, clock: () => times.shift() ?? NOW + 65_000 }, PERIODS['6HC'])).toBe(0)
    expect(await nets('08')).not.toEqual(['0', '500', '200', '300'])
    expect(await finalPass(deps, PERIODS['6HC'])).toBe(1)
    expect(await finalPass(deps, PERIODS['6HC'])).toBe(0)
    expect(await nets('08')).toEqual(['0', '500', '200', '300'])
    await proveBooks()
    await raw.query(`update periods set state = 'open' where id = $1`, [PERIODS['6HC']])
    clock = NOW
  })
})

describe('by hand', () => {
  const ask = (over: Record<string, unknown> = {}) => ({
    gameId: GameId(3),
    periodNo: PERIOD_NO,
    orders: [{ playCode: 'TMA', itemCode: '09', amount: '150' }],
    requestId: 'm-1',
    ...over,
  })

  test('preview, then send the previewed amounts exactly once', async () => {
    await setAutoConfig(deps, callerAt(PathId(general)), {
      gameId: GameId(3),
      version: 1,
      auto: [auto(null)],
      acceptLimits: [{ groupId: GROUP, limit: '100' }],
    })
    await raw.query(`update replenishment_settings set auto = '[]' where path_id = $1`, [agent])
    await raw.query('update merchants set config_version = config_version + 1 where id = 1')
    await bet('1000', { itemCode: '09' })
    const seen = ok(await manualBetCall(deps, callerAt(PathId(agent)), ask({ preview: true })))
    expect(seen.results[0]).toMatchObject({
      takes: [
        { roleId: 2, amount: '100' },
        { roleId: 1, amount: '50' },
      ],
      refused: '0',
      orderNos: [],
    })
    expect(await nets('09')).toEqual(['300', '200', '200', '300'])
    const placed = ok(await manualBetCall(deps, callerAt(PathId(agent)), ask({ version: seen.version })))
    expect(placed.results[0]?.orderNos).toHaveLength(2)
    expect(await manualBetCall(deps, callerAt(PathId(agent)), ask({ version: seen.version }))).toEqual(placed)
    expect(await nets('09')).toEqual(['150', '300', '250', '300'])
    await proveBooks()
  })

  test('an outdated preview is refused with the new one', async () => {
    const old = ok(await manualBetCall(deps, callerAt(PathId(agent)), ask({ preview: true, requestId: 'm-2' })))
    ok(
      await manualBetCall(
        deps,
        callerAt(PathId(agent)),
        ask({ orders: [{ playCode: 'TMA', itemCode: '09', amount: '100' }], requestId: 'm-3' }),
      ),
    )
    const refused = await manualBetCall(deps, callerAt(PathId(agent)), ask({ requestId: 'm-2', version: old.version }))
    expect(refused).toMatchObject({ name: 'changed', data: { results: [{ refused: '100', reason: 'aboveNet' }] } })
  })

  test('an item that is not on sale stays with the sender, in the preview and when sent', async () => {
    const sell = async (open: boolean) => {
      await raw.query(`update prices set open = $1 where game_id = 3 and play = 'TMA' and price_key = '09'`, [open])
      await raw.query('update games set odds_version = odds_version + 1 where id = 3')
    }
    await sell(false)
    const orders = [{ playCode: 'TMA', itemCode: '09', amount: '10' }]
    for (const preview of [true, false]) {
      const answer = ok(await manualBetCall(deps, callerAt(PathId(agent)), ask({ orders, preview, requestId: 'm-7' })))
      expect(answer.results).toMatchObject([{ refused: '10', reason: 'notOnSale', takes: [], orderNos: [] }])
    }
    await sell(true)
  })

  test('the change log has the pankou that was there before, and no line of one that stays', async () => {
    const choose = async (replenishPankou: 'C' | 'D') => {
      const { version } = ok(await querySettings(deps, callerAt(PathId(agent)), { gameId: GameId(3) }))
      ok(await setManualConfig(deps, callerAt(PathId(agent)), { gameId: GameId(3), version, replenishPankou }))
    }
    for (const pankou of ['D', 'D', 'C'] as const) await choose(pankou)
    const logged = await rows<{ changes: unknown }>(
      raw,
      `select changes from change_log where action = 'replenishmentManual' order by id`,
    )
    const change = { field: 'replenishPankou', label: '补货盘口' }
    expect(logged.map(({ changes }) => changes)).toEqual([
      [{ ...change, before: 'C', after: 'D' }],
      [{ ...change, before: 'D', after: 'C' }],
    ])
  })

  test('refusals: the head, unknown items, units, after hedgeCloseAt', async () => {
    expect(await manualBetCall(deps, head, ask())).toMatchObject({ name: 'replenishmentRefused' })
    const wrong = ask({ orders: [{ playCode: 'TMA', itemCode: '50', amount: '1' }], requestId: 'm-4' })
    expect(await manualBetCall(deps, callerAt(PathId(agent)), wrong)).toMatchObject({ name: 'unknownItem' })
    const version = ok(await querySettings(deps, callerAt(PathId(agent)), { gameId: GameId(3) })).version
    ok(
      await setManualConfig(deps, callerAt(PathId(agent)), {
        gameId: GameId(3),
        version,
        manual: [{ groupId: GROUP, enabled: true, unit: '100' }],
        replenishPankou: 'D',
      }),
    )
    expect(await manualBetCall(deps, callerAt(PathId(agent)), ask({ requestId: 'm-5' }))).toMatchObject({
      name: 'badParameter',
    })
    expect(ok(await querySettings(deps, callerAt(PathId(agent)), { gameId: GameId(3) })).self.replenishPankou).toBe('D')
    clock = NOW + 65_000
    expect(await manualBetCall(deps, callerAt(PathId(agent)), ask({ requestId: 'm-6' }))).toMatchObject({
      name: 'periodClosed',
    })
    clock = NOW
  })
})

describe('boards', () => {
  test('specialNumbers holds the 49 numbers and every special-number play', async () => {
    await bet('200', { playCode: 'TM_LM', itemCode: 'DA' })
    const answer = ok(await specialBoard(deps, callerAt(PathId(general)), board))
    expect(answer.rows).toHaveLength(49)
    const plays = answer.rows[24]?.plays.map((play) => play.playCode)
    expect(plays).toEqual(expect.arrayContaining(['TMA', 'TMB', 'TM_LM', 'TM_SB', 'HX']))
    const at = (number: string, play: string) =>
      Number(answer.rows.find((one) => one.itemCode === number)?.plays.find((one) => one.playCode === play)?.netAmount)
    // 大 wins with 25 and more; 49 refunds every stake.
    expect(at('30', 'TM_LM')).toBeLessThan(0)
    expect(at('10', 'TM_LM')).toBeGreaterThan(0)
    expect(at('49', 'TM_LM')).toBe(0)
    expect(Number(answer.rows[29]?.netAmount)).toBe(at('30', 'TM_LM') + at('30', 'TMA'))
  })

  test('after a version only changed rows are returned', async () => {
    const first = ok(await itemBoard(deps, callerAt(PathId(agent)), board, 'common'))
    expect(first.rows.length).toBeGreaterThan(700)
    await raw.query(`update exposures set changed = changed - (10000::bigint << 22)`)
    await bet('100', { playCode: 'TM_SB', itemCode: 'RED' })
    const later = ok(
      await itemBoard(deps, callerAt(PathId(agent)), { ...board, sinceVersion: first.version }, 'common'),
    )
    expect(later.rows.map((one) => `${one.playCode} ${one.itemCode}`)).toEqual([
      'TM_SB RED',
      'TM_SB BLUE',
      'TM_SB GREEN',
    ])
    expect(later.version).toBeGreaterThan(first.version)
  })

  test('a subtree, a pankou, combinations, groups and today', async () => {
    await bet('50', { account: 'mem0010', playCode: 'LM_3Z2', itemCode: '03+01+02' })
    const all = ok(await combinationBoard(deps, callerAt(PathId(merchantPath)), { ...board, top: 100 }))
    expect(all.rows.map((one) => one.itemCode)).toEqual(['01+02+03'])
    expect(all.numbers.map((one) => [one.code, one.betAmount])).toEqual([
      ['01', '50'],
      ['02', '50'],
      ['03', '50'],
    ])
    const generalRef = { ...merchantRef, id: general, role: ROLE.generalAgent, lineage: [11, 12].map(PathId) }
    const caller = callerAt(PathId(merchantPath), { targets: new Map([[general, generalRef]]) })
    expect(
      ok(await combinationBoard(deps, caller, { ...board, top: 100, agentPathsId: PathId(general) })).rows,
    ).toEqual([])
    const through = ok(
      await itemBoard(deps, caller, { ...board, agentPathsId: PathId(general), groupId: GROUP }, 'common'),
    )
    const own = ok(await itemBoard(deps, caller, { ...board, groupId: GROUP }, 'common'))
    expect(through.rows.find((one) => one.itemCode === '07')?.net).toBe('3000')
    expect(own.rows.find((one) => one.itemCode === '07')?.net).toBe('2700')
    const otherPankou = ok(await itemBoard(deps, caller, { ...board, groupId: GROUP, pankou: 'A' }, 'common'))
    expect(otherPankou.rows.find((one) => one.itemCode === '07')).toMatchObject({ betCount: 0, net: '2700' })
    const groups = ok(await typeBoard(deps, head, board))
    expect(groups.rows.find((one) => one.code === 'TM')).toMatchObject({ stake: '12000' })
    const today = await todayOf(deps, callerAt(PathId(merchantPath)))
    expect(today.day).toBe(DAY)
    expect(today.games).toMatchObject([{ gameId: 3, openOrders: 6 }])
    expect(today.trend).toHaveLength(30)
  })
})
