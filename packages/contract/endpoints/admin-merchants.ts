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
  instant,
  keyword,
  limitAmount,
  money,
  moneyRequest,
  newAccount,
  nickname,
  nothing,
  pageOf,
  pathId,
  queryId,
  readRequest,
  remark,
  status,
  version,
  wrappedPassword,
} from '../fields.ts'
import { termsInput } from './tree.ts'

// ---- merchants ----------------------------------------------------------------------------------------------------

export const merchantQuery = endpoint(calls.merchantQuery, {
  request: exportableList(['accountName', 'createdAt', 'credit', 'balance'], {
    status: status.optional(),
    keyword: keyword.optional(),
  }),
  response: pageOf(
    z.object({
      agentPathsId: pathId,
      accountId,
      accountName: z.string(),
      nickname: z.string(),
      /** X-Merchant of its game platform. */
      code: z.string(),
      status,
      fundMode,
      credit: money,
      balance: money,
      cash: money,
      autoReset: z.boolean(),
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
  /** `key` signs the game platform's calls and is shown this once. */
  response: z.object({ agentPathsId: pathId, accountId, key: z.string() }),
})

export const merchantUpdate = endpoint(calls.merchantUpdate, {
  request: changeRequest({
    agentPathsId: pathId,
    nickname: nickname.optional(),
    autoReset: z.boolean().optional(),
    logo: logo.optional(),
    /** Issues a second live key; the older of two ends. */
    rotateKey: z.literal(true).optional(),
    /** Ends every key but the newest, at once; with `rotateKey` every key but the new one. */
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
  request: readRequest({ agentPathsId: queryId.optional() }),
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
  }),
  response: nothing,
})

export const userStatus = endpoint(calls.userStatus, {
  request: changeRequest({ accountId, status, reason: remark.optional() }),
  response: nothing,
})
