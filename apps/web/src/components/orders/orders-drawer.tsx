import * as bookCalls from '@strata/contract/calls/book'
import * as reportsCalls from '@strata/contract/calls/reports'
import { PERMISSION } from '@strata/contract/permissions'
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useAllGames } from '../../api/shared-queries.ts'
import { showCount } from '../../lib/count.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { ColumnsMenu } from '../data-table/columns-menu.tsx'
import { DataTable } from '../data-table/data-table.tsx'
import { ListFoot } from '../data-table/list-foot.tsx'
import { type OwnPage, useOwnPage } from '../data-table/use-own-page.ts'
import { type Table, useTable } from '../data-table/use-table.ts'
import { Drawer } from '../dialogs/drawer.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import exportsCss from '../exports/exports.module.css'
import { ListState } from '../list-state.tsx'
import { ORDER_COLUMNS, ORDER_FIRST, type OrderContext } from './order-columns.tsx'
import { OrderDrawer, type OrderPlace } from './order-drawer.tsx'
import { OrderCards, type OrderRow } from './order-parts.tsx'
import css from './orders.module.css'
import { sameInAll } from './orders-behind.ts'
import { OrdersSummary } from './orders-summary.tsx'

/** Which orders: those of a board item, or those of a report row. */
export type OrdersSource =
  | {
      readonly kind: 'item'
      readonly gameId: number
      readonly periodNo: string
      readonly playCode: string
      readonly itemCode: string
      readonly pankou: 'A' | 'B' | 'C' | 'D' | null
      /** A path below: only its orders are listed. */
      readonly under: number | null
    }
  | {
      readonly kind: 'report'
      readonly agentPathsId: number
      /** The path whose report it is; null: the signed-in one. */
      readonly seat: number | null
      /** Only what the path itself sent. */
      readonly own: boolean
      readonly from: string
      readonly to: string
      /** Periods of the game instead of days. */
      readonly periods: { readonly from: string; readonly to: string } | null
      readonly state: 'settled' | 'open'
      readonly gameId: number | null
      readonly groupId: number | null
      readonly orderKind: 'member' | 'replenishment' | 'flyout'
    }

type Props = {
  readonly subject: string
  readonly source: OrdersSource
  /** Plays that share the item, if the figure covers several: one is shown at a time. */
  readonly plays?: readonly { readonly code: string; readonly name: string }[]
  /** Content above the list of an item: the board's figures of the chosen play. */
  readonly figures?: (playCode: string) => ReactNode
  /** The open order, where the page keeps it in its address. Absent: the drawer keeps it. */
  readonly bet?: { readonly orderNo: string | null; readonly onOpen: (orderNo: string | null) => void }
  readonly onClose: () => void
}

type OrdersTable = Table<OrderRow, OrderContext>

/** Columns that few orders of one figure differ in are left out until wanted. */
const BEHIND_COLUMNS = ORDER_COLUMNS.filter(({ name }) => !['betNo', 'commission', 'payout'].includes(name))

const narrowed = (table: OrdersTable, same: ReadonlySet<string>): OrdersTable => ({
  ...table,
  shown: table.shown.filter(({ name }) => !same.has(name)),
})

/** The orders of a report row differ in more columns. The names of the report, one of them marked, stay in sight. */
const WIDTHS = { item: 920, report: 'min(1060px, calc(100vw - 290px))' } as const

/** Needed for the whole chain of one order; the list needs only the permission of its page. */
const DETAIL_PERMISSION = PERMISSION.reportDetails

type Item = Extract<OrdersSource, { kind: 'item' }>
type Report = Extract<OrdersSource, { kind: 'report' }>

const itemRequest = ({ gameId, periodNo, playCode, itemCode, pankou, under }: Item) => ({
  gameId,
  periodNo,
  playCode,
  itemCode,
  ...(pankou === null ? {} : { pankou }),
  ...(under === null ? {} : { agentPathsId: under }),
})

const reportRequest = ({ agentPathsId, seat, own, from, to, periods, state, gameId, groupId, orderKind }: Report) => ({
  agentPathsId,
  ...(seat === null ? {} : { seat }),
  ...(own ? { own } : {}),
  ...(periods === null ? { from, to } : { periodFrom: periods.from, periodTo: periods.to }),
  state,
  kind: orderKind,
  ...(gameId === null ? {} : { gameId }),
  ...(groupId === null ? {} : { groupId }),
})

type Asked = Pick<OwnPage, 'pageIndex' | 'pageSize'>

const load = async (source: OrdersSource, { pageIndex, pageSize }: Asked, signal: AbortSignal) => {
  const page = { pageIndex, pageSize } as const
  return source.kind === 'item'
    ? await api.call(bookCalls.relationOrder, { ...itemRequest(source), ...page }, { signal })
    : await api.call(reportsCalls.orderQuery, { ...reportRequest(source), ...page }, { signal })
}

const Export = ({ source }: { readonly source: OrdersSource }): ReactNode =>
  source.kind === 'item' ? (
    <ExportButton call={bookCalls.relationOrder} input={itemRequest(source)} />
  ) : (
    <ExportButton call={reportsCalls.orderQuery} input={reportRequest(source)} />
  )

const behindQuery = (source: OrdersSource, { pageIndex, pageSize }: Asked) => ({
  queryKey: keyOf(
    source.kind === 'item' ? bookCalls.relationOrder : reportsCalls.orderQuery,
    source,
    pageIndex,
    pageSize,
  ),
  queryFn: ({ signal }: { signal: AbortSignal }) => load(source, { pageIndex, pageSize }, signal),
})

type Orders = UseQueryResult<Awaited<ReturnType<typeof load>>>

type ListProps = {
  readonly subject: string
  readonly source: OrdersSource
  readonly orders: Orders
  readonly page: OwnPage
  readonly onOpen: ((orderNo: string) => void) | null
}

/** One page of the orders, with the sums of all of them. */
const OrdersList = ({ subject, source, orders, page, onOpen }: ListProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  const table = useTable('orders-behind', BEHIND_COLUMNS)
  const games = useAllGames().data ?? []
  const gameName = (gameId: number): string => games.find(({ id }) => id === gameId)?.gameName ?? ''
  return (
    <ListState query={orders} isEmpty={({ items }) => items.length === 0}>
      {(data) => (
        <>
          <div className={css.ordersBar} data-part="orders-bar">
            {data.summary ? <OrdersSummary summary={data.summary} /> : null}
            <span className={exportsCss.barButtons}>
              {source.kind === 'report' && onOpen === null ? null : <Export source={source} />}
              {mobile ? null : <ColumnsMenu table={table} full={false} />}
            </span>
          </div>
          {mobile ? (
            <OrderCards rows={data.items} onOpen={onOpen} />
          ) : (
            <DataTable
              label={ordersText.title(subject)}
              table={narrowed(table, sameInAll(source.kind, subject, data.items))}
              first={ORDER_FIRST}
              rows={data.items}
              context={{ onOpen, gameName }}
              keyOf={(row) => row.orderNo}
              className={css.ordersTable}
            />
          )}
          <ListFoot {...page} total={data.total} more={data.more ?? false} />
        </>
      )}
    </ListState>
  )
}

type PlaceProps = Pick<Props, 'subject'> & {
  readonly source: OrdersSource
  readonly orders: Orders
  readonly orderNo: string | null
  readonly page: OwnPage
  readonly onOpen: (orderNo: string) => void
}

/** Where the open order stands in its list, and the way to its neighbours, also on the next page. */
const usePlace = (props: PlaceProps): OrderPlace | null => {
  const { subject, source, orders, orderNo, page, onOpen } = props
  const { pageIndex, pageSize, onPage } = page
  const client = useQueryClient()
  const { data } = orders
  const at = data?.items.findIndex((row) => row.orderNo === orderNo) ?? -1
  if (!data || at < 0) return null
  const before = (pageIndex - 1) * pageSize
  const turn = async (to: number, which: number): Promise<void> => {
    const { items } = await client.fetchQuery(behindQuery(source, { pageIndex: to, pageSize }))
    const next = items.at(which)
    if (!next) return
    onPage(to)
    onOpen(next.orderNo)
  }
  const step = (by: -1 | 1): (() => void) | null => {
    const next = data.items[at + by]
    if (next) return () => onOpen(next.orderNo)
    const place = before + at + by
    if (place < 0 || place >= data.total) return null
    return () => void turn(pageIndex + by, by === 1 ? 0 : -1)
  }
  const total = `${showCount(data.total)}${data.more ? '+' : ''}`
  return { subject, at: before + at + 1, total, onPrevious: step(-1), onNext: step(1) }
}

/** The orders of a figure, and one of them at a time with its whole story. */
export const OrdersDrawer = ({ subject, source: asked, plays = [], figures, bet, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const page = useOwnPage()
  const [held, setHeld] = useState<string | null>(null)
  const [play, setPlay] = useState<string | null>(null)
  const mayOpen = useSession((session) => session.permissionIds.includes(DETAIL_PERMISSION))
  const source: OrdersSource = asked.kind === 'item' && play !== null ? { ...asked, playCode: play } : asked
  const orders = useQuery({ ...behindQuery(source, page), placeholderData: keepPreviousData })
  const orderNo = bet ? bet.orderNo : held
  const open = bet ? bet.onOpen : setHeld
  const place = usePlace({ subject, source, orders, orderNo, page, onOpen: open })
  if (orderNo !== null)
    return (
      <OrderDrawer
        orderNo={orderNo}
        place={place}
        linked={bet !== undefined}
        onOpen={open}
        onBack={() => open(null)}
        onClose={onClose}
      />
    )
  return (
    <Drawer
      open
      mask={false}
      title={ordersText.title(subject)}
      size={mobile ? '100%' : WIDTHS[asked.kind]}
      closable={{ 'aria-label': appText.close }}
      onClose={onClose}
    >
      {asked.kind === 'item' && plays.length > 1 ? (
        <ToggleGroup
          name="orders-play"
          label={ordersText.columns.play}
          options={plays.map(({ code, name }) => ({ value: code, label: name }))}
          value={play ?? asked.playCode}
          onChange={(code) => {
            setPlay(code)
            page.onPage(1)
          }}
        />
      ) : null}
      {figures && source.kind === 'item' ? figures(source.playCode) : null}
      <OrdersList {...{ subject, source, orders, page }} onOpen={mayOpen ? open : null} />
    </Drawer>
  )
}
