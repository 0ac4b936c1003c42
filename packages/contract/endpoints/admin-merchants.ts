/** The platform operator's side: merchants and operators. */

import { z } from 'zod'
import * as calls from '../calls/admin-merchants.ts'
import { endpoint } from '../endpoint.ts'
import {
  acceptType,
  accountId,
  amount,
  businessDay,
  changeRequest,
  exportableList,
  fundMode,
  gameId,
  gameIdOrDefault,
  groupId,
  id,
  instant,
  ipList,
  keyword,
  limitAmount,
  line,
  money,
  moneyRequest,
  newAccount,
  nickname,
  nothing,
  pageOf,
  pankou,
  pathId,
  queryPathId,
  readRequest,
  remark,
  sharePercent,
  status,
  version,
  wrappedPassword,
} from '../fields.ts'
import { cappedPreview, inTwoSteps, savedVersions, termsInput } from './tree.ts'

// ---- merchants ----------------------------------------------------------------------------------------------------

export const merchantQuery = endpoint(calls.merchantQuery, {
  request: exportableList(
    ['accountName', 'code', 'createdAt', 'lastLoginAt', 'credit', 'balance', 'lastSignedAt', 'keySince', 'leaseUntil'],
    {
      status: status.optional(),
      fundMode: fundMode.optional(),
      /** `none`: no live key. `old`: the newest live key is older than the setting `alert.keyDays`. */
      keyState: z.enum(['none', 'old']).optional(),
      keyword: keyword.optional(),
    },
  ),
  response: pageOf(
    z.object({
      merchantId: id,
      agentPathsId: pathId,
      accountId,
      accountName: z.string(),
      nickname: z.string(),
      /** Value of the X-Merchant header of its game platform. */
      code: z.string(),
      status,
      fundMode,
      credit: money,
      /** Quota that its direct downline holds; 0 in cash mode. */
      issued: money,
      balance: money,
      cash: money,
      /** Its balance is below its warning line, or the platform's. */
      isLow: z.boolean(),
      autoReset: z.boolean(),
      /** Open paths of its whole tree below the first account. */
      agents: z.int(),
      members: z.int(),
      /** Live keys: 0 means that no signed call is accepted. */
      keys: z.int(),
      /** Last business day of its lease; null: no end. */
      leaseUntil: businessDay.nullable(),
      /** When the newest live key was made. */
      keySince: instant.nullable(),
      /** The newest live key is older than the setting `alert.keyDays`. */
      isKeyOld: z.boolean(),
      /** When any of its keys last signed, to the minute. */
      lastSignedAt: instant.nullable(),
      /** Of its members on the business day so far; `result` is the platform's own, the head's. */
      today: z.object({
        orders: z.int().min(0),
        stake: money,
        result: money,
        openOrders: z.int().min(0),
        openStake: money,
      }),
      createdAt: instant,
      lastLoginAt: instant.nullable(),
    }),
  ),
})

const merchantCode = z.string().regex(/^[a-z0-9-]{2,32}$/)
/** A PNG or WebP of at most 64 KB as a data URL; '' for none. Judged by its content. */
const logo = z.string().max(90_000)
/** The name of a host, without a port. */
const host = z
  .string()
  .max(100)
  .regex(/^(?=.*\.)(?!.*\.\.)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/)
const maxOpen = z.string().regex(/^(?!0+(?:\.0+)?$)(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/)

const balanceLine = z.string().regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/)

/** null: none. Business days, both included. */
const merchantRules = {
  leaseFrom: businessDay.nullable(),
  leaseUntil: businessDay.nullable(),
  betsPerSecond: z.int().min(1).max(100_000).nullable(),
  maxOpen: maxOpen.nullable(),
  maxGroups: z.int().min(0).max(1_000).nullable(),
  host: host.nullable(),
  /** Available balance below which operators and the merchant are warned; null: the platform's line, '0': no warning. */
  balanceLine: balanceLine.nullable(),
}
const merchantRulesWish = z.strictObject(merchantRules).partial().shape

export const merchantCreate = endpoint(calls.merchantCreate, {
  labels: { code: '平台代码', nickname: '商户名称' },
  request: moneyRequest({
    accountName: newAccount,
    password: wrappedPassword,
    nickname: nickname.optional(),
    code: merchantCode,
    fundMode,
    credit: amount.optional(),
    transferPassword: wrappedPassword.optional(),
    isAllowPilotOut: z.boolean().optional(),
    /** The merchant whose terms it begins with; absent: the head's. `terms` are set on them. */
    copyFrom: z.strictObject({ agentPathsId: pathId }).optional(),
    terms: termsInput.optional(),
    logo: logo.optional(),
    ...merchantRulesWish,
  }),
  /** `key` signs the game platform's calls and is not shown again. */
  response: z.object({ agentPathsId: pathId, accountId, key: z.string() }),
})

export const merchantUpdate = endpoint(calls.merchantUpdate, {
  labels: { nickname: '商户名称' },
  request: changeRequest({
    agentPathsId: pathId,
    nickname: nickname.optional(),
    autoReset: z.boolean().optional(),
    logo: logo.optional(),
    ...merchantRulesWish,
    /** Of the rules as they were read; refused if somebody else has saved since. */
    version: version.optional(),
    /** Issues a second live key; if there were two, the older one stops working. */
    rotateKey: z.literal(true).optional(),
    /** Retires every key but the newest at once; with `rotateKey`, every key but the new one. */
    retireKeys: z.literal(true).optional(),
  }),
  response: z.object({ key: z.string().optional() }),
})

export const merchantInfo = endpoint(calls.merchantInfo, {
  request: readRequest({ agentPathsId: pathId }),
  response: z.object({
    agentPathsId: pathId,
    accountName: z.string(),
    nickname: z.string(),
    code: z.string(),
    fundMode,
    autoReset: z.boolean(),
    /** Address of the logo; '' for none. */
    logo: z.string(),
    ...merchantRules,
    maxOpen: money.nullable(),
    balanceLine: money.nullable(),
    /** The platform's line, which holds without an own one; '0': none. */
    platformLine: money,
    version,
    /** Stakes of its open orders. */
    openStake: money,
  }),
})

export const merchantTerms = endpoint(calls.merchantTerms, {
  request: readRequest({ agentPathsId: pathId.optional() }),
  response: z.array(
    z.object({
      /** 0: the default of games not listed. */
      gameId: gameIdOrDefault,
      enabled: z.boolean(),
      downlineCap: sharePercent,
      pankou: z.array(pankou),
      acceptType,
    }),
  ),
})

export const merchantMaxFill = endpoint(calls.merchantMaxFill, {
  request: changeRequest({
    items: z
      .array(
        z.strictObject({
          agentPathsId: pathId,
          version,
          gameId,
          maxFill: z.array(z.strictObject({ groupId, maxFill: limitAmount.nullable() })).max(500),
        }),
      )
      .min(1)
      .max(500),
    ...inTwoSteps,
  }),
  response: z.union([cappedPreview, savedVersions]),
})

export const merchantGetLogo = endpoint(calls.merchantGetLogo, {
  request: readRequest({ agentPathsId: queryPathId.optional() }),
  /** `logo`: its address; '' for none. */
  response: z.object({ name: z.string(), logo: z.string() }),
})

// ---- operators ----------------------------------------------------------------------------------------------------

export const userQuery = endpoint(calls.userQuery, {
  request: exportableList(['accountName', 'createdAt', 'lastLoginAt'], {
    status: status.optional(),
    keyword: keyword.optional(),
  }),
  response: pageOf(
    z.object({
      accountId,
      accountName: z.string(),
      nickname: z.string(),
      status,
      moduleIds: z.array(z.int()),
      /** Where reset codes go; '' if none. */
      contact: z.string(),
      /** Addresses that may use the account; none: any. */
      allowedIps: z.array(z.string()),
      validatorOn: z.boolean(),
      /** The caller itself. */
      own: z.boolean(),
      createdAt: instant,
      lastLoginAt: instant.nullable(),
    }),
  ),
})

const moduleIds = z.array(z.int().min(0)).min(1).max(200)

export const userCreate = endpoint(calls.userCreate, {
  request: changeRequest({
    accountName: newAccount,
    password: wrappedPassword,
    nickname: nickname.optional(),
    moduleIds,
  }),
  response: z.object({ accountId }),
})

export const userUpdate = endpoint(calls.userUpdate, {
  request: changeRequest({
    accountId,
    nickname: nickname.optional(),
    password: wrappedPassword.optional(),
    moduleIds: moduleIds.optional(),
    contact: line(64).optional(),
    allowedIps: ipList.optional(),
    /** The login password of the caller; needed to change contact or addresses. */
    ownPassword: wrappedPassword.optional(),
    /** What the caller saw of the fields it changes: 40902 with `data.user` when somebody changed one of them since. */
    seen: z
      .strictObject({
        nickname: line(32),
        // One without any permission may be left from before.
        moduleIds: z.array(z.int().min(0)).max(200),
        contact: line(64),
        allowedIps: z.array(z.string()).max(50),
      })
      .partial()
      .optional(),
  }),
  response: nothing,
})

export const userStatus = endpoint(calls.userStatus, {
  request: changeRequest({ accountId, status, reason: remark.optional() }),
  response: nothing,
})
