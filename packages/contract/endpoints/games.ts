/** Games, their plays and prices, periods and draws: the calls that read them. */

import { z } from 'zod'
import * as calls from '../calls/games.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  DAY_RANGE_MESSAGE,
  exportableList,
  exportableRead,
  gameId,
  gameType,
  groupId,
  id,
  instant,
  isDayRange,
  pageOf,
  pankou,
  periodNo,
  periodState,
  playCode,
  quote,
  readRequest,
  version,
} from '../fields.ts'

export const gameHub = endpoint(calls.gameHub, {
  request: readRequest({}),
  response: z.array(z.object({ id, hubName: z.string() })),
})

/** Every game, those that are off too: their orders, results and reports stay. */
export const gameTypes = endpoint(calls.gameTypes, {
  request: readRequest({}),
  response: z.array(
    z.object({
      id: gameId,
      gameType,
      gameName: z.string(),
      enabled: z.boolean(),
      groups: z.array(
        z.object({
          id: groupId,
          code: z.string(),
          name: z.string(),
          plays: z.array(z.object({ id, code: playCode, name: z.string() })),
        }),
      ),
    }),
  ),
})

/** Rule options by name: a number as text, several joined by a comma. */
export const ruleOptions = z.record(z.string(), z.union([z.string(), z.boolean()]))

export const rulesInForce = endpoint(calls.rulesInForce, {
  request: readRequest({}),
  response: z.array(
    z.object({
      gameId,
      gameType,
      /** The period on sale, which keeps the options that it began with; null between two periods. */
      periodNo: periodNo.nullable(),
      /** Of the period on sale; between two periods, of the next one. */
      options: ruleOptions,
      /** From the next period; null: the same. */
      next: ruleOptions.nullable(),
      stops: z.array(z.object({ playCode, reason: z.string(), at: instant })),
    }),
  ),
})

const times = {
  periodNo,
  state: periodState,
  openAt: instant,
  closeAt: instant,
  hedgeCloseAt: instant,
  drawAt: instant,
}

/** A period with its times. */
export const periodTimes = z.object(times)
/** The period of a board: its times, its result after the draw, and the server's clock. */
export const boardPeriod = z.object({ ...times, result: z.array(z.int()).optional(), serverNow: instant })

export const recGameInfos = endpoint(calls.recGameInfos, {
  request: readRequest({}),
  response: z.array(
    z.object({
      gameId,
      gameType,
      gameName: z.string(),
      serverNow: instant,
      current: periodTimes.nullable(),
      next: periodTimes.nullable(),
      /** Balls in the order drawn; 6HC: six 正码, then the special number. */
      last: z.object({ periodNo, result: z.array(z.int()) }).nullable(),
    }),
  ),
})

const oddsRequest = readRequest({ gameId, pankou })
const oddsAnswer = z.object({
  version,
  prices: z.array(
    z.object({
      playCode,
      /** The item's code, or the class of a combination. */
      key: z.string(),
      quote,
      open: z.boolean(),
    }),
  ),
})

export const oddsQuery = endpoint(calls.oddsQuery, {
  request: oddsRequest,
  response: oddsAnswer,
})

export const recOddsQuery = endpoint(calls.recOddsQuery, {
  request: oddsRequest,
  response: oddsAnswer,
})

/** A result that was in force, with its author and reason. A correction or a void replaces it but does not hide it. */
export const resultVersion = z.object({
  version: z.int().min(1),
  kind: z.enum(['draw', 'correction', 'void']),
  /** Balls in the order drawn; empty for a void. */
  result: z.array(z.int()),
  at: instant,
  /**
   * Who put it in force. For levels above the viewer only their level is shown; empty: the system or a result
   * source.
   */
  by: z.string(),
  reason: z.string(),
})

export const recCommitment = endpoint(calls.recCommitment, {
  request: readRequest({ gameId, periodNo }),
  response: z.object({
    gameId,
    periodNo,
    state: periodState,
    openAt: instant,
    closeAt: instant,
    drawAt: instant,
    /** SHA-256 of the seed in lower-case hex, fixed before the period opens; null: the game is not drawn by a seed. */
    commitment: z.string().nullable(),
    committedAt: instant.nullable(),
    /** After the draw: the seed, whose hash is the commitment, and the balls. */
    seed: z.string().nullable(),
    result: z.array(z.int()),
  }),
})

export const periodHistories = endpoint(calls.periodHistories, {
  request: exportableList(['drawAt', 'periodNo'], {
    gameId,
    date: businessDay.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }).refine((range) => isDayRange(range) && !(range.date && (range.from || range.to)), {
    message: DAY_RANGE_MESSAGE,
    path: ['to'],
  }),
  response: pageOf(
    z.object({
      periodNo,
      drawAt: instant,
      /** Balls in the order drawn; empty before the draw and for a void period. */
      result: z.array(z.int()),
      /**
       * Name -> Chinese label: sum, bigSmall, oddEven, dragonTiger, zodiac ... The game decides which names there
       * are.
       */
      labels: z.record(z.string(), z.string()),
      state: periodState,
      /** Demo draws: SHA-256 of the seed, shown before the period opens; the seed after the draw. */
      commitment: z.string().optional(),
      seed: z.string().optional(),
      /** For a corrected or voided period: every result it had, the one in force last. */
      versions: z.array(resultVersion).optional(),
    }),
  ),
})

/** The latest draws of a game and the side that won each market of two or three items: 长龙, 遗漏 and trends. */
export const longRun = endpoint(calls.longRun, {
  request: exportableRead({
    gameId,
    /** Draws up to the end of this business day; absent: up to the latest. */
    date: businessDay.optional(),
    periods: z.union([z.literal(50), z.literal(100), z.literal(200), z.literal(500)]).default(100),
  }),
  response: z.object({
    /** The markets that settlement uses, in catalogue order. */
    sides: z.array(
      z.object({
        market: z.string(),
        playCode,
        playName: z.string(),
        items: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    /** Newest first. */
    draws: z.array(
      z.object({
        periodNo,
        drawAt: instant,
        result: z.array(z.int()),
        /** For each side the index of the winner in its items; -1: no winner (refund). */
        winners: z.array(z.int()),
      }),
    ),
  }),
})
