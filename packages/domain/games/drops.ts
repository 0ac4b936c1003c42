import type { Money, Odds } from '../money/money.ts'
import type { Item } from './item.ts'
import { LOWEST_ODDS, pricesOfItem } from './price.ts'

/**
 * Automatic odds drop (自动降赔): the more the head holds on a price key in a period, the lower its odds. What is held counts over
 * all merchants and pankou, and the same drop comes off every pankou and tier. What draws won in a row take off is in streaks.ts.
 */
export type DropStep = {
  /** From this accumulated head-held stake on. */
  readonly stake: Money
  /** So much comes off, in 1/10,000. */
  readonly drop: Odds
  /** No odds are dropped below this. */
  readonly floor: Odds
}

/** What comes off a price key now. */
export type Drop = { readonly drop: Odds; readonly floor: Odds }

export const NO_DROP: Drop = { drop: 0n as Odds, floor: LOWEST_ODDS }

/** What makes odds fall, in the order in which it comes off: a streak is known before the first stake. */
export const DROP_CAUSES = ['streak', 'stake'] as const
export type DropCause = (typeof DROP_CAUSES)[number]

/** More steps than anybody would look after. */
export const MAX_DROP_STEPS = 20

export type DropRefusal =
  | 'tooManySteps'
  | 'stakeTooLow'
  | 'stakesNotRising'
  | 'dropTooLow'
  | 'dropsNotRising'
  | 'floorTooLow'

/** Whether each step has more of something than the one before. */
export const rises = <T>(steps: readonly T[], of: (step: T) => bigint | number): boolean =>
  steps.every((step, index) => index === 0 || of(step) > of(steps[index - 1] as T))

/** Whether steps can stand, judged in the order of the reasons. No steps: no drop. */
export const checkDropSteps = (steps: readonly DropStep[]): DropRefusal | null => {
  if (steps.length > MAX_DROP_STEPS) return 'tooManySteps'
  if (steps.some(({ stake }) => stake <= 0n)) return 'stakeTooLow'
  if (!rises(steps, ({ stake }) => stake)) return 'stakesNotRising'
  if (steps.some(({ drop }) => drop <= 0n)) return 'dropTooLow'
  if (!rises(steps, ({ drop }) => drop)) return 'dropsNotRising'
  return steps.some(({ floor }) => floor < LOWEST_ODDS) ? 'floorTooLow' : null
}

/** The last step that the held stake has reached. */
export const dropAt = (steps: readonly DropStep[], held: Money): Drop => {
  const step = steps.findLast(({ stake }) => held >= stake)
  return step ? { drop: step.drop, floor: step.floor } : NO_DROP
}

/** All that stands between a base price and what is on offer. */
export type Cut = {
  /** The merchant's own offset. */
  readonly offset: bigint
  /** Of the price itself. */
  readonly floor: bigint
  /** In the order of `DROP_CAUSES`. */
  readonly drops: readonly Drop[]
}

/**
 * Odds = max(floor, base - offset - drops), one drop after the other. The floor of a drop only bounds that drop: it never lifts
 * odds above what they would be without it, and neither does another drop.
 */
export const oddsAfter = (base: Odds, { offset, floor, drops }: Cut): Odds => {
  const before = base - offset < floor ? floor : base - offset
  return drops.reduce((now, drop) => {
    const lowest = drop.floor > floor ? drop.floor : floor
    const after = now - drop.drop
    return after >= lowest ? after : lowest < now ? lowest : now
  }, before) as Odds
}

export const dropKey = (playCode: string, key: string): string => `${playCode} ${key}`

/**
 * Held stakes by price key (`dropKey`). The combinations of one class count together; of 过关 every leg carries the whole stake,
 * because its odds are the product of their odds.
 */
export const heldByPriceKey = (
  held: Iterable<{ readonly item: Item; readonly held: Money }>,
  lunarYear: number,
): Map<string, Money> => {
  const sums = new Map<string, Money>()
  for (const { item, held: amount } of held)
    for (const { playCode, key } of pricesOfItem(item, lunarYear)) {
      const name = dropKey(playCode, key)
      sums.set(name, ((sums.get(name) ?? 0n) + amount) as Money)
    }
  return sums
}
