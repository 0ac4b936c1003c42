import * as reportsCalls from '@strata/contract/calls/reports'
import { PAGE_SIZES } from '@strata/contract/rules'
import { queryOf } from '../../../api/queries.ts'
import '../../../ui/page/list-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiRefusal } from '../../../api/client.ts'
import { serverNow } from '../../../api/clock.ts'
import { useGameTypes } from '../../../api/shared-queries.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { ColumnsMenu } from '../../../components/data-table/columns-menu.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { useTable } from '../../../components/data-table/use-table.ts'
import { Drawer } from '../../../components/dialogs/drawer.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import exportsCss from '../../../components/exports/exports.module.css'
import { ListState } from '../../../components/list-state.tsx'
import { ORDER_COLUMNS, ORDER_FIRST } from '../../../components/orders/order-columns.tsx'
import { OrderDetail } from '../../../components/orders/order-detail.tsx'
import { OrderCards } from '../../../components/orders/order-parts.tsx'
import ordersCss from '../../../components/orders/orders.module.css'
import { OrdersSummary } from '../../../components/orders/orders-summary.tsx'
import { businessDay, type DayRange } from '../../../lib/time.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { ordersText } from '../../../text/zh-CN/shared/orders.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { CursorPager } from '../../../ui/page/cursor-pager.tsx'
import css from '../delivery/delivery.module.css'
import { ReportTabs } from '../report-tabs.tsx'
import { nextSort, withSort } from '../sort-address.ts'
import { orderFilters, orderPage, rangeOf, readFields, withFields } from './details-filters.ts'
import { DetailsForm } from './details-form.tsx'

/** A page of orders; if there are too many to sum at once, the sums are loaded after it. */
const useOrders = (search: URLSearchParams, today: string) => {
  const filters = orderFilters(search, today)
  const page = orderPage(search)
  const list = useQuery({
    ...queryOf(reportsCalls.orderQuery, { ...filters, ...page }),
    placeholderData: keepPreviousData,
  })
  const late = useQuery({
    ...queryOf(reportsCalls.orderQuery, { ...filters, summaryOnly: true }, { automatic: true }),
    enabled: list.data !== undefined && !list.isPlaceholderData && list.data.summary === undefined,
  })
  return { filters, page, list, summary: list.data?.summary ?? late.data?.summary ?? null }
}

/** The order that the address opens. */
const useOpened = () => {
  const [search, setSearch] = useSearchParams()
  const set = (orderNo: string | null): void =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held)
        if (orderNo === null) next.delete('open')
        else next.set('open', orderNo)
        return next
      },
      { replace: true },
    )
  const opened = search.get('open')
  return { opened: opened !== null && /^\d{1,20}$/.test(opened) ? opened : null, set }
}

const withRange = (held: URLSearchParams, range: DayRange | null): URLSearchParams => {
  const address = new URLSearchParams(held)
  address.delete('cursor')
  for (const name of ['from', 'to'] as const)
    if (range) address.set(name, range[name])
    else address.delete(name)
  return address
}

type OrdersProps = {
  readonly orders: ReturnType<typeof useOrders>
  readonly onOpen: (orderNo: string) => void
}

/** One page of the orders, with the sums of all of them. */
const Orders = ({ orders, onOpen }: OrdersProps): ReactNode => {
  const { filters, page, list, summary } = orders
  const [, setSearch] = useSearchParams()
  const mobile = useMedia(MOBILE)
  const table = useTable('orders', ORDER_COLUMNS)
  const games = useGameTypes().data ?? []
  const gameName = (gameId: number): string => games.find(({ id }) => id === gameId)?.gameName ?? String(gameId)
  const sort = page.sortInfo ?? null
  const refused = sort && list.error instanceof ApiRefusal ? list.error.message : null
  const put = (name: string, value: string | null): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      next.delete('cursor')
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  if (refused !== null)
    return (
      <p className="message-line" role="alert">
        {refused}{' '}
        <button type="button" className="link-button" onClick={() => setSearch((held) => withSort(held, null))}>
          {reportText.details.sortByTime}
        </button>
      </p>
    )
  return (
    <ListState query={list} isEmpty={({ items }) => items.length === 0} empty={<Empty />}>
      {(data) => (
        <>
          <div className={`${ordersCss.ordersBar} ${css.detailsBar}`} data-part="orders-bar">
            {summary ? <OrdersSummary summary={summary} /> : <span />}
            <span className={exportsCss.barButtons}>
              <ExportButton
                call={reportsCalls.orderQuery}
                input={{ ...filters, ...(sort ? { sortInfo: sort } : {}) }}
              />
              {mobile ? null : <ColumnsMenu table={table} />}
            </span>
          </div>
          {mobile ? (
            <div className={css.detailsCards}>
              <OrderCards rows={data.items} onOpen={onOpen} />
            </div>
          ) : (
            <DataTable
              label={reportText.tabs.orders}
              table={table}
              first={ORDER_FIRST}
              rows={data.items}
              context={{ onOpen, gameName }}
              keyOf={(row) => row.orderNo}
              sort={sort}
              onSort={(column) => setSearch((held) => withSort(held, nextSort(sort, column)))}
              dim={list.isPlaceholderData}
            />
          )}
          <OrdersFoot
            size={page.pageSize}
            total={data.total}
            more={data.more ?? false}
            nextCursor={data.nextCursor ?? null}
            onSize={(size) => put('size', size)}
          />
        </>
      )}
    </ListState>
  )
}

/** Orders with all filters, page by page with a cursor; each opens with its chain of shares. */
export const DetailsPage = (): ReactNode => {
  const today = businessDay(serverNow())
  const [search, setSearch] = useSearchParams()
  const mobile = useMedia(MOBILE)
  const orders = useOrders(search, today)
  const { list } = orders
  const { opened, set } = useOpened()
  const range = rangeOf(search, today)
  return (
    <div className={css.delivery}>
      <ReportTabs />
      <Crumbs range={range.from === range.to ? range.from : `${range.from} ～ ${range.to}`} />
      <section className={`card ${css.deliveryCard}`}>
        <DetailsForm
          range={range}
          today={today}
          fields={readFields(search)}
          busy={list.isFetching}
          onRange={(next) => setSearch((held) => withRange(held, next))}
          onSend={(fields) => {
            const next = withFields(search, fields)
            if (String(next) === String(search)) void list.refetch()
            else setSearch(next)
          }}
        />
        <Orders orders={orders} onOpen={set} />
      </section>
      <Drawer
        open={opened !== null}
        title={ordersText.detail}
        size={mobile ? '100%' : 760}
        closable={{ 'aria-label': appText.close }}
        onClose={() => set(null)}
        destroyOnHidden
      >
        {opened === null ? null : <OrderDetail orderNo={opened} />}
      </Drawer>
    </div>
  )
}

const Empty = (): ReactNode => (
  <>
    {reportText.empty}
    <br />
    {reportText.details.emptyHint}
  </>
)

type FootProps = {
  readonly size: (typeof PAGE_SIZES)[number]
  readonly total: number
  readonly more: boolean
  readonly nextCursor: string | null
  readonly onSize: (size: string | null) => void
}

/** A cursor only leads forwards; the way back is the browser's history, as far as the user came along it. */
const OrdersFoot = ({ size, total, more, nextCursor, onSize }: FootProps): ReactNode => {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const came = useLocation().state === 'next-page'
  const paged = search.has('cursor')
  const to = (cursor: string | null): void =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held)
        if (cursor === null) next.delete('cursor')
        else next.set('cursor', cursor)
        return next
      },
      { state: cursor === null ? null : 'next-page' },
    )
  return (
    <div className={css.detailsFoot}>
      <Choice
        label={appText.pageSize(size)}
        value={String(size)}
        options={PAGE_SIZES.map((one) => ({ value: String(one), label: appText.pageSize(one) }))}
        onChange={(one) => onSize(one === '20' ? null : one)}
      />
      <CursorPager
        label={reportText.details.pages}
        total={appText.total(total, more)}
        words={{ previous: appText.previousPage, next: appText.nextPage }}
        onPrevious={!paged ? null : () => (came ? void navigate(-1) : to(null))}
        onNext={nextCursor === null ? null : () => to(nextCursor)}
      />
    </div>
  )
}
