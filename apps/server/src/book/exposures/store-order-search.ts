import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { type Queryable, row, rows } from '../../platform/db.ts'

export interface PeriodDay {
  readonly id: PeriodId
  readonly day: string
}

/** Business days, both inclusive; null: unlimited on that side. */
interface Days {
  readonly from: string | null
  readonly to: string | null
}

/** Orders with a platform's bet number. */
export const keysOfBet = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  betNo: string,
  limit: number,
): Promise<{ order_id: bigint; day: string }[]> =>
  rows(on, `select order_id, day from order_keys where merchant_id = any($1) and bet_no = $2 limit $3`, [
    merchantIds,
    betNo,
    limit,
  ])

/** The orders that a merchant's bets became, also those that are no longer stored. */
export const keysOfBets = (
  on: Queryable,
  merchantId: MerchantId,
  betNos: readonly string[],
): Promise<{ bet_no: string; order_id: bigint; day: string }[]> =>
  rows(on, 'select bet_no, order_id, day from order_keys where merchant_id = $1 and bet_no = any($2::text[])', [
    merchantId,
    betNos,
  ])

/** Periods with orders that are not settled yet. */
export const openPeriodsOf = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  { from, to }: Days,
  limit: number,
): Promise<PeriodDay[]> =>
  rows(
    on,
    `select distinct period_id as id, day from merchant_periods
      where merchant_id = any($1) and settled_version = 0 and ($2::date is null or day >= $2)
        and ($3::date is null or day <= $3) limit $4`,
    [merchantIds, from, to, limit],
  )

/** Periods with void orders: the whole period, or single orders. */
export const voidPeriodsOf = (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  { from, to }: Days,
  limit: number,
): Promise<PeriodDay[]> =>
  rows(
    on,
    `select distinct mp.period_id as id, mp.day from merchant_periods mp
       join periods p on p.id = mp.period_id
      where mp.merchant_id = any($1) and ($2::date is null or mp.day >= $2) and ($3::date is null or mp.day <= $3)
        and (p.state = 'void' or exists (select from voids v where v.merchant_id = mp.merchant_id and v.period_id = mp.period_id))
      limit $4`,
    [merchantIds, from, to, limit],
  )

export interface CancelOrder {
  readonly orderId: bigint
  readonly betNo: string
  readonly gameId: GameId
  readonly play: string
  readonly item: string
  readonly stake: bigint
  readonly isVoid: boolean
  /** Reason of the void. */
  readonly voidReason: string | null
}

/** The member's latest bets from chats, newest first: their `betNo` begins with the given prefix. */
export async function lastChatOrders(
  on: Queryable,
  merchantId: MerchantId,
  asked: { readonly pathId: PathId; readonly prefix: string; readonly fromDay: string },
): Promise<CancelOrder[]> {
  const found = await rows<{
    id: bigint
    bet_no: string
    game_id: GameId
    play: string
    item: string
    stake: bigint
    void_reason: string | null
  }>(
    on,
    `select o.id, o.bet_no, o.game_id, o.play, o.item, o.stake,
            (select v.reason from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id) as void_reason
       from orders o
      where o.merchant_id = $1 and o.bettor = $2 and o.kind = 0 and o.day >= $4 and starts_with(o.bet_no, $3)
      order by o.id desc limit 50`,
    [merchantId, asked.pathId, asked.prefix, asked.fromDay],
  )
  return found.map((order) => ({
    orderId: order.id,
    betNo: order.bet_no,
    gameId: order.game_id,
    play: order.play,
    item: order.item,
    stake: order.stake,
    isVoid: order.void_reason !== null,
    voidReason: order.void_reason,
  }))
}

/** Open orders of a child's days. */
export const openOrdersOf = async (
  on: Queryable,
  merchantId: MerchantId,
  child: { readonly id: PathId; readonly role: Role },
  range: { readonly from: string; readonly to: string },
): Promise<number> => {
  const columns: { readonly [R in Role]?: string } = { 1: 'o.m', 2: 'o.g', 3: 'o.a' }
  const column = columns[child.role] ?? 'o.bettor'
  const counted = await row<{ count: bigint }>(
    on,
    `select count(*)::bigint as count
       from merchant_periods mp
       join orders o on o.merchant_id = mp.merchant_id and o.period_id = mp.period_id and o.day = mp.day
      where mp.merchant_id = $1 and mp.settled_version = 0 and mp.day between $2 and $3 and o.day between $2 and $3 and ${column} = $4 and o.kind < 2
        and not exists (select from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)`,
    [merchantId, range.from, range.to, child.id],
  )
  return Number(counted.count)
}
