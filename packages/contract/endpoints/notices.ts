/** Notices, alerts, the live stream, and what each account keeps for its own screens. */

import { z } from 'zod'
import * as calls from '../calls/notices.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, exportableList, id, instant, nothing, pageOf, queryId, readRequest } from '../fields.ts'

export const bulletinMessage = endpoint(calls.bulletinMessage, {
  request: readRequest({}),
  response: z.array(z.object({ id, content: z.string(), level: z.enum(['info', 'warn']), at: instant })),
})

export const realtimeStream = endpoint(calls.realtimeStream, {
  /** `seat`: a path below whose boards the screen shows as well; its board events carry its id. */
  request: readRequest({ seat: queryId.optional() }),
  response: z.unknown(),
})

const alertRow = z.object({
  id,
  kind: z.string(),
  content: z.string(),
  /** A page that shows what it is about, or ''. */
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
  request: changeRequest({ ids: z.array(id).min(1).max(500) }),
  response: z.object({ unread: z.int().min(0) }),
})

/** At most 64 kB as UTF-8; the server measures. */
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
