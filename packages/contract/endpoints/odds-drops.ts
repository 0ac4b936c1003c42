/**
 * The automatic odds drop (自动降赔), by stakes held and by streaks (长龙降赔): its steps by price key, and the log of its
 * drops.
 */

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
  quote,
  readRequest,
  version,
} from '../fields.ts'

/**
 * The item's code or the class of a combination; null: every key of the play that has no steps of that kind of its
 * own.
 */
const priceKey = z.string().min(1).max(64).nullable()

const dropSteps = {
  playCode,
  key: priceKey,
  /** Ascending; empty: no drop. */
  steps: z
    .array(
      z.strictObject({
        /** The step applies from this head-held stake of a period on, over all merchants and pankou. */
        stake: limitAmount,
        /** Subtracted from the odds of every pankou and tier ("0.5"). */
        drop: odds,
        /** Odds are not lowered below this. */
        floor: odds,
      }),
    )
    .max(20),
}

const streakStep = z.strictObject({
  /** The step applies when the item has won this many draws in a row. */
  draws: z.int().min(2).max(50),
  /** Subtracted from the odds of every pankou and tier, before the drop by stakes. */
  drop: odds,
  /** Odds are not lowered below this. */
  floor: odds,
})

/** 长龙降赔, for single items only. Ascending; empty: no drop. */
const streakSteps = z.array(streakStep).max(20)

export const oddsDropQuery = endpoint(calls.oddsDropQuery, {
  request: readRequest({ gameId }),
  response: z.object({ gameId, version, items: z.array(z.object({ ...dropSteps, streakSteps })) }),
})

export const oddsDropSet = endpoint(calls.oddsDropSet, {
  /**
   * Price keys that are left out do not change, and neither do their streak steps. Applies to periods on sale
   * within a second.
   */
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
      /** The cause: stakes held, or draws won in a row. */
      cause: z.enum(['stake', 'streak']),
      /** For `stake`: the head-held stake of the price key at that moment; else 0. */
      held: money,
      /** For `streak`: how many draws the item had won in a row; else 0. */
      streak: z.int().min(0),
      /** The drop by this cause before and after. */
      before: odds,
      after: odds,
      floor: odds,
      /** The operator who reset it; null: it changed by itself. */
      resetBy: z.string().nullable(),
    }),
  ),
})

export const oddsDropNow = endpoint(calls.oddsDropNow, {
  request: readRequest({ gameId }),
  response: z.object({
    /** Periods on sale or about to open in which odds may drop. */
    periods: z.array(z.object({ periodNo, state: z.enum(['scheduled', 'open', 'closed']), closeAt: instant })),
    items: z.array(
      z.object({
        periodNo,
        playCode,
        playName: z.string(),
        key: z.string(),
        keyName: z.string(),
        /** What the head holds now over all merchants. */
        held: money,
        /** Subtracted because of stakes, and because of a streak of so many draws; 0: nothing. */
        byStake: odds,
        streak: z.int().min(0),
        byStreak: odds,
        /** Of pankou A without and with the drops; all pankou drop by the same. */
        base: quote,
        now: quote,
      }),
    ),
  }),
})

export const oddsDropReset = endpoint(calls.oddsDropReset, {
  /**
   * Full odds for the rest of the period: stakes held until now no longer count for these price keys, and neither does
   * their streak.
   */
  request: changeRequest({
    gameId,
    periodNo,
    items: z
      .array(z.strictObject({ playCode, key: z.string().min(1).max(64) }))
      .min(1)
      .max(500),
  }),
  response: z.object({ reset: z.int() }),
})
