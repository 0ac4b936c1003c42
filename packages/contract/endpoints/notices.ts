/** Notices, alerts, the live stream, and each account's screen preferences. */

import { z } from 'zod'
import * as calls from '../calls/notices.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  exportableList,
  gameId,
  id,
  instant,
  nothing,
  pageOf,
  queryPathId,
  readRequest,
} from '../fields.ts'

export const bulletinMessage = endpoint(calls.bulletinMessage, {
  request: readRequest({}),
  response: z.array(
    z.object({
      id,
      content: z.string(),
      level: z.enum(['info', 'warn']),
      at: instant,
      /** The account has opened the list while this notice was on it. */
      read: z.boolean(),
    }),
  ),
})

export const noticeRead = endpoint(calls.noticeRead, {
  request: changeRequest({ ids: z.array(id).min(1).max(100) }),
  response: nothing,
})

export const maintenanceNotice = endpoint(calls.maintenanceNotice, {
  request: readRequest({}),
  /** The windows that were announced or have begun, the platform's first; empty: none. */
  response: z.object({
    items: z.array(
      z.object({
        /** null: the whole platform. */
        gameId: gameId.nullable(),
        /** 1 announced, 2 in progress. */
        state: z.union([z.literal(1), z.literal(2)]),
        from: instant,
        /** null: until an operator ends it. */
        until: instant.nullable(),
        message: z.string(),
        /** Reports, results and rules stay open; always true for one game. */
        reading: z.boolean(),
      }),
    ),
    serverNow: instant,
  }),
})

export const leaseNotice = endpoint(calls.leaseNotice, {
  request: readRequest({}),
  /**
   * The lease of the caller's merchant, if it ends within 14 days, is over or has not begun. For operators who read merchants:
   * every merchant whose lease ends within 14 days or ended within a week, the earliest end first.
   */
  response: z.object({
    items: z.array(
      z.object({
        /** '' and '': the caller's own merchant. */
        code: z.string(),
        name: z.string(),
        state: z.enum(['notBegun', 'ending', 'over']),
        /** The first day of one that has not begun, else the last one. */
        day: businessDay,
        /** Days until then; negative when it is over. */
        left: z.int(),
      }),
    ),
  }),
})

export const realtimeStream = endpoint(calls.realtimeStream, {
  /** `seat`: a path below whose boards the screen also shows; its board events carry its id. */
  request: readRequest({ seat: queryPathId.optional() }),
  response: z.unknown(),
})

const alertRow = z.object({
  id,
  kind: z.string(),
  content: z.string(),
  /** A page about the subject of the alert, or ''. */
  link: z.string(),
  at: instant,
  readAt: instant.nullable(),
  /** '' while unread. */
  readBy: z.string(),
})

export const alertQuery = endpoint(calls.alertQuery, {
  request: exportableList(['at'], { state: z.enum(['unread', 'read']).optional() }),
  response: pageOf(alertRow).extend({ unread: z.int().min(0) }),
})

export const alertRead = endpoint(calls.alertRead, {
  request: changeRequest({
    ids: z.array(id).min(1).max(500).optional(),
    /** Every unread alert up to this one: what came after it was not on the caller's screen. */
    upTo: id.optional(),
  }).refine(({ ids, upTo }) => (ids === undefined) !== (upTo === undefined), {
    message: '请选择要确认的提醒',
    path: ['ids'],
  }),
  response: z.object({ unread: z.int().min(0) }),
})

/** At most 64 kB as UTF-8; the server checks the size. */
const preferenceValue = z.string().max(65_536)
const preferenceKey = z.string().regex(/^[A-Za-z0-9_.:/-]{1,100}$/)

export const preferenceGet = endpoint(calls.preferenceGet, {
  request: readRequest({ key: preferenceKey }),
  /** null: never set. */
  response: z.object({ key: z.string(), value: z.string().nullable() }),
})

export const preferenceSet = endpoint(calls.preferenceSet, {
  request: changeRequest({ key: preferenceKey, value: preferenceValue }),
  response: nothing,
})
