/** The operators' side: outside books for fly-outs. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const bookQuery = {
  id: 'admin.bookQuery',
  method: 'POST',
  path: '/api/admin/outside-book/query',
  permission: PERMISSION.systemConfig,
  summary: '外部盘列表',
} as const satisfies CallSpec

export const bookCreate = {
  id: 'admin.bookCreate',
  method: 'POST',
  path: '/api/admin/outside-book/create',
  permission: PERMISSION.outsideBooks,
  write: true,
  summary: '登记外部盘',
} as const satisfies CallSpec

export const bookUpdate = {
  id: 'admin.bookUpdate',
  method: 'POST',
  path: '/api/admin/outside-book/update',
  permission: PERMISSION.outsideBooks,
  write: true,
  summary: '修改外部盘',
} as const satisfies CallSpec

export const bookTrial = {
  id: 'admin.bookTrial',
  method: 'POST',
  path: '/api/admin/outside-book/trial',
  permission: PERMISSION.outsideBooks,
  write: true,
  summary: '试调用外部盘',
} as const satisfies CallSpec
