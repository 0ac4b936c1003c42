/** The matrix of prices as operators edit it: all pankou at once, its versions, and the differences of a merchant. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const oddsMatrix = {
  id: 'admin.oddsMatrix',
  method: 'POST',
  path: '/api/admin/odds/matrix',
  permission: PERMISSION.odds,
  summary: '赔率表',
} as const satisfies CallSpec

export const oddsVersions = {
  id: 'admin.oddsVersions',
  method: 'POST',
  path: '/api/admin/odds/versions',
  permission: PERMISSION.odds,
  summary: '赔率历史版本',
} as const satisfies CallSpec

export const offsetSet = {
  id: 'admin.offsetSet',
  method: 'POST',
  path: '/api/admin/odds/offset/set',
  permission: PERMISSION.changeOdds,
  write: true,
  summary: '设置商户差额',
} as const satisfies CallSpec
