/** The operators' side: the plays of a game, and stopping them. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const playQuery = {
  id: 'admin.playQuery',
  method: 'POST',
  path: '/api/admin/game/play/query',
  permission: PERMISSION.games,
  summary: '玩法列表与停售情况',
} as const satisfies CallSpec

export const playStop = {
  id: 'admin.playStop',
  method: 'POST',
  path: '/api/admin/game/play/stop',
  permission: PERMISSION.changeGames,
  write: true,
  summary: '玩法停售',
} as const satisfies CallSpec

export const playResume = {
  id: 'admin.playResume',
  method: 'POST',
  path: '/api/admin/game/play/resume',
  permission: PERMISSION.changeGames,
  write: true,
  summary: '玩法恢复销售',
} as const satisfies CallSpec
