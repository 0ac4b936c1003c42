/** Results in, and what may be done to a period or an order afterwards. */

import { z } from 'zod'
import * as calls from '../calls/settlement.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  exportableList,
  gameId,
  instant,
  line,
  longId,
  nothing,
  pageOf,
  periodNo,
  periodState,
  readRequest,
  version,
} from '../fields.ts'
import { resultVersion } from './games.ts'

/** Balls in the order drawn; 6HC: six 正码, then the special number. Count and range are the game's to judge. */
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

const reason = line(200).min(1)

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
      result: z.array(z.int()),
      resultVersion: z.int().min(0),
      /** Every result that was in force, the newest last. */
      versions: z.array(resultVersion),
      /** Result entered by one operator that another has yet to confirm. */
      entered: z.object({ result: z.array(z.int()), by: z.string(), at: instant }).nullable(),
    }),
  ),
})

export const gamePeriodVoid = endpoint(calls.gamePeriodVoid, {
  /** `version`: the result version that the operator looked at. */
  request: changeRequest({ gameId, periodNo, version, reason }),
  response: nothing,
})

export const drawEnter = endpoint(calls.drawEnter, {
  request: changeRequest({ gameId, periodNo, result: balls }),
  response: nothing,
})

export const drawConfirm = endpoint(calls.drawConfirm, {
  request: changeRequest({ gameId, periodNo, result: balls }),
  response: nothing,
})

export const drawCorrect = endpoint(calls.drawCorrect, {
  /** `version`: the result version that the operator looked at. */
  request: changeRequest({ gameId, periodNo, version, result: balls, reason }),
  response: nothing,
})

export const orderVoid = endpoint(calls.orderVoid, {
  request: changeRequest({ orderNo: longId, reason }),
  response: nothing,
})
