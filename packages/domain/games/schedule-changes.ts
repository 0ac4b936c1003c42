import { dayOfDate, type Period, periodsOfDay, runningBefore, type Schedule, type ScheduleOn } from './schedule.ts'

/** A game's schedule changes from a day on: other draws with the same numbers, closes and replenishment times. */
export type ScheduleChange = { readonly fromDay: string; readonly days: Schedule['days'] }

/** A schedule draws at most this often a day: one period every 30 seconds. */
export const MAX_DAY_PERIODS = 2880

const changed = (before: Schedule, { fromDay, days }: ScheduleChange): Schedule => {
  const { numbers } = before
  // A running number continues where the schedule before it ends.
  const next =
    numbers.kind === 'running'
      ? { ...numbers, baseDate: fromDay, baseNo: runningBefore(before, dayOfDate(fromDay)) }
      : numbers
  return { ...before, numbers: next, days }
}

/** The schedule in force on each day: the game's first one, then each change from its day on. */
export const scheduleBy = (first: Schedule, changes: readonly ScheduleChange[]): ScheduleOn => {
  const inForce = [{ from: Number.NEGATIVE_INFINITY, schedule: first }]
  let last = first
  for (const change of changes.toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1))) {
    last = changed(last, change)
    inForce.push({ from: dayOfDate(change.fromDay), schedule: last })
  }
  return (day) => inForce.findLast(({ from }) => from <= day)?.schedule ?? first
}

export type Clash =
  /** It would close before it opens, or at that moment. */
  | { readonly kind: 'short'; readonly period: Period }
  /** It opens before the one before it is drawn. */
  | { readonly kind: 'overlap'; readonly period: Period; readonly other: Period }

export type SchedulePreview = {
  /** The first day with a draw, from the chosen day on. */
  readonly day: string
  readonly count: number
  readonly first: readonly Period[]
  readonly last: readonly Period[]
  readonly clashes: readonly Clash[]
}

const SHOWN = 5
const SEARCHED_DAYS = 7
const DAY_MS = 86_400_000

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

function clashesOf(before: Period | undefined, periods: readonly Period[]): Clash[] {
  const found: Clash[] = []
  let other = before
  for (const period of periods) {
    if (period.openAt >= period.closeAt) found.push({ kind: 'short', period })
    if (other !== undefined && period.openAt < other.drawAt) found.push({ kind: 'overlap', period, other })
    other = period
  }
  return found
}

/**
 * The first day of a change: its periods, and what is in their way. The day before and the day after are looked at too,
 * because a schedule day may end after midnight.
 */
export const previewChange = (scheduleOn: ScheduleOn, fromDay: string): SchedulePreview => {
  const start = dayOfDate(fromDay)
  let day = start
  while (day < start + SEARCHED_DAYS && periodsOfDay(scheduleOn, day).length === 0) day += 1
  const periods = periodsOfDay(scheduleOn, day)
  const before = periodsOfDay(scheduleOn, day - 1).at(-1)
  const after = periodsOfDay(scheduleOn, day + 1).slice(0, 1)
  return {
    day: dateOf(day),
    count: periods.length,
    first: periods.slice(0, SHOWN),
    last: periods.slice(Math.max(SHOWN, periods.length - SHOWN)),
    clashes: clashesOf(before, [...periods, ...after]),
  }
}

/** The span of draws that belong to a schedule day: from its first draw up to and without the next day's. Null: no draw. */
export const drawsOfScheduleDay = (
  scheduleOn: ScheduleOn,
  date: string,
): { readonly from: number; readonly until: number } | null => {
  const day = dayOfDate(date)
  const periods = periodsOfDay(scheduleOn, day)
  const [first, last] = [periods[0], periods.at(-1)]
  return first && last ? { from: first.drawAt, until: last.drawAt + 1 } : null
}
