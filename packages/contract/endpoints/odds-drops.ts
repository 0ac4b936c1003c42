/** The automatic odds drop (自动降赔), by stakes held and by streaks (长龙降赔): its steps by price key, and what it has done. */

import { z } from 'zod'
import * as calls from '../calls/odds-drops.ts'
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

/** The item's code or the class of a combination; null: every key of the play without steps of its own of that kind. */
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

const streakStep = z.strictObject({
  /** From so many draws on that the item has won in a row. */
  draws: z.int().min(2).max(50),
  /** Comes off the odds of every pankou and tier, before what stakes take off. */
  drop: odds,
  /** No odds are dropped below this. */
  floor: odds,
})

/** 长龙降赔, of single items alone. Rising; none: no drop. */
const streakSteps = z.array(streakStep).max(20)

export const oddsDropQuery = endpoint(calls.oddsDropQuery, {
  request: readRequest({ gameId }),
  response: z.object({ gameId, version, items: z.array(z.object({ ...dropSteps, streakSteps })) }),
})

export const oddsDropSet = endpoint(calls.oddsDropSet, {
  /** Price keys that are left out stay as they are, and so do streak steps. Acts on the periods on sale within a second. */
  request: changeRequest({
    gameId,
    version,
    items: z
      .array(z.strictObject({ ...dropSteps, streakSteps: streakSteps.optional() }))
      .min(1)
      .max(500),
  }),
  response: z.object({ version }),
})

export const oddsDropLog = endpoint(calls.oddsDropLog, {
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
      /** What it came from: stakes held, or draws won in a row. */
      cause: z.enum(['stake', 'streak']),
      /** Of `stake`: what the head held on the price key at that moment; else 0. */
      held: money,
      /** Of `streak`: how many draws the item had won in a row; else 0. */
      streak: z.int().min(0),
      /** How much was off by this cause before and is off now. */
      before: odds,
      after: odds,
      floor: odds,
    }),
  ),
})
