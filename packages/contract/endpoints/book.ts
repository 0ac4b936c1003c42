/** The live boards: the exposure of each item, and the profit of each possible result. */

import { z } from 'zod'
import * as calls from '../calls/book.ts'
import { endpoint } from '../endpoint.ts'
import {
  boardVersion,
  businessDay,
  changeRequest,
  exportableList,
  exportableRead,
  gameId,
  groupId,
  instant,
  itemCode,
  limitAmount,
  longId,
  money,
  odds,
  orderKind,
  orderResult,
  pageWithSummary,
  pankou,
  pathId,
  periodNo,
  playCode,
  quote,
  ratioPercent,
  readRequest,
  sortInfo,
  version,
} from '../fields.ts'
import { boardPeriod } from './games.ts'
import { orderRow } from './reports.ts'

const BOARD_COLUMNS = ['itemCode', 'odds', 'betCount', 'betAmount', 'held', 'net', 'netAmount'] as const

/** A code of a combination ("07", "MA", "ZM1:DA"), or of 定位 place and digit ("2-7"). */
const comboPart = z.string().regex(/^[0-9A-Z_:-]{1,16}$/)

const boardFields = {
  gameId,
  /** Absent: the current period. */
  periodNo: periodNo.optional(),
  groupId: groupId.optional(),
  /** Only these plays, for a page that shows one section of a group. */
  playCodes: z.array(playCode).min(1).max(200).optional(),
  /** Filters the shown rows; limits and net are always computed over all pankou. */
  pankou: pankou.optional(),
  /** A subtree of the viewer's. */
  agentPathsId: pathId.optional(),
  /** The board as this path below sees it, with its own settings. It is not a part of the viewer's board. */
  seat: pathId.optional(),
  amount: z.enum(['total', 'held', 'net']).default('net'),
  sortInfo: sortInfo(BOARD_COLUMNS).optional(),
  /** The `version` of an earlier answer: `rows` then holds only what changed since. */
  sinceVersion: boardVersion.optional(),
}
const boardRequest = exportableRead(boardFields)

const rowFields = {
  playCode,
  itemCode,
  itemName: z.string(),
  /** The market of the item: of its items every draw makes exactly one win. */
  market: z.string().optional(),
  /** Of the requested pankou; if none is requested, of the viewer's replenishPankou. */
  odds: quote,
  /** 正肖: the most often that it can win in one draw; absent: once. */
  hits: z.int().min(2).optional(),
  /** 停售: the operator's reason; no bet is taken on the item. */
  stop: z.string().optional(),
  /** 自动降赔: how much the odds are lowered in this period. */
  drop: odds.optional(),
  /** 长龙降赔: the item has won this many draws in a row, and part of the drop comes from that. */
  streak: z.int().min(2).optional(),
  betCount: z.int().min(0),
  /** 总额 */
  betAmount: money,
  /** 实占 */
  held: money,
  /** 补入 */
  in: money,
  /** 补出 */
  out: money,
  /** 经过补出 */
  through: money,
  /** 放飞待确认 */
  pending: money,
  /** 净额 = held + in - out */
  net: money,
  /** 盈亏 if this item wins */
  netAmount: money,
  /** 控额; null: keep all */
  holdLimit: money.nullable().optional(),
  /** 0 none, 1 amount, 2 loss */
  warn: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** After the draw. */
  outcome: z.object({ result: orderResult, tier: z.string().optional() }).optional(),
}

export const boardRow = z.object(rowFields)

export const boardTotals = z.object({
  betCount: z.int().min(0),
  betAmount: money,
  held: money,
  in: money,
  out: money,
  through: money,
  pending: money,
  net: money,
  /** 最高盈利 and 最高亏损 over the rows; null without rows. */
  best: money.nullable(),
  worst: money.nullable(),
})

const boardOf = <T extends z.ZodType>(row: T) =>
  z.object({
    period: boardPeriod,
    rows: z.array(row),
    totals: boardTotals,
    version: boardVersion,
  })

const board = boardOf(boardRow)

export const todayWinLose = endpoint(calls.todayWinLose, {
  request: readRequest({}),
  response: z.object({
    /** The current business day. */
    day: businessDay,
    games: z.array(
      z.object({
        gameId,
        orders: z.int().min(0),
        stake: money,
        valid: money,
        result: money,
        openOrders: z.int().min(0),
        openStake: money,
      }),
    ),
    /** The last 30 business days with the current one, oldest first, days without orders included. */
    trend: z.array(z.object({ day: businessDay, stake: money, valid: money, result: money })),
  }),
})

export const specialNumbers = endpoint(calls.specialNumbers, {
  request: boardRequest,
  response: boardOf(
    z.object({
      ...rowFields,
      /** Each special-number play's part if this number is drawn. */
      plays: z.array(z.object({ playCode, net: money, netAmount: money })),
    }),
  ),
})

export const specialAttributes = endpoint(calls.specialAttributes, {
  request: boardRequest,
  response: board,
})

export const boardCommon = endpoint(calls.boardCommon, {
  request: boardRequest,
  response: board,
})

export const boardType = endpoint(calls.boardType, {
  request: boardRequest,
  response: boardOf(
    z.object({
      groupId,
      code: z.string(),
      name: z.string(),
      stake: money,
      held: money,
      net: money,
      /** The worst result of the group; null without bets. */
      worst: money.nullable(),
      worstItem: z.object({ playCode, itemCode, itemName: z.string() }).nullable(),
      warn: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    }),
  ),
})

export const relationOrder = endpoint(calls.relationOrder, {
  request: exportableList(['at', 'stake'], {
    gameId,
    periodNo: periodNo.optional(),
    playCode,
    itemCode,
    pankou: pankou.optional(),
    agentPathsId: pathId.optional(),
  }),
  response: pageWithSummary(orderRow, z.object({ orders: z.int(), stake: money, heldStake: money })),
})

export const zm16 = endpoint(calls.zm16, {
  request: boardRequest,
  response: board,
})

export const zmt = endpoint(calls.zmt, {
  request: boardRequest,
  response: board,
})

export const multiCommon = endpoint(calls.multiCommon, {
  request: exportableRead({
    ...boardFields,
    /** One play of the group; absent: all combination plays of the group, or of the game. */
    playCode: playCode.optional(),
    /** Only combinations that contain all of these: codes as in `numbers`. */
    parts: z.array(comboPart).min(1).max(20).optional(),
    /**
     * The largest number of combinations: the first ones in the requested order, by default those with the largest
     * exposure. A file has all.
     */
    top: z.int().min(1).max(500).default(100),
  }),
  /** `rows` are the top combinations only; `totals` cover all combinations that match. */
  response: board.extend({
    /** How many combinations match and have an exposure. */
    matching: z.int().min(0),
    /**
     * The top combinations in order, as "play item". A row on screen that is not listed has left the top and is
     * removed.
     */
    order: z.array(z.string()),
    /** Exposure of each combination play, whether it matches the search or not. */
    plays: z.array(
      z.object({
        playCode,
        combinations: z.int().min(0),
        betCount: z.int().min(0),
        betAmount: money,
        held: money,
        net: money,
        /** The worst result of one combination; null without any. */
        worst: money.nullable(),
      }),
    ),
    /** Exposure of each single number, animal, tail, leg or digit over the combinations that match. */
    numbers: z.array(
      z.object({
        playCode,
        code: comboPart,
        name: z.string(),
        /** Combinations that contain it. */
        combinations: z.int().min(1),
        betAmount: money,
        held: money,
        net: money,
      }),
    ),
  }),
})

/** A new order, for the running list. */
const rollRow = z.object({
  orderNo: longId,
  kind: orderKind,
  at: instant,
  gameId,
  periodNo,
  playCode,
  playName: z.string(),
  itemCode,
  itemName: z.string(),
  pankou,
  odds: quote,
  stake: money,
  /** The part of the stake that the viewer holds. */
  heldStake: money,
  /** The bettor; `trail` holds the names from below the viewer down to the bettor. */
  agentPathsId: pathId,
  trail: z.array(z.string()).max(5),
})

export const orderRoll = endpoint(calls.orderRoll, {
  request: readRequest({
    /** Absent: every game. */
    gameId: gameId.optional(),
    agentPathsId: pathId.optional(),
    /** Orders of a smaller stake are left out. */
    minStake: limitAmount.optional(),
    /** Orders of which the viewer holds less are left out. */
    minHeld: limitAmount.optional(),
    /** `last` of an earlier answer: only orders after it. Absent: those of the last half hour. */
    after: longId.optional(),
  }),
  /** Newest first, at most 100. Covers only the newest 20,000 orders of a merchant. */
  response: z.object({ items: z.array(rollRow), last: longId, serverNow: instant }),
})

// ---- outcomes and warnings ----------------------------------------------------------------------------------------

export const scenario = endpoint(calls.scenario, {
  /**
   * deciding: the 49 special numbers, the 28 sums, or the numbers of each place of 5M and PK, each with the result
   * over every play that it decides. period: all draws of 5M and PC; for PK and 6HC a sample that never changes.
   */
  request: readRequest({
    gameId,
    periodNo: periodNo.optional(),
    outcomes: z.enum(['deciding', 'period']),
    /** A subtree of the viewer's, or the seat of a path below, as on the boards. */
    agentPathsId: pathId.optional(),
    seat: pathId.optional(),
  }),
  response: (() => {
    const outcome = z.object({
      /** An item "TMA:07", a draw "03,12,23,34,40,49,07", or in `outcomes` of a period the percent "P5". */
      code: z.string(),
      label: z.string(),
      /** Percent; for a period's percentiles, the share of draws with the same or a worse result. */
      probability: ratioPercent,
      result: money,
    })
    return z.object({
      /** For a period: the results at some percentiles of its draws, worst first. */
      outcomes: z.array(outcome),
      worst: z.array(outcome).max(10),
      /** The loss that at most 1 draw in 100 exceeds; 0: none. */
      valueAtRisk: money,
      exact: z.boolean(),
      /** How many draws were computed. */
      draws: z.int().min(0),
    })
  })(),
})

/** null: no warning. */
const warning = { groupId, amount: limitAmount.nullable(), loss: limitAmount.nullable() }

export const warningQuery = endpoint(calls.warningQuery, {
  /** `agentPathsId`: for the head, the merchant whose book its warnings watch; left out, the sum of all. */
  request: readRequest({ gameId, agentPathsId: pathId.optional() }),
  /** Every play group of the game; `version` is that of replenishment/query: both are one row. */
  response: z.object({ gameId, version, items: z.array(z.object(warning)) }),
})

export const warningSet = endpoint(calls.warningSet, {
  /** Play groups that are left out stay as they are. */
  request: changeRequest({
    gameId,
    /** For the head: the merchant whose book its warnings watch; left out, the sum of all. */
    agentPathsId: pathId.optional(),
    version,
    items: z.array(z.strictObject(warning)).min(1).max(500),
  }),
  response: z.object({ version }),
})
