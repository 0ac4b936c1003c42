/** The operators' side: the plays of a game, and stopping them. */

import { z } from 'zod'
import * as calls from '../calls/plays.ts'
import { endpoint } from '../endpoint.ts'
import {
  changeRequest,
  gameId,
  groupId,
  instant,
  line,
  money,
  periodNo,
  periodState,
  playCode,
  readRequest,
  version,
} from '../fields.ts'
import { ruleOptions } from './games.ts'

export const playQuery = endpoint(calls.playQuery, {
  request: readRequest({ gameId }),
  response: z.object({
    /** Counts the stops and resumptions of the game. */
    version,
    /** The period on sale, or the one that waits for its result, with the rules that it began with. */
    running: z
      .object({ periodNo, state: periodState, closeAt: instant, drawAt: instant, options: ruleOptions })
      .nullable(),
    /** The period that opens next: the first one with the rules as they are set. */
    next: z.object({ periodNo, openAt: instant }).nullable(),
    /** Result sources that are switched on for the game. */
    sources: z.int().min(0),
    plays: z.array(
      z.object({
        playCode,
        groupId,
        /** It has a price that is open. */
        priced: z.boolean(),
        stop: z.object({ reason: z.string(), at: instant, by: z.string() }).nullable(),
        /** Bets of members in the running period. */
        orders: z.int().min(0),
        stake: money,
      }),
    ),
  }),
})

const playCodes = z.array(playCode).min(1).max(200)

export const playStop = endpoint(calls.playStop, {
  /** Without a version: it only switches off. A play that is stopped already stays as it is. */
  request: changeRequest({ gameId, playCodes, reason: line(100).min(1) }),
  response: z.object({ version, stopped: z.array(playCode) }),
})

export const playResume = endpoint(calls.playResume, {
  request: changeRequest({ gameId, playCodes, version, reason: line(100).min(1) }),
  response: z.object({ version, resumed: z.array(playCode) }),
})
