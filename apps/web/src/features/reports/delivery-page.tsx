import '../../ui/table.css'
import './delivery.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { deliveryCall } from '../../api/calls.ts'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../api/session.ts'
import { Amount } from '../../components/amount.tsx'
import { Crumbs } from '../../components/crumbs.tsx'
import { OrdersDrawer, type OrdersSource } from '../../components/orders/orders-drawer.tsx'
import { businessDay } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app.ts'
import { reportText } from '../../text/zh-CN/report.ts'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import { DeliveryCards } from './delivery-cards.tsx'
import { type DeliveryFilters, useDeliveryFilters } from './delivery-filters.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { type DeliveryAnswer, type DeliveryRow, orderKindOf } from './delivery-model.ts'
import { DeliveryTable } from './delivery-table.tsx'

const PAGE_SIZE = 20
const ORDERS_PERMISSION = 50003

const useDelivery = (filters: DeliveryFilters) =>
  useQuery({
    queryKey: ['delivery', filters],
    queryFn: ({ signal }) =>
      api.call(
        deliveryCall,
        {
          ...filters.range,
          state: filters.state,
          pageIndex: filters.pageIndex,
          pageSize: PAGE_SIZE,
          ...(filters.gameId === null ? {} : { gameIds: [filters.gameId] }),
          ...(filters.agentPathsId === null ? {} : { agentPathsId: filters.agentPathsId }),
        },
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

/** Who owes whom: one row per child, from the signed-in seat; a row opens into its children. */
export const DeliveryPage = (): ReactNode => {
  const today = businessDay(serverNow())
  const { filters, change, searchOf } = useDeliveryFilters(today)
  const report = useDelivery(filters)
  const mobile = useMedia(MOBILE)
  const mayOpenOrders = useSession((session) => session.permissionIds.includes(ORDERS_PERMISSION))
  const [opened, setOpened] = useState<DeliveryRow | null>(null)
  const { from, to } = filters.range
  const data = report.data
  const List = mobile ? DeliveryCards : DeliveryTable
  return (
    <div className="delivery">
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
        />
        {report.isPending ? (
          <Skeleton label={appText.loading} />
        ) : report.isError ? (
          <p className="message-line" role="alert">
            {reportText.failed}{' '}
            <button type="button" className="link-button" onClick={() => void report.refetch()}>
              {appText.retry}
            </button>
          </p>
        ) : data && data.items.length > 0 ? (
          <>
            <List
              data={data}
              dim={report.isPlaceholderData}
              searchOf={(row) => searchOf({ agentPathsId: row.agentPathsId })}
              onOrders={mayOpenOrders ? setOpened : null}
            />
            {data.total > PAGE_SIZE ? (
              <Pager
                pageIndex={filters.pageIndex}
                pageSize={PAGE_SIZE}
                total={data.total}
                more={data.more ?? false}
                words={appText}
                onPage={(pageIndex) => change({ pageIndex })}
              />
            ) : null}
          </>
        ) : (
          <p className="message-line">
            {reportText.empty}
            <br />
            {reportText.emptyHint}
          </p>
        )}
      </section>
      {opened ? (
        <OrdersDrawer subject={opened.accountName} source={sourceOf(opened, filters)} onClose={() => setOpened(null)} />
      ) : null}
    </div>
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
