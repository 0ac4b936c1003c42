/** The automatic odds drop (自动降赔): its steps by price key, and what it has done. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  changeRequest,
  exportableList,
  gameId,
  instant,
  limitAmount,
  longId,
  money,
  odds,
  pageOf,
  periodNo,
  playCode,
  readRequest,
  version,
} from '../fields.ts'

/** The item's code or the class of a combination; null: every key of the play that has no steps of its own. */
const priceKey = z.string().min(1).max(64).nullable()

const dropSteps = {
  playCode,
  key: priceKey,
  /** Rising; none: no drop. */
  steps: z
    .array(
      z.strictObject({
        /** From this head-held stake of a period on, over all merchants and pankou. */
        stake: limitAmount,
        /** Comes off the odds of every pankou and tier ("0.5"). */
        drop: odds,
        /** No odds are dropped below this. */
        floor: odds,
      }),
    )
    .max(20),
}

export const oddsDropQuery = endpoint({
  id: 'book.oddsDropQuery',
  method: 'POST',
  path: '/api/admin/odds/drop/query',
  permission: 46000,
  request: readRequest({ gameId }),
  response: z.object({ gameId, version, items: z.array(z.object(dropSteps)) }),
  summary: '查询自动降赔',
})

export const oddsDropSet = endpoint({
  id: 'book.oddsDropSet',
  method: 'POST',
  path: '/api/admin/odds/drop/set',
  permission: 46000,
  write: true,
  /** Price keys that are left out stay as they are. Acts on the periods on sale within a second. */
  request: changeRequest({ gameId, version, items: z.array(z.strictObject(dropSteps)).min(1).max(500) }),
  response: z.object({ version }),
  summary: '设置自动降赔',
})

export const oddsDropLog = endpoint({
  id: 'book.oddsDropLog',
  method: 'POST',
  path: '/api/admin/odds/drop/log',
  permission: 46000,
  request: exportableList(['at'], { gameId, periodNo: periodNo.optional(), playCode: playCode.optional() }),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      periodNo,
      playCode,
      playName: z.string(),
      key: z.string(),
      keyName: z.string(),
      /** What the head held on the price key at that moment. */
      held: money,
      /** How much was off before and is off now. */
      before: odds,
      after: odds,
      floor: odds,
    }),
  ),
  summary: '自动降赔记录',
})
