import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { showCount } from '../../../lib/count.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import css from './delivery.module.css'
import { type Figures, readingOrder } from './delivery-model.ts'
import { type DeliveryListProps, OrdersCount, openByRow, RowName, SettlingState } from './delivery-table.tsx'
import { Explained } from './explained.tsx'
import { type FigureRow, figureColumns, ordersColumn } from './figure-columns.tsx'
import { rowKey } from './opened-address.ts'

const MAIN = ['orders', 'receivable', 'result', 'payable']
/** The columns of the table that a card does not show above. */
const MORE = figureColumns<undefined>(
  ordersColumn(() => null),
  '',
).filter(({ name }) => !MAIN.includes(name))

const Three = ({ row }: { readonly row: Figures }): ReactNode => (
  <dl className={css.deliveryThree}>
    <div>
      <dt>{reportText.columns.receivable}</dt>
      <dd>
        <Explained name="receivable" row={row} />
      </dd>
    </div>
    <div>
      <dt>{reportText.columns.result}</dt>
      <dd>
        <Amount value={row.result} />
      </dd>
    </div>
    <div>
      <dt>{reportText.columns.payable}</dt>
      <dd>
        <Explained name="payable" row={row} />
      </dd>
    </div>
  </dl>
)

const Rest = ({ row, open }: { readonly row: FigureRow; readonly open?: string | null }): ReactNode => (
  <details className={css.deliveryRest}>
    <summary>{reportText.more}</summary>
    <dl>
      {MORE.map(({ name, title, cell }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>{cell(row, undefined)}</dd>
        </div>
      ))}
      {open === undefined ? null : (
        <div>
          <dt>{reportText.columns.open}</dt>
          <dd>
            <Amount value={open} />
          </dd>
        </div>
      )}
    </dl>
  </details>
)

/** The report on a phone: one card per row with the three main figures, the others after a tap. */
export const DeliveryCards = ({
  data,
  open,
  dim,
  searchOf,
  onOrders,
  onSettle,
  marked,
}: DeliveryListProps): ReactNode => {
  const openOf = openByRow(open)
  return (
    <ul className={css.deliveryCards} data-dim={dim || undefined}>
      {data.summary ? (
        <li className={css.deliveryTotal} data-kind="total">
          <p>
            <b>{reportText.total}</b>
            <span>
              {showCount(data.summary.orders)} {reportText.pieces}
            </span>
          </p>
          <Three row={data.summary} />
          <Rest row={data.summary} />
        </li>
      ) : null}
      {readingOrder(data.items).map((row) => (
        <li
          key={rowKey(row)}
          data-marked={rowKey(row) === marked || undefined}
          className={row.rowKind === 'child' ? '' : css.deliveryFill}
          data-kind={row.rowKind}
          data-account={row.accountName}
        >
          <p>
            <span>
              <RowName row={row} searchOf={searchOf} />
            </span>
            <span>
              <OrdersCount row={row} onOrders={onOrders} /> {reportText.pieces}
            </span>
          </p>
          <Three row={row} />
          {row.settlingUp ? (
            <p className={css.deliverySettling}>
              {settlingText.column} <SettlingState row={row} onSettle={onSettle} />
            </p>
          ) : null}
          <Rest row={row} open={openOf(row)} />
        </li>
      ))}
    </ul>
  )
}
