/** The operators' side: who may publish results. */

import { z } from 'zod'
import * as calls from '../calls/result-sources.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, gameId, instant, ipList, line, periodNo, readRequest, version } from '../fields.ts'

const sourceCode = z.string().regex(/^[a-z0-9-]{2,32}$/)
const gameIds = z.array(gameId).min(1).max(50)

export const sourceQuery = endpoint(calls.sourceQuery, {
  request: readRequest({}),
  response: z.array(
    z.object({
      /** Value of the X-Merchant header. */
      sourceCode,
      name: z.string(),
      enabled: z.boolean(),
      /** Games whose results it may publish. */
      gameIds: z.array(gameId),
      /** Addresses that it may call from; none: any. */
      allowedIps: z.array(z.string()),
      version,
      createdAt: instant,
      keySince: instant,
      /** Until when the key before is accepted too; null: it is not. */
      oldKeyUntil: instant.nullable(),
      /** The last call with a right signature; null: never. */
      heardAt: instant.nullable(),
      /** Its newest result, and how long after the draw time it came. */
      lastResult: z.object({ gameId, periodNo, at: instant, delayMs: z.int() }).nullable(),
      /** The middle one of its last 20 delays. */
      usualDelayMs: z.int().nullable(),
      /** The last trial call; `problem` null: it passed. */
      trial: z
        .object({ at: instant, ip: z.string(), gameId, periodNo: z.string(), problem: z.string().nullable() })
        .nullable(),
    }),
  ),
})

export const sourceCreate = endpoint(calls.sourceCreate, {
  request: changeRequest({ sourceCode, sourceName: line(32).min(1), gameIds, allowedIps: ipList }),
  /** `key` signs the source's calls and is not shown again. */
  response: z.object({ key: z.string() }),
})

export const sourceUpdate = endpoint(calls.sourceUpdate, {
  /** Absent fields do not change. */
  request: changeRequest({
    sourceCode,
    version,
    sourceName: line(32).min(1).optional(),
    gameIds: gameIds.optional(),
    allowedIps: ipList.optional(),
    enabled: z.boolean().optional(),
  }),
  response: z.object({ version }),
})

export const sourceRotate = endpoint(calls.sourceRotate, {
  request: changeRequest({
    sourceCode,
    version,
    /** For how many hours the key before is accepted too; 0: it ends at once. */
    oldKeyHours: z.int().min(0).max(168),
  }),
  /** `key` signs the source's calls and is not shown again. */
  response: z.object({ version, key: z.string() }),
})
