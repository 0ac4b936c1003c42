/** The game platform's side: placing bets and reading their results. Signed calls (signature.ts). */

import type { GameId } from '@strata/domain/ids'
import { z } from 'zod'
import * as calls from '../calls/intake.ts'
import { endpoint } from '../endpoint.ts'
import {
  betNo,
  businessDay,
  gameId,
  instant,
  longId,
  money,
  named,
  orderResult,
  pankou,
  periodNo,
  quote,
  readRequest,
} from '../fields.ts'

/** Text whose value intake checks, so that one bad bet is refused alone and not the whole call. */
const judgedText = (maxLength: number) => z.string().min(1).max(maxLength)

/** A bet as sent: the schema checks its shape, intake checks every value, each bet separately. */
export const betSlip = z.strictObject({
  betNo: judgedText(64),
  account: judgedText(32),
  gameId: named<GameId>(z.int()),
  periodNo: judgedText(32),
  playCode: judgedText(16),
  itemCode: judgedText(160),
  /** Absent: the member's own. */
  pankou: judgedText(8).optional(),
  /** The quote that the bettor saw: it must equal the current one in every tier. */
  odds: z.union([judgedText(16), z.record(z.string().max(32), judgedText(16))]),
  stake: judgedText(24),
})

/** One answer per bet, in request order. */
export const betResult = z.union([
  z.object({ betNo: z.string(), accepted: z.literal(true), orderNo: longId }),
  z.object({
    betNo: z.string(),
    accepted: z.literal(false),
    code: z.int(),
    message: z.string(),
    /** With 42205: the current quote. */
    odds: quote.optional(),
  }),
])

export const orderCreate = endpoint(calls.orderCreate, {
  request: readRequest({ bets: z.array(betSlip).min(1).max(1000) }),
  response: z.object({ results: z.array(betResult) }),
})

export const recOrderQuery = endpoint(calls.recOrderQuery, {
  request: readRequest({ betNos: z.array(betNo).min(1).max(1000) }),
  response: z.object({
    /**
     * In request order; `found: false` without `notStored` for a number that was never accepted. With it the bet was accepted
     * as that order of that business day, whose single orders are no longer stored: it is over, and must not be sent again.
     */
    orders: z.array(
      z.union([
        z.object({
          betNo,
          found: z.literal(false),
          notStored: z.object({ orderNo: longId, day: businessDay }).optional(),
        }),
        z.object({
          betNo,
          found: z.literal(true),
          orderNo: longId,
          at: instant,
          account: z.string(),
          gameId,
          periodNo,
          playCode: z.string(),
          itemCode: z.string(),
          pankou,
          odds: quote,
          stake: money,
          state: z.enum(['open', 'settled', 'void']),
          /** null while open, and for a void order, whose stake was returned without a result. */
          result: orderResult.nullable(),
          tier: z.string().optional(),
          /** Why an order, or its whole period, was voided. */
          reason: z.string().optional(),
          /**
           * Settled again after the result of its period was replaced: the platform must read the bets of the
           * period again.
           */
          corrected: z.literal(true).optional(),
          /** null while open. */
          payout: money.nullable(),
          /** Commission of the member on this bet; null while open. */
          commission: money.nullable(),
        }),
      ]),
    ),
  }),
})
