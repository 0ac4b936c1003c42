/** Replenishment (补货): settings and manual orders. Fly-outs are in fly-outs.ts. */

import { z } from 'zod'
import * as calls from '../calls/replenishment.ts'
import { endpoint } from '../endpoint.ts'
import { REPLENISHMENT_REASONS, type ReplenishmentReason } from '../errors.ts'
import {
  acceptType,
  amount,
  changeRequest,
  gameId,
  gameIdOrDefault,
  groupId,
  itemCode,
  limitAmount,
  longId,
  money,
  moneyRequest,
  pankou,
  pathId,
  percent,
  periodNo,
  playCode,
  quote,
  readRequest,
  roleId,
  sharePercent,
  version,
} from '../fields.ts'
import { cappedPreview, inTwoSteps, savedVersions } from './tree.ts'

// ---- settings -----------------------------------------------------------------------------------------------------

/** null: no limit; "0": none. */
const groupLimit = { groupId, limit: limitAmount.nullable() }
const holdLimit = limitAmount.nullable()
export const itemOverride = { playCode, itemCode, holdLimit }

/** Automatic settings of a play group. */
export const autoFields = {
  groupId,
  enabled: z.boolean(),
  /** 占成控额; null: keep all, "0": send all. */
  holdLimit,
  /** Amounts are cut to a multiple of it; above 0. */
  unit: amount,
  mode: z.enum(['stake', 'loss']),
  /** For mode `loss`. */
  maxLoss: limitAmount.nullable(),
}

const auto = z.object({ ...autoFields, items: z.array(z.object(itemOverride)) })
const autoInput = z.strictObject({ ...autoFields, items: z.array(z.strictObject(itemOverride)).max(3000) })
const manualFields = { groupId, enabled: z.boolean(), unit: amount }

export const replenishmentQuery = endpoint(calls.replenishmentQuery, {
  /** `agentPathsId`: for the head, the merchant whose accept limits are read. */
  request: readRequest({ gameId, agentPathsId: pathId.optional() }),
  response: z.object({
    version,
    self: z.object({
      /** How the parent treats this path; the head has 0. */
      acceptType,
      replenishPankou: pankou,
      acceptLimits: z.array(z.object(groupLimit)),
      sendLimits: z.array(z.object(groupLimit)),
      auto: z.array(auto),
      manual: z.array(z.object(manualFields)),
      /** Where what is sent flies out: how much less the outside book pays, and its commission. */
      flyOut: z.array(z.object({ groupId, oddsDiscount: sharePercent, commission: percent })),
    }),
    downline: z.array(
      z.object({
        agentPathsId: pathId,
        accountName: z.string(),
        version,
        acceptType,
        maxFill: z.array(z.object({ groupId, maxFill: limitAmount.nullable() })),
      }),
    ),
  }),
})

/** An order that a changed setting placed at once. */
export const sentOrder = z.object({
  orderNo: longId,
  gameId,
  periodNo,
  playCode,
  itemCode,
  itemName: z.string(),
  amount: money,
  kind: z.enum(['replenishment', 'flyout']),
  takerRoleId: roleId,
})

export const savedSettings = z.object({ version, sent: z.array(sentOrder) })

export const autoConfigSet = endpoint(calls.autoConfigSet, {
  request: changeRequest({
    gameId,
    /** For the head: the merchant whose accept limits are changed. */
    agentPathsId: pathId.optional(),
    version,
    acceptLimits: z.array(z.strictObject(groupLimit)).max(500).optional(),
    sendLimits: z.array(z.strictObject(groupLimit)).max(500).optional(),
    auto: z.array(autoInput).max(500).optional(),
  }),
  response: savedSettings,
})

export const manualConfigSet = endpoint(calls.manualConfigSet, {
  request: changeRequest({
    gameId,
    version,
    replenishPankou: pankou.optional(),
    manual: z.array(z.strictObject(manualFields)).max(500).optional(),
  }),
  response: savedSettings,
})

export const stop = endpoint(calls.stop, {
  /** Takes no version: everything that is on when the call arrives is switched off, whatever the screen showed. */
  request: changeRequest({
    gameId,
    /** For the head: the merchant whose book its fly-outs reduce. */
    agentPathsId: pathId.optional(),
  }),
  response: savedSettings.extend({
    /** The groups that were switched off. */
    stopped: z.object({ auto: z.array(groupId), flyOut: z.array(groupId) }),
  }),
})

export const acceptTypesSet = endpoint(calls.acceptTypesSet, {
  request: changeRequest({
    items: z
      .array(
        z.strictObject({
          agentPathsId: pathId,
          version,
          gameId: gameIdOrDefault,
          acceptType: acceptType.optional(),
          maxFill: z
            .array(z.strictObject({ groupId, maxFill: limitAmount.nullable() }))
            .max(500)
            .optional(),
        }),
      )
      .min(1)
      .max(500),
    ...inTwoSteps,
  }),
  response: z.union([cappedPreview, savedVersions]),
})

// ---- manual -------------------------------------------------------------------------------------------------------

const reasons = Object.keys(REPLENISHMENT_REASONS) as [ReplenishmentReason, ...ReplenishmentReason[]]

export const manualBet = endpoint(calls.manualBet, {
  request: moneyRequest({
    gameId,
    /** For the head, which flies out: the merchant whose book is reduced. */
    agentPathsId: pathId.optional(),
    periodNo,
    orders: z.array(z.strictObject({ playCode, itemCode, amount })).min(1).max(500),
    preview: z.literal(true).optional(),
    /** The `version` of the preview that was shown; when it has changed, sending answers 40902 with a new preview. */
    version: z.string().max(128).optional(),
  }),
  response: z.object({
    version: z.string(),
    results: z.array(
      z.object({
        playCode,
        itemCode,
        requested: money,
        takes: z.array(
          z.object({
            roleId,
            /** Only for a path of the caller's own downline or its own; of levels above only the role is shown. */
            agentPathsId: pathId.optional(),
            amount: money,
          }),
        ),
        refused: money,
        reason: z.enum(reasons).optional(),
        odds: quote,
        /** Empty in a preview. */
        orderNos: z.array(longId),
      }),
    ),
  }),
})

export const advise = endpoint(calls.advise, {
  request: readRequest({
    gameId,
    /** For the head, which flies out: the merchant whose book is reduced. */
    agentPathsId: pathId.optional(),
    periodNo,
    maxLoss: limitAmount,
    outcomes: z.enum(['deciding', 'period']),
  }),
  response: z.object({
    orders: z.array(z.object({ playCode, itemCode, amount: money })),
    total: money,
    worstBefore: money,
    worstAfter: money,
    /** The cost if no sent item wins: stakes less commission. */
    cost: money,
    /** Outcomes that still lose more than the limit, named as in the scenario, and why. */
    unmet: z.array(z.object({ code: z.string(), why: z.string() })),
  }),
})
