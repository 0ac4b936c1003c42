/** Settling up (已交收): a path marks what its direct downlines have paid or been paid, by business day. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const settlingUpQuery = {
  id: 'reports.settlingUpQuery',
  method: 'POST',
  path: '/api/common/report/settling-up/query',
  permission: PERMISSION.reports,
  summary: '交收情况',
} as const satisfies CallSpec

export const settlingUpDays = {
  id: 'reports.settlingUpDays',
  method: 'POST',
  path: '/api/common/report/settling-up/days',
  permission: PERMISSION.reports,
  summary: '逐日交收',
} as const satisfies CallSpec

export const settlingUpSet = {
  id: 'reports.settlingUpSet',
  method: 'POST',
  path: '/api/common/report/settling-up/set',
  permission: PERMISSION.settlingUp,
  write: true,
  summary: '标记已交收',
} as const satisfies CallSpec

export const settlingUpSetMany = {
  id: 'reports.settlingUpSetMany',
  method: 'POST',
  path: '/api/common/report/settling-up/set-many',
  permission: PERMISSION.settlingUp,
  write: true,
  summary: '批量标记已交收',
} as const satisfies CallSpec

export const settlingUpUndo = {
  id: 'reports.settlingUpUndo',
  method: 'POST',
  path: '/api/common/report/settling-up/undo',
  permission: PERMISSION.settlingUp,
  write: true,
  summary: '撤销交收',
} as const satisfies CallSpec

export const settlingUpLog = {
  id: 'reports.settlingUpLog',
  method: 'POST',
  path: '/api/common/report/settling-up/log',
  permission: PERMISSION.reports,
  summary: '交收记录',
} as const satisfies CallSpec

export const settlingUpReceived = {
  id: 'reports.settlingUpReceived',
  method: 'POST',
  path: '/api/common/report/settling-up/received',
  permission: PERMISSION.reports,
  summary: '上级交收记录',
} as const satisfies CallSpec
