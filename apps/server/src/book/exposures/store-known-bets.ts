import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { Column } from '../../platform/columns.ts'
import { namedRows, type Queryable } from '../../platform/db.ts'

/** Reads of a batch under the merchant's lock. Each is prepared once per connection. */

export interface KnownKey {
  readonly bet_no: string
  readonly content_hash: string
  readonly order_id: bigint
}

export const readKeys = (on: Queryable, merchantId: MerchantId, betNos: readonly string[]): Promise<KnownKey[]> => {
  const column = new Column()
  for (const betNo of betNos) column.addText(betNo)
  return namedRows<KnownKey>(
    on,
    'book-keys',
    // Lateral joins here and below: one look-up per row. A plan made on small tables must never scan a whole merchant.
    `select k.bet_no, k.content_hash, k.order_id
       from unnest($2::text[]) as t (bet_no)
      cross join lateral (
        select * from order_keys k where k.merchant_id = $1 and k.bet_no = t.bet_no offset 0) k`,
    [merchantId, column.toString()],
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

/** Stakes of members on items so far, by memberItemKey. */
export async function readItemTotals(
  on: Queryable,
  merchantId: MerchantId,
  wanted: Iterable<MemberItem>,
): Promise<Map<string, Money>> {
  const columns = [new Column(), new Column(), new Column(), new Column()] as const
  for (const at of wanted) {
    columns[0].add(at.periodId)
    columns[1].add(at.path)
    columns[2].addText(at.play)
    columns[3].addText(at.item)
  }
  const found = await namedRows<{ period_id: PeriodId; path_id: PathId; play: string; item: string; stake: bigint }>(
    on,
    'book-items',
    `select i.period_id, i.path_id, i.play, i.item, i.stake
       from unnest($2::integer[], $3::integer[], $4::text[], $5::text[]) as t (period_id, path_id, play, item)
      cross join lateral (
        select * from member_items i
         where i.merchant_id = $1 and i.period_id = t.period_id and i.path_id = t.path_id
           and i.play = t.play and i.item = t.item offset 0) i`,
    [merchantId, ...columns.map(String)],
  )
  return new Map(
    found.map((row) => [
      memberItemKey({ periodId: row.period_id, path: row.path_id, play: row.play, item: row.item }),
      money(row.stake),
    ]),
  )
}
