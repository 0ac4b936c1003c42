/** The platform operator's side: merchants and operators. */

import { z } from 'zod'
import * as calls from '../calls/admin-merchants.ts'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  amount,
  changeRequest,
  exportableList,
  fundMode,
  gameId,
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
  pathId,
  queryPathId,
  readRequest,
  remark,
  status,
  version,
  wrappedPassword,
} from '../fields.ts'
import { termsInput } from './tree.ts'

// ---- merchants ----------------------------------------------------------------------------------------------------

export const merchantQuery = endpoint(calls.merchantQuery, {
  request: exportableList(
    ['accountName', 'code', 'createdAt', 'lastLoginAt', 'credit', 'balance', 'lastSignedAt', 'keySince'],
    {
      status: status.optional(),
      fundMode: fundMode.optional(),
      /** `none`: no live key. `old`: the newest live key is older than 180 days. */
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
      autoReset: z.boolean(),
      /** Open paths of its whole tree below the first account. */
      agents: z.int(),
      members: z.int(),
      /** Live keys: 0 means that no signed call is accepted. */
      keys: z.int(),
      /** When the newest live key was made. */
      keySince: instant.nullable(),
      /** When any of its keys last signed, to the minute. */
      lastSignedAt: instant.nullable(),
      createdAt: instant,
      lastLoginAt: instant.nullable(),
    }),
  ),
})

const merchantCode = z.string().regex(/^[a-z0-9-]{2,32}$/)
/** A small picture as a data URL; '' for none. */
const logo = z.string().max(65_536)

export const merchantCreate = endpoint(calls.merchantCreate, {
  request: moneyRequest({
    accountName: newAccount,
    password: wrappedPassword,
    nickname: nickname.optional(),
    code: merchantCode,
    fundMode,
    credit: amount.optional(),
    transferPassword: wrappedPassword.optional(),
    isAllowPilotOut: z.boolean().optional(),
    terms: termsInput.optional(),
    logo: logo.optional(),
  }),
  /** `key` signs the game platform's calls and is not shown again. */
  response: z.object({ agentPathsId: pathId, accountId, key: z.string() }),
})

export const merchantUpdate = endpoint(calls.merchantUpdate, {
  request: changeRequest({
    agentPathsId: pathId,
    nickname: nickname.optional(),
    autoReset: z.boolean().optional(),
    logo: logo.optional(),
    /** Issues a second live key; if there were two, the older one stops working. */
    rotateKey: z.literal(true).optional(),
    /** Retires every key but the newest at once; with `rotateKey`, every key but the new one. */
    retireKeys: z.literal(true).optional(),
  }),
  response: z.object({ key: z.string().optional() }),
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
  }),
  response: z.object({ items: z.array(z.object({ agentPathsId: pathId, version })) }),
})

export const merchantGetLogo = endpoint(calls.merchantGetLogo, {
  request: readRequest({ agentPathsId: queryPathId.optional() }),
  response: z.object({ name: z.string(), logo }),
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

const moduleIds = z.array(z.int().min(0)).max(200)

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
  }),
  response: nothing,
})

export const userStatus = endpoint(calls.userStatus, {
  request: changeRequest({ accountId, status, reason: remark.optional() }),
  response: nothing,
})
