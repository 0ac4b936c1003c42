import * as reportsCalls from '@strata/contract/calls/reports'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { api } from '../../../api/api.ts'
import { keyOf } from '../../../api/queries.ts'
import { showAmount, wholeYuan } from '../../../lib/amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import css from '../delivery/delivery.module.css'
import { classificationRequest, type DeliveryFilters } from '../delivery/delivery-filters.ts'
import type { Bar } from './draw-bars.ts'

/** Maximum number of days side by side in a chart: of a longer range, the last ones. */
const MAX_BARS = 100

const useBars = (filters: DeliveryFilters, by: 'date' | 'game') =>
  useQuery({
    queryKey: keyOf(reportsCalls.classificationQuery, 'chart', classificationRequest(filters, by)),
    queryFn: async ({ signal }): Promise<readonly Bar[]> => {
      const sortInfo = by === 'date' ? { sortInfo: { columnName: 'name' as const, direction: 1 as const } } : {}
      const asked = { ...classificationRequest(filters, by), pageSize: MAX_BARS, ...sortInfo } as const
      const { items } = await api.call(reportsCalls.classificationQuery, asked, { signal, automatic: true })
      const inOrder = by === 'date' ? items.toReversed() : items
      return inOrder.map(({ name, result }) => ({
        name: by === 'date' ? name.slice(5) : name,
        yuan: wholeYuan(result),
        shown: showAmount(result),
      }))
    },
  })

/** Bars drawn by the chart library; only this file loads it. */
const Bars = ({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }): ReactNode => {
  const ground = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let stop = (): void => {}
    let left = false
    void import('./draw-bars.ts').then(({ drawBars }) => {
      if (ground.current && !left) stop = drawBars(ground.current, bars)
    })
    return () => {
      left = true
      stop()
    }
  }, [bars])
  return (
    <figure className={css.resultChart}>
      <figcaption>{title}</figcaption>
      <div ref={ground} className={css.resultChartGround} aria-hidden="true" />
      <ul className="visually-hidden">
        {bars.map(({ name, shown }) => (
          <li key={name}>
            {name} {shown}
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** The seat's result by day and by game over the report's range. */
export const ResultChart = ({ filters }: { readonly filters: DeliveryFilters }): ReactNode => {
  const [days, games] = [useBars(filters, 'date'), useBars(filters, 'game')]
  if (days.isLoadingError || games.isLoadingError)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}
      </p>
    )
  if (!days.data || !games.data) return <Skeleton label={appText.loading} rows={4} />
  return (
    <div className={css.resultCharts}>
      <Bars title={reportText.chart.byDay} bars={days.data} />
      <Bars title={reportText.chart.byGame} bars={games.data} />
    </div>
  )
}
