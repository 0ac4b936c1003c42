/** Fly-out (放飞): accounts that stand for outside books, automatic settings, and the state of fly-out orders. */

import { z } from 'zod'
import * as calls from '../calls/fly-outs.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  exportableList,
  gameId,
  id,
  instant,
  itemCode,
  limitAmount,
  line,
  longId,
  money,
  newAccount,
  nickname,
  nothing,
  pageOf,
  pathId,
  percent,
  periodNo,
  playCode,
  quote,
  readRequest,
  remark,
  sharePercent,
  status,
  version,
} from '../fields.ts'
import { autoFields, itemOverride, savedSettings } from './replenishment.ts'

/**
 * `record`: a person records the fly-out by hand. `http`: the server sends it to an outside book and waits for the
 * answer.
 */
const connector = z.enum(['record', 'http'])

const flyOutAccountFields = {
  nickname,
  connector,
  /** An outside book registered by the platform, so that no user enters an address. Only with `http`. */
  bookId: id.optional(),
  /** How much less the outside book pays, at most 2 decimals. */
  oddsDiscount: sharePercent,
  commission: percent,
  /** Confirmed and pending together; null: no limit. */
  maxPerItem: limitAmount.nullable(),
  status,
}

export const flyOutBooks = endpoint(calls.flyOutBooks, {
  request: readRequest({}),
  response: z.object({ books: z.array(z.object({ bookId: id, name: z.string() })) }),
})

export const flyOutAccountCreate = endpoint(calls.flyOutAccountCreate, {
  request: changeRequest({ accountName: newAccount, ...flyOutAccountFields }),
  response: z.object({ pilotId: pathId }),
})

export const flyOutAccountUpdate = endpoint(calls.flyOutAccountUpdate, {
  request: changeRequest({
    pilotId: pathId,
    nickname: nickname.optional(),
    connector: flyOutAccountFields.connector.optional(),
    bookId: flyOutAccountFields.bookId,
    oddsDiscount: sharePercent.optional(),
    commission: percent.optional(),
    maxPerItem: flyOutAccountFields.maxPerItem.optional(),
    status: status.optional(),
  }),
  response: nothing,
})

export const flyOutAccountQuery = endpoint(calls.flyOutAccountQuery, {
  request: exportableList(['accountName', 'createdAt'], { status: status.optional() }),
  response: pageOf(z.object({ pilotId: pathId, accountName: z.string(), ...flyOutAccountFields, createdAt: instant })),
})

const flyOutFields = { ...autoFields, pilotId: pathId.nullable() }

/** What the parent decides about the fly-outs of a direct child. */
const flyOutRule = {
  /** Outside books that it may use; null: all, also those registered later. */
  bookIds: z.array(id).max(100).nullable(),
  /** Whether it may record fly-outs by hand. */
  byHand: z.boolean(),
  /** Confirmed and pending together, per item and period; null: no limit. */
  maxPerItem: limitAmount.nullable(),
}

export const flyOutQuery = endpoint(calls.flyOutQuery, {
  request: readRequest({ gameId, agentPathsId: pathId.optional() }),
  response: z.object({
    version,
    auto: z.array(z.object({ ...flyOutFields, items: z.array(z.object(itemOverride)) })),
    downline: z.array(
      z.object({
        agentPathsId: pathId,
        accountName: z.string(),
        version,
        isAllowPilotOut: z.boolean(),
        ...flyOutRule,
      }),
    ),
  }),
})

export const flyOutSet = endpoint(calls.flyOutSet, {
  request: changeRequest({
    gameId,
    agentPathsId: pathId.optional(),
    version,
    auto: z.array(z.strictObject({ ...flyOutFields, items: z.array(z.strictObject(itemOverride)).max(3000) })).max(500),
  }),
  response: savedSettings,
})

export const flyOutAllowedSet = endpoint(calls.flyOutAllowedSet, {
  request: changeRequest({
    items: z
      .array(
        z.strictObject({
          agentPathsId: pathId,
          version,
          isAllowPilotOut: z.boolean(),
          /** Left out: what the parent decided before stays. */
          rule: z.strictObject(flyOutRule).optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  response: z.object({ items: z.array(z.object({ agentPathsId: pathId, version })) }),
})

/**
 * `unknown`: no answer in time, the server asks again by the order's key; `corrected`: accepted after its period
 * was settled.
 */
const flyOutState = z.enum(['pending', 'confirmed', 'rejected', 'unknown', 'corrected'])

/** Why a fly-out was not sent or not accepted. Never contains text from the other side. */
export const FLY_OUT_ERRORS = [
  'blocked',
  'unresolved',
  'notHttps',
  'tooLarge',
  'unreachable',
  'timeout',
  'badStatus',
  'badAnswer',
  'noBook',
  'waiting',
  'refused',
  'unplaced',
] as const

export const flyOutOrderQuery = endpoint(calls.flyOutOrderQuery, {
  request: exportableList(['at', 'amount'], {
    gameId: gameId.optional(),
    periodNo: periodNo.optional(),
    state: flyOutState.optional(),
    pilotId: pathId.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      gameId,
      periodNo,
      playCode,
      itemCode,
      itemName: z.string(),
      amount: money,
      odds: quote,
      pilotId: pathId,
      pilotName: z.string(),
      connector,
      state: flyOutState,
      externalNo: z.string(),
      attempts: z.int().min(0),
      lastError: z.enum(FLY_OUT_ERRORS).nullable(),
      /** The outside book's answer, if it came after a person had decided otherwise. */
      contradicted: z.enum(['accepted', 'rejected']).nullable(),
      /** Which decisions a person may make now. */
      mayConfirm: z.boolean(),
      mayReject: z.boolean(),
      mayResend: z.boolean(),
    }),
  ).extend({
    /** The last of the days asked for whose single orders are no longer stored; the list begins after it. */
    notStored: businessDay.optional(),
  }),
})

const flyOutDecision = {
  id: longId,
  externalNo: line(64).optional(),
  reason: remark.optional(),
}

export const flyOutOrderConfirm = endpoint(calls.flyOutOrderConfirm, {
  request: changeRequest(flyOutDecision),
  response: nothing,
})

export const flyOutOrderReject = endpoint(calls.flyOutOrderReject, {
  request: changeRequest(flyOutDecision),
  response: nothing,
})

export const flyOutOrderResend = endpoint(calls.flyOutOrderResend, {
  request: changeRequest({ id: longId }),
  response: nothing,
})
