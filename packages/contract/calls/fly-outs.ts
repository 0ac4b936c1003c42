/** Fly-out (放飞): accounts that stand for outside books, automatic settings, and the state of fly-out orders. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const flyOutBooks = {
  id: 'replenishment.pilotBooks',
  method: 'POST',
  path: '/api/common/pilot/books',
  permission: PERMISSION.flyOut,
  summary: '可选外部盘',
} as const satisfies CallSpec

export const flyOutAccountCreate = {
  id: 'replenishment.pilotCreate',
  method: 'POST',
  path: '/api/common/pilot/create',
  permission: PERMISSION.flyOut,
  write: true,
  summary: '新增飞单账号',
} as const satisfies CallSpec

export const flyOutAccountUpdate = {
  id: 'replenishment.pilotUpdate',
  method: 'POST',
  path: '/api/common/pilot/update',
  permission: PERMISSION.flyOut,
  write: true,
  summary: '修改飞单账号',
} as const satisfies CallSpec

export const flyOutAccountQuery = {
  id: 'replenishment.pilotQuery',
  method: 'POST',
  path: '/api/common/pilot/query',
  permission: PERMISSION.boards,
  summary: '飞单账号列表',
} as const satisfies CallSpec

export const flyOutQuery = {
  id: 'replenishment.pilotOutQuery',
  method: 'POST',
  path: '/api/common/pilot-out/query',
  permission: PERMISSION.boards,
  summary: '查询放飞设置',
} as const satisfies CallSpec

export const flyOutSet = {
  id: 'replenishment.pilotOutSet',
  method: 'POST',
  path: '/api/common/pilot-out/set',
  permission: PERMISSION.flyOut,
  write: true,
  summary: '放飞设置',
} as const satisfies CallSpec

export const flyOutAllowedSet = {
  id: 'replenishment.pilotOutXxSet',
  method: 'POST',
  path: '/api/common/pilot-out/xx-set',
  permission: PERMISSION.flyOut,
  write: true,
  summary: '下线放飞设置',
} as const satisfies CallSpec

export const flyOutOrderQuery = {
  id: 'replenishment.pilotOutOrderQuery',
  method: 'POST',
  path: '/api/common/pilot-out/order/query',
  permission: PERMISSION.boards,
  summary: '放飞注单',
} as const satisfies CallSpec

export const flyOutOrderConfirm = {
  id: 'replenishment.pilotOutOrderConfirm',
  method: 'POST',
  path: '/api/common/pilot-out/order/confirm',
  permission: PERMISSION.flyOut,
  /** Needs no fly-out permission: a path that lost it still decides about its open fly-outs. */
  ownPermission: 'main',
  write: true,
  summary: '确认放飞注单',
} as const satisfies CallSpec

export const flyOutOrderReject = {
  id: 'replenishment.pilotOutOrderReject',
  method: 'POST',
  path: '/api/common/pilot-out/order/reject',
  permission: PERMISSION.flyOut,
  /** Needs no fly-out permission: a path that lost it still decides about its open fly-outs. */
  ownPermission: 'main',
  write: true,
  summary: '拒绝放飞注单',
} as const satisfies CallSpec

export const flyOutOrderResend = {
  id: 'replenishment.pilotOutOrderResend',
  method: 'POST',
  path: '/api/common/pilot-out/order/resend',
  permission: PERMISSION.flyOut,
  /** Needs no fly-out permission: a path that lost it still decides about its open fly-outs. */
  ownPermission: 'main',
  write: true,
  summary: '重发放飞注单',
} as const satisfies CallSpec
