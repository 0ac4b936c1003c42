/** Share terms in time: which version an order's business day takes, and from which day a change counts. */

import { addDays, type Day } from '../calendar/calendar.ts'
import type { ShareTerms } from './terms.ts'

export interface ShareVersion extends ShareTerms {
  readonly fromDay: Day
}

/** The version in force on a business day, whatever the hour of the order; null before the first. */
export const versionOn = <T extends { readonly fromDay: Day }>(versions: readonly T[], day: Day): T | null =>
  versions.reduce<T | null>(
    (found, version) =>
      version.fromDay <= day && (found === null || version.fromDay > found.fromDay) ? version : found,
    null,
  )

/** The version that waits for its day, if any: a link has at most one. */
export const scheduledVersion = <T extends { readonly fromDay: Day }>(versions: readonly T[], today: Day): T | null =>
  versions.find((version) => version.fromDay > today) ?? null

/** From when a change counts: the first day after every day that already has an order on the link; today if none. */
export const changeDay = (today: Day, lastOrderDay: Day | null): Day =>
  lastOrderDay === null || lastOrderDay < today ? today : addDays(lastOrderDay, 1)

/**
 * Versions after a change: what was scheduled gives way to it, and a version of the same day is replaced. Past versions
 * stay, for the orders placed under them. Ascending by day.
 */
export const withVersion = (versions: readonly ShareVersion[], change: ShareVersion, today: Day): ShareVersion[] =>
  [...versions.filter(({ fromDay }) => fromDay <= today && fromDay < change.fromDay), change].sort((one, two) =>
    one.fromDay < two.fromDay ? -1 : 1,
  )

/** True when both give the same shares. */
export const sameShares = (one: ShareTerms, two: ShareTerms): boolean =>
  one.uplineShare === two.uplineShare && one.downlineCap === two.downlineCap && one.remainder === two.remainder
