/** Reports: who owes whom, by child and by game, and the orders behind it. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const deliveryQuery = {
  id: 'reports.deliveryQuery',
  method: 'POST',
  path: '/api/common/report/delivery/query',
  permission: PERMISSION.reports,
  summary: '交收报表',
} as const satisfies CallSpec

export const classificationQuery = {
  id: 'reports.classificationQuery',
  method: 'POST',
  path: '/api/common/report/classification/query',
  permission: PERMISSION.reports,
  summary: '分类报表',
} as const satisfies CallSpec

export const orderQuery = {
  id: 'reports.orderQuery',
  method: 'POST',
  path: '/api/common/report/order/query',
  permission: PERMISSION.reportDetails,
  summary: '注单明细',
} as const satisfies CallSpec

export const orderDetailQuery = {
  id: 'reports.orderDetailQuery',
  method: 'POST',
  path: '/api/common/report/order-detail/query',
  permission: PERMISSION.reportDetails,
  summary: '注单详情',
} as const satisfies CallSpec

export const exportQuery = {
  id: 'reports.exportQuery',
  method: 'POST',
  path: '/api/common/export/query',
  permission: PERMISSION.exports,
  summary: '下载列表',
} as const satisfies CallSpec

export const exportCancel = {
  id: 'reports.exportCancel',
  method: 'POST',
  path: '/api/common/export/cancel',
  permission: PERMISSION.exports,
  write: true,
  whenFrozen: 'allowed',
  summary: '取消导出',
} as const satisfies CallSpec

export const exportFile = {
  id: 'reports.exportFile',
  method: 'GET',
  path: '/api/common/export/file',
  permission: PERMISSION.exports,
  answers: 'file',
  summary: '下载导出文件',
} as const satisfies CallSpec
