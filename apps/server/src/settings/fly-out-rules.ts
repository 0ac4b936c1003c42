import type { MerchantId, PathId } from '@strata/domain/ids'
import type { FlyOutRule } from '@strata/domain/replenishment/fly-out-rule'
import type { Tx } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { listBooks } from './store-fly-out-accounts.ts'
import { readFlyOutRules, saveFlyOutRule } from './store-fly-out-rules.ts'

const isSame = (one: FlyOutRule, other: FlyOutRule): boolean =>
  String(one.bookIds) === String(other.bookIds) && one.byHand === other.byHand && one.maxPerItem === other.maxPerItem

export interface ChangedRule {
  readonly before: FlyOutRule
  /** Each of its books once, by id. */
  readonly after: FlyOutRule
  readonly isNew: boolean
}

/**
 * Sets what the parent of a path decides about its fly-outs. Refused: notFound (a book that is unknown or switched off,
 * unless the rule has named it before).
 */
export async function setFlyOutRule(
  tx: Tx,
  at: { readonly merchantId: MerchantId; readonly pathId: PathId },
  wish: FlyOutRule,
): Promise<ChangedRule | Refusal> {
  const known = new Set((await listBooks(tx)).map(({ id }) => id))
  const before = (await readFlyOutRules(tx, at.merchantId, [at.pathId]))(at.pathId)
  const bookIds = wish.bookIds === null ? null : [...new Set(wish.bookIds)].toSorted((one, other) => one - other)
  if (bookIds?.some((id) => !known.has(id) && !before.bookIds?.includes(id))) return refuse('notFound')
  const after = { ...wish, bookIds }
  const isNew = !isSame(before, after)
  if (isNew) await saveFlyOutRule(tx, at, after)
  return { before, after, isNew }
}
