/** Who of the downline is here, and what others have changed there. */

import { z } from 'zod'
import * as calls from '../calls/downlines.ts'
import { endpoint } from '../endpoint.ts'
import { instant, pathId, readRequest, roleId } from '../fields.ts'

/** The accounts below with an open session, last seen first; an account with paths beyond the caller's is not among them. */
export const downlinesOnline = endpoint(calls.downlinesOnline, {
  request: readRequest({}),
  response: z.object({
    items: z.array(
      z.object({
        agentPathsId: pathId,
        accountName: z.string(),
        roleId,
        /** The main account of a sub-account; '' for a main account. */
        mainName: z.string(),
        nickname: z.string(),
        /** Open sessions. */
        sessions: z.int().min(1),
        signedInAt: instant,
        seenAt: instant,
      }),
    ),
    /** Accounts in all; `items` has the first hundred. */
    total: z.int().min(0),
  }),
})

/** What others have changed at the caller's path and below, the newest first; at most seven days back. */
export const changesSince = endpoint(calls.changesSince, {
  request: readRequest({ since: instant }),
  response: z.object({
    since: instant,
    counts: z.array(z.object({ action: z.string(), count: z.int().min(1) })),
    items: z.array(z.object({ at: instant, operatorName: z.string(), targetName: z.string(), action: z.string() })),
    /** There are more than were counted. */
    more: z.boolean(),
  }),
})
