import { wayOf } from '@strata/domain/book/scenario'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { type Queryable, rows } from '../../platform/db.ts'

/** By role, a holder's own part of an order: what the level below owes it less what it owes above. */
const OWN_PART = ['u.m', 'u.g - u.m', 'u.a - u.g', 'u.b - u.a'] as const
const ON_CHAIN = ['$4::integer = $4::integer', 'o.m = $4::integer', 'o.g = $4::integer', 'o.a = $4::integer'] as const

/** The most hits of 正肖. An animal has at most five numbers. */
const MAX_HITS = 6

/** Every way an order's item may win: tier, hits, pushed legs. At most one leg is pushed in a draw. */
const WAYS = `
  select case when o.pay_kind = 1 then n else 0 end as tier, case when o.pay_kind = 2 then n + 1 else 1 end as hits,
         case when o.pay_kind = 3 and n > 0 then 1 << (n - 1) else 0 end as pushed
    from generate_series(0, case o.pay_kind when 1 then cardinality(o.odds_tiers) - 1
                                            when 2 then ${MAX_HITS - 1}
                                            when 3 then coalesce(cardinality(o.odds_tiers), 0) end) n`

const flow = (above: string, level: string): string =>
  `strata_flow(${above}, o.stake, p.payout, o.r_${level}, 1::bigint) as ${level}`

const waysSql = (role: 0 | 1 | 2 | 3): string => `
  select o.play, o.item, w.tier, w.hits, w.pushed,
         strata_sum(case when o.kind <> 0 and o.bettor = $4::integer then -u.b else ${OWN_PART[role]} end) as result
    from orders o
    left join fly_outs f on o.kind = 2 and f.merchant_id = o.merchant_id and f.order_id = o.id
   cross join lateral (${WAYS}) w
   cross join lateral (
         select strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, 1::smallint, w.tier::smallint,
                              w.hits::smallint, w.pushed) as payout) p
   cross join lateral (
         select ${flow('o.s_h', 'm')}, ${flow('o.s_h::bigint + o.s_m', 'g')},
                ${flow('o.s_h::bigint + o.s_m + o.s_g', 'a')}, ${flow('10000::bigint', 'b')}) u
   where o.merchant_id = any($1::integer[]) and o.period_id = $2::integer and o.day = $3::date and o.pay_kind <> 0
     and ($5::integer is null or $5::integer in (o.bettor, o.m, o.g, o.a))
     and ((o.kind = 0 and ${ON_CHAIN[role]})
          or (o.kind = 1 and (o.bettor = $4::integer or (${ON_CHAIN[role]} and ${role} >= o.taker)))
          or (o.kind = 2 and o.bettor = $4::integer and coalesce(f.state, 'confirmed') in ('confirmed', 'corrected')))
     and not exists (select 1 from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)
   group by 1, 2, 3, 4, 5`

/**
 * A holder's results on items with several ways to win, one per way, by play and item, with the exact integers of
 * settlement. Exposure rows have only the highest way.
 */
export async function readWays(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  at: {
    readonly periodId: PeriodId
    readonly day: string
    readonly holder: PathId
    readonly role: 0 | 1 | 2 | 3
    /** Only orders that came through this path below the holder. Null: all. */
    readonly through: PathId | null
  },
): Promise<Map<string, Map<string, Money>>> {
  const found = await rows<{
    play: string
    item: string
    tier: number
    hits: number
    pushed: number
    result: bigint
  }>(on, waysSql(at.role), [[...merchantIds], at.periodId, at.day, at.holder, at.through])
  const ways = new Map<string, Map<string, Money>>()
  for (const { play, item, tier, hits, pushed, result } of found) {
    const key = `${play} ${item}`
    const known = ways.get(key) ?? new Map<string, Money>()
    known.set(wayOf({ tier, hits, pushedLegs: pushed }), money(result))
    ways.set(key, known)
  }
  return ways
}
