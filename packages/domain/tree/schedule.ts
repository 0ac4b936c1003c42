/** Share terms in time: which version an order's business day takes, and from which day a change counts. */

import { addDays, type Day } from '../calendar/calendar.ts'
import type { ShareTerms } from './terms.ts'

interface Dated {
  readonly fromDay: Day
}

/** Versions are given ascending by day. */
const placeOn = (versions: readonly Dated[], day: string): number =>
  Math.max(
    versions.findLastIndex(({ fromDay }) => fromDay <= day),
    0,
  )

/** The version in force on a business day, whatever the hour of the order; before the first, the first. */
export const versionOn = <T extends Dated>(versions: readonly T[], day: string): T | undefined =>
  versions[placeOn(versions, day)]

/** The version in force on a business day and all that come after it. */
export const versionsFrom = <T extends Dated>(versions: readonly T[], day: string): readonly T[] =>
  versions.slice(placeOn(versions, day))

/** The last version that still waits for its day, if any. */
export const scheduledVersion = <T extends Dated>(versions: readonly T[], today: Day): T | null =>
  versions.findLast(({ fromDay }) => fromDay > today) ?? null

/** From when a change counts: the first day after every day that already has an order on the link; today if none. */
export const changeDay = (today: Day, lastOrderDay: Day | null): Day =>
  lastOrderDay === null || lastOrderDay < today ? today : addDays(lastOrderDay, 1)

/** True when both give the same shares. */
export const sameShares = (one: ShareTerms, two: ShareTerms): boolean =>
  one.uplineShare === two.uplineShare && one.downlineCap === two.downlineCap && one.remainder === two.remainder
