import { businessDay, type DayStarts } from '../calendar/business-day.ts'
import { addDays, calendarDay, type Day, daysBetween, instantOf } from '../calendar/calendar.ts'

/**
 * Periods that operators open one by one (六合彩). A template proposes them; nothing is on sale before an operator has
 * opened it. Times of a template are seconds from midnight in Beijing; instants are epoch milliseconds.
 */
type MonthTemplate = {
  /** 0 Sunday .. 6 Saturday. */
  readonly weekdays: readonly number[]
  readonly openAt: number
  readonly closeAt: number
  readonly drawAt: number
  /** Seconds from the close to the end of replenishment. */
  readonly hedgeSeconds: number
}

export type MonthPlan = {
  readonly template: MonthTemplate
  /** Single days without a draw, and single days with one, whatever their weekday. */
  readonly leftOut: readonly string[]
  readonly added: readonly string[]
}

/** How many days ahead a period may be prepared. */
export const PREPARED_DAYS = 60
/** A period may open as early as it may be prepared: bets of a whole month can be taken. An older opening is a slip. */
export const OPEN_DAYS = PREPARED_DAYS
const DAY_MS = 86_400_000

export type OpeningPeriod = {
  readonly periodNo: string
  readonly openAt: number
  readonly closeAt: number
  readonly drawAt: number
}

/** A period that exists. A void one is in nobody's way, but its number stays taken. */
export type KnownPeriod = OpeningPeriod & { readonly isVoid?: boolean }

/** The last day for which a period may be prepared. */
export const lastPreparedDay = (now: number): Day => addDays(calendarDay(now), PREPARED_DAYS)

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Whether the plan draws on a day. */
const drawsOn = ({ template, leftOut, added }: MonthPlan, day: Day): boolean =>
  added.includes(day) || (template.weekdays.includes(weekdayOf(day)) && !leftOut.includes(day))

const firstOfYear = (day: Day): string => `${day.slice(2, 4)}/001`

/** The number after another one. A number that begins with its year ("26/131", "2026131") begins again every year. */
const numberAfter = (last: string | null, day: Day): string => {
  // A number of a schedule that draws many a day says nothing about the next one opened by hand.
  if (last === null || /^\d{8}\d{3,4}$/.test(last)) return firstOfYear(day)
  const dated = /^(\d{2}|\d{4})(\/?)(\d{3})$/.exec(last)
  if (dated) {
    const [, prefix = '', slash = '', count = ''] = dated
    const year = prefix.length === 4 ? day.slice(0, 4) : day.slice(2, 4)
    return prefix === year && count !== '999'
      ? `${prefix}${slash}${String(Number(count) + 1).padStart(3, '0')}`
      : `${year}${slash}001`
  }
  const digits = /\d{1,15}$/.exec(last)?.[0]
  if (digits === undefined) return firstOfYear(day)
  return last.slice(0, -digits.length) + String(Number(digits) + 1).padStart(digits.length, '0')
}

const periodsByDay = (known: readonly KnownPeriod[]): ReadonlyMap<Day, readonly KnownPeriod[]> => {
  const byDay = new Map<Day, KnownPeriod[]>()
  for (const period of known) {
    const day = calendarDay(period.drawAt)
    const there = byDay.get(day)
    if (there) there.push(period)
    else byDay.set(day, [period])
  }
  return byDay
}

/**
 * The periods that a plan proposes from today to the last day that may be prepared, in order: one for each of its days that
 * has none and whose close has not passed. `known`: periods that exist, in the order of their draws.
 */
export const proposePeriods = (
  plan: MonthPlan,
  known: readonly KnownPeriod[],
  now: number,
): readonly OpeningPeriod[] => {
  const today = calendarDay(now)
  const taken = new Set(known.map(({ periodNo }) => periodNo))
  const byDay = periodsByDay(known)
  let last = known.findLast(({ drawAt }) => calendarDay(drawAt) < today)?.periodNo ?? null
  const proposed: OpeningPeriod[] = []
  for (let day = today; daysBetween({ from: today, to: day }) <= PREPARED_DAYS; day = addDays(day, 1)) {
    const there = byDay.get(day) ?? []
    last = there.at(-1)?.periodNo ?? last
    const standing = there.some(({ isVoid }) => isVoid !== true)
    const at = (seconds: number): number => instantOf(day, seconds * 1000)
    const { openAt, closeAt, drawAt } = plan.template
    // A draw that was voided comes back only on request.
    const draws = there.length > 0 ? plan.added.includes(day) : drawsOn(plan, day)
    if (standing || !draws || at(closeAt) <= now) continue
    let periodNo = numberAfter(last, day)
    while (taken.has(periodNo)) periodNo = numberAfter(periodNo, day)
    proposed.push({ periodNo, openAt: at(openAt), closeAt: at(closeAt), drawAt: at(drawAt) })
    taken.add(periodNo)
    last = periodNo
  }
  return proposed
}

export type OpeningRefusal =
  | { readonly refusal: 'closeBeforeOpen' | 'closeAfterDraw' | 'past' | 'tooFar' | 'opensTooEarly' | 'numberTaken' }
  | { readonly refusal: 'overlaps'; readonly other: string }

/** The field of the request that a refusal is about. */
export const FIELD_OF_REFUSAL = {
  closeBeforeOpen: 'closeAt',
  closeAfterDraw: 'closeAt',
  past: 'closeAt',
  tooFar: 'drawAt',
  opensTooEarly: 'openAt',
  numberTaken: 'periodNo',
  overlaps: 'openAt',
} as const satisfies Record<OpeningRefusal['refusal'], keyof OpeningPeriod>

/** Whether a period may be opened beside the known ones. Refused in the order of `OpeningRefusal`. */
export const judgeOpening = (
  asked: OpeningPeriod,
  known: readonly KnownPeriod[],
  now: number,
): OpeningRefusal | null => {
  const { periodNo, openAt, closeAt, drawAt } = asked
  if (closeAt <= openAt) return { refusal: 'closeBeforeOpen' }
  if (closeAt >= drawAt) return { refusal: 'closeAfterDraw' }
  if (closeAt <= now) return { refusal: 'past' }
  if (calendarDay(drawAt) > lastPreparedDay(now)) return { refusal: 'tooFar' }
  if (drawAt - openAt > OPEN_DAYS * DAY_MS) return { refusal: 'opensTooEarly' }
  if (known.some((other) => other.periodNo === periodNo)) return { refusal: 'numberTaken' }
  const other = known.find((one) => one.isVoid !== true && one.openAt < drawAt && openAt < one.drawAt)
  return other ? { refusal: 'overlaps', other: other.periodNo } : null
}

/** When replenishment ends: some seconds after the close, at the latest with the draw. */
export const replenishmentEndOf = ({ closeAt, drawAt }: OpeningPeriod, hedgeSeconds: number): number =>
  Math.min(closeAt + hedgeSeconds * 1000, drawAt)

/** A period as it stands, for a change of its number and times. */
export type StandingPeriod = OpeningPeriod & {
  readonly state: string
  /** Its balls follow from a seed that is published: they depend on its number. */
  readonly isCommitted: boolean
}

export type ChangeRefusal =
  | { readonly refusal: 'numberFixed' | 'openFixed' | 'closeNeverLater' | 'dayFixed' }
  | OpeningRefusal

export const FIELD_OF_CHANGE = {
  ...FIELD_OF_REFUSAL,
  numberFixed: 'periodNo',
  openFixed: 'openAt',
  closeNeverLater: 'closeAt',
  dayFixed: 'drawAt',
} as const satisfies Record<ChangeRefusal['refusal'], keyof OpeningPeriod>

/** Whether a period may still be changed: it takes bets, or will take them. */
export const mayChange = ({ state, closeAt }: Pick<StandingPeriod, 'state' | 'closeAt'>, now: number): boolean =>
  (state === 'scheduled' || state === 'open') && closeAt > now

/**
 * Whether a period may get another number and other times. Before it opens nothing was promised: only a published seed fixes
 * its number. Once it is on sale its number, its opening and its business day stay, because orders carry them, and its close
 * moves only earlier. Refused in this order: numberFixed, openFixed, closeNeverLater, then as an opening, then dayFixed.
 * `known`: the other periods.
 */
export const judgeChange = (
  standing: StandingPeriod,
  asked: OpeningPeriod,
  known: readonly KnownPeriod[],
  { now, starts }: { readonly now: number; readonly starts: DayStarts },
): ChangeRefusal | null => {
  const onSale = standing.state === 'open'
  if ((onSale || standing.isCommitted) && asked.periodNo !== standing.periodNo) return { refusal: 'numberFixed' }
  if (onSale && asked.openAt !== standing.openAt) return { refusal: 'openFixed' }
  if (onSale && asked.closeAt > standing.closeAt) return { refusal: 'closeNeverLater' }
  const opening = judgeOpening(asked, known, now)
  if (opening) return opening
  const sameDay = businessDay(asked.drawAt, starts) === businessDay(standing.drawAt, starts)
  return onSale && !sameDay ? { refusal: 'dayFixed' } : null
}
