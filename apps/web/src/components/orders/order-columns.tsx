import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { formatInstant, toEpochMs } from '../../lib/instant.ts'
import { formatMoment } from '../../lib/time.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import type { Column } from '../data-table/use-table.ts'
import { type OpenOrder, OrderNo, type OrderRow, OrderState, showQuote } from './order-parts.tsx'
import css from './orders.module.css'

const words = ordersText.columns

export type OrderContext = { readonly onOpen: OpenOrder; readonly gameName: (gameId: number) => string }

/** Without the year of today: at 1366 px its four digits push the amounts held under the pinned result. */
const Moment = ({ at }: { readonly at: number }): ReactNode => (
  <time dateTime={new Date(toEpochMs(at)).toISOString()} title={formatInstant(at)}>
    {formatMoment(at, serverNow())}
  </time>
)

/** The fixed column: the number, which opens the order, and how it ended. */
export const ORDER_FIRST = {
  title: `${words.orderNo} · ${words.state}`,
  sort: 'orderNo',
  left: true,
  cell: (row: OrderRow, { onOpen }: OrderContext) => (
    <span className={css.orderFirst}>
      <OrderNo row={row} onOpen={onOpen} />
      <OrderState row={row} />
    </span>
  ),
} as const

export const ORDER_COLUMNS: readonly Column<OrderRow, OrderContext>[] = [
  { name: 'at', title: words.at, left: true, sort: 'at', cell: (row) => <Moment at={row.at} /> },
  { name: 'account', title: words.account, left: true, cell: (row) => row.accountName },
  { name: 'kind', title: words.kind, left: true, cell: (row) => ordersText.kinds[row.kind] },
  { name: 'game', title: words.game, left: true, cell: (row, { gameName }) => gameName(row.gameId) },
  { name: 'period', title: words.period, left: true, cell: (row) => row.periodNo },
  {
    name: 'item',
    title: words.item,
    left: true,
    cell: (row) => (
      <>
        {row.playName} {row.itemName} <small>{row.pankou}</small>
      </>
    ),
  },
  { name: 'odds', title: words.odds, cell: (row) => showQuote(row.odds) },
  { name: 'stake', title: words.stake, sort: 'stake', cell: (row) => <Amount value={row.stake} /> },
  { name: 'commission', title: words.commission, cell: (row) => `${row.commission}%` },
  { name: 'payout', title: words.payout, sort: 'payout', cell: (row) => <Amount value={row.payout} /> },
  {
    name: 'memberResult',
    title: words.memberResult,
    sort: 'memberResult',
    // The total is of members' orders: what others won is in the drawer under its own name.
    cell: (row) => (row.kind === 'member' ? <Amount value={row.memberResult} /> : '—'),
  },
  { name: 'share', title: words.share, cell: (row) => `${row.share}%` },
  { name: 'heldStake', title: words.heldStake, cell: (row) => <Amount value={row.heldStake} /> },
  { name: 'betNo', title: words.betNo, left: true, cell: (row) => row.betNo ?? '—' },
  { name: 'heldResult', pinEnd: true, title: words.heldResult, cell: (row) => <Amount value={row.heldResult} /> },
]
