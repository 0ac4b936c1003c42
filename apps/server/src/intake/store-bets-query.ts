import type { GameId, MerchantId } from '@strata/domain/ids'
import { type Queryable, rows } from '../platform/db.ts'

export interface QueriedBet {
  readonly bet_no: string
  readonly order_id: bigint
  readonly at: bigint
  readonly account: string
  readonly game_id: GameId
  readonly period_no: string
  readonly play: string
  readonly item: string
  readonly pankou: 'A' | 'B' | 'C' | 'D'
  readonly pay_kind: number
  readonly odds: bigint
  readonly odds_tiers: bigint[] | null
  readonly stake: bigint
  readonly period_state: string
  readonly settled_version: number
  readonly is_void: boolean
  readonly void_reason: string | null
  readonly corrected: boolean
  readonly result: number | null
  readonly tier: number | null
  readonly payout: bigint | null
  /** What the bettor owes if the bet loses: x - p - commission. */
  readonly owed_if_lost: bigint
  readonly rate: number
}

/** Of a bet that was accepted: its order and the day whose orders have it. */
export interface BetKey {
  readonly bet_no: string
  readonly order_id: bigint
  readonly day: string
}

/** The states of bets whose orders are stored. */
export const readBets = (on: Queryable, merchantId: MerchantId, keys: readonly BetKey[]): Promise<QueriedBet[]> =>
  rows<QueriedBet>(
    on,
    `select k.bet_no, o.id as order_id, o.at, b.name as account, o.game_id, p.period_no, o.play, o.item, o.pankou, o.pay_kind,
            o.odds, o.odds_tiers, o.stake, p.state as period_state, mp.settled_version,
            v.order_id is not null as is_void,
            coalesce(v.reason, case when p.state = 'void' then d.reason end) as void_reason,
            mp.settled_version > 1 and exists (
              select from posting_runs r where r.merchant_id = o.merchant_id and r.period_id = o.period_id
                 and r.reason = 'correction' and r.from_version < r.to_version) as corrected, oc.result, oc.tier, po.amount as payout,
            o.lu_b as owed_if_lost, o.r_b as rate
       from unnest($2::text[], $3::bigint[], $4::date[]) as k (bet_no, order_id, day)
       join orders o on o.merchant_id = $1 and o.id = k.order_id and o.day = k.day and o.day = any($4::date[])
       join periods p on p.id = o.period_id
       join paths b on b.merchant_id = o.merchant_id and b.id = o.bettor
       join merchant_periods mp on mp.merchant_id = o.merchant_id and mp.period_id = o.period_id
       left join voids v on v.merchant_id = o.merchant_id and v.order_id = o.id
       left join draws d on d.period_id = p.id and d.version = p.result_version
       left join outcomes oc on oc.merchant_id = o.merchant_id and oc.period_id = o.period_id
         and oc.version = mp.settled_version and oc.play = o.play and oc.item = o.item
       left join payouts po on po.merchant_id = o.merchant_id and po.period_id = o.period_id
         and po.version = mp.settled_version and po.order_id = o.id`,
    [
      merchantId,
      keys.map(({ bet_no: betNo }) => betNo),
      keys.map(({ order_id: orderId }) => String(orderId)),
      keys.map(({ day }) => day),
    ],
  )
