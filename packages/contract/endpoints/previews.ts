/** What a correction or a void would do, before it does. */

import { z } from 'zod'
import * as calls from '../calls/previews.ts'
import { endpoint } from '../endpoint.ts'
import {
  exportableRead,
  gameId,
  instant,
  itemCode,
  longId,
  money,
  pankou,
  periodNo,
  playCode,
  readRequest,
  version,
} from '../fields.ts'
import { periodTimes, resultVersion } from './games.ts'

const count = z.int().min(0)
const outcome = z.enum(['lose', 'win', 'refund'])

/** Differences: the new value less the present one. A positive payable means that the level pays more. */
const level = z.object({
  role: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  result: money,
  payable: money,
  receivable: money,
  /** To outside books, of its own fly-outs. */
  outside: money,
})

const sums = {
  /** Orders whose outcome or payout changes. */
  orders: count,
  toWin: count,
  fromWin: count,
  /** Of all members' wallets together. */
  wallets: money,
  levels: z.array(level),
  /** Wallets that go below zero. */
  negative: count,
}

const preview = z.object({
  /** The period of what is changed. */
  gameId,
  periodNo,
  merchants: z.array(z.object({ merchantId: count, code: z.string(), ...sums })),
  total: z.object(sums),
  /** The wallets that go furthest below zero. */
  negatives: z.array(
    z.object({ code: z.string(), accountName: z.string(), balance: money, difference: money, after: money }),
  ),
  /** The orders that change most, by their member's result. */
  orders: z.array(
    z.object({
      orderNo: longId,
      code: z.string(),
      accountName: z.string(),
      playCode,
      playName: z.string(),
      itemCode,
      pankou,
      stake: money,
      before: outcome,
      after: outcome,
      was: money,
      becomes: money,
      difference: money,
    }),
  ),
  /** Sources that say the proposed balls. */
  sources: z.array(z.string()),
})

export const periodPreview = endpoint(calls.periodPreview, {
  /** Without `result`: the void of the period. `version`: the result version that the operator looks at. */
  request: exportableRead({
    gameId,
    periodNo,
    version,
    result: z.array(z.int().min(0).max(99)).min(1).max(20).optional(),
  }),
  response: preview,
})

export const orderVoidPreview = endpoint(calls.orderVoidPreview, {
  request: exportableRead({ orderNo: longId }),
  response: preview,
})

export const periodProgress = endpoint(calls.periodProgress, {
  request: readRequest({ gameId, periodNo }),
  response: z.object({
    gameId,
    ...periodTimes.shape,
    resultVersion: version,
    /** Who says the balls: the seed that was committed before the period opened, a feed, or two operators. */
    drawnBy: z.enum(['seed', 'feed', 'hand']),
    /** Two operators may type its result now. */
    mayEnter: z.boolean(),
    /** Hash of the seed; null: the period has none. */
    commitment: z.string().nullable(),
    /** Rule options of the period, in the form of the rules: what is derived from its balls depends on them. */
    options: z.record(z.string(), z.union([z.boolean(), z.string(), z.int(), z.array(z.int())])),
    /** What feeds say; empty before the period has a result, because both entries are blind. */
    sources: z.array(z.object({ source: z.string(), result: z.array(z.int()), at: instant })),
    /** Merchants with orders in the period. */
    merchants: count,
    /** Of them, those whose books and wallets have the result in force. */
    settled: count,
    versions: z.array(resultVersion),
    /** What corrections and voids have posted to wallets, by merchant and revision. */
    posted: z.array(
      z.object({
        code: z.string(),
        revision: z.int().min(1),
        reason: z.enum(['settlement', 'correction', 'orderVoid']),
        fromVersion: version,
        toVersion: version,
        orderNo: longId.nullable(),
        at: instant,
        wallets: count,
        amount: money,
        done: z.boolean(),
      }),
    ),
  }),
})
