/** Wallets, transfers and the fund records. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  businessDay,
  DAY_RANGE_MESSAGE,
  exportableList,
  fundMode,
  instant,
  isDayRange,
  longId,
  money,
  moneyRequest,
  pageWithSummary,
  pathId,
  queryId,
  readRequest,
  remark,
  wrappedPassword,
} from '../fields.ts'

export const balance = endpoint({
  id: 'ledger.balance',
  method: 'GET',
  path: '/api/agent/balance',
  permission: 80000,
  ownPermission: 'session',
  isclick: false,
  request: readRequest({ agentPathsId: queryId.optional() }),
  response: z.object({ credit: money, balance: money, cash: money, openStake: money, fundMode }),
  summary: '查询余额',
})

const transferRequest = moneyRequest({
  agentPathsId: pathId,
  amount,
  kind: fundMode,
  transferPassword: wrappedPassword,
  remark: remark.optional(),
})

const transferAnswer = z.object({ transactionId: longId, balance: money, childBalance: money })

export const agentTransfer = endpoint({
  id: 'ledger.agentTransfer',
  method: 'POST',
  path: '/api/common/funds/agent/transfer',
  permission: 80003,
  write: true,
  request: transferRequest,
  response: transferAnswer,
  summary: '代理上分',
})

export const merchantTransfer = endpoint({
  id: 'ledger.merchantTransfer',
  method: 'POST',
  path: '/api/common/funds/merchant/transfer',
  permission: [80003, 20000],
  write: true,
  request: transferRequest,
  response: transferAnswer,
  summary: '商户上分',
})

export const agentRecovery = endpoint({
  id: 'ledger.agentRecovery',
  method: 'POST',
  path: '/api/common/funds/agent/recovery',
  permission: 80003,
  write: true,
  request: moneyRequest({
    agentPathsId: pathId,
    amount: amount.optional(),
    all: z.literal(true).optional(),
    kind: fundMode,
    transferPassword: wrappedPassword,
    remark: remark.optional(),
  }).refine((request) => (request.amount === undefined) !== (request.all === undefined), {
    message: '请填写金额或选择全部回收',
    path: ['amount'],
  }),
  response: transferAnswer,
  summary: '回收额度',
})

export const fundKind = z.enum([
  'transferIn',
  'transferOut',
  'recovery',
  'stake',
  'payout',
  'commission',
  'refund',
  'creditReset',
  'correction',
])

const fundFilters = {
  agentPathsId: pathId.optional(),
  includeDownline: z.boolean().optional(),
  kinds: z.array(fundKind).max(9).optional(),
  from: businessDay,
  to: businessDay,
}

const fundRow = z.object({
  id: longId,
  transactionId: longId,
  at: instant,
  accountName: z.string(),
  kind: fundKind,
  amount: money,
  balanceAfter: money,
  counterparty: z.string(),
  reference: z.string(),
  remark: z.string(),
  operatorName: z.string(),
  /** What a correction or a void posted: the result versions it leads from and to (0: none yet). */
  mark: z
    .object({
      kind: z.enum(['correction', 'periodVoid', 'orderVoid']),
      orderNo: longId.optional(),
      fromVersion: z.int().min(0),
      toVersion: z.int().min(0),
      /** Balls of both; empty: none, or a void. */
      before: z.array(z.int()),
      after: z.array(z.int()),
      reason: z.string(),
    })
    .optional(),
})

const fundRequest = exportableList(['at', 'amount'], fundFilters).refine(isDayRange, {
  message: DAY_RANGE_MESSAGE,
  path: ['to'],
})

const fundAnswer = pageWithSummary(fundRow, z.object({ amountIn: money, amountOut: money }))

export const fundsQuery = endpoint({
  id: 'ledger.fundsQuery',
  method: 'POST',
  path: '/api/common/funds/query',
  permission: [80000, 44000],
  request: fundRequest,
  response: fundAnswer,
  summary: '资金记录',
})

export const fundLogs = endpoint({
  id: 'ledger.fundLogs',
  method: 'POST',
  path: '/api/admin/fund-logs',
  permission: 44000,
  request: fundRequest,
  response: fundAnswer,
  summary: '全平台资金变动记录',
})
