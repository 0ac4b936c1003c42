/** The operators' side: who may publish results. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const sourceQuery = {
  id: 'admin.sourceQuery',
  method: 'POST',
  path: '/api/admin/source/query',
  permission: PERMISSION.games,
  summary: '结果来源列表',
} as const satisfies CallSpec

export const sourceCreate = {
  id: 'admin.sourceCreate',
  method: 'POST',
  path: '/api/admin/source/create',
  permission: PERMISSION.resultSources,
  write: true,
  summary: '登记结果来源',
} as const satisfies CallSpec

export const sourceUpdate = {
  id: 'admin.sourceUpdate',
  method: 'POST',
  path: '/api/admin/source/update',
  permission: PERMISSION.resultSources,
  write: true,
  summary: '修改结果来源',
} as const satisfies CallSpec

export const sourceRotate = {
  id: 'admin.sourceRotate',
  method: 'POST',
  path: '/api/admin/source/rotate',
  permission: PERMISSION.resultSources,
  write: true,
  summary: '更换结果来源密钥',
} as const satisfies CallSpec
