/** The game platform's side: placing bets and reading their results. Signed calls (signature.ts). */

import type { CallSpec } from '../call.ts'

export const orderCreate = {
  id: 'intake.orderCreate',
  method: 'POST',
  path: '/api/rec/order/create',
  permission: 'signed',
  summary: '下注',
} as const satisfies CallSpec

export const recOrderQuery = {
  id: 'intake.orderQuery',
  method: 'POST',
  path: '/api/rec/order/query',
  permission: 'signed',
  summary: '查询注单结果',
} as const satisfies CallSpec
