/** The live boards: the exposure of each item, and the profit of each possible result. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const todayWinLose = {
  id: 'book.todayWinLose',
  method: 'POST',
  path: '/api/agent/RealTimeReport/TodayWinLose',
  permission: [PERMISSION.boards, PERMISSION.reports],
  summary: '今日输赢',
} as const satisfies CallSpec

export const specialNumbers = {
  id: 'book.tmzx1',
  method: 'POST',
  path: '/api/agent/realtimereport/tmzx1',
  permission: PERMISSION.boards,
  isclick: false,
  summary: '特码总项一',
} as const satisfies CallSpec

export const specialAttributes = {
  id: 'book.tmzx2',
  method: 'POST',
  path: '/api/agent/realtimereport/tmzx2',
  permission: PERMISSION.boards,
  summary: '特码总项二',
} as const satisfies CallSpec

export const boardCommon = {
  id: 'book.common',
  method: 'POST',
  path: '/api/agent/RealTimeReport/common',
  permission: PERMISSION.boards,
  summary: '即时注单',
} as const satisfies CallSpec

export const boardType = {
  id: 'book.type',
  method: 'POST',
  path: '/api/agent/realtimereport/type',
  permission: PERMISSION.boards,
  summary: '玩法大类总览',
} as const satisfies CallSpec

export const relationOrder = {
  id: 'book.relationOrder',
  method: 'POST',
  path: '/api/agent/RealTimeReport/relation-order',
  permission: PERMISSION.boards,
  summary: '投注项关联注单',
} as const satisfies CallSpec

export const zm16 = {
  id: 'book.zm16',
  method: 'POST',
  path: '/api/agent/realtimereport/zm16',
  permission: PERMISSION.boards,
  summary: '正码1-6',
} as const satisfies CallSpec

export const zmt = {
  id: 'book.zmt',
  method: 'POST',
  path: '/api/agent/RealTimeReport/zmt',
  permission: PERMISSION.boards,
  summary: '正码特',
} as const satisfies CallSpec

export const multiCommon = {
  id: 'book.multiCommon',
  method: 'POST',
  path: '/api/agent/realtimereport/multi/common',
  permission: PERMISSION.boards,
  summary: '组合玩法',
} as const satisfies CallSpec

export const orderRoll = {
  id: 'book.orderRoll',
  method: 'POST',
  path: '/api/agent/RealTimeReport/roll',
  permission: PERMISSION.boards,
  automatic: true,
  summary: '实时滚单',
} as const satisfies CallSpec

export const scenario = {
  id: 'book.scenario',
  method: 'POST',
  path: '/api/agent/realtimereport/scenario',
  permission: PERMISSION.boards,
  summary: '各结果盈亏',
} as const satisfies CallSpec

export const warningQuery = {
  id: 'book.warningQuery',
  method: 'POST',
  path: '/api/common/warning/query',
  permission: PERMISSION.boards,
  summary: '查询注单预警',
} as const satisfies CallSpec

export const warningSet = {
  id: 'book.warningSet',
  method: 'POST',
  path: '/api/common/warning/set',
  permission: PERMISSION.replenishSettings,
  write: true,
  summary: '设置注单预警',
} as const satisfies CallSpec
