import type { HolderRole } from '@strata/domain/book/shares'
import { differences } from '../fold/store-differences.ts'
import { judgedBy, ordersHere, refundOf, writtenBefore } from '../fold/store-orders.ts'

/** What a correction would do: outcomes that nobody has stored, beside the orders as they stand written under $5. */
const SUPPOSED = `(select * from unnest($4::text[], $6::text[], $7::smallint[], $8::smallint[], $9::smallint[], $10::integer[])
  as c (play, item, result, tier, hits, pushed))`
const MOVED = ['u_m', 'u_g', 'u_a', 'u_b']

/** Each order that a change touches, with what it was and becomes; then sums by bettor, by where the bettor stands. */
const touched = (won: string, was: string): string => `with
won as materialized (${differences(won)}),
was as materialized (${differences(was)}),
touched as materialized (
  select coalesce(n.id, y.id) as id, coalesce(n.bettor, y.bettor) as bettor, coalesce(n.kind, y.kind) as kind,
         coalesce(y.result, 0) as before, coalesce(n.result, 0) as after, coalesce(y.u_b, 0) as was_b,
         ${MOVED.map((m) => `coalesce(n.${m}, 0) - coalesce(y.${m}, 0) as ${m}`).join(', ')}
    from won n full join was y on y.id = n.id
   where (n.result, n.tier, n.payout) is distinct from (y.result, y.tier, y.payout)),
by_bettor as materialized (
  select t.bettor, t.kind, count(*) as orders,
         count(*) filter (where t.before <> 1 and t.after = 1) as to_win,
         count(*) filter (where t.before = 1 and t.after <> 1) as from_win,
         ${MOVED.map((m) => `strata_sum(t.${m}) as ${m}`).join(', ')}
    from touched t group by t.bettor, t.kind),
placed as materialized (
  select b.*, coalesce(p.role, 0) as role, p.name, p.chain_g, p.chain_a,
         case when b.kind = 0 then 9 else least(coalesce(p.role, 0), 9) end as sends_from
    from by_bettor b left join paths p on p.merchant_id = $1::integer and p.id = b.bettor)`

const inChain = (role: HolderRole): string =>
  ['true', 'true', 'b.chain_g is not null', 'b.chain_a is not null'][role] ?? 'true'
const FLOWS = ['', 'u_m', 'u_g', 'u_a', 'u_b']
/** What each level pays up and gets from below: members' orders, and replenishments that came through it. */
const levelSums = ([0, 1, 2, 3] as const).flatMap((role) => {
  const own = `b.kind < 2 and ${inChain(role)}`
  const payable = role === 0 ? '0' : `strata_sum(b.${FLOWS[role]}) filter (where ${own} and b.sends_from >= ${role})`
  return [
    `coalesce(${payable}, 0) as payable_${role}`,
    `coalesce(strata_sum(b.${FLOWS[role + 1]}) filter (where ${own} and b.sends_from > ${role}), 0) as receivable_${role}`,
    `coalesce(strata_sum(b.u_b) filter (where b.kind >= 2 and b.role = ${role}), 0) as outside_${role}`,
  ]
})

/** Sums, wallets that would become negative, and the orders that move most ($limit of them). */
const answer = (limit: '$6' | '$11'): string => `
select (select row_to_json(s) from (
          select coalesce(sum(b.orders), 0)::integer as orders, coalesce(sum(b.to_win), 0)::integer as to_win,
                 coalesce(sum(b.from_win), 0)::integer as from_win,
                 (coalesce(-strata_sum(b.u_b) filter (where b.kind = 0), 0))::text as wallets,
                 ${levelSums.map((sum) => sum.replace(/^(.*) as (\w+)$/s, '($1)::text as $2')).join(',\n                 ')}
            from placed b) s) as sums,
       (select coalesce(json_agg(f), '[]') from (
          select b.bettor, b.name, w.balance::text as balance, (-b.u_b)::text as difference, count(*) over ()::integer as total
            from placed b join wallets w on w.merchant_id = $1::integer and w.path_id = b.bettor
           where b.kind = 0 and b.u_b > 0 and w.balance - b.u_b < 0
           order by w.balance - b.u_b, b.bettor limit 200) f) as negative,
       (select coalesce(json_agg(f), '[]') from (
          select t.id::text as id, p.name, o.play, o.item, o.pankou, o.kind, o.stake::text as stake, t.before, t.after,
                 (-(o.lu_b + t.was_b))::text as was, (-t.u_b)::text as difference
            from (select * from touched order by abs(u_b) desc, id limit ${limit}::integer) t
            join orders o on ${ordersHere} and o.id = t.id
            left join paths p on p.merchant_id = $1::integer and p.id = t.bettor
           order by abs(t.u_b) desc, t.id) f) as orders`

/** What another result, or the void of a settled period, would change. $4, $6 to $10 outcomes, $5 version written, $11 how many orders are named. */
export const PREVIEW_PERIOD = `${touched(judgedBy(SUPPOSED), writtenBefore)}${answer('$11')}`

/** What the void of one settled order ($4) would change. $5 version written, $6 how many orders are named. */
export const PREVIEW_ORDER = `${touched(refundOf('$4'), `select * from (${writtenBefore}) y where y.id = $4::bigint`)}${answer('$6')}`
