import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { AccountId, GameId, GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { takeBets } from '../../intake/decide-batch.ts'
import { row } from '../../platform/db.ts'
import { LiveHub } from '../../platform/live.ts'
import { createLog } from '../../platform/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { rebuildExposures } from '../exposures/store-rebuild.ts'
import { moveExposures } from '../exposures/store-shift.ts'
import { GamesReader } from '../open-games/read-open-games.ts'
import { callerAt, createSmallDatabase, NOW, PERIOD_NO, SMALL } from '../testing/small-database.ts'
import { type BoardRequest, itemBoard, specialBoard } from './board.ts'
import { BoardCache } from './board-cache.ts'
import { combinationBoard } from './combination-board.ts'
import { typeBoard } from './group-board.ts'

/** After any change, boards from the cache must equal boards that are read again. */

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 10)
const clock = () => NOW
const uncached = { pool, clock, snapshots: new SnapshotCache(), openGames: new GamesReader(clock).open }
const intake = { ...uncached, live: new LiveHub(createLog('silent')) }
const cached = { ...uncached, cache: new BoardCache(uncached) }
const { merchantPath, general, agent } = SMALL
const generalRef = {
  id: general,
  merchantId: MerchantId(1),
  parentId: merchantPath,
  role: ROLE.generalAgent,
  accountId: AccountId(12),
  name: 'genagt01',
  lineage: [merchantPath, general],
}
const SEATS = [callerAt(PathId(agent)), callerAt(PathId(general)), callerAt(PathId(merchantPath)), callerAt(PathId(1))]
const seated = callerAt(PathId(merchantPath), { targets: new Map([[general, generalRef]]) })
const board: BoardRequest = { gameId: GameId(3), amount: 'net' }
const TM = { ...board, groupId: GroupId(301) }

let count = 0
async function bet(stake: string, over: Partial<BetSlip> = {}): Promise<bigint> {
  count += 1
  const slip: BetSlip = {
    callId: count,
    betNo: `k${count}`,
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
  const [first] = await takeBets(intake, MerchantId(1), [slip])
  const quote: Quote = first?.kind === 'refused' ? (first.quote ?? '0') : '0'
  const [answer] = await takeBets(intake, MerchantId(1), [{ ...slip, odds: quote }])
  if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.order.id
}

/** Every kind of board of every seat, without the fields that depend on the time of reading. */
function ask(deps: typeof uncached & { cache?: BoardCache }) {
  const seats = SEATS.flatMap((seat) => [
    itemBoard(deps, seat, TM, 'common'),
    itemBoard(deps, seat, { ...TM, amount: 'held' }, 'common'),
    itemBoard(deps, seat, { ...TM, pankou: 'A', periodNo: PERIOD_NO }, 'common'),
    specialBoard(deps, seat, board),
    itemBoard(deps, seat, board, 'specialAttributes'),
    typeBoard(deps, seat, board),
    combinationBoard(deps, seat, { ...board, top: 50 }),
  ])
  const below = [
    itemBoard(deps, seated, { ...TM, agentPathsId: PathId(general) }, 'common'),
    itemBoard(deps, seated, { ...TM, seat: PathId(general) }, 'common'),
  ]
  return Promise.all([...seats, ...below])
}
const shown = async (deps: Parameters<typeof ask>[0]) =>
  (await ask(deps)).map((answer) => {
    if (answer instanceof Refusal) throw new Error(answer.name)
    const { version: _version, ...rest } = answer
    return rest
  })

beforeAll(async () => {
  await bet('100')
})
afterEach(async () => {
  const [first, second, third] = [await shown(cached), await shown(uncached), await shown(cached)]
  expect(first).toEqual(second)
  expect(third).toEqual(second)
})

const rowOf = async (code: string, seat = SEATS[0]) => {
  const answer = seat && (await itemBoard(cached, seat, TM, 'common'))
  if (!answer || answer instanceof Refusal) throw new Error('no board')
  return answer.rows.find((row) => row.playCode === 'TMA' && row.itemCode === code)
}

describe('a cached board equals the board read again', () => {
  test('after bets on items with and without orders, and on combinations', async () => {
    expect(await rowOf('07')).toMatchObject({ betCount: 1, betAmount: '100' })
    await bet('40')
    await bet('30', { itemCode: '08' })
    await bet('20', { playCode: 'LM_3Z2', itemCode: '03+01+02' })
    await bet('20', { playCode: 'TM_SB', itemCode: 'RED' })
    expect(await rowOf('07')).toMatchObject({ betCount: 2, betAmount: '140' })
    expect(await rowOf('08')).toMatchObject({ betCount: 1, betAmount: '30' })
  })

  test('after a batch of a process whose clock is behind, on an item with orders and on another', async () => {
    await shown(cached)
    // The existing rows come from a process whose clock is ahead.
    await raw.query('update exposures set changed = changed + (3600000::bigint << 22)')
    await shown(cached)
    await bet('10')
    expect(await rowOf('07')).toMatchObject({ betCount: 3, betAmount: '150' })
    await bet('10', { itemCode: '11' })
    expect(await rowOf('11')).toMatchObject({ betCount: 1, betAmount: '10' })
    await raw.query('update exposures set changed = changed - (3600000::bigint << 22)')
  })

  test('after an order stopped counting and counted again, in one transaction or two', async () => {
    const orderId = await bet('60', { itemCode: '12' })
    const { period_id: periodId, day } = await row<{ period_id: PeriodId; day: string }>(
      raw,
      'select period_id, day from orders where id = $1',
      [orderId],
    )
    const at = { merchantId: MerchantId(1), periodId, day, orderId, batch: 1n }
    expect(await rowOf('12')).toMatchObject({ betAmount: '60' })
    const voided = async (): Promise<void> => {
      await raw.query(
        `insert into voids (merchant_id, order_id, period_id, reason, operator, at)
         select merchant_id, id, period_id, '', '', 0 from orders where id = $1`,
        [String(orderId)],
      )
    }
    await moveExposures(raw, at, voided)
    expect(await rowOf('12')).toMatchObject({ betAmount: '0' })
    await moveExposures(raw, at, async () => void (await raw.query('delete from voids')))
    expect(await rowOf('12')).toMatchObject({ betAmount: '60' })
  })

  test('after rows were deleted and after all were folded again', async () => {
    const { rows } = await raw.query<{ period_id: PeriodId }>(
      `delete from exposures where item = '12' returning period_id`,
    )
    expect(await rowOf('12')).toMatchObject({ betAmount: '0' })
    await rebuildExposures(pool, MerchantId(1), rows[0]?.period_id ?? PeriodId(0))
    expect(await rowOf('12')).toMatchObject({ betAmount: '60' })
  })

  test('after a change of odds, of a drop, of a path’s terms and of its limits', async () => {
    await raw.query(`update prices set base = '"33"' where game_id = 3 and play = 'TMA' and price_key = '07'`)
    await raw.query('update games set odds_version = odds_version + 1 where id = 3')
    expect((await rowOf('07'))?.odds).toBe('33')
    await raw.query(`insert into price_drops (period_id, play, price_key, drop_odds, at)
                     select id, 'TMA', '07', 10000, 0 from periods where game_id = 3 and period_no = '${PERIOD_NO}'`)
    expect(await rowOf('07')).toMatchObject({ odds: '32', drop: '1' })
    await raw.query(`insert into replenishment_settings (merchant_id, path_id, game_id, warnings)
                     values (1, ${agent}, 3, '{"301": {"amount": "10000", "loss": null}}')`)
    await raw.query('update merchants set config_version = config_version + 1 where id = 1')
    expect(await rowOf('07')).toMatchObject({ warn: 1 })
  })

  test('after the draw', async () => {
    await raw.query(
      `insert into draws select id, 1, 'draw', '{1,2,3,4,5,6,7}', '2026-05-20', 'test', '', '', 0
         from periods where game_id = 3 and period_no = $1`,
      [PERIOD_NO],
    )
    await raw.query(`update periods set state = 'drawn', result_version = 1 where game_id = 3 and period_no = $1`, [
      PERIOD_NO,
    ])
    expect(await rowOf('07')).toMatchObject({ outcome: { result: 'win' } })
  })
})

test('a board without recent changes has no rows for a screen that has them, and all for a new screen', async () => {
  await raw.query('update exposures set changed = changed - (3600000::bigint << 22)')
  for (const seat of SEATS) {
    const whole = await itemBoard(cached, seat, TM, 'common')
    if (whole instanceof Refusal) throw new Error(whole.name)
    const since = await itemBoard(cached, seat, { ...TM, sinceVersion: whole.version }, 'common')
    if (since instanceof Refusal) throw new Error(since.name)
    expect([whole.rows.length, since.rows.length]).toEqual([98, 0])
    expect(since.totals).toEqual(whole.totals)
  }
})
