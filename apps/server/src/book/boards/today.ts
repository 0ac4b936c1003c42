import type { ResponseOf } from '@strata/contract/endpoint'
import type { todayWinLose } from '@strata/contract/endpoints/book'
import { addDays } from '@strata/domain/calendar'
import { formatMoney, type Money } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import { businessDay } from '../../platform/business-day.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { BoardDeps } from './board-sources.ts'
import { readOpen, readSettledDays, type TodayRow } from './store-boards.ts'

type Answer = ResponseOf<typeof todayWinLose>

const TREND_DAYS = 30
const text = (amount: bigint): string => formatMoney(amount as Money)
const ZEROS = { orders: 0n, stake: 0n, valid: 0n, result: 0n }

function sumBy<K>(settled: readonly TodayRow[], keyOf: (row: TodayRow) => K): Map<K, typeof ZEROS> {
  const sums = new Map<K, typeof ZEROS>()
  for (const row of settled) {
    const known = sums.get(keyOf(row)) ?? ZEROS
    sums.set(keyOf(row), {
      orders: known.orders + row.orders,
      stake: known.stake + row.stake,
      valid: known.valid + row.valid,
      result: known.result + row.result,
    })
  }
  return sums
}

/** 今日输赢: the current business day by game, settled and open, and the last 30 days. */
export async function todayOf(deps: Pick<BoardDeps, 'pool' | 'clock'>, caller: Caller): Promise<Answer> {
  const { pool } = deps
  const day = businessDay(deps.clock())
  const days = Array.from({ length: TREND_DAYS }, (_, index) => addDays(day, index + 1 - TREND_DAYS))
  const merchantIds = caller.role === ROLE.head ? await listMerchantIds(pool) : [caller.merchantId]
  const path = caller.role === ROLE.head ? HEAD_PATH : caller.path.id
  const role = caller.role as 0 | 1 | 2 | 3
  const settled = await readSettledDays(pool, merchantIds, { path, role, from: days[0] ?? day, to: day })
  const open = new Map((await readOpen(pool, merchantIds, path)).map((row) => [row.game_id, row]))
  const today = sumBy(
    settled.filter((row) => row.day === day),
    (row) => row.game_id,
  )
  const byDay = sumBy(settled, (row) => row.day)
  const gameIds = [...new Set([...today.keys(), ...open.keys()])].sort((one, two) => one - two)
  return {
    day,
    games: gameIds.map((gameId) => {
      const sums = today.get(gameId) ?? ZEROS
      const waiting = open.get(gameId)
      return {
        gameId,
        orders: Number(sums.orders),
        stake: text(sums.stake),
        valid: text(sums.valid),
        result: text(sums.result),
        openOrders: Number(waiting?.orders ?? 0n),
        openStake: text(waiting?.stake ?? 0n),
      }
    }),
    trend: days.map((one) => {
      const sums = byDay.get(one) ?? ZEROS
      return { day: one, stake: text(sums.stake), valid: text(sums.valid), result: text(sums.result) }
    }),
  }
}
