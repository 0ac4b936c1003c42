import type { MerchantId, PathId } from '@strata/domain/ids'
import { money } from '@strata/domain/money'
import { type FlyOutRule, NO_FLY_OUT_RULE } from '@strata/domain/replenishment/fly-out-rule'
import { type Queryable, rows } from '../platform/db.ts'

/** What the parents of these paths decide about their fly-outs. A path without a rule gets the open one. */
export async function readFlyOutRules(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<(pathId: PathId) => FlyOutRule> {
  const found = await rows<{
    path_id: PathId
    book_ids: number[] | null
    by_hand: boolean
    max_per_item: bigint | null
  }>(
    on,
    `select path_id, book_ids, by_hand, max_per_item from fly_out_rules
      where merchant_id = $1 and path_id = any($2::integer[])`,
    [merchantId, pathIds],
  )
  const rules = new Map(
    found.map((line): [PathId, FlyOutRule] => [
      line.path_id,
      {
        bookIds: line.book_ids,
        byHand: line.by_hand,
        maxPerItem: line.max_per_item === null ? null : money(line.max_per_item),
      },
    ]),
  )
  return (pathId) => rules.get(pathId) ?? NO_FLY_OUT_RULE
}

export async function saveFlyOutRule(
  on: Queryable,
  at: { readonly merchantId: MerchantId; readonly pathId: PathId },
  { bookIds, byHand, maxPerItem }: FlyOutRule,
): Promise<void> {
  await on.query(
    `insert into fly_out_rules (merchant_id, path_id, book_ids, by_hand, max_per_item) values ($1, $2, $3, $4, $5)
     on conflict (merchant_id, path_id) do update
        set book_ids = excluded.book_ids, by_hand = excluded.by_hand, max_per_item = excluded.max_per_item`,
    [
      at.merchantId,
      at.pathId,
      bookIds === null ? null : [...bookIds],
      byHand,
      maxPerItem === null ? null : String(maxPerItem),
    ],
  )
}
