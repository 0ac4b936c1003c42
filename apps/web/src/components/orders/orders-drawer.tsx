import * as bookCalls from '@strata/contract/calls/book'
import * as reportsCalls from '@strata/contract/calls/reports'
import { PERMISSION } from '@strata/contract/permissions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { Pager } from '../../ui/page/pager.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ColumnsMenu } from '../data-table/columns-menu.tsx'
import { DataTable } from '../data-table/data-table.tsx'
import { useTable } from '../data-table/use-table.ts'
import { Drawer } from '../dialogs/drawer.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import exportsCss from '../exports/exports.module.css'
import { ORDER_COLUMNS, ORDER_FIRST } from './order-columns.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderCards } from './order-parts.tsx'
import css from './orders.module.css'
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
  readonly onClose: () => void
}

/** Columns with the same value for every order of one figure are left out. */
const BEHIND_COLUMNS = ORDER_COLUMNS.filter(({ name }) => !['game', 'betNo', 'commission', 'payout'].includes(name))

const PAGE_SIZE = 20
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

const reportRequest = ({ agentPathsId, from, to, periods, state, gameId, groupId, orderKind }: Report) => ({
  agentPathsId,
  ...(periods === null ? { from, to } : { periodFrom: periods.from, periodTo: periods.to }),
  state,
  kind: orderKind,
  ...(gameId === null ? {} : { gameId }),
  ...(groupId === null ? {} : { groupId }),
})

const load = async (source: OrdersSource, pageIndex: number, signal: AbortSignal) => {
  const page = { pageIndex, pageSize: PAGE_SIZE } as const
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

const useOrdersBehind = (source: OrdersSource, pageIndex: number) =>
  useQuery({
    queryKey: keyOf(source.kind === 'item' ? bookCalls.relationOrder : reportsCalls.orderQuery, source, pageIndex),
    queryFn: ({ signal }) => load(source, pageIndex, signal),
    placeholderData: keepPreviousData,
  })

type ListProps = {
  readonly subject: string
  readonly source: OrdersSource
  readonly pageIndex: number
  readonly onPage: (pageIndex: number) => void
  readonly onOpen: (orderNo: string) => void
}

/** One page of the orders, with the sums of all of them. */
const OrdersList = ({ subject, source, pageIndex, onPage, onOpen }: ListProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  const orders = useOrdersBehind(source, pageIndex)
  const mayOpen = useSession((session) => session.permissionIds.includes(DETAIL_PERMISSION))
  const table = useTable('orders-behind', BEHIND_COLUMNS)
  const games = useGameTypes().data ?? []
  const gameName = (gameId: number): string => games.find(({ id }) => id === gameId)?.gameName ?? ''
  if (orders.isPending) return <Skeleton label={appText.loading} />
  if (orders.isError)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button type="button" className="link-button" onClick={() => void orders.refetch()}>
          {appText.retry}
        </button>
      </p>
    )
  const { data } = orders
  if (data.items.length === 0) return <p className="message-line">{appText.empty}</p>
  return (
    <>
      <div className={css.ordersBar} data-part="orders-bar">
        {data.summary ? <OrdersSummary summary={data.summary} /> : null}
        <span className={exportsCss.barButtons}>
          {source.kind === 'report' && !mayOpen ? null : <Export source={source} />}
          {mobile ? null : <ColumnsMenu table={table} />}
        </span>
      </div>
      {mobile ? (
        <OrderCards rows={data.items} onOpen={mayOpen ? onOpen : null} />
      ) : (
        <DataTable
          label={ordersText.title(subject)}
          table={table}
          first={ORDER_FIRST}
          rows={data.items}
          context={{ onOpen: mayOpen ? onOpen : null, gameName }}
          keyOf={(row) => row.orderNo}
          className={css.ordersTable}
        />
      )}
      <Pager
        pageIndex={pageIndex}
        pageSize={PAGE_SIZE}
        total={data.total}
        more={data.more ?? false}
        words={appText}
        onPage={onPage}
      />
    </>
  )
}

/** The orders of a figure, each with its chain of shares. */
export const OrdersDrawer = ({ subject, source: asked, plays = [], figures, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [pageIndex, setPageIndex] = useState(1)
  const [detail, setDetail] = useState<string | null>(null)
  const [play, setPlay] = useState<string | null>(null)
  const source: OrdersSource = asked.kind === 'item' && play !== null ? { ...asked, playCode: play } : asked
  return (
    <Drawer
      open
      title={detail === null ? ordersText.title(subject) : ordersText.detail}
      size={mobile ? '100%' : 920}
      // A live board beside the drawer stays readable and usable.
      mask={mobile || asked.kind !== 'item'}
      onClose={onClose}
      destroyOnHidden
    >
      {asked.kind === 'item' && plays.length > 1 && detail === null ? (
        <ToggleGroup
          name="orders-play"
          label={ordersText.columns.play}
          options={plays.map(({ code, name }) => ({ value: code, label: name }))}
          value={play ?? asked.playCode}
          onChange={(code) => {
            setPlay(code)
            setPageIndex(1)
          }}
        />
      ) : null}
      {figures && source.kind === 'item' && detail === null ? figures(source.playCode) : null}
      {detail === null ? (
        <OrdersList {...{ subject, source, pageIndex }} onPage={setPageIndex} onOpen={setDetail} />
      ) : (
        <OrderDetail orderNo={detail} onBack={() => setDetail(null)} />
      )}
    </Drawer>
  )
}
