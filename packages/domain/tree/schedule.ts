/** Share terms over time: which version applies on a business day, and from which day a change applies. */

import { addDays, type Day } from '../calendar/calendar.ts'
import type { ShareTerms } from './terms.ts'

interface Dated {
  readonly fromDay: Day
}

/** Index of the version in force. `versions` ascend by day. */
const placeOn = (versions: readonly Dated[], day: string): number =>
  Math.max(
    versions.findLastIndex(({ fromDay }) => fromDay <= day),
    0,
  )

/** The version in force on a business day, whatever the hour. Before the first version it is the first one. */
export const versionOn = <T extends Dated>(versions: readonly T[], day: string): T | undefined =>
  versions[placeOn(versions, day)]

/** The version in force on a business day, and all later ones. */
export const versionsFrom = <T extends Dated>(versions: readonly T[], day: string): readonly T[] =>
  versions.slice(placeOn(versions, day))

/** The last version that is not yet in force, if any. */
export const scheduledVersion = <T extends Dated>(versions: readonly T[], today: Day): T | null =>
  versions.findLast(({ fromDay }) => fromDay > today) ?? null

/** The day from which a change applies: the day after the last day with orders on the link, and not before today. */
export const changeDay = (today: Day, lastOrderDay: Day | null): Day =>
  lastOrderDay === null || lastOrderDay < today ? today : addDays(lastOrderDay, 1)

/** True when both give the same shares. */
export const sameShares = (one: ShareTerms, two: ShareTerms): boolean =>
  one.uplineShare === two.uplineShare && one.downlineCap === two.downlineCap && one.remainder === two.remainder
