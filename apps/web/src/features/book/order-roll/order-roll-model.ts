import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderRoll } from '@strata/contract/endpoints/book'
import { readAmount } from '../../../lib/amount.ts'

type Answer = ResponseOf<typeof orderRoll>

/** An order of the running list; `large` if it arrived while the list ran and reaches the limit. */
export type RollItem = Answer['items'][number] & { readonly large: boolean }

export type Roll = {
  readonly items: readonly RollItem[]
  readonly last: string
  /** When the last large order arrived, ms of this machine; null: none yet. */
  readonly largeAt: number | null
}

/** The user's settings of the list. Amounts as typed; '' for none. */
export type RollChoice = {
  readonly minStake: string
  readonly allGames: boolean
  readonly largeFrom: string
  readonly sound: boolean
  readonly flash: boolean
}

const FIRST: RollChoice = { minStake: '', allGames: false, largeFrom: '10000', sound: false, flash: true }

const TYPED = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/
export const isTyped = (text: string): boolean => text === '' || TYPED.test(text)
/** A typed amount as a filter; null: empty or incomplete. */
export const typedAmount = (text: string): string | null => (TYPED.test(text) ? text : null)

/** Stored settings may be of another version: unknown values get their default. */
export const readChoice = (stored: string | null): RollChoice => {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return FIRST
    const known = Object.entries(parsed).filter(
      ([name, value]) => name in FIRST && typeof value === typeof FIRST[name as keyof RollChoice],
    )
    return { ...FIRST, ...Object.fromEntries(known) }
  } catch {
    return FIRST
  }
}

/** Maximum number of orders on the screen. */
export const MAX_SHOWN = 200

const isLarge = (item: Answer['items'][number], largeFrom: string | null): boolean =>
  largeFrom !== null && readAmount(item.stake) >= readAmount(largeFrom)

/** The list with the new orders; answers overlap, so known orders are skipped. */
export const mergeRoll = (
  held: Roll | undefined,
  answer: Answer,
  { largeFrom, nowMs }: { readonly largeFrom: string | null; readonly nowMs: number },
): Roll => {
  const known = new Set(held?.items.map(({ orderNo }) => orderNo))
  const fresh = answer.items
    .filter(({ orderNo }) => !known.has(orderNo))
    .map((item): RollItem => ({ ...item, large: held !== undefined && isLarge(item, largeFrom) }))
  const newest = (one: RollItem, two: RollItem): number => (BigInt(one.orderNo) > BigInt(two.orderNo) ? -1 : 1)
  return {
    items: [...fresh, ...(held?.items ?? [])].toSorted(newest).slice(0, MAX_SHOWN),
    last: answer.last,
    largeAt: fresh.some(({ large }) => large) ? nowMs : (held?.largeAt ?? null),
  }
}
