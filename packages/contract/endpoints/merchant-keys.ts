/** The operators' side: keys with which a merchant's game platform signs its calls. */

import { z } from 'zod'
import * as calls from '../calls/merchant-keys.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, id, instant, nothing, pathId, readRequest } from '../fields.ts'

export const merchantKeyQuery = endpoint(calls.merchantKeyQuery, {
  request: readRequest({ agentPathsId: pathId }),
  response: z.object({
    /** Value of the X-Merchant header. */
    code: z.string(),
    /** Newest first, with the retired ones. The key itself is never returned. */
    items: z.array(
      z.object({
        keyId: id,
        live: z.boolean(),
        createdAt: instant,
        /** When it ended or will end; null: no end is set. */
        retiredAt: instant.nullable(),
        /** To the minute; null: never. */
        lastSignedAt: instant.nullable(),
      }),
    ),
  }),
})

export const merchantKeyCreate = endpoint(calls.merchantKeyCreate, {
  request: changeRequest({ agentPathsId: pathId }),
  /** `key` signs the game platform's calls and is not shown again. */
  response: z.object({ keyId: id, key: z.string() }),
})

export const merchantKeyRetire = endpoint(calls.merchantKeyRetire, {
  request: changeRequest({
    agentPathsId: pathId,
    keyId: id,
    /** When it ends. Absent: at once; null: takes back an end that lies ahead. */
    retireAt: instant.nullable().optional(),
    /** Confirms that the merchant has no other key without an end. */
    isLastKey: z.literal(true).optional(),
  }),
  response: nothing,
})
