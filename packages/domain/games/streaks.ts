import type { Odds } from '../money/money.ts'
import type { Play } from './catalogue.ts'
import { type Drop, dropKey, MAX_DROP_STEPS, NO_DROP, rises } from './drops.ts'
import { LOWEST_ODDS } from './price.ts'
import type { PreparedDraw } from './settle.ts'

/**
 * Odds drop by streak (长龙降赔): an item that has won several draws in a row pays less in the next one. After a draw that
 * it does not win, the full odds are back. Only published results count, never stakes.
 */
export type StreakStep = {
  /** The step applies from this many draws won in a row on. */
  readonly draws: number
  /** The amount to subtract from the odds, in 1/10,000. */
  readonly drop: Odds
  /** This drop never lowers odds below this value. */
  readonly floor: Odds
}

/** One won draw is not a streak; at most MAX_STREAK draws are examined. */
export const LEAST_STREAK = 2
export const MAX_STREAK = 50

export type StreakRefusal =
  | 'tooManySteps'
  | 'drawsOutOfRange'
  | 'drawsNotRising'
  | 'dropTooLow'
  | 'dropsNotRising'
  | 'floorTooLow'

/** Why steps are invalid, checked in the order of the reasons; null: valid. No steps: no drop. */
export const checkStreakSteps = (steps: readonly StreakStep[]): StreakRefusal | null => {
  if (steps.length > MAX_DROP_STEPS) return 'tooManySteps'
  if (steps.some(({ draws }) => draws < LEAST_STREAK || draws > MAX_STREAK)) return 'drawsOutOfRange'
  if (!rises(steps, ({ draws }) => draws)) return 'drawsNotRising'
  if (steps.some(({ drop }) => drop <= 0n)) return 'dropTooLow'
  if (!rises(steps, ({ drop }) => drop)) return 'dropsNotRising'
  return steps.some(({ floor }) => floor < LOWEST_ODDS) ? 'floorTooLow' : null
}

/** The last step that a streak has reached. */
export const streakDropAt = (steps: readonly StreakStep[], streak: number): Drop => {
  const step = steps.findLast(({ draws }) => streak >= draws)
  return step ? { drop: step.drop, floor: step.floor } : NO_DROP
}

/** Whether the play prices single items, which can win draw after draw. Combinations are priced by class. */
export const hasStreaks = ({ form }: Play): boolean => form.kind === 'one'

/**
 * How many of the latest draws each item has won in a row, by price key (`dropKey`). Items without a streak are left
 * out. Draws come newest first and are read only while an item's streak continues. A refund ends a streak, as in the
 * tables of long runs.
 */
export const streaksOf = (
  items: readonly { readonly playCode: string; readonly itemCode: string }[],
  draws: Iterable<Pick<PreparedDraw, 'outcome'>>,
): Map<string, number> => {
  const streaks = new Map<string, number>()
  let running = items
  for (const draw of draws) {
    running = running.filter(({ playCode, itemCode }) => draw.outcome(playCode, itemCode).result === 'win')
    if (running.length === 0) break
    for (const { playCode, itemCode } of running) {
      const key = dropKey(playCode, itemCode)
      streaks.set(key, (streaks.get(key) ?? 0) + 1)
    }
  }
  return streaks
}
