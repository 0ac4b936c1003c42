/** The platform operator's side: merchants and operators. */

import { z } from 'zod'
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

export const merchantQuery = endpoint({
  id: 'admin.merchantQuery',
  method: 'POST',
  path: '/api/admin/merchant/query',
  permission: 20000,
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
  summary: '商户列表',
})

const merchantCode = z.string().regex(/^[a-z0-9-]{2,32}$/)
/** A small picture as a data URL; '' for none. */
const logo = z.string().max(65_536)

export const merchantCreate = endpoint({
  id: 'admin.merchantCreate',
  method: 'POST',
  path: '/api/admin/merchant/create',
  permission: 20000,
  write: true,
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
  summary: '新增商户',
})

export const merchantUpdate = endpoint({
  id: 'admin.merchantUpdate',
  method: 'POST',
  path: '/api/admin/merchant/update',
  permission: 20000,
  write: true,
  request: changeRequest({
    agentPathsId: pathId,
    nickname: nickname.optional(),
    autoReset: z.boolean().optional(),
    logo: logo.optional(),
    /** Issues a second live key; the older of two ends. */
    rotateKey: z.literal(true).optional(),
  }),
  response: z.object({ key: z.string().optional() }),
  summary: '修改商户',
})

export const merchantMaxFill = endpoint({
  id: 'admin.merchantMaxFill',
  method: 'POST',
  path: '/api/admin/merchant/max-fill',
  permission: 20000,
  write: true,
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
  summary: '商户补货上限',
})

export const merchantGetLogo = endpoint({
  id: 'admin.merchantGetLogo',
  method: 'GET',
  path: '/api/admin/merchant/get-logo',
  permission: 'session',
  isclick: false,
  request: readRequest({ agentPathsId: queryId.optional() }),
  response: z.object({ name: z.string(), logo }),
  summary: '商户标志',
})

// ---- operators ----------------------------------------------------------------------------------------------------

export const userQuery = endpoint({
  id: 'admin.userQuery',
  method: 'POST',
  path: '/api/admin/user/query',
  permission: 20000,
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
  summary: '管理用户列表',
})

const moduleIds = z.array(z.int().min(0)).max(200)

export const userCreate = endpoint({
  id: 'admin.userCreate',
  method: 'POST',
  path: '/api/admin/user/create',
  permission: 20000,
  write: true,
  request: changeRequest({
    accountName: newAccount,
    password: wrappedPassword,
    nickname: nickname.optional(),
    moduleIds,
  }),
  response: z.object({ accountId }),
  summary: '新增管理用户',
})

export const userUpdate = endpoint({
  id: 'admin.userUpdate',
  method: 'POST',
  path: '/api/admin/user/update',
  permission: 20000,
  write: true,
  request: changeRequest({
    accountId,
    nickname: nickname.optional(),
    password: wrappedPassword.optional(),
    moduleIds: moduleIds.optional(),
  }),
  response: nothing,
  summary: '修改管理用户',
})

export const userStatus = endpoint({
  id: 'admin.userStatus',
  method: 'POST',
  path: '/api/admin/user/status',
  permission: 20000,
  write: true,
  request: changeRequest({ accountId, status, reason: remark.optional() }),
  response: nothing,
  summary: '修改管理用户状态',
})
