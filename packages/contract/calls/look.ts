/** Looking into a merchant: the operator's call for a ticket, and the agents' page that uses it up. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const merchantLook = {
  id: 'admin.merchantLook',
  method: 'POST',
  path: '/api/admin/merchant/look',
  permission: PERMISSION.lookInto,
  write: true,
  summary: '只读查看商户',
} as const satisfies CallSpec

export const lookEnter = {
  id: 'access.lookEnter',
  method: 'POST',
  path: '/api/common/account/look',
  permission: 'public',
  summary: '进入只读查看',
} as const satisfies CallSpec
