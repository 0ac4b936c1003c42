/** Operators, and the logs of the whole platform. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const userSessions = {
  id: 'admin.userSessions',
  method: 'POST',
  path: '/api/admin/user/sessions',
  permission: PERMISSION.merchants,
  summary: '操作员登录设备',
} as const satisfies CallSpec

export const userSessionsEnd = {
  id: 'admin.userSessionsEnd',
  method: 'POST',
  path: '/api/admin/user/sessions-end',
  permission: PERMISSION.operators,
  write: true,
  summary: '结束操作员的登录',
} as const satisfies CallSpec

export const userValidatorReset = {
  id: 'admin.userValidatorReset',
  method: 'POST',
  path: '/api/admin/user/validator-reset',
  permission: PERMISSION.operators,
  write: true,
  summary: '重置操作员验证器',
} as const satisfies CallSpec

export const allChanges = {
  id: 'access.allChanges',
  method: 'POST',
  path: '/api/admin/log/changes',
  permission: PERMISSION.merchants,
  summary: '全平台变更日志',
} as const satisfies CallSpec

export const allLogins = {
  id: 'access.allLogins',
  method: 'POST',
  path: '/api/admin/log/logins',
  permission: PERMISSION.merchants,
  summary: '全平台登录日志',
} as const satisfies CallSpec
