import * as reportsCalls from '@strata/contract/calls/reports'
import { PAGE_SIZES } from '@strata/contract/rules'
import { queryOf } from '../../../api/queries.ts'
import '../../../ui/page/list-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { serverNow } from '../../../api/clock.ts'
import { useAllGames } from '../../../api/shared-queries.ts'
import { WHOLE_PAGE, wholeAnswer } from '../../../api/whole.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { ColumnsMenu } from '../../../components/data-table/columns-menu.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { SavedViews } from '../../../components/data-table/saved-views.tsx'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { useTable } from '../../../components/data-table/use-table.ts'
import { RangeShortcuts } from '../../../components/days/day-range.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import exportsCss from '../../../components/exports/exports.module.css'
import { ListState } from '../../../components/list-state.tsx'
import { NotStored } from '../../../components/orders/not-stored.tsx'
import { readBet, withBet } from '../../../components/orders/order-address.ts'
import { ORDER_COLUMNS, ORDER_FIRST } from '../../../components/orders/order-columns.tsx'
import { OrderDrawer, type OrderPlace } from '../../../components/orders/order-drawer.tsx'
import { OrderCards } from '../../../components/orders/order-parts.tsx'
import ordersCss from '../../../components/orders/orders.module.css'
import { OrdersSummary } from '../../../components/orders/orders-summary.tsx'
import { showCount } from '../../../lib/count.ts'
import { businessDay } from '../../../lib/day-starts.ts'
import type { DayRange } from '../../../lib/time.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { ordersText } from '../../../text/zh-CN/shared/orders.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { ToolRow } from '../../../ui/page/tool-row.tsx'
import css from '../delivery/delivery.module.css'
import { SeatBar } from '../delivery/seat-bar.tsx'
import { stepChange } from '../delivery/trail-step.ts'
import { FilterSheet } from '../filter-sheet.tsx'
import { PrintButton, PrintHead, usePrint } from '../print.tsx'
import { ReportTabs } from '../report-tabs.tsx'
import { nextSort, withSort } from '../sort-address.ts'
import { detailConditions } from './details-conditions.ts'
import { isByNumber, orderFilters, orderPage, rangeOf, readFields, withFields, withPlace } from './details-filters.ts'
import { DetailsForm } from './details-form.tsx'
import { firstPage, pagesOf, shownPage, withPage } from './order-pages.ts'
import { OrderPages } from './order-pages-nav.tsx'

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

/** More rows than these are a file and not a print: fifty pages of paper. */
const MAX_PRINTED = 2_000

type Sort = NonNullable<ReturnType<typeof orderPage>['sortInfo']> | null
type Answer = NonNullable<ReturnType<typeof useOrders>['list']['data']>

/** The orders of all pages, for paper. */
const wholeList = (filters: ReturnType<typeof orderFilters>, sort: Sort): Promise<Answer> =>
  wholeAnswer((pageIndex) =>
    api.call(reportsCalls.orderQuery, {
      ...filters,
      ...(sort ? { sortInfo: sort } : {}),
      pageIndex,
      pageSize: WHOLE_PAGE,
    }),
  )

const withRange = (held: URLSearchParams, range: DayRange | null): URLSearchParams => {
  const address = firstPage(held)
  for (const name of ['from', 'to'] as const)
    if (range) address.set(name, range[name])
    else address.delete(name)
  return address
}

/** Why a list cannot be printed; undefined: it can. */
const tooLong = ({ total, more }: Answer): string | undefined =>
  more === true || total > MAX_PRINTED ? reportText.printed.tooLong(showCount(MAX_PRINTED)) : undefined

type OrdersProps = {
  readonly orders: ReturnType<typeof useOrders>
  readonly opened: string | null
  readonly onOpen: (orderNo: string) => void
}

/** One page of the orders, with the sums of all of them. */
const Orders = ({ orders, opened, onOpen }: OrdersProps): ReactNode => {
  const { filters, page, list, summary } = orders
  const { go } = useAddress()
  const mobile = useMedia(MOBILE)
  const table = useTable('orders', ORDER_COLUMNS)
  const games = useAllGames().data ?? []
  const gameName = (gameId: number): string => games.find(({ id }) => id === gameId)?.gameName ?? String(gameId)
  const sort = page.sortInfo ?? null
  const paper = usePrint(() => wholeList(filters, sort))
  const refused = sort && list.error instanceof ApiRefusal ? list.error.message : null
  const put = (name: string, value: string | null): void =>
    go((held) => {
      const next = firstPage(held)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  if (refused !== null)
    return (
      <p className="message-line" role="alert">
        {refused}{' '}
        <button type="button" className="link-button" onClick={() => go((held) => withSort(held, null))}>
          {reportText.details.sortByTime}
        </button>
      </p>
    )
  return (
    <ListState
      query={list}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty notStored={list.data?.notStored} />}
    >
      {(data) => (
        <>
          <NotStored day={data.notStored} />
          <div className={`${ordersCss.ordersBar} ${css.detailsBar}`} data-part="orders-bar">
            {summary ? <OrdersSummary summary={summary} /> : <span />}
            <span className={exportsCss.barButtons}>
              <ToolRow label={appText.listTools}>
                <PrintButton paper={paper} refused={tooLong(data)} />
                <ExportButton
                  call={reportsCalls.orderQuery}
                  input={{ ...filters, ...(sort ? { sortInfo: sort } : {}) }}
                />
                <SavedViews table={table} />
                {mobile ? null : <ColumnsMenu table={table} />}
              </ToolRow>
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
              rows={(paper.printed ?? data).items}
              context={{ onOpen, gameName }}
              keyOf={(row) => row.orderNo}
              dataOf={(row) => (row.orderNo === opened ? { 'data-marked': 'yes' } : {})}
              sort={sort}
              onSort={(column) => go((held) => withSort(held, nextSort(sort, column)))}
              dim={list.isPlaceholderData}
            />
          )}
          <OrdersFoot
            page={page}
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

type FilterProps = {
  readonly search: URLSearchParams
  readonly today: string
  readonly list: ReturnType<typeof useOrders>['list']
  readonly conditions: readonly string[]
}

/** The form, on a phone in a sheet below the shortcuts of days. */
const Filters = ({ search, today, list, conditions }: FilterProps): ReactNode => {
  const { go } = useAddress()
  const range = rangeOf(search, today)
  const onRange = (next: DayRange | null): void => go((held) => withRange(held, next))
  return (
    <FilterSheet
      label={conditions.length === 0 ? reportText.details.unfiltered : conditions.join(' · ')}
      quick={<RangeShortcuts name="quick-range" range={range} today={today} onChange={onRange} />}
    >
      {(close) => (
        <DetailsForm
          range={range}
          today={today}
          fields={readFields(search)}
          busy={list.isFetching}
          onRange={onRange}
          onSend={(fields) => {
            const next = withFields(search, fields)
            if (String(next) === String(search)) void list.refetch()
            else go(() => next)
            close()
          }}
        />
      )}
    </FilterSheet>
  )
}

/** Orders with all filters, page by page with a cursor; each opens with its chain of shares. */
export const DetailsPage = (): ReactNode => {
  const today = businessDay(serverNow())
  const { search, go } = useAddress()
  const orders = useOrders(search, today)
  const { list } = orders
  const opened = readBet(search)
  const open = (orderNo: string | null): void => go((held) => withBet(held, orderNo))
  const range = rangeOf(search, today)
  const fields = readFields(search)
  const days = range.from === range.to ? range.from : `${range.from} ～ ${range.to}`
  const rangeShown = isByNumber(fields) ? reportText.details.anyDay : days
  const conditions = detailConditions(fields, useAllGames().data ?? [])
  const trail = list.data?.trail
  const seatAt = trail?.findIndex(({ agentPathsId }) => String(agentPathsId) === search.get('seat')) ?? -1
  const leaveSeat = (): void => go((held) => withPlace(held, { seat: null, agentPathsId: null }))
  return (
    <div className={css.delivery}>
      <PrintHead title={reportText.tabs.orders} range={rangeShown} conditions={conditions} />
      <ReportTabs />
      <Crumbs
        range={rangeShown}
        trail={trail}
        stepTo={(step, index) => ({ search: `?${withPlace(search, stepChange(step.agentPathsId, index, seatAt))}` })}
      />
      <SeatBar seat={trail?.[seatAt] ?? null} onSeat={leaveSeat} />
      <section className={`card ${css.deliveryCard}`}>
        <Filters search={search} today={today} list={list} conditions={conditions} />
        <Orders orders={orders} opened={opened} onOpen={open} />
      </section>
      {opened === null ? null : (
        <OrderDrawer
          orderNo={opened}
          linked
          place={placeOf(orders, { orderNo: opened, pageIndex: shownPage(search) }, open)}
          onOpen={open}
          onClose={() => open(null)}
        />
      )}
    </div>
  )
}

/** Where the open order stands on its page of the list; null: it is on another one. */
const placeOf = (
  { page, list }: ReturnType<typeof useOrders>,
  { orderNo, pageIndex }: { readonly orderNo: string; readonly pageIndex: number },
  open: (orderNo: string) => void,
): OrderPlace | null => {
  const items = list.data?.items ?? []
  const at = items.findIndex((row) => row.orderNo === orderNo)
  if (!list.data || at < 0) return null
  const step = (by: -1 | 1): (() => void) | null => {
    const next = items[at + by]
    return next ? () => open(next.orderNo) : null
  }
  return {
    subject: null,
    at: (pageIndex - 1) * page.pageSize + at + 1,
    total: `${showCount(list.data.total)}${list.data.more ? '+' : ''}`,
    onPrevious: step(-1),
    onNext: step(1),
  }
}

const Empty = ({ notStored }: { readonly notStored: string | undefined }): ReactNode =>
  notStored === undefined ? (
    <>
      {reportText.empty}
      <br />
      {reportText.details.emptyHint}
    </>
  ) : (
    ordersText.notStored(notStored)
  )

type FootProps = {
  readonly page: ReturnType<typeof orderPage>
  readonly total: number
  readonly more: boolean
  readonly nextCursor: string | null
  readonly onSize: (size: string | null) => void
}

/** Page numbers as far as orders are counted; beyond them a cursor leads on, one page at a time. */
const OrdersFoot = ({ page, total, more, nextCursor, onSize }: FootProps): ReactNode => {
  const { search, go } = useAddress()
  const pageIndex = shownPage(search)
  const { pageSize } = page
  return (
    <div className={css.detailsFoot}>
      <Choice
        label={appText.pageSize(pageSize)}
        value={String(pageSize)}
        options={PAGE_SIZES.map((one) => ({ value: String(one), label: appText.pageSize(one) }))}
        onChange={(one) => onSize(one === '20' ? null : one)}
      />
      <OrderPages
        {...pagesOf({ pageIndex, pageSize, total, more })}
        pageIndex={pageIndex}
        total={appText.total(total, more)}
        onPage={(to) => go(() => withPage(search, to, to === pageIndex + 1 ? nextCursor : null))}
      />
    </div>
  )
}
