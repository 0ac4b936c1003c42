import type { Money } from '../money/money.ts'

/**
 * What the parent of a path decides about its fly-outs, once it allows them at all: to which outside books, and how
 * much. A path without a rule may use every book, up to its own limits.
 */
export interface FlyOutRule {
  /** Outside books by id. Null: all of them, also those registered later. */
  readonly bookIds: readonly number[] | null
  /** Whether fly-outs may be recorded by hand, to a book that the platform does not know. */
  readonly byHand: boolean
  /** Limit of confirmed and pending together, per item and period. Null: none of the parent's. */
  readonly maxPerItem: Money | null
}

export const NO_FLY_OUT_RULE: FlyOutRule = { bookIds: null, byHand: true, maxPerItem: null }

/** Where a fly-order account sends: to a registered book, or to what a person records. */
export type FlyOutPlace = { readonly connector: 'record' | 'http'; readonly bookId: number | null }

/** Whether the rule allows an account that sends there. */
export const mayFlyTo = ({ bookIds, byHand }: FlyOutRule, { connector, bookId }: FlyOutPlace): boolean => {
  if (connector === 'record') return byHand
  return bookIds === null || (bookId !== null && bookIds.includes(bookId))
}

/** The lower of the account's own limit and the parent's. Null: neither has one. */
export const flyOutLimit = (own: Money | null, { maxPerItem }: FlyOutRule): Money | null => {
  if (own === null || maxPerItem === null) return own ?? maxPerItem
  return own < maxPerItem ? own : maxPerItem
}
