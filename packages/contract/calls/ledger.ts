/** Wallets, transfers and the fund records. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const balance = {
  id: 'ledger.balance',
  method: 'GET',
  path: '/api/agent/balance',
  permission: [PERMISSION.accounts, PERMISSION.merchantFunds],
  ownPermission: 'session',
  isclick: false,
  summary: '查询余额',
} as const satisfies CallSpec

export const agentTransfer = {
  id: 'ledger.agentTransfer',
  method: 'POST',
  path: '/api/common/funds/agent/transfer',
  permission: PERMISSION.funds,
  write: true,
  summary: '代理上分',
} as const satisfies CallSpec

export const merchantTransfer = {
  id: 'ledger.merchantTransfer',
  method: 'POST',
  path: '/api/common/funds/merchant/transfer',
  permission: [PERMISSION.funds, PERMISSION.merchantFunds],
  write: true,
  summary: '商户上分',
} as const satisfies CallSpec

export const agentRecovery = {
  id: 'ledger.agentRecovery',
  method: 'POST',
  path: '/api/common/funds/agent/recovery',
  permission: [PERMISSION.funds, PERMISSION.merchantFunds],
  write: true,
  summary: '回收额度',
} as const satisfies CallSpec

export const fundsQuery = {
  id: 'ledger.fundsQuery',
  method: 'POST',
  path: '/api/common/funds/query',
  permission: [PERMISSION.accounts, PERMISSION.fundLogs],
  summary: '资金记录',
} as const satisfies CallSpec

export const fundLogs = {
  id: 'ledger.fundLogs',
  method: 'POST',
  path: '/api/admin/fund-logs',
  permission: PERMISSION.fundLogs,
  summary: '全平台资金变动记录',
} as const satisfies CallSpec
