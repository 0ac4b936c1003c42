/** Calls of the sign-in page. A separate file, so that the script of that page holds no other calls. */

import type { CallSpec } from '../call.ts'

export const agentLogin = {
  id: 'access.agentLogin',
  method: 'POST',
  path: '/api/common/account/agentlogin',
  permission: 'public',
  isclick: false,
  summary: '代理端登录',
} as const satisfies CallSpec

export const adminLogin = {
  id: 'access.adminLogin',
  method: 'POST',
  path: '/api/common/account/adminlogin',
  permission: 'public',
  isclick: false,
  summary: '管理端登录',
} as const satisfies CallSpec

export const platformStatus = {
  id: 'access.platformStatus',
  method: 'GET',
  path: '/api/common/status',
  permission: 'public',
  automatic: true,
  summary: '平台状态',
} as const satisfies CallSpec
