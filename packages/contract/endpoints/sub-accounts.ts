/** Sub-accounts (子账号): logins of a main account with a subset of its permissions, managed by the main account only. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  changeRequest,
  exportableList,
  instant,
  ipList,
  keyword,
  newAccount,
  nickname,
  nothing,
  pageOf,
  queryId,
  readRequest,
  status,
  wrappedPassword,
} from '../fields.ts'

const moduleIds = z.array(z.int().min(0)).max(200)

/** A permission with its name and the ones under it. */
export type NamedModule = { frontElementId: number; name: string; children: NamedModule[] }
const namedModule: z.ZodType<NamedModule> = z
  .object({
    frontElementId: z.int(),
    name: z.string(),
    get children() {
      return z.array(namedModule)
    },
  })
  .meta({ id: 'NamedModule' })

export const childAccountTemplates = endpoint({
  id: 'sub-accounts.templates',
  method: 'GET',
  path: '/api/common/drop-down-list/sys-childaccount',
  permission: 'main',
  request: readRequest({}),
  /** Permission templates; the client puts {id: 0, name: 自定义} first. `moduleIds` is what a template grants. */
  response: z.array(z.object({ id: z.int().min(1), name: z.string(), moduleIds: z.array(z.int()).optional() })),
  summary: '子账号权限模板',
})

export const childAccountModules = endpoint({
  id: 'sub-accounts.modules',
  method: 'GET',
  path: '/api/common/account/childaccount-rolemodule',
  permission: 'main',
  /** Without an account: what could be granted to a new one. */
  request: readRequest({ accountId: queryId.optional() }),
  response: z.object({ tree: z.array(namedModule), granted: z.array(z.int()) }),
  summary: '子账号权限',
})

export const queryChildAccount = endpoint({
  id: 'sub-accounts.query',
  method: 'POST',
  path: '/api/common/account/query-childaccount',
  permission: 'main',
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
      createdAt: instant,
      lastLoginAt: instant.nullable(),
      moduleIds: z.array(z.int()),
      allowedIps: z.array(z.string()),
    }),
  ),
  summary: '子账号列表',
})

export const createChildAccount = endpoint({
  id: 'sub-accounts.create',
  method: 'POST',
  path: '/api/common/account/create-childaccount',
  permission: 'main',
  write: true,
  request: changeRequest({
    accountName: newAccount,
    password: wrappedPassword,
    nickname: nickname.optional(),
    moduleIds,
    allowedIps: ipList.optional(),
  }),
  response: z.object({ accountId }),
  summary: '新增子账号',
})

export const updateChildAccount = endpoint({
  id: 'sub-accounts.update',
  method: 'POST',
  path: '/api/common/account/update-childaccount',
  permission: 'main',
  write: true,
  request: changeRequest({
    accountId,
    nickname: nickname.optional(),
    password: wrappedPassword.optional(),
    moduleIds: moduleIds.optional(),
    allowedIps: ipList.optional(),
  }),
  response: nothing,
  summary: '修改子账号',
})

export const updateChildAccountStatus = endpoint({
  id: 'sub-accounts.updateStatus',
  method: 'POST',
  path: '/api/common/account/update-childaccount-statue',
  permission: 'main',
  write: true,
  request: changeRequest({ accountId, status }),
  response: nothing,
  summary: '修改子账号状态',
})
