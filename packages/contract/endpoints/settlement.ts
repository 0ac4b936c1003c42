/** Results in, and what may be done to a period or an order afterwards. */

import { z } from 'zod'
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

export const drawPublish = endpoint({
  id: 'settlement.drawPublish',
  method: 'POST',
  path: '/api/rec/draw/publish',
  permission: 'signed',
  request: readRequest({ gameId, periodNo, result: balls }),
  response: z.object({
    gameId,
    periodNo,
    /** `waiting`: the game requires a second source to agree. */
    state: z.enum(['accepted', 'waiting']),
    result: z.array(z.int()),
  }),
  summary: '结果源公布开奖结果',
})

const reason = line(200).min(1)

export const gamePeriodQuery = endpoint({
  id: 'settlement.gamePeriodQuery',
  method: 'POST',
  path: '/api/admin/game/period/query',
  permission: 41000,
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
  summary: '期号列表',
})

export const gamePeriodVoid = endpoint({
  id: 'settlement.gamePeriodVoid',
  method: 'POST',
  path: '/api/admin/game/period/void',
  permission: 41000,
  write: true,
  /** `version`: the result version that the operator looked at. */
  request: changeRequest({ gameId, periodNo, version, reason }),
  response: nothing,
  summary: '整期作废',
})

export const drawEnter = endpoint({
  id: 'settlement.drawEnter',
  method: 'POST',
  path: '/api/admin/draw/enter',
  permission: 41000,
  write: true,
  request: changeRequest({ gameId, periodNo, result: balls }),
  response: nothing,
  summary: '录入开奖结果',
})

export const drawConfirm = endpoint({
  id: 'settlement.drawConfirm',
  method: 'POST',
  path: '/api/admin/draw/confirm',
  permission: 41000,
  write: true,
  request: changeRequest({ gameId, periodNo, result: balls }),
  response: nothing,
  summary: '复核开奖结果',
})

export const drawCorrect = endpoint({
  id: 'settlement.drawCorrect',
  method: 'POST',
  path: '/api/admin/draw/correct',
  permission: 41000,
  write: true,
  /** `version`: the result version that the operator looked at. */
  request: changeRequest({ gameId, periodNo, version, result: balls, reason }),
  response: nothing,
  summary: '更正开奖结果',
})

export const orderVoid = endpoint({
  id: 'settlement.orderVoid',
  method: 'POST',
  path: '/api/admin/order/void',
  permission: 41000,
  write: true,
  request: changeRequest({ orderNo: longId, reason }),
  response: nothing,
  summary: '注单作废',
})
