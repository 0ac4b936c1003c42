/** Sign-in, sessions, own account and passwords. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  instant,
  nothing,
  pathId,
  readRequest,
  roleId,
  signInAccount,
  verifyCode,
  wrappedPassword,
} from '../fields.ts'
import type { RoleModule } from '../permissions.ts'

/** A permission id with the ids under it. */
export const roleModule: z.ZodType<RoleModule> = z
  .object({
    frontElementId: z.int(),
    get children() {
      return z.array(roleModule)
    },
  })
  .meta({ id: 'RoleModule' })

const signInRequest = readRequest({
  account: signInAccount,
  password: wrappedPassword,
  verifyCode: verifyCode.optional(),
})

export const signInAnswer = z.object({
  accountToken: z.string(),
  accountId,
  accountName: z.string(),
  roleId,
  /** 0 when this is not a sub-account. */
  mainAccountId: z.int().min(0),
  /** 0 none, 1 coming, 2 on. */
  maintenanceState: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  isAllowPilotOut: z.boolean(),
  /** 1 admin, 2 agent. */
  accountType: z.union([z.literal(1), z.literal(2)]),
  accountAgentPathsList: z.array(
    z.object({ agentPathsId: pathId, pathName: z.string(), roleId, roleModuleList: z.array(roleModule) }),
  ),
  mustChangePassword: z.boolean(),
  needSetPassword: z.boolean(),
  lastLogin: z.object({ at: instant, ip: z.string(), region: z.string() }).nullable(),
})

export const agentLogin = endpoint({
  id: 'access.agentLogin',
  method: 'POST',
  path: '/api/common/account/agentlogin',
  permission: 'public',
  isclick: false,
  request: signInRequest,
  response: signInAnswer,
  summary: '代理端登录',
})

export const adminLogin = endpoint({
  id: 'access.adminLogin',
  method: 'POST',
  path: '/api/common/account/adminlogin',
  permission: 'public',
  isclick: false,
  request: signInRequest,
  response: signInAnswer,
  summary: '管理端登录',
})

export const logout = endpoint({
  id: 'access.logout',
  method: 'POST',
  path: '/api/common/account/logout',
  permission: 'session',
  isclick: false,
  request: readRequest({}),
  response: nothing,
  summary: '退出登录',
})

export const platformStatus = endpoint({
  id: 'access.platformStatus',
  method: 'GET',
  path: '/api/common/status',
  permission: 'public',
  automatic: true,
  request: readRequest({}),
  response: z.object({
    maintenanceState: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    message: z.string(),
    from: instant.nullable(),
    until: instant.nullable(),
    serverNow: instant,
  }),
  summary: '平台状态',
})
