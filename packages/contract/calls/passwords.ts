/**
 * Calls of the public pages (before sign-in), and changing passwords. A separate file, so that those pages load no
 * other calls.
 */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const forgotPassword = {
  id: 'access.forgotPassword',
  method: 'POST',
  path: '/api/common/account/botforgetuserpwd',
  permission: 'public',
  summary: '忘记密码',
} as const satisfies CallSpec

export const sendResetCode = {
  id: 'access.sendResetCode',
  method: 'POST',
  path: '/api/common/account/botverifcode',
  permission: 'public',
  summary: '发送验证码',
} as const satisfies CallSpec

export const checkResetCode = {
  id: 'access.checkResetCode',
  method: 'POST',
  path: '/api/common/account/botcheckverifcode',
  permission: 'public',
  summary: '校验重置验证码',
} as const satisfies CallSpec

export const demoOutbox = {
  id: 'access.demoOutbox',
  method: 'GET',
  path: '/api/common/demo/outbox',
  permission: 'public',
  automatic: true,
  summary: '演示发件箱',
} as const satisfies CallSpec

export const updatePassword = {
  id: 'access.updatePassword',
  method: 'POST',
  path: '/api/common/account/updatepwd',
  permission: PERMISSION.passwords,
  /** Every account must change its password at its first sign-in. */
  ownPermission: 'session',
  auth: 'optional',
  write: true,
  whenFrozen: 'allowed',
  summary: '修改密码',
} as const satisfies CallSpec
