import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/instant.ts'
import { marksText } from '../../text/zh-CN/shared/marks.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import { CopyIcon } from '../copy-button.tsx'
import { CorrectedMark, VoidMark } from '../marks.tsx'
import { tailOf } from './order-address.ts'
import css from './orders.module.css'

export type OrderRow = ResponseOf<typeof orderQuery>['items'][number]

/** Opens one order; null if the user may not see its chain. */
export type OpenOrder = ((orderNo: string) => void) | null

type ListProps = { readonly rows: readonly OrderRow[]; readonly onOpen: OpenOrder }

const stateOf = (row: Pick<OrderRow, 'result' | 'state'>): string =>
  row.result === null ? ordersText.states[row.state] : ordersText.results[row.result]

type StateProps = {
  readonly row: Pick<OrderRow, 'voided' | 'result' | 'state' | 'corrected'>
  /** As a tag, beside a heading. */
  readonly tagged?: boolean
}

/** Void, open, or the result, with marks for voided or corrected orders. */
export const OrderState = ({ row, tagged = false }: StateProps): ReactNode => {
  const { voided } = row
  return (
    <span className={css.orderState}>
      {voided ? (
        <VoidMark title={marksText.why({ ...voided, at: formatInstant(voided.at) })} />
      ) : (
        <span className={`${css[`order-${row.result ?? row.state}`]}${tagged ? ` ${css.orderTag}` : ''}`}>
          {stateOf(row)}
        </span>
      )}
      {row.corrected ? <CorrectedMark /> : null}
    </span>
  )
}

/** Copies the whole number of an order. */
export const CopyNo = ({ orderNo }: { readonly orderNo: string }): ReactNode => (
  <CopyIcon text={orderNo} label={ordersText.copyNo(orderNo)} />
)

/** The last digits of an order's number: they open the order, the icon copies the whole number. */
export const OrderNo = ({ row, onOpen }: { readonly row: OrderRow; readonly onOpen: OpenOrder }): ReactNode => (
  <span className={css.orderNo} title={row.orderNo}>
    {onOpen ? (
      <button
        type="button"
        className="link-button"
        aria-label={ordersText.openNo(row.orderNo)}
        onClick={() => onOpen(row.orderNo)}
      >
        <span className={css.tail} data-tail={tailOf(row.orderNo)} aria-hidden="true" />
      </button>
    ) : (
      <>
        <span aria-hidden="true">{ordersText.shortNo(tailOf(row.orderNo))}</span>
        <span className="visually-hidden">{row.orderNo}</span>
      </>
    )}
    <CopyNo orderNo={row.orderNo} />
  </span>
)

export const showQuote = (odds: OrderRow['odds']): string =>
  typeof odds === 'string' ? odds : Object.values(odds).join(' / ')

/** The layout of orders on a phone. */
export const OrderCards = ({ rows, onOpen }: ListProps): ReactNode => (
  <ul className={css.orderCards} data-part="order-cards">
    {rows.map((row) => (
      <li key={row.orderNo}>
        <p>
          <span>
            <b>
              {row.playName} {row.itemName}
            </b>{' '}
            @{showQuote(row.odds)}
          </span>
          <OrderState row={row} />
        </p>
        <p>
          <span>
            <small>{ordersText.columns.stake}</small> <Amount value={row.stake} />
          </span>
          <span>
            <small>{ordersText.bettorResult(row.kind === 'member')}</small> <Amount value={row.memberResult} />
          </span>
        </p>
        <p className={css.orderSmall}>
          {row.accountName} · {ordersText.kinds[row.kind]} · {formatInstant(row.at)}
          <OrderNo row={row} onOpen={onOpen} />
        </p>
      </li>
    ))}
  </ul>
)
