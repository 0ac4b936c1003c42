/** The matrix of prices as operators edit it: all pankou at once, its versions, and the differences of a merchant. */

import type { MerchantId } from '@strata/domain/ids'
import { z } from 'zod'
import * as calls from '../calls/admin-odds.ts'
import { endpoint } from '../endpoint.ts'
import {
  changeRequest,
  exportableRead,
  gameId,
  groupId,
  id,
  instant,
  named,
  odds,
  pankou,
  percent,
  playCode,
  priceKey,
  quote,
  readRequest,
  version,
} from '../fields.ts'

const merchantId = named<MerchantId>(id)
/** An exact probability: "17/49", or "0". */
const fraction = z.string().regex(/^\d+(?:\/\d+)?$/)

const matrixRow = z.object({
  playCode,
  key: z.string(),
  quotes: z.record(pankou, quote),
  /** Of pankou A. */
  floor: odds,
  open: z.boolean(),
  /** Of the key's representative items, the least favourable of which decides the edge. */
  chances: z.array(
    z.object({
      wins: z.array(z.object({ tier: z.int(), hits: z.int(), probability: fraction })),
      refund: fraction,
    }),
  ),
  /** How much the merchant's odds are lowered; absent: not at all. */
  offset: odds.optional(),
  /** Automatic drops of the period on sale, in the order in which they apply. */
  drops: z.array(z.object({ drop: odds, floor: odds })).optional(),
})

export const oddsMatrix = endpoint(calls.oddsMatrix, {
  /** With `merchantId` its differences too. `export` answers a file that can be edited and read in again. */
  request: exportableRead({ gameId, merchantId: merchantId.optional() }),
  response: z.object({
    version,
    prices: z.array(matrixRow),
    /** The highest commission the head grants, by play group. */
    commission: z.array(z.object({ groupId, rates: z.record(pankou, percent) })),
    merchants: z.array(z.object({ merchantId, name: z.string() })),
  }),
})

export const oddsVersions = endpoint(calls.oddsVersions, {
  /** With `merchantId`: the changes of its differences, each with the version of the game's prices that it made. */
  request: readRequest({ gameId, merchantId: merchantId.optional() }),
  /** Newest first; of each at most 200 changed prices, `count` says of how many. */
  response: z.object({
    version,
    /** The version before all of them, to restore; null: none, or its prices belong to another lunar year. */
    earlier: version.nullable(),
    items: z.array(
      z.object({
        version,
        at: instant,
        operatorName: z.string(),
        count: z.int(),
        /** Its prices can be restored: nothing since came from a new lunar year. */
        restorable: z.boolean(),
        changes: z.array(
          z.object({
            playCode,
            key: z.string(),
            /** Absent for a difference, which holds on all of them. */
            pankou: pankou.optional(),
            before: quote.optional(),
            after: quote.optional(),
            floor: z.object({ before: odds, after: odds }).optional(),
            open: z.object({ before: z.boolean(), after: z.boolean() }).optional(),
            /** How much lower than the price; "0": no difference. */
            offset: z.object({ before: odds, after: odds }).optional(),
          }),
        ),
      }),
    ),
  }),
})

export const offsetSet = endpoint(calls.offsetSet, {
  request: changeRequest({
    gameId,
    merchantId,
    version,
    /** How much each price is lowered for the merchant's members on every pankou; "0" removes the difference. */
    offsets: z
      .array(z.strictObject({ playCode, key: priceKey, offset: odds }))
      .min(1)
      .max(3000)
      .optional(),
    /** Restores the merchant's differences of this version. Sent without `offsets`. */
    undoTo: version.optional(),
  }).refine(({ offsets, undoTo }) => (offsets === undefined) !== (undoTo === undefined), {
    message: '请提交差额或要恢复的版本',
    path: ['offsets'],
  }),
  response: z.object({ version }),
})
