/** Sign-in, sessions, own account and passwords. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const logout = {
  id: 'access.logout',
  method: 'POST',
  path: '/api/common/account/logout',
  permission: 'session',
  isclick: false,
  summary: '退出登录',
} as const satisfies CallSpec

export const ownPaths = {
  id: 'access.ownPaths',
  method: 'GET',
  path: '/api/common/account/session/paths',
  permission: 'session',
  automatic: true,
  summary: '当前账号的线路与权限',
} as const satisfies CallSpec

export const checkValidator = {
  id: 'access.checkValidator',
  method: 'POST',
  path: '/api/common/account/checkvalidator',
  permission: 'session',
  summary: '校验验证码',
} as const satisfies CallSpec

export const unlockScreen = {
  id: 'access.unlockScreen',
  method: 'POST',
  path: '/api/common/account/unlock-screen',
  permission: 'session',
  summary: '解锁屏幕',
} as const satisfies CallSpec

export const validatorSetup = {
  id: 'access.validatorSetup',
  method: 'POST',
  path: '/api/common/account/validator/setup',
  permission: [PERMISSION.ownPassword],
  write: true,
  whenFrozen: 'allowed',
  summary: '生成验证器密钥',
} as const satisfies CallSpec

export const validatorEnable = {
  id: 'access.validatorEnable',
  method: 'POST',
  path: '/api/common/account/validator/enable',
  permission: [PERMISSION.ownPassword],
  write: true,
  whenFrozen: 'allowed',
  summary: '启用验证器',
} as const satisfies CallSpec

export const validatorDisable = {
  id: 'access.validatorDisable',
  method: 'POST',
  path: '/api/common/account/validator/disable',
  permission: [PERMISSION.ownPassword],
  write: true,
  whenFrozen: 'allowed',
  summary: '停用验证器',
} as const satisfies CallSpec

export const validatorReset = {
  id: 'access.validatorReset',
  method: 'POST',
  path: '/api/common/account/validator/reset',
  permission: PERMISSION.passwords,
  write: true,
  summary: '重置下线验证器',
} as const satisfies CallSpec

export const accountInfo = {
  id: 'access.accountInfo',
  method: 'GET',
  path: '/api/common/account/account-info',
  permission: PERMISSION.accounts,
  /** The page of passwords shows whether the validator is on. */
  ownPermission: [PERMISSION.ownDetails, PERMISSION.ownPassword],
  summary: '查询个人资料',
} as const satisfies CallSpec

export const updateAccountInfo = {
  id: 'access.updateAccountInfo',
  method: 'POST',
  path: '/api/common/account/update-account-info',
  permission: [PERMISSION.createAccounts, PERMISSION.terms],
  ownPermission: PERMISSION.ownDetails,
  /**
   * Both fields give access to the account: reset codes go to the contact, and the addresses decide who can sign
   * in. Without this rule, someone who may only edit a downline's details could take over its account.
   */
  fieldPermissions: {
    contact: { permission: PERMISSION.passwords, ownPermission: PERMISSION.ownDetails },
    allowedIps: { permission: PERMISSION.passwords, ownPermission: PERMISSION.ownDetails },
  },
  write: true,
  summary: '修改个人资料',
} as const satisfies CallSpec

export const findLoginLog = {
  id: 'access.findLoginLog',
  method: 'POST',
  path: '/api/common/account/findloginlog',
  permission: PERMISSION.accounts,
  ownPermission: PERMISSION.loginLog,
  summary: '登录日志',
} as const satisfies CallSpec

export const actionLogQuery = {
  id: 'access.actionLogQuery',
  method: 'POST',
  path: '/api/common/actionlog/query',
  permission: PERMISSION.accounts,
  ownPermission: PERMISSION.changeLog,
  summary: '变更日志',
} as const satisfies CallSpec

export const sessionQuery = {
  id: 'access.sessionQuery',
  method: 'POST',
  path: '/api/common/account/session/query',
  permission: [PERMISSION.ownPassword],
  summary: '登录设备',
} as const satisfies CallSpec

export const sessionRevoke = {
  id: 'access.sessionRevoke',
  method: 'POST',
  path: '/api/common/account/session/revoke',
  permission: [PERMISSION.ownPassword],
  write: true,
  whenFrozen: 'allowed',
  summary: '退出登录设备',
} as const satisfies CallSpec
