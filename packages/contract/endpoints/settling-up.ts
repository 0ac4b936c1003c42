/** Settling up (已交收): a path marks what its direct downlines have paid or been paid, by business day. */

import { z } from 'zod'
import * as calls from '../calls/settling-up.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  DAY_RANGE_MESSAGE,
  exportableList,
  exportableRead,
  instant,
  isDayRange,
  keyword,
  longId,
  money,
  moneyRequest,
  nothing,
  pageOf,
  pageWithSummary,
  pathId,
  remark,
  roleId,
  wrappedPassword,
} from '../fields.ts'

const BACKWARDS = { message: DAY_RANGE_MESSAGE, path: ['to'] }

/** Sums over the days before today; positive: the caller receives, negative: the caller pays. */
const sums = {
  /** 应收下线, as the reports show it now */
  receivable: money,
  /** 已交收: the marked amount */
  settled: money,
  /** 未交收: the receivable of days that are not marked */
  unsettled: money,
  /** 更正差额: by how much marked days have changed since, through corrections and voids */
  difference: money,
}

export const settlingUpRow = z.object({
  agentPathsId: pathId,
  accountName: z.string(),
  nickname: z.string().optional(),
  roleId,
  memberFlag: z.boolean(),
  /** Days with orders, and those of them that are marked. */
  days: z.int().min(0),
  settledDays: z.int().min(0),
  ...sums,
  /** The earliest day that is not marked. */
  firstUnsettledDay: businessDay.nullable(),
})

/** One row per direct downline that had orders. Without days: the last 92. Today is not over and is never included. */
export const settlingUpQuery = endpoint(calls.settlingUpQuery, {
  request: exportableList(['accountName', 'receivable', 'unsettled', 'difference', 'firstUnsettledDay'], {
    from: businessDay.optional(),
    to: businessDay.optional(),
    keyword: keyword.optional(),
    /** `unsettled`: an unmarked day or a difference; `settled`: neither. */
    state: z.enum(['unsettled', 'settled']).optional(),
  }).refine(isDayRange, BACKWARDS),
  response: pageWithSummary(settlingUpRow, z.object({ children: z.int(), ...sums })),
})

export const settlingUpDay = z.object({
  day: businessDay,
  orders: z.int().min(0),
  stake: money,
  valid: money,
  memberResult: money,
  /** The part of the receivable that came from replenishments. */
  replenishment: money,
  receivable: money,
  /** null: not marked. */
  settled: money.nullable(),
  difference: money,
})

/** What one direct downline owes day by day. */
export const settlingUpDays = endpoint(calls.settlingUpDays, {
  request: exportableRead({ agentPathsId: pathId, from: businessDay, to: businessDay }).refine(isDayRange, BACKWARDS),
  response: z.object({
    agentPathsId: pathId,
    accountName: z.string(),
    nickname: z.string().optional(),
    roleId,
    /** A range that includes today ends the day before. */
    from: businessDay,
    to: businessDay,
    days: z.array(settlingUpDay),
    /** Orders of these days without a result yet: they will change the amount owed. */
    openOrders: z.int().min(0),
    ...sums,
    /** The amount that a mark of this range would have: unsettled and difference. */
    due: money,
  }),
})

/**
 * Marks every day of the range that is unmarked or has changed since its mark. `amount` is `due` as the user saw
 * it; 40902 if it has changed.
 */
export const settlingUpSet = endpoint(calls.settlingUpSet, {
  request: moneyRequest({
    agentPathsId: pathId,
    from: businessDay,
    to: businessDay,
    amount: money,
    note: remark.optional(),
  }).refine(isDayRange, BACKWARDS),
  response: z.object({ id: longId, amount: money, days: z.int() }),
})

/** Downlines that one call can mark. */
export const MAX_SETTLED_AT_ONCE = 100

const itemDue = z.object({
  agentPathsId: pathId,
  accountName: z.string(),
  amount: money,
  /** 0: nothing is left to mark. */
  days: z.int().min(0),
})

/**
 * The same mark for several direct downlines at once, all or none: each `amount` is what a mark of the range would have
 * for this downline as the user saw it. 40902 names those whose amount has changed, with the new one in `data.items`.
 */
export const settlingUpSetMany = endpoint(calls.settlingUpSetMany, {
  request: moneyRequest({
    from: businessDay,
    to: businessDay,
    items: z
      .array(z.strictObject({ agentPathsId: pathId, amount: money }))
      .min(1)
      .max(MAX_SETTLED_AT_ONCE)
      .refine((items) => new Set(items.map(({ agentPathsId }) => agentPathsId)).size === items.length, {
        message: '下线不能重复',
      }),
    transferPassword: wrappedPassword,
    note: remark.optional(),
  }).refine(isDayRange, BACKWARDS),
  response: z.object({ items: z.array(itemDue.extend({ id: longId })), amount: money }),
})

/** Takes a mark back; the mark stays in the log with the person, time and reason. */
export const settlingUpUndo = endpoint(calls.settlingUpUndo, {
  request: moneyRequest({ id: longId, reason: remark.optional() }),
  response: nothing,
})

export const settlingUpMark = z.object({
  id: longId,
  at: instant,
  agentPathsId: pathId,
  accountName: z.string(),
  from: businessDay,
  to: businessDay,
  days: z.int(),
  amount: money,
  note: z.string(),
  operatorName: z.string(),
  undone: z.object({ at: instant, operatorName: z.string(), reason: z.string() }).nullable(),
})

/** Marks that the caller's path made, newest first, including those taken back. */
export const settlingUpLog = endpoint(calls.settlingUpLog, {
  request: exportableList(['at'], {
    agentPathsId: pathId.optional(),
    /** Marks that touch these days. */
    from: businessDay.optional(),
    to: businessDay.optional(),
  }).refine(isDayRange, BACKWARDS),
  response: pageOf(settlingUpMark),
})

/**
 * Marks that the caller's parent made for it, newest first. For people above, the caller sees their level but no
 * names and no notes.
 */
export const settlingUpReceived = endpoint(calls.settlingUpReceived, {
  request: exportableList(['at'], {
    /** Marks that touch these days. */
    from: businessDay.optional(),
    to: businessDay.optional(),
  }).refine(isDayRange, BACKWARDS),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      from: businessDay,
      to: businessDay,
      days: z.int(),
      /** Positive: the caller owed it; negative: the parent owed it. */
      amount: money,
      /** The parent's level. */
      by: roleId,
      undoneAt: instant.nullable(),
    }),
  ),
})
