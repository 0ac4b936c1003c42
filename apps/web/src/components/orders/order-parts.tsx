import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/instant.ts'
import { marksText } from '../../text/zh-CN/shared/marks.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import { CorrectedMark, VoidMark } from '../marks.tsx'
import css from './orders.module.css'

export type OrderRow = ResponseOf<typeof orderQuery>['items'][number]

/** Opens one order; null if the user may not see its chain. */
export type OpenOrder = ((orderNo: string) => void) | null

type ListProps = { readonly rows: readonly OrderRow[]; readonly onOpen: OpenOrder }

const stateOf = (row: OrderRow): string =>
  row.result === null ? ordersText.states[row.state] : ordersText.results[row.result]

/** Void, open, or the result, with marks for voided or corrected orders. */
export const OrderState = ({ row }: { readonly row: OrderRow }): ReactNode => {
  const { voided } = row
  return (
    <span className={css.orderState}>
      {voided ? (
        <VoidMark title={marksText.why({ ...voided, at: formatInstant(voided.at) })} />
      ) : (
        <span className={css[`order-${row.result ?? row.state}`]}>{stateOf(row)}</span>
      )}
      {row.corrected ? <CorrectedMark /> : null}
    </span>
  )
}

export const OrderNo = ({ row, onOpen }: { readonly row: OrderRow; readonly onOpen: OpenOrder }): ReactNode =>
  onOpen ? (
    <button type="button" className="link-button" onClick={() => onOpen(row.orderNo)}>
      {row.orderNo}
    </button>
  ) : (
    row.orderNo
  )

export const showQuote = (odds: OrderRow['odds']): string =>
  typeof odds === 'string' ? odds : Object.values(odds).join(' / ')

/** The layout of orders on a phone. */
export const OrderCards = ({ rows, onOpen }: ListProps): ReactNode => (
  <ul className={css.orderCards} data-part="order-cards">
    {rows.map((row) => (
      <li key={row.orderNo}>
        <p>
          <b>
            {row.playName} {row.itemName}
          </b>{' '}
          @{showQuote(row.odds)}
          <OrderState row={row} />
        </p>
        <p>
          <Amount value={row.stake} /> <Amount value={row.memberResult} />
        </p>
        <p className={css.orderSmall}>
          {row.accountName} · {ordersText.kinds[row.kind]} · {formatInstant(row.at)} ·{' '}
          <OrderNo row={row} onOpen={onOpen} />
        </p>
      </li>
    ))}
  </ul>
)
