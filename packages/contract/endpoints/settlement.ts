/** Results in, and what may be done to a period or an order afterwards. */

import { z } from 'zod'
import * as calls from '../calls/settlement.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  exportableList,
  filledLine,
  gameId,
  instant,
  longId,
  pageOf,
  periodNo,
  periodState,
  readRequest,
  version,
} from '../fields.ts'
import { resultVersion } from './games.ts'

/** Balls in the order drawn; 6HC: six 正码, then the special number. The game checks count and range. */
const balls = z.array(z.int().min(0).max(99)).min(1).max(20)

export const drawPublish = endpoint(calls.drawPublish, {
  request: readRequest({ gameId, periodNo, result: balls }),
  response: z.object({
    gameId,
    periodNo,
    /** `waiting`: the game requires a second source to agree. */
    state: z.enum(['accepted', 'waiting']),
    result: z.array(z.int()),
  }),
})

export const drawTrial = endpoint(calls.drawTrial, {
  request: readRequest({ gameId, periodNo, result: balls }),
  response: z.object({
    gameId,
    periodNo,
    result: z.array(z.int()),
    /**
     * What publishing would do now. `tooEarly`: the period is not closed yet. `notAwaited`: no source publishes its result
     * (drawn by a seed or by hand, void). `differs`: another result is in force.
     */
    would: z.enum(['accepted', 'waiting', 'tooEarly', 'notAwaited', 'differs']),
  }),
})

const reason = filledLine(200)

export const gamePeriodQuery = endpoint(calls.gamePeriodQuery, {
  request: exportableList(['drawAt', 'periodNo'], {
    gameId,
    state: periodState.optional(),
    periodNo: periodNo.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }),
  response: pageOf(
    z.object({
      gameId,
      periodNo,
      state: periodState,
      openAt: instant,
      closeAt: instant,
      hedgeCloseAt: instant,
      drawAt: instant,
      /** Merchants with orders in the period, and of them those whose books and wallets have the result in force. */
      merchants: z.int().min(0),
      settled: z.int().min(0),
      /** An operator moved the close to an earlier time; `wasAt`: the close before. */
      closedEarly: z.object({ by: z.string(), at: instant, reason: z.string(), wasAt: instant }).nullable(),
      result: z.array(z.int()),
      resultVersion: z.int().min(0),
      /** Every result that was in force, the newest last. */
      versions: z.array(resultVersion),
      /** What one operator proposed for the period and another one has yet to decide. */
      proposed: z
        .object({
          proposalId: longId,
          kind: z.enum(['result', 'correction', 'periodVoid']),
          by: z.string(),
          at: instant,
        })
        .nullable(),
    }),
  ),
})

/** Nothing is in force yet: another operator decides within 24 hours. */
const proposed = z.object({ proposalId: longId, expiresAt: instant })

export const gamePeriodVoid = endpoint(calls.gamePeriodVoid, {
  /** `version`: the result version that the operator saw. */
  request: changeRequest({ gameId, periodNo, version, reason }),
  response: proposed,
})

export const gamePeriodSettle = endpoint(calls.gamePeriodSettle, {
  request: changeRequest({ gameId, periodNo }),
  /** Merchants whose part was not settled, or not posted, under the result in force. */
  response: z.object({ due: z.int().min(0) }),
})

export const drawEnter = endpoint(calls.drawEnter, {
  request: changeRequest({ gameId, periodNo, result: balls }),
  response: proposed,
})

export const drawConfirm = endpoint(calls.drawConfirm, {
  request: changeRequest({ gameId, periodNo, result: balls }),
  /** `differed`: the balls were not the same; both entries are void and both operators begin again. */
  response: z.object({ state: z.enum(['inForce', 'differed']) }),
})

export const drawCorrect = endpoint(calls.drawCorrect, {
  /** `version`: the result version that the operator saw. */
  request: changeRequest({ gameId, periodNo, version, result: balls, reason }),
  response: proposed,
})

export const orderVoid = endpoint(calls.orderVoid, {
  request: changeRequest({ orderNo: longId, reason }),
  response: proposed,
})
