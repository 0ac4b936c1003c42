/** The operators' side: keys with which a merchant's game platform signs its calls. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const merchantKeyQuery = {
  id: 'admin.merchantKeyQuery',
  method: 'POST',
  path: '/api/admin/merchant/key/query',
  permission: PERMISSION.merchants,
  summary: '商户密钥列表',
} as const satisfies CallSpec

export const merchantKeyCreate = {
  id: 'admin.merchantKeyCreate',
  method: 'POST',
  path: '/api/admin/merchant/key/create',
  permission: PERMISSION.merchantKeys,
  write: true,
  summary: '新增商户密钥',
} as const satisfies CallSpec

export const merchantKeyRetire = {
  id: 'admin.merchantKeyRetire',
  method: 'POST',
  path: '/api/admin/merchant/key/retire',
  permission: PERMISSION.merchantKeys,
  write: true,
  summary: '停用商户密钥',
} as const satisfies CallSpec
