/** The platform operator's side: merchants and operators. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const merchantQuery = {
  id: 'admin.merchantQuery',
  method: 'POST',
  path: '/api/admin/merchant/query',
  permission: PERMISSION.merchants,
  summary: '商户列表',
} as const satisfies CallSpec

export const merchantCreate = {
  id: 'admin.merchantCreate',
  method: 'POST',
  path: '/api/admin/merchant/create',
  permission: PERMISSION.changeMerchants,
  fieldPermissions: { credit: { permission: PERMISSION.merchantFunds } },
  write: true,
  summary: '新增商户',
} as const satisfies CallSpec

export const merchantUpdate = {
  id: 'admin.merchantUpdate',
  method: 'POST',
  path: '/api/admin/merchant/update',
  permission: PERMISSION.changeMerchants,
  fieldPermissions: {
    rotateKey: { permission: PERMISSION.merchantKeys },
    retireKeys: { permission: PERMISSION.merchantKeys },
  },
  write: true,
  summary: '修改商户',
} as const satisfies CallSpec

export const merchantInfo = {
  id: 'admin.merchantInfo',
  method: 'POST',
  path: '/api/admin/merchant/info',
  permission: PERMISSION.merchants,
  summary: '商户资料',
} as const satisfies CallSpec

export const merchantTerms = {
  id: 'admin.merchantTerms',
  method: 'POST',
  path: '/api/admin/merchant/terms',
  permission: PERMISSION.merchants,
  summary: '可复制设置的商户',
} as const satisfies CallSpec

export const merchantMaxFill = {
  id: 'admin.merchantMaxFill',
  method: 'POST',
  path: '/api/admin/merchant/max-fill',
  permission: PERMISSION.changeMerchants,
  write: true,
  summary: '商户补货上限',
} as const satisfies CallSpec

export const merchantGetLogo = {
  id: 'admin.merchantGetLogo',
  method: 'GET',
  path: '/api/admin/merchant/get-logo',
  permission: 'session',
  isclick: false,
  summary: '商户标志',
} as const satisfies CallSpec

export const userQuery = {
  id: 'admin.userQuery',
  method: 'POST',
  path: '/api/admin/user/query',
  permission: PERMISSION.merchants,
  summary: '操作员列表',
} as const satisfies CallSpec

export const userCreate = {
  id: 'admin.userCreate',
  method: 'POST',
  path: '/api/admin/user/create',
  permission: PERMISSION.operators,
  write: true,
  summary: '新增操作员',
} as const satisfies CallSpec

export const userUpdate = {
  id: 'admin.userUpdate',
  method: 'POST',
  path: '/api/admin/user/update',
  permission: PERMISSION.operators,
  write: true,
  summary: '修改操作员',
} as const satisfies CallSpec

export const userStatus = {
  id: 'admin.userStatus',
  method: 'POST',
  path: '/api/admin/user/status',
  permission: PERMISSION.operators,
  write: true,
  summary: '修改操作员状态',
} as const satisfies CallSpec
