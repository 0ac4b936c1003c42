import type { GameCode } from './catalogue.ts'

/**
 * When a game's periods open, close and are drawn. Schedules are data; the times are a pure function of them. Instants
 * are epoch milliseconds. Every time of day is Beijing's (UTC+8, no summer time).
 */
export type Segment = {
  /** Seconds from the start (00:00) of the schedule day to the first draw. May exceed 86,400. */
  readonly firstDraw: number
  readonly everySeconds: number
  readonly count: number
}

export type NumberFormat =
  /** YYYYMMDD of the schedule day (the day it BEGAN), then the number within that day. */
  | { readonly kind: 'day'; readonly digits: number }
  /** A continuous number: `baseNo` + periods since the start of `baseDate`. */
  | { readonly kind: 'running'; readonly baseDate: string; readonly baseNo: number }
  /** YY/NNN; restarts every year. */
  | { readonly kind: 'year' }

export type Schedule = {
  readonly id: string
  readonly game: GameCode
  readonly name: string
  readonly numbers: NumberFormat
  /** When betting ends, in seconds before the draw. */
  readonly closeBefore: number
  /** When replenishment ends, in seconds before the draw; less than closeBefore. */
  readonly hedgeCloseBefore: number
  readonly days:
    | {
        readonly kind: 'daily'
        readonly segments: readonly Segment[]
        /** True: a period opens at the draw before it, day and night. False: `everySeconds` before its own draw. */
        readonly continuous: boolean
      }
    | {
        readonly kind: 'weekly'
        /** 0 Sunday .. 6 Saturday. */
        readonly weekdays: readonly number[]
        /** Seconds from 00:00. */
        readonly openAt: number
        readonly drawAt: number
      }
}

export type Period = {
  readonly periodNo: string
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
  /** Beijing date of drawAt. It decides the lunar year. */
  readonly drawDate: string
}

const DAY_MS = 86_400_000
const BEIJING_MS = 8 * 3_600_000

/** Days since 1970-01-01 of the Beijing date of an instant. */
const dayOf = (instant: number): number => Math.floor((instant + BEIJING_MS) / DAY_MS)
const startOf = (day: number): number => day * DAY_MS - BEIJING_MS

/** Year, month, day of a day number (proleptic Gregorian; Howard Hinnant's civil_from_days). */
const civilOf = (day: number): readonly [number, number, number] => {
  const z = day + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return [yoe + era * 400 + (month <= 2 ? 1 : 0), month, doy - Math.floor((153 * mp + 2) / 5) + 1]
}

const dayNumber = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yoe = y - era * 400
  const doy = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy - 719_468
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')
const dateText = (day: number): string => {
  const [year, month, date] = civilOf(day)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`
}

/** The Beijing date "YYYY-MM-DD" of an instant. */
export const beijingDate = (instant: number): string => dateText(dayOf(instant))

const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

type DayDraw = { readonly drawAt: number; readonly openAt: number | null }

/** The draws of one schedule day in order. `openAt` null: opens at the draw before. */
const drawsOfDay = ({ days }: Schedule, day: number): readonly DayDraw[] => {
  const start = startOf(day)
  if (days.kind === 'weekly')
    return days.weekdays.includes(weekdayOf(day))
      ? [{ drawAt: start + days.drawAt * 1000, openAt: start + days.openAt * 1000 }]
      : []
  return days.segments.flatMap(({ firstDraw, everySeconds, count }) =>
    Array.from({ length: count }, (_, index) => {
      const drawAt = start + (firstDraw + index * everySeconds) * 1000
      return { drawAt, openAt: days.continuous ? null : drawAt - everySeconds * 1000 }
    }),
  )
}

/** Number of draws of the schedule days from `first` up to and without `day`. */
const drawsBetween = ({ days }: Schedule, first: number, day: number): number => {
  if (days.kind === 'daily') return (day - first) * days.segments.reduce((count, segment) => count + segment.count, 0)
  const weeks = Math.floor((day - first) / 7)
  let count = weeks * days.weekdays.length
  for (let d = first + weeks * 7; d < day; d += 1) if (days.weekdays.includes(weekdayOf(d))) count += 1
  return count
}

/** Days since 1970-01-01 of "YYYY-MM-DD". */
export const dayOfDate = (date: string): number => {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return dayNumber(year, month, day)
}

/** The last number of a running schedule before a day. */
export const runningBefore = (schedule: Schedule, day: number): number => {
  const { numbers } = schedule
  return numbers.kind === 'running' ? numbers.baseNo + drawsBetween(schedule, dayOfDate(numbers.baseDate), day) : 0
}

const numberOf = (schedule: Schedule, day: number, place: number): string => {
  const { numbers, days } = schedule
  const [year, month, date] = civilOf(day)
  switch (numbers.kind) {
    case 'day':
      return `${pad(year, 4)}${pad(month, 2)}${pad(date, 2)}${pad(place, numbers.digits)}`
    case 'running':
      return String(runningBefore(schedule, day) + place)
    case 'year': {
      let count = 0
      const weekdays = days.kind === 'weekly' ? days.weekdays : []
      for (let d = dayNumber(year, 1, 1); d <= day; d += 1) if (weekdays.includes(weekdayOf(d))) count += 1
      return `${pad(year % 100, 2)}/${pad(count, 3)}`
    }
  }
}

/** The schedule in force on a schedule day, counted in days since 1970-01-01. */
export type ScheduleOn = (day: number) => Schedule

const lastDrawBefore = (scheduleOn: ScheduleOn, day: number): number => {
  for (let earlier = day - 1; earlier > day - 15; earlier -= 1) {
    const last = drawsOfDay(scheduleOn(earlier), earlier).at(-1)
    if (last) return last.drawAt
  }
  throw new Error(`schedule ${scheduleOn(day).id} draws nothing in two weeks`)
}

/** The periods of one schedule day, in order. */
export const periodsOfDay = (scheduleOn: ScheduleOn, day: number): readonly Period[] => {
  const schedule = scheduleOn(day)
  const draws = drawsOfDay(schedule, day)
  return draws.map(({ drawAt, openAt }, index) => ({
    periodNo: numberOf(schedule, day, index + 1),
    openAt: openAt ?? draws[index - 1]?.drawAt ?? lastDrawBefore(scheduleOn, day),
    closeAt: drawAt - schedule.closeBefore * 1000,
    hedgeCloseAt: drawAt - schedule.hedgeCloseBefore * 1000,
    drawAt,
    drawDate: beijingDate(drawAt),
  }))
}

/** The next `count` periods whose draw is after an instant, in order. The first is the current or coming one. */
export const periodsAfter = (schedule: Schedule, instant: number, count: number): readonly Period[] =>
  periodsAfterBy(() => schedule, instant, count)

/** The same where another schedule may be in force on another day. */
export const periodsAfterBy = (scheduleOn: ScheduleOn, instant: number, count: number): readonly Period[] => {
  const found: Period[] = []
  // A schedule day may extend past the next midnight, so start two days earlier.
  for (let day = dayOf(instant) - 2, empty = 0; found.length < count && empty < 20; day += 1) {
    const before = found.length
    for (const period of periodsOfDay(scheduleOn, day))
      if (period.drawAt > instant && found.length < count) found.push(period)
    empty = found.length === before ? empty + 1 : 0
  }
  return found
}

/** The current period at an instant: the first whose draw is after it. It may not be open yet. */
export const periodAt = (schedule: Schedule, instant: number): Period => {
  const period = periodsAfter(schedule, instant, 1)[0]
  if (!period) throw new Error(`schedule ${schedule.id} has no period after ${instant}`)
  return period
}

/**
 * Seconds before the draw at which a period of this length closes for bettors, and then for agents. Bettors: a sixth of
 * the length, between 2 and 30. Agents: half of that.
 */
const closeSecondsOf = (seconds: number): readonly [closeBefore: number, hedgeCloseBefore: number] => {
  const close = Math.min(30, Math.max(2, Math.floor(seconds / 6)))
  return [close, Math.floor(close / 2)]
}

/**
 * Round the clock from 00:00 Beijing, one period every `seconds`, each opening at the draw before it. Used by the demo
 * for any game and by the private high-frequency games. The last period of a day is longer when `seconds` does not
 * divide the day. `seconds` is 5..86,400; anything else throws.
 */
export const everySeconds = (game: GameCode, name: string, seconds: number): Schedule => {
  if (!Number.isInteger(seconds) || seconds < 5 || seconds > 86_400)
    throw new Error('a period must last 5 s to 86,400 s')
  const count = Math.floor(86_400 / seconds)
  const [closeBefore, hedgeCloseBefore] = closeSecondsOf(seconds)
  const regular: Segment = { firstDraw: seconds, everySeconds: seconds, count: count - 1 }
  const last: Segment = { firstDraw: 86_400, everySeconds: seconds, count: 1 }
  return {
    id: `${game}-${seconds}s`,
    game,
    name,
    numbers: { kind: 'day', digits: 4 },
    closeBefore,
    hedgeCloseBefore,
    days: { kind: 'daily', segments: count === 1 ? [last] : [regular, last], continuous: true },
  }
}
