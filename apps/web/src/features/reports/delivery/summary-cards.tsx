import * as reportsCalls from '@strata/contract/calls/reports'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/clock.ts'
import { keyOf } from '../../../api/queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { Sparkline } from '../../../components/sparkline/sparkline.tsx'
import { showCount } from '../../../lib/count.ts'
import { businessDay } from '../../../lib/day-starts.ts'
import { shiftDay } from '../../../lib/time.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import css from './delivery.module.css'
import { classificationRequest, type DeliveryFilters, isPart, useDeliveryFilters } from './delivery-filters.ts'
import type { Figures } from './delivery-model.ts'

const CARDS = ['result', 'receivable', 'payable', 'valid'] as const
const DAYS = 30

/** The last thirty days of the same report, for a trend line; independent of the shown range. */
const useTrend = (filters: DeliveryFilters) => {
  const today = businessDay(serverNow())
  const { agentPathsId, seat, gameId, groupId, pankou, kind } = filters
  return useQuery({
    queryKey: keyOf(
      reportsCalls.classificationQuery,
      'trend',
      today,
      agentPathsId,
      seat,
      gameId,
      groupId,
      pankou,
      kind,
    ),
    staleTime: 300_000,
    queryFn: ({ signal }) =>
      api.call(
        reportsCalls.classificationQuery,
        {
          ...classificationRequest(
            { ...filters, periods: null, state: 'settled', range: { from: shiftDay(today, 1 - DAYS), to: today } },
            'date',
          ),
          pageSize: 50,
          sortInfo: { columnName: 'name', direction: 0 },
        },
        { signal, automatic: true },
      ),
  })
}

type Props = { readonly summary: Figures | null; readonly filters: DeliveryFilters; readonly open: Figures | null }

/** The four main sums with their trend lines, and the open orders beside them. */
export const SummaryCards = ({ summary, filters, open }: Props): ReactNode => {
  const trend = useTrend(filters).data?.items ?? []
  const { searchOf } = useDeliveryFilters(businessDay(serverNow()))
  // Reserves its space until loaded.
  // What is open is not known by pankou and kind.
  const hasOpen = !isPart(filters) && filters.state === 'settled' && (open === null || open.orders > 0)
  return (
    <dl
      data-part="delivery-sums"
      className={hasOpen ? `${css.deliverySums} ${css.deliverySumsOpen}` : css.deliverySums}
    >
      {CARDS.map((figure) => (
        <div key={figure} className="card">
          <dt>{reportText.cards[figure]}</dt>
          <dd>
            <Amount value={summary?.[figure] ?? null} />
            <Sparkline
              label={reportText.sparkline(reportText.cards[figure])}
              values={trend.map((day) => day[figure])}
            />
          </dd>
        </div>
      ))}
      {hasOpen ? (
        <div className="card" data-card="open">
          <dt>
            {reportText.openBeside}{' '}
            {open === null ? null : <small>{reportText.openOrders(showCount(open.orders))}</small>}
          </dt>
          <dd>
            <Link to={{ search: searchOf({ state: 'open' }) }}>
              <Amount value={open?.stake ?? null} />
            </Link>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
