/** The platform operator's side: games, prices, notices, settings. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const gameQuery = {
  id: 'admin.gameQuery',
  method: 'POST',
  path: '/api/admin/game/query',
  permission: PERMISSION.games,
  summary: '彩种列表',
} as const satisfies CallSpec

export const gameUpdate = {
  id: 'admin.gameUpdate',
  method: 'POST',
  path: '/api/admin/game/update',
  permission: PERMISSION.changeGames,
  write: true,
  summary: '修改彩种',
} as const satisfies CallSpec

export const adminOddsQuery = {
  id: 'admin.oddsQuery',
  method: 'POST',
  path: '/api/admin/odds/query',
  permission: PERMISSION.odds,
  summary: '查询赔率设置',
} as const satisfies CallSpec

export const adminOddsSet = {
  id: 'admin.oddsSet',
  method: 'POST',
  path: '/api/admin/odds/set',
  permission: PERMISSION.changeOdds,
  write: true,
  summary: '修改赔率',
} as const satisfies CallSpec

export const pankouSettingQuery = {
  id: 'admin.pankouSettingQuery',
  method: 'POST',
  path: '/api/admin/pankou/setting/query',
  permission: PERMISSION.odds,
  summary: '查询盘口设置',
} as const satisfies CallSpec

export const pankouCommissionSet = {
  id: 'admin.pankouCommissionSet',
  method: 'POST',
  path: '/api/admin/pankou/commission/set',
  permission: PERMISSION.commission,
  write: true,
  summary: '设置盘口退水',
} as const satisfies CallSpec

export const maintenanceQuery = {
  id: 'admin.maintenanceQuery',
  method: 'POST',
  path: '/api/admin/maintenance/query',
  permission: PERMISSION.maintenance,
  summary: '查询维护设置',
} as const satisfies CallSpec

export const maintenanceSet = {
  id: 'admin.maintenanceSet',
  method: 'POST',
  path: '/api/admin/maintenance/set',
  permission: PERMISSION.setMaintenance,
  write: true,
  summary: '维护设置',
} as const satisfies CallSpec

export const systemConfigQuery = {
  id: 'admin.systemConfigQuery',
  method: 'POST',
  path: '/api/admin/system-config/query',
  permission: PERMISSION.systemConfig,
  summary: '查询系统设置',
} as const satisfies CallSpec

export const systemConfigSet = {
  id: 'admin.systemConfigSet',
  method: 'POST',
  path: '/api/admin/system-config/set',
  permission: PERMISSION.changeSettings,
  write: true,
  summary: '修改系统设置',
} as const satisfies CallSpec

export const noticeQuery = {
  id: 'admin.noticeQuery',
  method: 'POST',
  path: '/api/admin/notice/query',
  permission: PERMISSION.notices,
  summary: '公告列表',
} as const satisfies CallSpec

export const noticeReaders = {
  id: 'admin.noticeReaders',
  method: 'POST',
  path: '/api/admin/notice/readers',
  permission: PERMISSION.notices,
  summary: '公告已读名单',
} as const satisfies CallSpec

export const noticeCreate = {
  id: 'admin.noticeCreate',
  method: 'POST',
  path: '/api/admin/notice/create',
  permission: PERMISSION.publishNotices,
  write: true,
  summary: '新增公告',
} as const satisfies CallSpec

export const noticeUpdate = {
  id: 'admin.noticeUpdate',
  method: 'POST',
  path: '/api/admin/notice/update',
  permission: PERMISSION.publishNotices,
  write: true,
  summary: '修改公告',
} as const satisfies CallSpec

export const noticeDelete = {
  id: 'admin.noticeDelete',
  method: 'POST',
  path: '/api/admin/notice/delete',
  permission: PERMISSION.publishNotices,
  write: true,
  summary: '删除公告',
} as const satisfies CallSpec
