/** Notices, alerts, the live stream, and each account's screen preferences. */

import type { CallSpec } from '../call.ts'

export const bulletinMessage = {
  id: 'notices.bulletinMessage',
  method: 'GET',
  path: '/api/common/account/bulletin-message',
  permission: 'session',
  isclick: false,
  summary: '公告',
} as const satisfies CallSpec

export const noticeRead = {
  id: 'notices.noticeRead',
  method: 'POST',
  path: '/api/common/notice/read',
  permission: 'session',
  write: true,
  whenFrozen: 'allowed',
  summary: '公告已读',
} as const satisfies CallSpec

export const maintenanceNotice = {
  id: 'notices.maintenanceNotice',
  method: 'GET',
  path: '/api/common/maintenance/notice',
  permission: 'session',
  automatic: true,
  summary: '维护预告',
} as const satisfies CallSpec

export const leaseNotice = {
  id: 'notices.leaseNotice',
  method: 'GET',
  path: '/api/common/lease/notice',
  permission: 'session',
  automatic: true,
  summary: '租期提示',
} as const satisfies CallSpec

export const realtimeStream = {
  id: 'notices.realtimeStream',
  method: 'GET',
  path: '/api/agent/realtime/stream',
  permission: 'session',
  automatic: true,
  answers: 'sse',
  summary: '实时推送',
} as const satisfies CallSpec

export const alertQuery = {
  id: 'notices.alertQuery',
  method: 'POST',
  path: '/api/common/alert/query',
  permission: 'session',
  summary: '提醒列表',
} as const satisfies CallSpec

export const alertRead = {
  id: 'notices.alertRead',
  method: 'POST',
  path: '/api/common/alert/read',
  permission: 'session',
  write: true,
  whenFrozen: 'allowed',
  summary: '提醒已读',
} as const satisfies CallSpec

export const preferenceGet = {
  id: 'notices.preferenceGet',
  method: 'POST',
  path: '/api/common/preference/get',
  permission: 'session',
  summary: '读取个人偏好',
} as const satisfies CallSpec

export const preferenceSet = {
  id: 'notices.preferenceSet',
  method: 'POST',
  path: '/api/common/preference/set',
  permission: 'session',
  write: true,
  whenFrozen: 'allowed',
  summary: '保存个人偏好',
} as const satisfies CallSpec
