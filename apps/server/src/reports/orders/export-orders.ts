import { relationOrder } from '@strata/contract/endpoints/book'
import { orderQuery } from '@strata/contract/endpoints/reports'
import { ORDER_KIND_WORDS, ORDER_RESULT_WORDS, ORDER_STATE_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import type { Caller } from '../../access/session.ts'
import {
  type Cell,
  CHUNK_ROWS,
  exportSource,
  LONG_ROWS,
  type OpenedList,
  oddsText,
  openedList,
  type RowColumn,
} from '../../exports/source.ts'
import { inChunks } from '../../platform/chunks.ts'
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { seatOf } from '../seat.ts'
import { narrowed } from './order-narrowing.ts'
import { orderOnWire, type WireOrder } from './order-rows.ts'
import { type OrdersSummary, orderScope, wholeSummary } from './order-tally.ts'
import { endsLater, type OrdersRequest, storedPart, unbounded, wholeFilter } from './orders.ts'
import { relatedRequest } from './relation-order.ts'
import { type ListedOrder, ordersStatement } from './store-order-page.ts'
import { countOrders } from './store-orders.ts'

const markText = ({ voided, corrected }: WireOrder): string =>
  [voided ? `作废：${voided.reason}` : '', corrected ? '更正' : ''].filter((part) => part !== '').join('；')

const COLUMNS: readonly RowColumn<WireOrder>[] = [
  ['下注时间', 'instant', (row) => row.at],
  ['注单号', 'text', (row) => row.orderNo],
  ['平台注单号', 'text', (row) => row.betNo ?? ''],
  ['账号', 'text', (row) => row.accountName],
  ['类型', 'text', (row) => ORDER_KIND_WORDS[row.kind]],
  ['彩种', 'text', (row) => gameById(row.gameId)?.name ?? ''],
  ['期号', 'text', (row) => row.periodNo],
  ['玩法', 'text', (row) => row.playName],
  ['投注项', 'text', (row) => row.itemName],
  ['盘口', 'text', (row) => row.pankou],
  ['赔率', 'odds', (row) => oddsText(row.odds)],
  ['金额', 'money', (row) => row.stake],
  ['退水', 'percent', (row) => row.commission],
  ['状态', 'text', (row) => ORDER_STATE_WORDS[row.state]],
  ['结果', 'text', (row) => (row.result === null ? '' : ORDER_RESULT_WORDS[row.result])],
  ['更正与作废', 'text', markText],
  ['派彩', 'money', (row) => row.payout],
  // The total is of members' orders.
  ['会员输赢', 'money', (row) => (row.kind === 'member' ? row.memberResult : null)],
  ['占成', 'percent', (row) => row.share],
  ['实占金额', 'money', (row) => row.heldStake],
  ['实占结果', 'money', (row) => row.heldResult],
]

const totalRow = (sums: OrdersSummary): Record<string, Cell> => ({
  下注时间: `合计 ${sums.orders} 笔`,
  金额: sums.stake,
  派彩: sums.payout,
  会员输赢: sums.memberResult,
  实占金额: sums.heldStake,
  实占结果: sums.heldResult,
})

/** The whole order list; its sums are the same as on the screen. */
async function openOrders(
  on: Queryable,
  caller: Caller,
  request: OrdersRequest,
  now: number,
  shown: (sums: OrdersSummary) => Record<string, Cell>,
): Promise<OpenedList | Refusal> {
  const seat = await seatOf(on, caller, request)
  if (seat instanceof Refusal) return seat
  const late = endsLater(request, now)
  if (late) return late
  const { seatRole } = seat
  const scope = orderScope(seat)
  const asked = await wholeFilter(on, request, seat, now)
  if (asked instanceof Refusal) return asked
  const { filter, gone, isEmpty } = await storedPart(on, request, asked)
  if (isEmpty && gone.notStored) return refuse('orderNotStored', { through: gone.notStored })
  // A number says which days are read; null: none.
  const read = filter.from === undefined ? await narrowed(on, scope, filter) : filter
  const { columnName: sort = 'at', direction = 1 } = request.sortInfo ?? {}
  const page = { sort, descending: direction === 1, limit: null, offset: 0, after: null }
  let reading: Promise<OrdersSummary> | undefined
  const sums = (): Promise<OrdersSummary> => {
    reading ??= wholeSummary(on, seat, filter)
    return reading
  }
  async function* rows(): AsyncGenerator<WireOrder[]> {
    if (read === null) return
    const found = inChunks<ListedOrder & Record<string, unknown>>(on, ordersStatement(scope, read, page), CHUNK_ROWS)
    for await (const some of found) yield some.map((order) => orderOnWire(order, seatRole))
  }
  return openedList<WireOrder>({
    columns: COLUMNS,
    count: async () => (await sums()).orders,
    isLong: async () => read !== null && (await countOrders(on, scope, read, LONG_ROWS + 1)) > LONG_ROWS,
    rows,
    totals: async () => [shown(await sums())],
    notStored: gone.notStored,
  })
}

export const ordersSource = exportSource(
  orderQuery,
  '注单明细',
  async (on, { caller, input, now }) => unbounded(input) ?? openOrders(on, caller, input, now, totalRow),
  { onReplica: true },
)

export const relationOrderSource = exportSource(
  relationOrder,
  '投注项注单',
  async (on, { caller, input, now }) => {
    const request = await relatedRequest(on, input)
    if (request instanceof Refusal) return request
    return openOrders(on, caller, request, now, ({ orders, stake, heldStake }) => ({
      下注时间: `合计 ${orders} 笔`,
      金额: stake,
      实占金额: heldStake,
    }))
  },
  { onReplica: true },
)
