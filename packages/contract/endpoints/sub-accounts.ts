/** Sub-accounts (子账号): logins of a main account with a subset of its permissions, managed by the main account only. */

import { z } from 'zod'
import * as calls from '../calls/sub-accounts.ts'
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
  queryAccountId,
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

export const childAccountTemplates = endpoint(calls.childAccountTemplates, {
  request: readRequest({}),
  /** Permission templates; the client puts {id: 0, name: 自定义} first. `moduleIds` is what a template grants. */
  response: z.array(z.object({ id: z.int().min(1), name: z.string(), moduleIds: z.array(z.int()).optional() })),
})

export const childAccountModules = endpoint(calls.childAccountModules, {
  /** Without an account: what could be granted to a new one. */
  request: readRequest({ accountId: queryAccountId.optional() }),
  response: z.object({ tree: z.array(namedModule), granted: z.array(z.int()) }),
})

export const queryChildAccount = endpoint(calls.queryChildAccount, {
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
})

export const createChildAccount = endpoint(calls.createChildAccount, {
  request: changeRequest({
    accountName: newAccount,
    password: wrappedPassword,
    nickname: nickname.optional(),
    moduleIds,
    allowedIps: ipList.optional(),
  }),
  response: z.object({ accountId }),
})

export const updateChildAccount = endpoint(calls.updateChildAccount, {
  request: changeRequest({
    accountId,
    nickname: nickname.optional(),
    password: wrappedPassword.optional(),
    moduleIds: moduleIds.optional(),
    allowedIps: ipList.optional(),
  }),
  response: nothing,
})

export const updateChildAccountStatus = endpoint(calls.updateChildAccountStatus, {
  request: changeRequest({ accountId, status }),
  response: nothing,
})
