import { scope } from './store-orders.ts'

/** The payout of each order in `won`, under result version $4. */
export const newPayouts = `
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id`

/**
 * First settlement: the member's amounts by kind and the stake that leaves clearing, less what voids already posted.
 */
export const firstPostings = `
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, k.kind, k.amount, k.stake
    from by_bettor b
    left join (select e.path_id, sum(e.amount)::bigint as refunded, sum(e.stake)::bigint as released
                 from postings e where ${scope('e')} group by e.path_id) e on e.path_id = b.bettor
   cross join lateral (values
          ('commission', b.stake - b.payout - b.u_b, b.stake - coalesce(e.released, 0)),
          ('payout', b.payout - (b.stake - b.valid), 0),
          ('refund', b.stake - b.valid - coalesce(e.refunded, 0), 0)) k (kind, amount, stake)
   where b.kind = 0 and (k.amount <> 0 or k.stake <> 0)`

/**
 * After the first settlement: the difference of the member's total (stake less flow). The stake left clearing at the
 * first settlement.
 */
export const laterPostings = `
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, 'correction', -b.u_b, 0
    from by_bettor b
   where b.kind = 0 and b.u_b <> 0`
