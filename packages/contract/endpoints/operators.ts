/** Operators, and the logs of the whole platform. */

import { z } from 'zod'
import * as calls from '../calls/operators.ts'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  businessDay,
  changeRequest,
  DAY_RANGE_MESSAGE,
  exportableList,
  id,
  instant,
  isDayRange,
  keyword,
  line,
  longId,
  nothing,
  pageOf,
  pathId,
  readRequest,
} from '../fields.ts'

export const userSessions = endpoint(calls.userSessions, {
  request: readRequest({ accountId }),
  response: z.array(
    z.object({
      sessionId: id,
      device: z.string(),
      ip: z.string(),
      createdAt: instant,
      seenAt: instant,
      /** The session that makes this call. */
      current: z.boolean(),
    }),
  ),
})

export const userSessionsEnd = endpoint(calls.userSessionsEnd, {
  /** Absent `sessionId`: all of them. */
  request: changeRequest({ accountId, sessionId: id.optional() }),
  response: nothing,
})

export const userValidatorReset = endpoint(calls.userValidatorReset, {
  request: changeRequest({ accountId }),
  response: nothing,
})

const about = {
  /** Part of the name of who did it. */
  person: keyword.optional(),
  /** Only what concerns this path or one below it. */
  agentPathsId: pathId.optional(),
  from: businessDay.optional(),
  to: businessDay.optional(),
}

/** Absent filters: everything, over all paths and merchants. */
export const allChanges = endpoint(calls.allChanges, {
  request: exportableList(['at'], {
    ...about,
    /** Part of the name of what was changed. */
    target: keyword.optional(),
    /** Part of the name of the kind of change. */
    action: line(40).optional(),
  }).refine(isDayRange, { message: DAY_RANGE_MESSAGE, path: ['to'] }),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      /** '' for the head company. */
      merchantName: z.string(),
      operatorName: z.string(),
      targetName: z.string(),
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
      ip: z.string(),
    }),
  ),
})

export const allLogins = endpoint(calls.allLogins, {
  request: exportableList(['at'], {
    ...about,
    /** `ok`: signed in; `refused`: every other attempt. */
    outcome: z.enum(['ok', 'refused']).optional(),
  }).refine(isDayRange, { message: DAY_RANGE_MESSAGE, path: ['to'] }),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      merchantName: z.string(),
      accountName: z.string(),
      ip: z.string(),
      device: z.string(),
      result: z.string(),
    }),
  ),
})
