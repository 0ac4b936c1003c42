/** Replenishment (补货): settings and manual orders. Fly-outs are in fly-outs.ts. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const replenishmentQuery = {
  id: 'replenishment.query',
  method: 'POST',
  path: '/api/common/replenishment/query',
  permission: PERMISSION.boards,
  summary: '查询补货设置',
} as const satisfies CallSpec

export const autoConfigSet = {
  id: 'replenishment.autoConfigSet',
  method: 'POST',
  path: '/api/common/replenishment/auto-config/set',
  permission: PERMISSION.replenishSettings,
  write: true,
  summary: '自动补货设置',
} as const satisfies CallSpec

export const manualConfigSet = {
  id: 'replenishment.manualConfigSet',
  method: 'POST',
  path: '/api/common/replenishment/manual-config/set',
  permission: PERMISSION.replenishSettings,
  write: true,
  summary: '手动补货设置',
} as const satisfies CallSpec

export const stop = {
  id: 'replenishment.stop',
  method: 'POST',
  path: '/api/common/replenishment/stop',
  /**
   * Stops automatic replenishment with the first permission and automatic fly-out with the second. What the caller
   * may not set is not stopped.
   */
  permission: [PERMISSION.replenishSettings, PERMISSION.flyOut],
  write: true,
  summary: '停止自动补货与自动放飞',
} as const satisfies CallSpec

export const acceptTypesSet = {
  id: 'replenishment.xxSet',
  method: 'POST',
  path: '/api/common/replenishment/xx-set',
  permission: [PERMISSION.downlineAccept, PERMISSION.maxFill],
  /** Each of the two fields needs its own permission; an operator of the platform holds both for merchants. */
  fieldPermissions: {
    'items.acceptType': { permission: [PERMISSION.downlineAccept, PERMISSION.changeMerchants] },
    'items.maxFill': { permission: [PERMISSION.maxFill, PERMISSION.changeMerchants] },
  },
  write: true,
  summary: '下线补货方式与上限',
} as const satisfies CallSpec

export const manualBet = {
  id: 'replenishment.manualBet',
  method: 'POST',
  path: '/api/common/replenishment/manual/bet',
  permission: PERMISSION.replenish,
  write: true,
  summary: '手动补货',
} as const satisfies CallSpec

export const advise = {
  id: 'replenishment.advise',
  method: 'POST',
  path: '/api/common/replenishment/advise',
  permission: PERMISSION.replenish,
  summary: '补货建议',
} as const satisfies CallSpec
