/** The tree of accounts, their terms and their state. */

import { eachLimit, type LimitName } from '@strata/domain/tree/limits'
import { z } from 'zod'
import * as calls from '../calls/tree.ts'
import { endpoint } from '../endpoint.ts'
import {
  acceptType,
  accountId,
  amount,
  businessDay,
  changeRequest,
  chatGroupId,
  exportableList,
  exportableRead,
  fundMode,
  gameId,
  gameIdOrDefault,
  groupId,
  instant,
  keyword,
  limitAmount,
  line,
  longId,
  money,
  moneyRequest,
  newAccount,
  nickname,
  nothing,
  pageOf,
  pankou,
  pathId,
  percent,
  readRequest,
  remark,
  roleId,
  sharePercent,
  status,
  trailStep,
  version,
  wrappedPassword,
} from '../fields.ts'

// ---- terms -----------------------------------------------------------------------------------------------------

const remainder = z.enum(['head', 'parent'])
/** Percent per pankou that the account may use; a missing letter means that the pankou is not open to it. */
const commission = z.partialRecord(pankou, percent)

/** The range a value may be set to, in money or percent like the value. `why` names in Chinese what limits it. */
export const bounds = z.object({ min: z.string(), max: z.string().nullable(), why: z.string() })

/** null: no limit. */
const limits = {
  minStake: money,
  maxStake: money,
  maxItem: money,
  maxFill: money.nullable(),
} satisfies Record<LimitName, z.ZodType>

const newLimits = {
  minStake: limitAmount.optional(),
  maxStake: limitAmount.optional(),
  maxItem: limitAmount.optional(),
  maxFill: limitAmount.nullable().optional(),
} satisfies Record<LimitName, z.ZodType>

const playTerms = z.object({
  groupId,
  commission,
  ...limits,
  bounds: z.object({
    commission: z.partialRecord(pankou, bounds),
    ...eachLimit(() => bounds),
  }),
})

const shareTerms = { uplineShare: sharePercent, downlineCap: sharePercent, remainder }

const gameTerms = z.object({
  /** 0: the default of games not listed. */
  gameId: gameIdOrDefault,
  enabled: z.boolean(),
  ...shareTerms,
  /** For a bettor the one it bets on, for others the set they may open. */
  pankou: z.array(pankou),
  replenishPankou: pankou.optional(),
  acceptType,
  plays: z.array(playTerms),
  scheduled: z.object({ ...shareTerms, fromDay: businessDay }).optional(),
  bounds: z.object({
    uplineShare: bounds,
    downlineCap: bounds,
    /** Pankou that the parent can open. */
    pankou: z.array(pankou),
    acceptType: z.array(acceptType),
  }),
})

export const termsAnswer = z.object({
  agentPathsId: pathId,
  version,
  isAllowPilotOut: z.boolean(),
  games: z.array(gameTerms),
})

/** Terms to be set: only the given fields change. */
export const termsInput = z.strictObject({
  isAllowPilotOut: z.boolean().optional(),
  games: z
    .array(
      z.strictObject({
        gameId: gameIdOrDefault,
        enabled: z.boolean().optional(),
        uplineShare: sharePercent.optional(),
        downlineCap: sharePercent.optional(),
        remainder: remainder.optional(),
        pankou: z.array(pankou).min(1).max(4).optional(),
        replenishPankou: pankou.optional(),
        acceptType: acceptType.optional(),
        plays: z
          .array(
            z.strictObject({
              groupId,
              commission: z.partialRecord(pankou, percent).optional(),
              ...newLimits,
            }),
          )
          .max(500)
          .optional(),
      }),
    )
    .max(100),
})

export const getGameInfos = endpoint(calls.getGameInfos, {
  request: readRequest({ agentPathsId: pathId }),
  response: termsAnswer,
})

/** One account that a lowered term would cap. */
export const affectedTerm = z.object({
  agentPathsId: pathId,
  accountName: z.string(),
  gameId: gameIdOrDefault,
  groupId: groupId.optional(),
  field: z.string(),
  before: z.string(),
  after: z.string(),
  fromDay: businessDay.optional(),
})

/** A change that may cap accounts below: a preview first, then a save with its token. */
export const inTwoSteps = {
  preview: z.literal(true).optional(),
  /** The token of the preview whose effects are accepted. */
  confirm: z.string().max(128).optional(),
}

export const cappedPreview = z.object({ affected: z.array(affectedTerm), confirm: z.string() })

/** The new versions of the paths that a save named. */
export const savedVersions = z.object({ items: z.array(z.object({ agentPathsId: pathId, version })) })

export const setTerms = endpoint(calls.setTerms, {
  request: changeRequest({ ...termsInput.shape, agentPathsId: pathId, version, ...inTwoSteps }),
  response: z.union([cappedPreview, z.object({ version })]),
})

/** One change for many accounts, made one after the other by a job; `bulk` events report its progress. */
export const setTermsMany = endpoint(calls.setTermsMany, {
  request: changeRequest({
    ...termsInput.shape,
    agentPathsIds: z.array(pathId).min(1).max(500),
    /** Caps accounts below where needed. Without it, an account whose change would cap another one is not changed. */
    capBelow: z.boolean().optional(),
  }),
  response: z.object({ bulkId: longId, total: z.int() }),
})

export const bulkTermsQuery = endpoint(calls.bulkTermsQuery, {
  request: readRequest({ bulkId: longId }),
  response: z.object({
    bulkId: longId,
    state: z.enum(['running', 'done']),
    done: z.int(),
    total: z.int(),
    /** Accounts that were not changed, with the reason in Chinese. */
    failed: z.array(z.object({ agentPathsId: pathId, accountName: z.string(), reason: z.string() })),
  }),
})

const groupLimits = z.object({ groupId, ...limits })

/** The limits of every direct child in one game; its file is filled in and read in again. */
export const limitsQuery = endpoint(calls.limitsQuery, {
  request: exportableRead({ gameId }),
  response: z.object({
    items: z.array(
      z.object({ agentPathsId: pathId, accountName: z.string(), roleId, version, plays: z.array(groupLimits) }),
    ),
  }),
})

/** Accounts that one call can change. */
export const MAX_LIMIT_ACCOUNTS = 500

/**
 * Limits of many direct children in one game, all or none. A preview answers what is against it by account and play
 * group, and the accounts below that it would cap; a save takes the token of a preview without faults.
 */
export const limitsSet = endpoint(calls.limitsSet, {
  request: changeRequest({
    gameId,
    items: z
      .array(
        z.strictObject({
          agentPathsId: pathId,
          version,
          plays: z
            .array(z.strictObject({ groupId, ...newLimits }))
            .min(1)
            .max(100),
        }),
      )
      .min(1)
      .max(MAX_LIMIT_ACCOUNTS),
    ...inTwoSteps,
  }),
  response: z.union([
    cappedPreview.extend({
      faults: z.array(
        z.object({ agentPathsId: pathId, accountName: z.string(), groupId: groupId.optional(), reason: z.string() }),
      ),
    }),
    z.object({ saved: z.int() }),
  ]),
})

const groupFill = z.object({ groupId, maxFill: money.nullable() })

export const maxFillQuery = endpoint(calls.maxFillQuery, {
  /** Without a parent: the caller's own children; for the head its merchants. */
  request: readRequest({ gameId, parentPathsId: pathId.optional() }),
  response: z.object({
    /** The parent's own limits: the largest values that may be given. null: no limit. */
    bounds: z.array(groupFill),
    items: z.array(
      z.object({
        agentPathsId: pathId,
        accountName: z.string(),
        nickname: z.string(),
        roleId,
        version,
        acceptType,
        maxFill: z.array(groupFill),
      }),
    ),
  }),
})

// ---- the tree --------------------------------------------------------------------------------------------------

export const agentRow = z.object({
  agentPathsId: pathId,
  accountId,
  accountName: z.string(),
  nickname: z.string(),
  roleId,
  memberFlag: z.boolean(),
  /** Number of sub-accounts. */
  subCount: z.int().min(0),
  /** null for the head. */
  parentPathsId: pathId.nullable(),
  /** From the signed-in path down to the row's parent. */
  trail: z.array(trailStep),
  status,
  /** The strictest status from the head down to this account. */
  effectiveStatus: status,
  fundMode,
  credit: money,
  balance: money,
  cash: money,
  downlineCount: z.object({ agents: z.int().min(0), members: z.int().min(0) }),
  pankou: z.array(pankou),
  uplineShare: sharePercent,
  createdAt: instant,
  lastLoginAt: instant.nullable(),
  online: z.boolean(),
})

export const agentQuery = endpoint(calls.agentQuery, {
  request: exportableList(['accountName', 'createdAt', 'lastLoginAt', 'credit', 'balance', 'cash', 'uplineShare'], {
    /** Only this account, on any level below; the other filters are ignored. */
    agentPathsId: pathId.optional(),
    parentPathsId: pathId.optional(),
    roleId: roleId.optional(),
    status: status.optional(),
    keyword: keyword.optional(),
    groupId: chatGroupId.optional(),
    /** Everything below instead of the next level; a keyword or group looks there anyway. */
    below: z.boolean().optional(),
  }),
  response: pageOf(agentRow).extend({
    /** How many of each role the list would have without its filter by role; absent for a list of merchants. */
    roles: z.array(z.object({ roleId, total: z.int().min(0) })).optional(),
  }),
})

const newPath = {
  parentPathsId: pathId.optional(),
  nickname: nickname.optional(),
  credit: amount.optional(),
  isAllowPilotOut: z.boolean().optional(),
  groupId: chatGroupId.optional(),
  terms: termsInput.optional(),
  /** Needed with an amount: a first credit is a transfer. */
  transferPassword: wrappedPassword.optional(),
}

/** Either name and password of a new account, or the name of an existing account that gets a second path. */
const newLogin = {
  accountName: newAccount.optional(),
  password: wrappedPassword.optional(),
  existingAccount: newAccount.optional(),
}

const isOneLogin = (request: { accountName?: unknown; password?: unknown; existingAccount?: unknown }): boolean =>
  request.existingAccount === undefined
    ? request.accountName !== undefined && request.password !== undefined
    : request.accountName === undefined && request.password === undefined

const LOGIN_MESSAGE = { message: '请填写账号和密码，或选择已有账号', path: ['accountName'] }
const createdPath = z.object({ agentPathsId: pathId, accountId })

export const createAgent = endpoint(calls.createAgent, {
  request: moneyRequest({ ...newPath, ...newLogin, roleId, fundMode: fundMode.optional() }).refine(
    isOneLogin,
    LOGIN_MESSAGE,
  ),
  response: createdPath,
})

export const createMember = endpoint(calls.createMember, {
  request: moneyRequest({ ...newPath, ...newLogin, fundMode: fundMode.optional(), pankou }).refine(
    isOneLogin,
    LOGIN_MESSAGE,
  ),
  response: createdPath,
})

/** Accounts that one call can create. */
export const MAX_IMPORTED_ACCOUNTS = 200

/**
 * Several accounts below one parent, all or none. A preview answers what is against it by the place of the row; a save
 * takes the token of a preview without faults, and a password for each row.
 */
export const importAccounts = endpoint(calls.importAccounts, {
  request: changeRequest({
    parentPathsId: pathId.optional(),
    /** Terms that rows name by their place here. */
    terms: z.array(termsInput).min(1).max(20),
    items: z
      .array(
        z
          .strictObject({
            roleId: z.union([z.literal(2), z.literal(3), z.literal(10001)]),
            accountName: newAccount,
            nickname: nickname.optional(),
            contact: line(64).min(1).optional(),
            /** Of a member. */
            pankou: pankou.optional(),
            terms: z.int().min(0).max(19),
            /** Instead of the terms' own shares, in each of their games. */
            uplineShare: sharePercent.optional(),
            downlineCap: sharePercent.optional(),
            /** Not needed for a preview. */
            password: wrappedPassword.optional(),
          })
          .refine(({ roleId, pankou: letter }) => (roleId === 10001) === (letter !== undefined), {
            message: '会员须填写盘口，代理不填',
            path: ['pankou'],
          }),
      )
      .min(1)
      .max(MAX_IMPORTED_ACCOUNTS),
    preview: z.literal(true).optional(),
    /** The token of the preview that was seen. */
    confirm: z.string().max(128).optional(),
  }),
  response: z.union([
    z.object({
      faults: z.array(
        z.object({
          /** The place in `items`. */
          place: z.int(),
          /** The field that is refused; absent: the row as a whole. */
          field: z.enum(['accountName', 'roleId', 'pankou', 'uplineShare', 'downlineCap', 'terms']).optional(),
          reason: z.string(),
        }),
      ),
      confirm: z.string(),
    }),
    z.object({ made: z.array(z.object({ agentPathsId: pathId, accountId, accountName: z.string() })) }),
  ]),
})

export const upgradeToAgent = endpoint(calls.upgradeToAgent, {
  request: moneyRequest({
    agentPathsId: pathId,
    games: z.array(z.strictObject({ gameId: gameIdOrDefault, downlineCap: sharePercent })).max(100),
  }),
  response: createdPath,
})

export const updateStatus = endpoint(calls.updateStatus, {
  request: changeRequest({ agentPathsId: pathId, status, reason: remark.optional() }),
  response: nothing,
})
