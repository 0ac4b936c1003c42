/** Games, their plays and prices, periods and draws: the calls that read them. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const gameHub = {
  id: 'games.gameHub',
  method: 'GET',
  path: '/api/common/drop-down-list/sys-gamehub',
  permission: 'session',
  summary: '彩种大厅下拉',
} as const satisfies CallSpec

export const gameTypes = {
  id: 'games.gameTypes',
  method: 'GET',
  path: '/api/common/drop-down-list/sys-gametype',
  permission: 'session',
  isclick: false,
  summary: '彩种与玩法下拉',
} as const satisfies CallSpec

export const recGameInfos = {
  id: 'games.recGameInfos',
  method: 'POST',
  path: '/api/rec/game/get-game-infos',
  permission: 'session',
  summary: '各彩种当前期',
} as const satisfies CallSpec

export const oddsQuery = {
  id: 'games.oddsQuery',
  method: 'POST',
  path: '/api/common/odds/query',
  permission: PERMISSION.boards,
  summary: '查询赔率',
} as const satisfies CallSpec

export const recOddsQuery = {
  id: 'games.recOddsQuery',
  method: 'POST',
  path: '/api/rec/odds/query',
  permission: 'signed',
  summary: '游戏平台查询赔率',
} as const satisfies CallSpec

export const recCommitment = {
  id: 'games.recCommitment',
  method: 'POST',
  path: '/api/rec/draw/commitment',
  permission: 'signed',
  summary: '游戏平台查询本期承诺值',
} as const satisfies CallSpec

export const periodHistories = {
  id: 'games.periodHistories',
  method: 'POST',
  path: '/api/common/game/period-histories',
  permission: PERMISSION.results,
  summary: '开奖结果',
} as const satisfies CallSpec

export const rulesInForce = {
  id: 'games.rulesInForce',
  method: 'POST',
  path: '/api/common/game/rules',
  permission: PERMISSION.rules,
  summary: '各彩种现行规则选项与停售玩法',
} as const satisfies CallSpec

export const longRun = {
  id: 'games.longRun',
  method: 'POST',
  path: '/api/common/game/long-run',
  permission: PERMISSION.results,
  summary: '长龙与遗漏',
} as const satisfies CallSpec
