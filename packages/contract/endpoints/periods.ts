/** Periods that operators open and close, and the schedules that plan the others. */

import { z } from 'zod'
import * as calls from '../calls/periods.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  filledLine,
  gameId,
  instant,
  periodNo,
  periodState,
  readRequest,
  version,
} from '../fields.ts'

const reason = filledLine(200)
/** Seconds from midnight in Beijing. */
const timeOfDay = z.int().min(0).max(86_399)
const weekdays = z.array(z.int().min(0).max(6)).max(7)
const times = { openAt: instant, closeAt: instant, drawAt: instant }

export const periodClose = endpoint(calls.periodClose, {
  /** `closeAt`: an earlier close; absent: at once. */
  request: changeRequest({ gameId, periodNo, closeAt: instant.optional(), reason }),
  response: z.object({ closeAt: instant, hedgeCloseAt: instant }),
})

export const periodOpen = endpoint(calls.periodOpen, {
  /** All of them are opened, or none. */
  request: changeRequest({
    gameId,
    openings: z
      .array(z.strictObject({ periodNo, ...times }))
      .min(1)
      .max(61),
  }),
  response: z.object({ opened: z.int().min(1) }),
})

const opening = z.strictObject({ periodNo, ...times })

export const periodChange = endpoint(calls.periodChange, {
  /**
   * A period of a game that is opened by hand, before its close. `seen`: the period as the operator saw it; 40902 with the
   * period in force in `data.period` when somebody changed it since.
   */
  request: changeRequest({ gameId, seen: opening, to: opening, reason }),
  response: z.object({ closeAt: instant, hedgeCloseAt: instant }),
})

const template = z.strictObject({
  weekdays,
  openTime: timeOfDay,
  closeTime: timeOfDay,
  drawTime: timeOfDay,
  /** Seconds from the close to the end of replenishing. */
  hedgeSeconds: z.int().min(0).max(600),
})
/** Single days without a period, or with one whatever their weekday. */
const singleDays = z.array(businessDay).max(120)
const proposed = z.object({ periodNo, ...times })

export const monthQuery = endpoint(calls.monthQuery, {
  request: readRequest({ gameId, month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/) }),
  response: z.object({
    version,
    template,
    leftOut: singleDays,
    added: singleDays,
    today: businessDay,
    /** The last day for which a period may be prepared. */
    lastDay: businessDay,
    periods: z.array(z.object({ periodNo, state: periodState, ...times })),
    proposed: z.array(proposed),
  }),
})

export const monthSet = endpoint(calls.monthSet, {
  request: changeRequest({ gameId, version, template, leftOut: singleDays, added: singleDays }),
  response: z.object({ version }),
})

const segment = z.strictObject({
  /** Seconds from midnight to the first draw; more than a day for draws after midnight. */
  firstDraw: z.int().min(0).max(108_000),
  everySeconds: z.int().min(30).max(86_400),
  count: z.int().min(1).max(2880),
})

const days = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('daily'),
    segments: z.array(segment).min(1).max(12),
    /** Each period opens with the draw before it; otherwise as long before its draw as the segment says. */
    continuous: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('weekly'), weekdays: weekdays.min(1), openAt: timeOfDay, drawAt: timeOfDay }),
])

export const scheduleQuery = endpoint(calls.scheduleQuery, {
  request: readRequest({ gameId }),
  response: z.object({
    gameId,
    version,
    /** Null: the periods of this game are opened by hand. */
    days: days.nullable(),
    closeSeconds: z.int(),
    hedgeSeconds: z.int(),
    /** The first day without a generated period. */
    freeDay: businessDay,
    /** The newest first; `days` is what is in force today. */
    changes: z.array(z.object({ fromDay: businessDay, days, by: z.string(), at: instant })),
  }),
})

const shownPeriod = z.object({ periodNo: z.string(), ...times })

export const schedulePreview = endpoint(calls.schedulePreview, {
  request: readRequest({ gameId, fromDay: businessDay, days }),
  response: z.object({
    /** The first day with a draw, from the chosen one on. */
    day: businessDay,
    count: z.int().min(0),
    first: z.array(shownPeriod),
    last: z.array(shownPeriod),
    /** Why it cannot be saved, in words. */
    clashes: z.array(z.string()),
  }),
})

export const scheduleSet = endpoint(calls.scheduleSet, {
  request: changeRequest({ gameId, version, fromDay: businessDay, days }),
  response: z.object({ version }),
})
