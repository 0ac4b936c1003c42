/** Periods that operators open and close, and the schedules that plan the others. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const periodClose = {
  id: 'admin.periodClose',
  method: 'POST',
  path: '/api/admin/game/period/close',
  permission: PERMISSION.openPeriods,
  write: true,
  summary: '提前封盘',
} as const satisfies CallSpec

export const periodOpen = {
  id: 'admin.periodOpen',
  method: 'POST',
  path: '/api/admin/game/period/open',
  permission: PERMISSION.openPeriods,
  write: true,
  summary: '开期',
} as const satisfies CallSpec

export const periodChange = {
  id: 'admin.periodChange',
  method: 'POST',
  path: '/api/admin/game/period/change',
  permission: PERMISSION.openPeriods,
  write: true,
  summary: '修改期次',
} as const satisfies CallSpec

export const monthQuery = {
  id: 'admin.monthQuery',
  method: 'POST',
  path: '/api/admin/game/month/query',
  permission: PERMISSION.games,
  summary: '期次月历',
} as const satisfies CallSpec

export const monthSet = {
  id: 'admin.monthSet',
  method: 'POST',
  path: '/api/admin/game/month/set',
  permission: PERMISSION.openPeriods,
  write: true,
  summary: '设置期次模板',
} as const satisfies CallSpec

export const scheduleQuery = {
  id: 'admin.scheduleQuery',
  method: 'POST',
  path: '/api/admin/game/schedule/query',
  permission: PERMISSION.games,
  summary: '查询时间表',
} as const satisfies CallSpec

export const schedulePreview = {
  id: 'admin.schedulePreview',
  method: 'POST',
  path: '/api/admin/game/schedule/preview',
  permission: PERMISSION.games,
  summary: '预览时间表',
} as const satisfies CallSpec

export const scheduleSet = {
  id: 'admin.scheduleSet',
  method: 'POST',
  path: '/api/admin/game/schedule/set',
  permission: PERMISSION.changeGames,
  write: true,
  summary: '修改时间表',
} as const satisfies CallSpec
