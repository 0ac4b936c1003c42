/** Wallets, transfers and the fund records. */

import { z } from 'zod'
import * as calls from '../calls/ledger.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  businessDay,
  DAY_RANGE_MESSAGE,
  exactAmount,
  exportableList,
  fundMode,
  instant,
  isDayRange,
  limitAmount,
  line,
  longId,
  money,
  moneyRequest,
  pageWithSummary,
  pathId,
  queryPathId,
  readRequest,
  remark,
  wrappedPassword,
} from '../fields.ts'

export const balance = endpoint(calls.balance, {
  request: readRequest({ agentPathsId: queryPathId.optional() }),
  response: z.object({ credit: money, balance: money, cash: money, openStake: money, fundMode }),
})

const transferRequest = moneyRequest({
  agentPathsId: pathId,
  amount,
  kind: fundMode,
  transferPassword: wrappedPassword,
  remark: remark.optional(),
})

const transferAnswer = z.object({ transactionId: longId, balance: money, childBalance: money })

export const agentTransfer = endpoint(calls.agentTransfer, {
  request: transferRequest,
  response: transferAnswer,
})

export const merchantTransfer = endpoint(calls.merchantTransfer, {
  request: transferRequest,
  response: transferAnswer,
})

export const agentRecovery = endpoint(calls.agentRecovery, {
  request: moneyRequest({
    agentPathsId: pathId,
    amount: exactAmount.optional(),
    all: z.literal(true).optional(),
    kind: fundMode,
    transferPassword: wrappedPassword,
    remark: remark.optional(),
  }).refine((request) => (request.amount === undefined) !== (request.all === undefined), {
    message: '请填写金额或选择全部回收',
    path: ['amount'],
  }),
  response: transferAnswer,
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
  /** For entries of a correction or a void: the result versions before and after (0: no result yet). */
  mark: z
    .object({
      kind: z.enum(['correction', 'periodVoid', 'orderVoid']),
      orderNo: longId.optional(),
      fromVersion: z.int().min(0),
      toVersion: z.int().min(0),
      /** Balls of both; empty: no result, or a void. */
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

const fundLogRequest = exportableList(['at', 'amount'], {
  ...fundFilters,
  /** Whole names, in any case: whose record it is, and who caused it. */
  account: line(32).optional(),
  operator: line(32).optional(),
  /** Of the amount without its sign. */
  least: limitAmount.optional(),
  most: limitAmount.optional(),
}).refine(isDayRange, { message: DAY_RANGE_MESSAGE, path: ['to'] })

const fundAnswer = pageWithSummary(fundRow, z.object({ amountIn: money, amountOut: money }))

export const fundsQuery = endpoint(calls.fundsQuery, {
  request: fundRequest,
  response: fundAnswer,
})

export const fundLogs = endpoint(calls.fundLogs, {
  request: fundLogRequest,
  response: fundAnswer,
})
