import type { ReactNode } from 'react'
import { showCount } from '../../lib/count.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import css from './orders.module.css'

type Summary = {
  readonly orders: number
  readonly stake: string
  readonly heldStake: string
  readonly memberResult?: string
  readonly heldResult?: string
}

/** Sums of all orders of a list, not of one page. */
export const OrdersSummary = ({ summary }: { readonly summary: Summary }): ReactNode => (
  <dl className={css.ordersSum}>
    <div>
      <dt>{ordersText.sum.orders}</dt>
      <dd>{showCount(summary.orders)}</dd>
    </div>
    {(['stake', 'heldStake', 'memberResult', 'heldResult'] as const).map((figure) => {
      const value = summary[figure]
      return value === undefined ? null : (
        <div key={figure}>
          <dt>{ordersText.sum[figure]}</dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      )
    })}
  </dl>
)
