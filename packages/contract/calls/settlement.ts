/** Results that come in, and corrections and voids of a period or an order afterwards. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const drawPublish = {
  id: 'settlement.drawPublish',
  method: 'POST',
  path: '/api/rec/draw/publish',
  permission: 'signed',
  summary: '结果来源公布开奖结果',
} as const satisfies CallSpec

export const drawTrial = {
  id: 'settlement.drawTrial',
  method: 'POST',
  path: '/api/rec/draw/trial',
  permission: 'signed',
  summary: '结果来源试调用（核对后丢弃）',
} as const satisfies CallSpec

export const gamePeriodQuery = {
  id: 'settlement.gamePeriodQuery',
  method: 'POST',
  path: '/api/admin/game/period/query',
  permission: PERMISSION.games,
  summary: '期号列表',
} as const satisfies CallSpec

export const gamePeriodVoid = {
  id: 'settlement.gamePeriodVoid',
  method: 'POST',
  path: '/api/admin/game/period/void',
  permission: PERMISSION.correctResults,
  write: true,
  summary: '提出整期作废',
} as const satisfies CallSpec

export const gamePeriodSettle = {
  id: 'settlement.gamePeriodSettle',
  method: 'POST',
  path: '/api/admin/game/period/settle',
  permission: PERMISSION.correctResults,
  write: true,
  summary: '重新结算一期',
} as const satisfies CallSpec

export const drawEnter = {
  id: 'settlement.drawEnter',
  method: 'POST',
  path: '/api/admin/draw/enter',
  permission: PERMISSION.enterResults,
  write: true,
  summary: '第一次录入开奖结果',
} as const satisfies CallSpec

export const drawConfirm = {
  id: 'settlement.drawConfirm',
  method: 'POST',
  path: '/api/admin/draw/confirm',
  permission: PERMISSION.confirmResults,
  write: true,
  summary: '第二次录入开奖结果（盲录）',
} as const satisfies CallSpec

export const drawCorrect = {
  id: 'settlement.drawCorrect',
  method: 'POST',
  path: '/api/admin/draw/correct',
  permission: PERMISSION.correctResults,
  write: true,
  summary: '提出更正开奖结果',
} as const satisfies CallSpec

export const orderVoid = {
  id: 'settlement.orderVoid',
  method: 'POST',
  path: '/api/admin/order/void',
  permission: PERMISSION.correctResults,
  write: true,
  summary: '提出注单作废',
} as const satisfies CallSpec
