/** Sub-accounts (子账号): logins of a main account with a subset of its permissions, managed by the main account only. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const childAccountTemplates = {
  id: 'sub-accounts.templates',
  method: 'GET',
  path: '/api/common/drop-down-list/sys-childaccount',
  permission: 'main',
  summary: '子账号权限模板',
} as const satisfies CallSpec

export const childAccountModules = {
  id: 'sub-accounts.modules',
  method: 'GET',
  path: '/api/common/account/childaccount-rolemodule',
  permission: ['main', PERMISSION.operators],
  summary: '子账号权限',
} as const satisfies CallSpec

export const queryChildAccount = {
  id: 'sub-accounts.query',
  method: 'POST',
  path: '/api/common/account/query-childaccount',
  permission: 'main',
  summary: '子账号列表',
} as const satisfies CallSpec

export const createChildAccount = {
  id: 'sub-accounts.create',
  method: 'POST',
  path: '/api/common/account/create-childaccount',
  permission: 'main',
  write: true,
  summary: '新增子账号',
} as const satisfies CallSpec

export const updateChildAccount = {
  id: 'sub-accounts.update',
  method: 'POST',
  path: '/api/common/account/update-childaccount',
  permission: 'main',
  write: true,
  summary: '修改子账号',
} as const satisfies CallSpec

export const updateChildAccountStatus = {
  id: 'sub-accounts.updateStatus',
  method: 'POST',
  path: '/api/common/account/update-childaccount-statue',
  permission: 'main',
  write: true,
  summary: '修改子账号状态',
} as const satisfies CallSpec
