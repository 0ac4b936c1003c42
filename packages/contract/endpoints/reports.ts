/** Reports: who owes whom, by child and by game, and the orders behind it. */

import { parseMoney } from '@strata/domain/money'
import type { Figures } from '@strata/domain/reports'
import { z } from 'zod'
import * as calls from '../calls/reports.ts'
import { endpoint } from '../endpoint.ts'
import {
  betNo,
  businessDay,
  changeRequest,
  DAY_RANGE_MESSAGE,
  exportableList,
  gameId,
  groupId,
  id,
  instant,
  isDayRange,
  itemCode,
  keyword,
  listRequest,
  longId,
  money,
  nothing,
  orderKind,
  orderResult,
  pageOf,
  pageWithSummary,
  pankou,
  pathId,
  percent,
  periodNo,
  playCode,
  queryId,
  quote,
  ratioPercent,
  readRequest,
  roleId,
  sharePercent,
  trailStep,
} from '../fields.ts'

// ---- what all reports take ----------------------------------------------------------------------------------------

/** Either business days `from`..`to`, or periods `periodFrom`..`periodTo` of one game. */
const reportFilters = {
  from: businessDay.optional(),
  to: businessDay.optional(),
  periodFrom: periodNo.optional(),
  periodTo: periodNo.optional(),
  gameIds: z.array(gameId).min(1).max(100).optional(),
  groupIds: z.array(groupId).min(1).max(500).optional(),
  /** The path whose row was opened; absent: the signed-in path. */
  agentPathsId: pathId.optional(),
  /** The report as this path below sees it. It is not a drill-down of the viewer's report. */
  seat: pathId.optional(),
  kind: orderKind.optional(),
  state: z.enum(['settled', 'open']).default('settled'),
}

type ReportRange = {
  from?: string | undefined
  to?: string | undefined
  periodFrom?: string | undefined
  periodTo?: string | undefined
  gameIds?: readonly number[] | undefined
}

const isReportRange = (request: ReportRange): boolean => {
  const byDay = request.from !== undefined && request.to !== undefined
  const byPeriod = request.periodFrom !== undefined && request.periodTo !== undefined
  const dayless = request.from === undefined && request.to === undefined
  const periodless = request.periodFrom === undefined && request.periodTo === undefined
  if (byDay) return periodless
  return byPeriod && dayless && request.gameIds?.length === 1
}

const REVERSED = { message: DAY_RANGE_MESSAGE, path: ['to'] }
const RANGE_MESSAGE = { message: '请选择日期范围，或一个彩种的期号范围', path: ['from'] }

const isAmountRange =
  <From extends string, To extends string>(from: From, to: To) =>
  (request: Readonly<Partial<Record<From | To, string | undefined>>>): boolean => {
    const [least, most] = [parseMoney(request[from] ?? ''), parseMoney(request[to] ?? '')]
    return !least.ok || !most.ok || least.value <= most.value
  }

// ---- figures ------------------------------------------------------------------------------------------------------

/**
 * The money columns of the domain's delivery report, from the viewer's side. Positive is good for the viewer,
 * except memberResult (the bettors' side) and payable/external (positive: the viewer pays).
 */
const figures = {
  /** 笔数 */
  orders: z.int().min(0),
  /** 下注金额 */
  stake: money,
  /** 有效金额 */
  valid: money,
  /** 会员输赢: members' orders only, commission included */
  memberResult: money,
  /** 下线盈亏: the child's own profit in these orders */
  childProfit: money,
  /** 应收下线 */
  receivable: money,
  /** 占成 from .. to; both "0" without orders */
  shareMin: sharePercent,
  shareMax: sharePercent,
  /** 实占金额 */
  heldStake: money,
  /** 占货比: heldStake of valid, percent */
  heldRatio: ratioPercent,
  /** 实占输赢 */
  heldWinLoss: money,
  /** 实占退水 */
  heldCommission: money,
  /** 实占结果 */
  heldResult: money,
  /** 赚水 */
  earnedCommission: money,
  /** 盈亏结果 */
  result: money,
  /** 贡献上级 */
  passedUp: money,
  /** 应付上级 */
  payable: money,
  /** 应付外部 */
  external: money,
} satisfies Record<keyof Figures, z.ZodType>

export const reportFigures = z.object(figures)

export const deliveryRow = z.object({
  rowKind: z.enum(['child', 'childReplenishment', 'ownReplenishment', 'ownFlyout']),
  /** The child, or the path that replenished or flew out. */
  agentPathsId: pathId,
  accountName: z.string(),
  nickname: z.string().optional(),
  roleId: roleId.optional(),
  memberFlag: z.boolean().optional(),
  ...figures,
  /** Business days on which the row has corrected or void orders. */
  correctedDays: z.array(businessDay).optional(),
  /**
   * 交收 with this child over the days of the range before today, on the child's first row. Absent unless the report
   * is the caller's own, unfiltered and by days, because settling up does not distinguish games or kinds.
   */
  settlingUp: z
    .object({ state: z.enum(['none', 'part', 'all']), settled: money, unsettled: money, difference: money })
    .optional(),
})

const FIGURE_COLUMNS = [
  'accountName',
  'orders',
  'stake',
  'valid',
  'memberResult',
  'receivable',
  'result',
  'payable',
] as const

export const deliveryQuery = endpoint(calls.deliveryQuery, {
  request: exportableList(FIGURE_COLUMNS, {
    ...reportFilters,
    /**
     * Only children with an unmarked day or a difference, or only those without. Only for the caller's own,
     * unfiltered report.
     */
    settlingUp: z.enum(['unsettled', 'settled']).optional(),
  })
    .refine(isReportRange, RANGE_MESSAGE)
    .refine(isDayRange, REVERSED),
  response: pageWithSummary(deliveryRow, reportFigures).extend({
    /** From the signed-in path (or the seat) to the opened one. */
    trail: z.array(trailStep).optional(),
  }),
})

export const classificationRow = z.object({
  /** What the row is about, as text: id of the game or group, code of the play, the pankou, the day, or the period. */
  key: z.string(),
  name: z.string(),
  gameId: gameId.optional(),
  groupId: groupId.optional(),
  playCode: playCode.optional(),
  day: businessDay.optional(),
  pankou: pankou.optional(),
  periodNo: periodNo.optional(),
  ...figures,
  /** Business days on which the row has corrected or void orders. */
  correctedDays: z.array(businessDay).optional(),
})

/** All classes of one game of a report that has several. */
export const classificationSubtotal = z.object({
  gameId,
  name: z.string(),
  /** How many classes it sums, and the key of the last of them in the order of the list. */
  rows: z.int().min(1),
  lastKey: z.string(),
  ...figures,
})

export const classificationQuery = endpoint(calls.classificationQuery, {
  request: exportableList(['name', 'orders', 'stake', 'valid', 'memberResult', 'receivable', 'result', 'payable'], {
    ...reportFilters,
    /** `period`: at most 31 days, or a range of periods. */
    by: z.enum(['game', 'group', 'play', 'pankou', 'date', 'period']),
    pankou: pankou.optional(),
  })
    .refine(isReportRange, RANGE_MESSAGE)
    .refine(isDayRange, REVERSED),
  response: pageWithSummary(classificationRow, reportFigures).extend({
    /** Of ALL rows, by game; absent where the rows of a game are not together. */
    subtotals: z.array(classificationSubtotal).optional(),
  }),
})

// ---- orders -------------------------------------------------------------------------------------------------------

const orderState = z.enum(['open', 'settled', 'void'])

const orderFields = {
  orderNo: longId,
  /** The game platform's bet number; only members' bets have one. */
  betNo: betNo.optional(),
  /** The order that caused this replenishment or fly-out. */
  causeOrderNo: longId.optional(),
  /** The level that took this replenishment. */
  takenBy: roleId.optional(),
  kind: orderKind,
  at: instant,
  agentPathsId: pathId,
  accountName: z.string(),
  gameId,
  periodNo,
  playCode,
  playName: z.string(),
  itemCode,
  itemName: z.string(),
  pankou,
  odds: quote,
  stake: money,
  /** The bettor's own rate, in percent. */
  commission: percent,
  state: orderState,
  /** null while open, and for a void order. */
  result: orderResult.nullable(),
  /** The tier of the outcome, where the play has several. */
  tier: z.string().optional(),
  /** null while open, like the other results. */
  payout: money.nullable(),
  memberResult: money.nullable(),
  /** The viewer's share. */
  share: sharePercent,
  heldStake: money,
  heldResult: money.nullable(),
  /** For a void order (not a refund): its stake was returned because the order or its whole period was voided. */
  voided: z.object({ of: z.enum(['order', 'period']), reason: z.string(), by: z.string(), at: instant }).optional(),
  /** Settled again after the result of its period was replaced. */
  corrected: z.literal(true).optional(),
}

export const orderRow = z.object(orderFields)

export const orderQuery = endpoint(calls.orderQuery, {
  request: exportableList(['at', 'orderNo', 'stake', 'payout', 'memberResult'], {
    orderNo: longId.optional(),
    betNo: betNo.optional(),
    account: keyword.optional(),
    agentPathsId: pathId.optional(),
    /** The orders as this path below sees them, as behind its report. */
    seat: pathId.optional(),
    /** Only what the opened path itself sent up or out: the orders behind its own rows of a report. */
    own: z.literal(true).optional(),
    gameId: gameId.optional(),
    /** A play group; its id also determines the game. */
    groupId: groupId.optional(),
    periodNo: periodNo.optional(),
    /** Periods of `gameId` by draw time, both inclusive; both or neither. */
    periodFrom: periodNo.optional(),
    periodTo: periodNo.optional(),
    playCode: playCode.optional(),
    itemCode: itemCode.optional(),
    pankou: pankou.optional(),
    kind: orderKind.optional(),
    /** `settled`: settled by a result; includes void orders, as the reports count them. `void`: void orders only. */
    state: orderState.optional(),
    result: orderResult.optional(),
    stakeFrom: money.optional(),
    stakeTo: money.optional(),
    /** Range of the members' result. */
    resultFrom: money.optional(),
    resultTo: money.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
    placedFrom: instant.optional(),
    placedTo: instant.optional(),
  })
    .refine(isDayRange, REVERSED)
    .refine(isAmountRange('stakeFrom', 'stakeTo'), { message: '金额下限不能大于金额上限', path: ['stakeTo'] })
    .refine(isAmountRange('resultFrom', 'resultTo'), { message: '会员输赢下限不能大于上限', path: ['resultTo'] }),
  response: pageWithSummary(
    orderRow,
    z.object({
      orders: z.int(),
      stake: money,
      payout: money,
      memberResult: money,
      heldStake: money,
      heldResult: money,
    }),
  ).extend({
    /** The last of the days asked for whose single orders are no longer stored; the list begins after it. */
    notStored: businessDay.optional(),
    /** From the signed-in path down to the opened one, where a path or seat was named. */
    trail: z.array(trailStep).optional(),
  }),
})

const orderVersion = z.object({
  kind: z.enum(['draw', 'correction', 'void', 'orderVoid']),
  /** Version of the period's result; absent for a void of the order alone. */
  version: z.int().min(1).optional(),
  /** Balls in the order drawn; empty for a void. */
  draw: z.array(z.int()),
  /** null for a void. */
  result: orderResult.nullable(),
  payout: money,
  memberResult: money,
  at: instant,
  /** For levels above the viewer only their level is shown; empty: the system or a result source. */
  by: z.string(),
  reason: z.string(),
})

/** The draw that an order's result comes from. */
const orderDraw = z.object({
  /** When the version in force was published. */
  at: instant,
  /** In the order drawn. `name`: the animal (6HC) or the ball's place. */
  balls: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      /** `hit`: named by the item, or it alone decided the win; `counts`: the play looks at it; `none`: it does not. */
      mark: z.enum(['hit', 'counts', 'none']),
    }),
  ),
  labels: z.array(z.object({ name: z.string(), value: z.string() })),
})

/** What a number of a formula is. */
const FORMULA_TERMS = ['stake', 'odds', 'legOdds', 'pushedLeg', 'hits', 'rate', 'payout', 'commission'] as const

/** How one figure of an order was computed: the terms from left to right, each with the sign before it. */
const orderFormula = z.object({
  name: z.enum(['payout', 'commission', 'result']),
  terms: z.array(
    z.object({
      sign: z.enum(['', '×', '+', '−']),
      of: z.enum(FORMULA_TERMS),
      /** `rate` in percent, `odds` and `hits` as numbers, the others as money. */
      value: z.string(),
      /** The tier or the leg that the odds belong to. */
      name: z.string().optional(),
    }),
  ),
  total: money,
  /** The payout was limited to the play's highest. */
  capped: z.literal(true).optional(),
})

export const orderDetailQuery = endpoint(calls.orderDetailQuery, {
  request: readRequest({ orderNo: longId }),
  response: z.object({
    ...orderFields,
    /** Game, balls and labels of the draw; null without one. */
    draw: orderDraw.nullable(),
    /** The result version that settled the order, and when, as far as known; null while open. */
    settledBy: z.object({ version: z.int().min(1), at: instant.nullable() }).nullable(),
    /** Of a settled order that is not void: payout (of a win), commission (not of a refund), the bettor's result. */
    formulas: z.array(orderFormula),
    /** From the bettor up to the viewer's own level. */
    levels: z.array(
      z.object({
        roleId,
        accountName: z.string(),
        /** null for the bettor, which holds nothing. */
        share: sharePercent.nullable(),
        commission: percent,
        /** 实占金额, 实占输赢, 实占退水, 赚水: null for the bettor; all but the first also while open. */
        heldStake: money.nullable(),
        heldWinLoss: money.nullable(),
        heldCommission: money.nullable(),
        earnedCommission: money.nullable(),
        /** What this level owes its parent; negative: the parent owes it. null while open. */
        flow: money.nullable(),
        profit: money.nullable(),
        /** The profit with all replenishments and fly-outs that this order caused; absent if it caused none. */
        withReplenishments: money.nullable().optional(),
      }),
    ),
    replenishments: z.array(orderRow),
    causedBy: orderRow.nullable(),
    /**
     * For a corrected or void order: its figures under every result of its period and under its own void; the last
     * one counts.
     */
    versions: z.array(orderVersion),
    /** How the result was computed, one sentence per line. */
    explain: z.array(z.string()),
  }),
})

// ---- exports ------------------------------------------------------------------------------------------------------

export const exportRow = z.object({
  id,
  name: z.string(),
  format: z.enum(['xlsx', 'csv']),
  state: z.enum(['waiting', 'running', 'ready', 'failed', 'canceled']),
  rows: z.int().min(0),
  /** null until it is known. */
  totalRows: z.int().min(0).nullable(),
  /** Size of the file; null until it is ready. */
  bytes: z.int().min(0).nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})

export const exportQuery = endpoint(calls.exportQuery, {
  request: listRequest(['createdAt'], {}),
  response: pageOf(exportRow),
})

export const exportCancel = endpoint(calls.exportCancel, {
  request: changeRequest({ exportId: id }),
  response: nothing,
})

export const exportFile = endpoint(calls.exportFile, {
  request: readRequest({ exportId: queryId }),
  response: z.unknown(),
})
