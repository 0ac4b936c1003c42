/** The live boards: what rides on each item, and what each result would bring. */

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
  /** Only these plays, as a page that shows one section of a group. */
  playCodes: z.array(playCode).min(1).max(200).optional(),
  /** Selects what is shown; limits and net are always over all pankou together. */
  pankou: pankou.optional(),
  /** A subtree of the viewer's. */
  agentPathsId: pathId.optional(),
  /** The board as this path below sees it, by its own settings: another board, not a part of the viewer's. */
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
  /** Items of one market of which every draw makes exactly one win. */
  market: z.string().optional(),
  /** Of the pankou asked for; without one, of the viewer's replenishPankou. */
  odds: quote,
  /** 自动降赔: so much has come off the odds in this period. */
  drop: odds.optional(),
  /** 长龙降赔: part of the drop is for so many draws that the item has won in a row. */
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
  z.object({ period: boardPeriod, rows: z.array(row), totals: boardTotals, version: boardVersion })

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
    /** Only combinations that hold all of these: codes as in `numbers`. */
    parts: z.array(comboPart).min(1).max(20).optional(),
    /** How many combinations at most: the first of the order asked for, without one those that carry the most. A file has all. */
    top: z.int().min(1).max(500).default(100),
  }),
  /** `rows` are of the top alone, `totals` of all combinations that match. */
  response: board.extend({
    /** How many combinations carry something and match. */
    matching: z.int().min(0),
    /** The top in order, as "play item": rows that a screen holds and that are not among them have left it. */
    order: z.array(z.string()),
    /** What each combination play carries, searched or not. */
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
    /** How much rides on each single number, animal, tail, leg or digit of the combinations that match. */
    numbers: z.array(
      z.object({
        playCode,
        code: comboPart,
        name: z.string(),
        /** Combinations that hold it. */
        combinations: z.int().min(1),
        betAmount: money,
        held: money,
        net: money,
      }),
    ),
  }),
})

/** An order as it comes in, for the running list. */
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
  /** The viewer's part of it. */
  heldStake: money,
  /** Who placed it; of those between the viewer and them the names from the top, themselves last. */
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
    /** The same of the viewer's part. */
    minHeld: limitAmount.optional(),
    /** `last` of an earlier answer: only orders after it. Absent: those of the last half hour. */
    after: longId.optional(),
  }),
  /** Newest first, at most 100; of older orders than the last 20,000 of a merchant nothing is said. */
  response: z.object({ items: z.array(rollRow), last: longId, serverNow: instant }),
})

// ---- outcomes and warnings ----------------------------------------------------------------------------------------

export const scenario = endpoint(calls.scenario, {
  /**
   * deciding: the 49 special numbers, the 28 sums, or the numbers of each place of 5M and PK, each with the result over
   * every play that it decides. period: all draws of 5M and PC, of PK and 6HC a sample that is the same every time.
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
      /** Percent; of a period's percentiles the share of draws that are no better. */
      probability: ratioPercent,
      result: money,
    })
    return z.object({
      /** Of a period: the results at some percents of its draws, sorted from the worst to the best. */
      outcomes: z.array(outcome),
      worst: z.array(outcome).max(10),
      /** The loss that at most 1 draw in 100 passes; 0: none. */
      valueAtRisk: money,
      exact: z.boolean(),
      /** How many draws were looked at. */
      draws: z.int().min(0),
    })
  })(),
})

/** null: no line. */
const warning = { groupId, amount: limitAmount.nullable(), loss: limitAmount.nullable() }

export const warningQuery = endpoint(calls.warningQuery, {
  /** `agentPathsId`: for the head, the merchant whose book its lines watch. */
  request: readRequest({ gameId, agentPathsId: pathId.optional() }),
  /** Every play group of the game; `version` is that of replenishment/query: both are one row. */
  response: z.object({ gameId, version, items: z.array(z.object(warning)) }),
})

export const warningSet = endpoint(calls.warningSet, {
  /** Play groups that are left out stay as they are. */
  request: changeRequest({
    gameId,
    /** For the head: the merchant whose book its lines watch. */
    agentPathsId: pathId.optional(),
    version,
    items: z.array(z.strictObject(warning)).min(1).max(500),
  }),
  response: z.object({ version }),
})
