/** What one operator proposes and another one puts in force: results by hand, corrections and voids. */

import { z } from 'zod'
import * as calls from '../calls/proposals.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, gameId, instant, listRequest, longId, nothing, pageOf, periodNo, version } from '../fields.ts'

export const proposalKind = z.enum(['result', 'correction', 'periodVoid', 'orderVoid'])

export const proposalQuery = endpoint(calls.proposalQuery, {
  request: listRequest(['at'], {
    /** `waiting`: those that can still be decided; `over`: all others. */
    waiting: z.boolean().default(true),
    gameId: gameId.optional(),
  }),
  response: pageOf(
    z.object({
      proposalId: longId,
      kind: proposalKind,
      gameId,
      periodNo,
      /** Of the void of an order. */
      orderNo: longId.nullable(),
      /** The result version that the proposal replaces. */
      version,
      /** Balls in force when it was proposed; empty: none. */
      before: z.array(z.int()),
      /** Balls that are proposed. Those of a manual result are empty until it is decided: the second entry is blind. */
      result: z.array(z.int()),
      reason: z.string(),
      by: z.string(),
      at: instant,
      expiresAt: instant,
      state: z.enum(['waiting', 'inForce', 'declined', 'withdrawn', 'differed', 'expired']),
      decidedBy: z.string(),
      decidedAt: instant.nullable(),
      /** The caller proposed it and may take it back. */
      mine: z.boolean(),
      /** Null: the caller may decide it, as far as persons go; else why not. */
      mayNot: z
        .enum([
          'same',
          'secondCreatedFirst',
          'firstCreatedSecond',
          'secondChangedFirst',
          'firstChangedSecond',
          'sameHand',
        ])
        .nullable(),
    }),
  ).extend({
    /** Off: one operator may decide alone. */
    fourEyes: z.boolean(),
    serverNow: instant,
  }),
})

export const proposalDecide = endpoint(calls.proposalDecide, {
  /** A manual result is put in force by draw/confirm; it can only be declined here. */
  request: changeRequest({ proposalId: longId, approve: z.boolean() }),
  response: nothing,
})

export const proposalWithdraw = endpoint(calls.proposalWithdraw, {
  request: changeRequest({ proposalId: longId }),
  response: nothing,
})
