import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { ROLE } from '@strata/domain/tree'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { takeBets } from '../../intake/decide-batch.ts'
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

/** Boards from what a server keeps are those read again, whatever happened in between. */

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 10)
const clock = () => NOW
const anew = { pool, clock, snapshots: new SnapshotCache(), openGames: new GamesReader(clock).open }
const intake = { ...anew, live: new LiveHub(createLog('silent')) }
const keeping = { ...anew, kept: new BoardCache(anew) }
const { merchantPath, general, agent } = SMALL
const generalRef = {
  id: general,
  merchantId: 1,
  parentId: merchantPath,
  role: ROLE.generalAgent,
  accountId: 12,
  name: 'genagt01',
  lineage: [merchantPath, general],
}
const SEATS = [callerAt(agent), callerAt(general), callerAt(merchantPath), callerAt(1)]
const seated = callerAt(merchantPath, { targets: new Map([[general, generalRef]]) })
const board: BoardRequest = { gameId: 3, amount: 'net' }
const TM = { ...board, groupId: 301 }

let count = 0
async function bet(stake: string, over: Partial<BetSlip> = {}): Promise<bigint> {
  count += 1
  const slip: BetSlip = {
    callId: count,
    betNo: `k${count}`,
    account: 'mem0001',
    gameId: 3,
    periodNo: PERIOD_NO,
    playCode: 'TMA',
    itemCode: '07',
    pankou: undefined,
    odds: '0',
    stake,
    ...over,
  }
  const [first] = await takeBets(intake, 1, [slip])
  const quote: Quote = first?.kind === 'refused' ? (first.quote ?? '0') : '0'
  const [answer] = await takeBets(intake, 1, [{ ...slip, odds: quote }])
  if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.order.id
}

/** Every kind of board of every seat, without what the moment of reading decides. */
function ask(deps: typeof anew & { kept?: BoardCache }) {
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
    itemBoard(deps, seated, { ...TM, agentPathsId: general }, 'common'),
    itemBoard(deps, seated, { ...TM, seat: general }, 'common'),
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
  const [first, second, third] = [await shown(keeping), await shown(anew), await shown(keeping)]
  expect(first).toEqual(second)
  expect(third).toEqual(second)
})

const rowOf = async (code: string, seat = SEATS[0]) => {
  const answer = seat && (await itemBoard(keeping, seat, TM, 'common'))
  if (!answer || answer instanceof Refusal) throw new Error('no board')
  return answer.rows.find((row) => row.playCode === 'TMA' && row.itemCode === code)
}

describe('a kept board is the board', () => {
  test('after bets on items that carried something, on others and on combinations', async () => {
    expect(await rowOf('07')).toMatchObject({ betCount: 1, betAmount: '100' })
    await bet('40')
    await bet('30', { itemCode: '08' })
    await bet('20', { playCode: 'LM_3Z2', itemCode: '03+01+02' })
    await bet('20', { playCode: 'TM_SB', itemCode: 'RED' })
    expect(await rowOf('07')).toMatchObject({ betCount: 2, betAmount: '140' })
    expect(await rowOf('08')).toMatchObject({ betCount: 1, betAmount: '30' })
  })

  test('after a batch of a process whose clock is behind, on an item that was there and on another', async () => {
    await shown(keeping)
    // What is there was written by a process with a clock that is ahead.
    await raw.query('update exposures set changed = changed + (3600000::bigint << 22)')
    await shown(keeping)
    await bet('10')
    expect(await rowOf('07')).toMatchObject({ betCount: 3, betAmount: '150' })
    await bet('10', { itemCode: '11' })
    expect(await rowOf('11')).toMatchObject({ betCount: 1, betAmount: '10' })
    await raw.query('update exposures set changed = changed - (3600000::bigint << 22)')
  })

  test('after an order counted for nothing and again, in one transaction or two', async () => {
    const orderId = await bet('60', { itemCode: '12' })
    const { rows } = await raw.query<{ period_id: number }>('select period_id from orders where id = $1', [orderId])
    const at = { merchantId: 1, periodId: rows[0]?.period_id ?? 0, orderId, batch: 1n }
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

  test('after rows were taken away and after all were folded again', async () => {
    const { rows } = await raw.query<{ period_id: number }>(
      `delete from exposures where item = '12' returning period_id`,
    )
    expect(await rowOf('12')).toMatchObject({ betAmount: '0' })
    await rebuildExposures(pool, 1, rows[0]?.period_id ?? 0)
    expect(await rowOf('12')).toMatchObject({ betAmount: '60' })
  })

  test('after a change of odds, of a drop, of what a path agreed on and of its limits', async () => {
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

test('a board that has been quiet for long has no rows for a screen that holds it, and all for one that holds none', async () => {
  await raw.query('update exposures set changed = changed - (3600000::bigint << 22)')
  for (const seat of SEATS) {
    const whole = await itemBoard(keeping, seat, TM, 'common')
    if (whole instanceof Refusal) throw new Error(whole.name)
    const since = await itemBoard(keeping, seat, { ...TM, sinceVersion: whole.version }, 'common')
    if (since instanceof Refusal) throw new Error(since.name)
    expect([whole.rows.length, since.rows.length]).toEqual([98, 0])
    expect(since.totals).toEqual(whole.totals)
  }
})
