/** What a correction or a void would do, before it does. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const periodPreview = {
  id: 'settlement.periodPreview',
  method: 'POST',
  path: '/api/admin/draw/preview',
  permission: [PERMISSION.confirmResults, PERMISSION.correctResults],
  summary: '更正与整期作废预览',
} as const satisfies CallSpec

export const orderVoidPreview = {
  id: 'settlement.orderVoidPreview',
  method: 'POST',
  path: '/api/admin/order/void-preview',
  permission: [PERMISSION.confirmResults, PERMISSION.correctResults],
  summary: '注单作废预览',
} as const satisfies CallSpec

export const periodProgress = {
  id: 'settlement.periodProgress',
  method: 'POST',
  path: '/api/admin/game/period/progress',
  permission: PERMISSION.games,
  summary: '期次结算进度',
} as const satisfies CallSpec
