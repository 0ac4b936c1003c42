import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { settlingUpReceived } from '@strata/contract/endpoints/settling-up'
import { formatMoney, type Money } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { receivedPage } from './store-settling-up.ts'

type Answer = ResponseOf<typeof settlingUpReceived>
type Mark = Answer['items'][number]

/** The marks that the parent of the caller's path made for it; the head has no parent. */
export async function receivedMarks(
  on: Queryable,
  { path, role, merchantId }: Caller,
  { from, to, sortInfo, pageIndex, pageSize }: ParsedRequestOf<typeof settlingUpReceived>,
): Promise<Answer> {
  if (role === ROLE.head) return { items: [], total: 0, pageIndex, pageSize }
  const { items, total } = await receivedPage(on, {
    merchantId,
    // Merchants are direct children of the head, which is in no lineage.
    parentId: path.lineage.at(-2) ?? HEAD_PATH,
    childId: path.id,
    from: from ?? null,
    to: to ?? null,
    ascending: sortInfo?.direction === 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  return {
    items: items.map((mark) => ({
      id: mark.id.toString(),
      at: Number(mark.at),
      from: mark.from_day,
      to: mark.to_day,
      days: mark.days,
      amount: formatMoney(mark.amount as Money),
      by: mark.parent_role as Mark['by'],
      undoneAt: mark.undone_at === null ? null : Number(mark.undone_at),
    })),
    total,
    pageIndex,
    pageSize,
  }
}
