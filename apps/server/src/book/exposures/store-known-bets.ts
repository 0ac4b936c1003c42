import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { Column } from '../../platform/columns.ts'
import { namedRows, type Queryable, rows } from '../../platform/db.ts'

/** Reads of a batch under the merchant's lock. */

export interface KnownKey {
  readonly bet_no: string
  readonly content_hash: string
  readonly order_id: bigint
}

export const readKeys = (on: Queryable, merchantId: MerchantId, betNos: readonly string[]): Promise<KnownKey[]> => {
  const column = new Column('text')
  for (const betNo of betNos) column.addText(betNo)
  return namedRows<KnownKey>(
    on,
    'book-keys',
    // Lateral joins here and below: one look-up per row. A plan made on small tables must never scan a whole merchant.
    `select k.bet_no, k.content_hash, k.order_id
       from unnest($2::text[]) as t (bet_no)
      cross join lateral (
        select * from order_keys k where k.merchant_id = $1 and k.bet_no = t.bet_no offset 0) k`,
    [merchantId, column.toBuffer()],
  )
}

export interface MemberItem {
  readonly periodId: PeriodId
  readonly path: PathId
  readonly play: string
  readonly item: string
}

/** A map key of a member's total. */
export const memberItemKey = (at: MemberItem): string => `${at.path} ${at.periodId} ${at.play} ${at.item}`

/** Longer than the clocks of two machines differ. */
const CLOCKS_MS = 600_000

/**
 * Stakes of some members in open periods so far, by memberItemKey. Reads all of their orders since the merchant's first
 * batch in these periods.
 */
export async function readItemTotals(
  on: Queryable,
  merchantId: MerchantId,
  members: Iterable<PathId>,
  periods: Iterable<{ readonly periodId: PeriodId; readonly day: string }>,
): Promise<Map<string, Money>> {
  const columns = [new Column('integer'), new Column('integer'), new Column('date')] as const
  for (const path of members) columns[0].add(path)
  for (const { periodId, day } of periods) {
    columns[1].add(periodId)
    columns[2].addDay(day)
  }
  // Planned each time: of several indexes the right one is known by the size that the day's orders have now.
  const found = await rows<{ period_id: PeriodId; path_id: PathId; play: string; item: string; stake: bigint }>(
    on,
    `select o.period_id, t.path_id, o.play, o.item, sum(o.stake)::bigint as stake
       from unnest($2::integer[]) as t (path_id)
      cross join lateral (
        select * from orders o
         where o.merchant_id = $1 and o.bettor = t.path_id and o.kind = 0
           and o.period_id + 0 = any($3::integer[]) and o.day = any($4::date[])
           -- An id begins with its millisecond.
           and o.id >= (
             select (min(p.first_at) - ${CLOCKS_MS}) << 22 from merchant_periods p
              where p.merchant_id = $1 and p.period_id = any($3::integer[]))
           and not exists (select from voids v where v.merchant_id = $1 and v.order_id = o.id) offset 0) o
      group by o.period_id, t.path_id, o.play, o.item`,
    [merchantId, ...columns.map((column) => column.toBuffer())],
  )
  return new Map(
    found.map((row) => [
      memberItemKey({ periodId: row.period_id, path: row.path_id, play: row.play, item: row.item }),
      money(row.stake),
    ]),
  )
}
