import type { ResponseOf } from '@strata/contract/endpoint'
import type { settlingUpQuery } from '@strata/contract/endpoints/settling-up'
import { addAmounts, signOf } from '../../../lib/amount.ts'

export type DueRow = ResponseOf<typeof settlingUpQuery>['items'][number]

/** The amount that a mark of the range has: what is not marked, and what has changed since a mark. */
export const dueOf = ({ unsettled, difference }: Pick<DueRow, 'unsettled' | 'difference'>): string =>
  addAmounts([unsettled, difference])

export type DueSums = { readonly receive: string; readonly pay: string; readonly net: string }

/** What the caller receives, what it pays, and both together. */
export const dueSums = (rows: readonly DueRow[]): DueSums => {
  const dues = rows.map(dueOf)
  const part = (sign: 1 | -1): string => addAmounts(dues.filter((due) => signOf(due) === sign))
  return { receive: part(1), pay: part(-1), net: addAmounts(dues) }
}

type Moved = { readonly agentPathsId: number; readonly amount: string; readonly days: number }

const isMoved = (value: unknown): value is Moved =>
  typeof value === 'object' &&
  value !== null &&
  'agentPathsId' in value &&
  'amount' in value &&
  typeof value.amount === 'string'

/** The rows of a refusal whose amount is another now, by downline. */
export const movedOf = (data: unknown): ReadonlyMap<number, Moved> => {
  const items: unknown = typeof data === 'object' && data !== null && 'items' in data ? data.items : []
  return new Map((Array.isArray(items) ? items : []).filter(isMoved).map((one) => [one.agentPathsId, one]))
}
