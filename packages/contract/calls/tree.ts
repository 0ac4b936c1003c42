/** The tree of accounts, their terms and their state. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const getGameInfos = {
  id: 'tree.getGameInfos',
  method: 'POST',
  path: '/api/common/account/get-game-infos',
  permission: PERMISSION.accounts,
  ownPermission: [PERMISSION.ownDetails, PERMISSION.boards, PERMISSION.accounts],
  summary: '查询占成、退水与限额',
} as const satisfies CallSpec

export const setTerms = {
  id: 'tree.setTerms',
  method: 'POST',
  path: '/api/common/game/agent/set/v1',
  permission: PERMISSION.terms,
  write: true,
  summary: '修改占成与退水',
} as const satisfies CallSpec

export const setTermsMany = {
  id: 'tree.setTermsMany',
  method: 'POST',
  path: '/api/common/game/agent/set/many',
  permission: PERMISSION.terms,
  write: true,
  summary: '批量修改占成与退水',
} as const satisfies CallSpec

export const bulkTermsQuery = {
  id: 'tree.bulkTermsQuery',
  method: 'POST',
  path: '/api/common/game/agent/set/many/query',
  permission: PERMISSION.terms,
  summary: '批量修改进度',
} as const satisfies CallSpec

export const limitsQuery = {
  id: 'tree.limitsQuery',
  method: 'POST',
  path: '/api/common/game/agent/limits/query',
  permission: PERMISSION.terms,
  summary: '下线限额表',
} as const satisfies CallSpec

export const limitsSet = {
  id: 'tree.limitsSet',
  method: 'POST',
  path: '/api/common/game/agent/limits/set',
  permission: PERMISSION.terms,
  write: true,
  summary: '导入下线限额',
} as const satisfies CallSpec

export const maxFillQuery = {
  id: 'tree.maxFillQuery',
  method: 'POST',
  path: '/api/common/replenishment/max-fill/query',
  permission: [PERMISSION.maxFill, PERMISSION.downlineAccept, PERMISSION.merchants],
  summary: '补货上限表',
} as const satisfies CallSpec

export const agentQuery = {
  id: 'tree.agentQuery',
  method: 'POST',
  path: '/api/agent/query',
  permission: PERMISSION.accounts,
  summary: '下线列表',
} as const satisfies CallSpec

export const createAgent = {
  id: 'tree.createAgent',
  method: 'POST',
  path: '/api/agent/create',
  permission: PERMISSION.createAccounts,
  /** A first credit is a transfer, so it needs that permission too. */
  fieldPermissions: { credit: { permission: PERMISSION.funds } },
  write: true,
  summary: '新增代理',
} as const satisfies CallSpec

export const createMember = {
  id: 'tree.createMember',
  method: 'POST',
  path: '/api/agent/create-member',
  permission: PERMISSION.createAccounts,
  /** A first credit is a transfer, so it needs that permission too. */
  fieldPermissions: { credit: { permission: PERMISSION.funds } },
  write: true,
  summary: '新增会员',
} as const satisfies CallSpec

export const importAccounts = {
  id: 'tree.importAccounts',
  method: 'POST',
  path: '/api/agent/import',
  permission: PERMISSION.createAccounts,
  write: true,
  summary: '导入账号',
} as const satisfies CallSpec

export const upgradeToAgent = {
  id: 'tree.upgradeToAgent',
  method: 'POST',
  path: '/api/agent/upgrade-to-agent',
  permission: PERMISSION.createAccounts,
  write: true,
  summary: '会员升级为代理',
} as const satisfies CallSpec

export const updateStatus = {
  id: 'tree.updateStatus',
  method: 'POST',
  path: '/api/common/account/updatestatus',
  permission: [PERMISSION.status, PERMISSION.changeMerchants],
  write: true,
  summary: '修改账号状态',
} as const satisfies CallSpec
