import type { Money, Odds } from '../money/money.ts'
import { must } from '../must.ts'
import type { Item } from './item.ts'
import { LOWEST_ODDS, pricesOfItem } from './price.ts'

/**
 * Automatic odds drop (自动降赔): the more the head holds on a price key in a period, the lower its odds. The held stake
 * counts over all merchants and pankou, and the same drop applies to every pankou and tier. Drops by streak are in
 * streaks.ts.
 */
export type DropStep = {
  /** The step applies from this head-held stake on. */
  readonly stake: Money
  /** The amount to subtract from the odds, in 1/10,000. */
  readonly drop: Odds
  /** This drop never lowers odds below this value. */
  readonly floor: Odds
}

/** The drop that applies to a price key now. */
export type Drop = { readonly drop: Odds; readonly floor: Odds }

export const NO_DROP: Drop = { drop: 0n as Odds, floor: LOWEST_ODDS }

/** The causes of drops in the order in which they apply: a streak is known before the first stake of the period. */
export const DROP_CAUSES = ['streak', 'stake'] as const
export type DropCause = (typeof DROP_CAUSES)[number]

/** A technical limit. Nobody maintains this many steps by hand. */
export const MAX_DROP_STEPS = 20

export type DropRefusal =
  | 'tooManySteps'
  | 'stakeTooLow'
  | 'stakesNotRising'
  | 'dropTooLow'
  | 'dropsNotRising'
  | 'floorTooLow'

/** Whether `of` is larger in each step than in the one before. */
export const rises = <T>(steps: readonly T[], of: (step: T) => bigint | number): boolean =>
  steps.every((step, index) => index === 0 || of(step) > of(must(steps[index - 1], 'the step before')))

/** Why steps are invalid, checked in the order of the reasons; null: valid. No steps: no drop. */
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

/**
 * The held stake that counts for the drop after a reset (复位): what came in since. Without a reset all of it. Voided
 * stakes may bring it below what was held at the reset.
 */
export const countedHeld = (held: Money, atReset: Money | undefined): Money => {
  if (atReset === undefined) return held
  return (held > atReset ? held - atReset : 0n) as Money
}

/** Everything that is subtracted from a base price to get the price on offer. */
export type Cut = {
  /** The merchant's own offset. */
  readonly offset: bigint
  /** The floor of the price itself. */
  readonly floor: bigint
  /** In the order of `DROP_CAUSES`. */
  readonly drops: readonly Drop[]
}

/**
 * Odds = max(floor, base - offset - drops), one drop after the other. The floor of a drop limits only that drop. It
 * never raises the odds above what they are without the drop.
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
 * Held stakes by price key (`dropKey`). Combinations of one class count together. For 过关 every leg counts the whole
 * stake, because the odds are the product of the legs' odds.
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
