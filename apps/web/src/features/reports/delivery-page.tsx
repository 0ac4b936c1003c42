import '../../ui/table.css'
import '../../ui/choice.css'
import './delivery.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/api.ts'
import { deliveryCall } from '../../api/calls.ts'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../api/session.ts'
import { Amount } from '../../components/amount.tsx'
import { Crumbs } from '../../components/crumbs.tsx'
import { ColumnsMenu } from '../../components/data-table/columns-menu.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { ListState } from '../../components/list-state.tsx'
import { OrdersDrawer, type OrdersSource } from '../../components/orders/orders-drawer.tsx'
import { businessDay } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app.ts'
import { reportText } from '../../text/zh-CN/report.ts'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import { Classification } from './classification.tsx'
import { DeliveryCards } from './delivery-cards.tsx'
import { type DeliveryFilters, useDeliveryFilters } from './delivery-filters.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { type DeliveryAnswer, type DeliveryRow, orderKindOf } from './delivery-model.ts'
import { DeliveryTable, useDeliveryTable } from './delivery-table.tsx'
import { ReportTabs } from './report-tabs.tsx'
import { nextSort, readSort, withSort } from './sort-address.ts'

const PAGE_SIZE = 20
const ORDERS_PERMISSION = 50003

const SORTS = ['accountName', 'orders', 'stake', 'valid', 'memberResult', 'receivable', 'result', 'payable'] as const

const ResultChart = lazy(async () => ({ default: (await import('./result-chart.tsx')).ResultChart }))

type Sort = ReturnType<typeof readSort<(typeof SORTS)[number]>>

/** All rows of the report, in the order of the screen. */
const deliveryRequest = (filters: DeliveryFilters, sort: Sort) => ({
  ...filters.range,
  state: filters.state,
  ...(sort ? { sortInfo: sort } : {}),
  ...(filters.gameId === null ? {} : { gameIds: [filters.gameId] }),
  ...(filters.agentPathsId === null ? {} : { agentPathsId: filters.agentPathsId }),
})

const useDelivery = (filters: DeliveryFilters, sort: Sort) =>
  useQuery({
    queryKey: ['delivery', filters, sort],
    queryFn: ({ signal }) =>
      api.call(
        deliveryCall,
        { ...deliveryRequest(filters, sort), pageIndex: filters.pageIndex, pageSize: PAGE_SIZE },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const sourceOf = (row: DeliveryRow, filters: DeliveryFilters): OrdersSource => ({
  kind: 'report',
  agentPathsId: row.agentPathsId,
  ...filters.range,
  state: filters.state,
  gameId: filters.gameId,
  orderKind: orderKindOf(row.rowKind),
})

/** Who owes whom, from the signed-in seat: by child, or by game, play and day. */
export const DeliveryPage = (): ReactNode => {
  const today = businessDay(serverNow())
  const { filters, change, searchOf } = useDeliveryFilters(today)
  const [search, setSearch] = useSearchParams()
  const classified = search.get('tab') === 'class'
  const charted = search.get('chart') === '1'
  const sort = classified ? null : readSort(search, SORTS)
  const report = useDelivery(filters, sort)
  const table = useDeliveryTable()
  const mobile = useMedia(MOBILE)
  const { from, to } = filters.range
  const data = report.data
  const setChart = (on: boolean): void =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held)
        if (on) next.set('chart', '1')
        else next.delete('chart')
        return next
      },
      { replace: true },
    )
  return (
    <div className="delivery">
      <ReportTabs />
      <Crumbs
        range={from === to ? from : `${from} ～ ${to}`}
        trail={data?.trail}
        stepTo={(step, index) => ({ search: searchOf({ agentPathsId: index === 0 ? null : step.agentPathsId }) })}
      />
      {data?.summary ? <SummaryCards summary={data.summary} /> : null}
      <section className="card delivery-card">
        <DeliveryForm
          filters={filters}
          today={today}
          onChange={change}
          onQuery={() => void report.refetch()}
          busy={report.isFetching}
          end={
            <>
              <button type="button" className="ghost-button" aria-pressed={charted} onClick={() => setChart(!charted)}>
                {reportText.chart.show}
              </button>
              <button type="button" className="ghost-button desk-only" onClick={() => window.print()}>
                {reportText.print}
              </button>
              {classified ? null : <ExportButton call={deliveryCall} input={deliveryRequest(filters, sort)} />}
              {classified || mobile ? null : <ColumnsMenu table={table} />}
            </>
          }
        />
        {charted ? (
          <Suspense fallback={<Skeleton label={appText.loading} rows={4} />}>
            <ResultChart filters={filters} />
          </Suspense>
        ) : null}
        {classified ? (
          <Classification filters={filters} />
        ) : (
          <DeliveryList
            report={report}
            filters={filters}
            table={table}
            sort={sort}
            onSort={(column) => setSearch((held) => withSort(held, nextSort(sort, column)))}
            onPage={(pageIndex) => change({ pageIndex })}
            searchOf={(row) => searchOf({ agentPathsId: row.agentPathsId })}
          />
        )}
      </section>
    </div>
  )
}

type ListProps = {
  readonly report: ReturnType<typeof useDelivery>
  readonly filters: DeliveryFilters
  readonly table: ReturnType<typeof useDeliveryTable>
  readonly sort: ReturnType<typeof readSort>
  readonly onSort: (column: string) => void
  readonly onPage: (pageIndex: number) => void
  readonly searchOf: (row: DeliveryRow) => string
}

/** One row per child; a row opens into its children, its count into its orders. */
const DeliveryList = ({ report, filters, table, sort, onSort, onPage, searchOf }: ListProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  const mayOpenOrders = useSession((session) => session.permissionIds.includes(ORDERS_PERMISSION))
  const [opened, setOpened] = useState<DeliveryRow | null>(null)
  const onOrders = mayOpenOrders ? setOpened : null
  return (
    <ListState
      query={report}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <>
          {reportText.empty}
          <br />
          {reportText.emptyHint}
        </>
      }
    >
      {(data) => {
        const list = { data, dim: report.isPlaceholderData, searchOf, onOrders }
        return (
          <>
            {mobile ? (
              <DeliveryCards {...list} />
            ) : (
              <DeliveryTable {...list} table={table} sort={sort} onSort={onSort} />
            )}
            {data.total > PAGE_SIZE ? (
              <Pager
                pageIndex={filters.pageIndex}
                pageSize={PAGE_SIZE}
                total={data.total}
                more={data.more ?? false}
                words={appText}
                onPage={onPage}
              />
            ) : null}
            {opened ? (
              <OrdersDrawer
                subject={opened.accountName}
                source={sourceOf(opened, filters)}
                onClose={() => setOpened(null)}
              />
            ) : null}
          </>
        )
      }}
    </ListState>
  )
}

const CARDS = ['result', 'receivable', 'payable', 'valid'] as const

const SummaryCards = ({ summary }: { readonly summary: NonNullable<DeliveryAnswer['summary']> }): ReactNode => (
  <dl className="delivery-sums">
    {CARDS.map((figure) => (
      <div key={figure} className="card">
        <dt>{reportText.cards[figure]}</dt>
        <dd>
          <Amount value={summary[figure]} />
        </dd>
      </div>
    ))}
  </dl>
)
