import * as reportsCalls from '@strata/contract/calls/reports'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import { queryOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Amount } from '../amount.tsx'
import { OrderCards } from './order-parts.tsx'
import { OrderVersions } from './order-versions.tsx'
import css from './orders.module.css'

type Level = ResponseOf<typeof orderDetailQuery>['levels'][number]

/** What each level holds and owes of the order. */
const Levels = ({ levels }: { readonly levels: readonly Level[] }): ReactNode => {
  const words = ordersText.level
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="left">
            {words.role}
          </th>
          <th scope="col" className="left">
            {words.account}
          </th>
          {[words.share, words.commission, words.flow, words.profit].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr key={level.roleId}>
            <td className="left">{appText.roles[level.roleId]}</td>
            <td className="left">{level.accountName}</td>
            <td>{level.share}%</td>
            <td>{level.commission}%</td>
            <td>
              <Amount value={level.flow} />
            </td>
            <td>
              <Amount value={level.profit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One order: its chain of shares, the explanation of its result, its cause and the orders that it caused. */
export const OrderDetail = ({
  orderNo,
  onBack,
}: {
  readonly orderNo: string
  readonly onBack?: () => void
}): ReactNode => {
  const detail = useQuery({
    ...queryOf(reportsCalls.orderDetailQuery, { orderNo }),
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the drawer is scrolled with the keyboard
    <section className={css.orderDetail} aria-label={ordersText.detail} tabIndex={0}>
      {onBack ? (
        <button type="button" className="link-button" onClick={onBack}>
          ‹ {ordersText.back}
        </button>
      ) : null}
      {detail.isPending ? <Skeleton label={appText.loading} /> : null}
      {detail.isError ? (
        <p className="message-line" role="alert">
          {appText.loadFailed}
        </p>
      ) : null}
      {detail.data ? (
        <>
          <OrderCards rows={[detail.data]} onOpen={null} />
          <OrderVersions versions={detail.data.versions} />
          <h2>{ordersText.levels}</h2>
          <Levels levels={detail.data.levels} />
          {detail.data.explain.length > 0 ? (
            <>
              <h2>{ordersText.explain}</h2>
              <ul>
                {detail.data.explain.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          ) : null}
          {detail.data.replenishments.length > 0 ? (
            <>
              <h2>{ordersText.replenishments}</h2>
              <OrderCards rows={detail.data.replenishments} onOpen={null} />
            </>
          ) : null}
          {detail.data.causedBy ? (
            <>
              <h2>{ordersText.causedBy}</h2>
              <OrderCards rows={[detail.data.causedBy]} onOpen={null} />
            </>
          ) : null}
        </>
      ) : null}
    </section>
  )
}
