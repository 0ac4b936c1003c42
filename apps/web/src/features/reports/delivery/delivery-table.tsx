import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { Amount } from '../../../components/amount.tsx'
import { DataTable, type Sort } from '../../../components/data-table/data-table.tsx'
import { type Table, useTable } from '../../../components/data-table/use-table.ts'
import { CorrectedDays } from '../../../components/marks.tsx'
import { signOf } from '../../../lib/amount.ts'
import { showCount } from '../../../lib/count.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import { isFilled } from './column-choice.ts'
import css from './delivery.module.css'
import { type DeliveryAnswer, type DeliveryRow, readingOrder } from './delivery-model.ts'
import { type FigureRow, figureColumns, ordersColumn } from './figure-columns.tsx'
import { rowKey } from './opened-address.ts'

export type DeliveryListProps = {
  readonly data: DeliveryAnswer
  /** Shown pale while another range is loading. */
  readonly dim: boolean
  readonly searchOf: (row: DeliveryRow) => string
  readonly onOrders: ((row: DeliveryRow) => void) | null
  /** Open orders of the same range by child; null while unknown. */
  readonly open: DeliveryAnswer | null
  readonly onSettle: (row: DeliveryRow) => void
  /** The row whose orders are open beside the report; null: none. */
  readonly marked: string | null
}

type Context = Pick<DeliveryListProps, 'searchOf' | 'onOrders' | 'onSettle'> & {
  readonly openOf: (row: DeliveryRow) => string | null
}

/** The name of a row; for a child with its own downline a link to it. */
export const RowName = ({
  row,
  searchOf,
}: {
  readonly row: DeliveryRow
  readonly searchOf: DeliveryListProps['searchOf']
}): ReactNode => {
  const marks = <CorrectedDays days={row.correctedDays} />
  if (row.rowKind !== 'child')
    return (
      <span className={css.deliverySub}>
        {reportText.rowNames[row.rowKind]}
        {row.rowKind === 'ownFlyout' ? (
          <small>
            {' '}
            {reportText.columns.external} <Amount value={row.external} />
          </small>
        ) : null}
        {marks}
      </span>
    )
  const nick = row.nickname ? <small> {row.nickname}</small> : null
  if (row.memberFlag)
    return (
      <>
        {row.accountName}
        {nick ?? <small> {reportText.member}</small>}
        {marks}
      </>
    )
  return (
    <>
      <Link to={{ search: searchOf(row) }} title={reportText.open(row.accountName)}>
        <b>{row.accountName}</b>
      </Link>
      {nick}
      {marks}
    </>
  )
}

export const OrdersCount = ({
  row,
  onOrders,
}: {
  readonly row: DeliveryRow
  readonly onOrders: DeliveryListProps['onOrders']
}): ReactNode => {
  const text = showCount(row.orders)
  if (!onOrders || row.orders === 0) return text
  return (
    <button
      type="button"
      className="link-button"
      aria-label={reportText.ordersOf(row.accountName, text)}
      onClick={() => onOrders(row)}
    >
      {text}
    </button>
  )
}

/** The total row has neither a kind nor an account. */
const isRow = (row: FigureRow): row is DeliveryRow => 'accountName' in row

const ORDERS = ordersColumn<Context>((row, { onOrders }) =>
  isRow(row) ? <OrdersCount row={row} onOrders={onOrders} /> : showCount(row.orders),
)

/** The state of settling up with a child; opens the dialog to mark, copy or review. */
export const SettlingState = ({
  row,
  onSettle,
}: {
  readonly row: DeliveryRow
  readonly onSettle: DeliveryListProps['onSettle']
}): ReactNode => {
  const { settlingUp } = row
  if (!settlingUp) return '—'
  const changed = signOf(settlingUp.difference) !== 0
  return (
    <button type="button" className={`link-button ${css.settlingChip}`} onClick={() => onSettle(row)}>
      <span className="visually-hidden">{settlingText.open(row.accountName)} </span>
      <span className={`tag ${settlingUp.state === 'all' ? 'tag-good' : 'tag-warn'}`}>
        {changed ? settlingText.changed : settlingText.states[settlingUp.state]}
      </span>
      {settlingUp.state === 'all' ? null : <Amount value={changed ? settlingUp.difference : settlingUp.unsettled} />}
    </button>
  )
}

/** Open stake by child and kind of row, from all rows: one that is missing has none. */
export const openByRow = (open: DeliveryAnswer | null): ((row: DeliveryRow) => string | null) => {
  const stakes = new Map(open?.items.map((row) => [rowKey(row), row.stake]))
  return (row) => stakes.get(rowKey(row)) ?? (open === null ? null : '0')
}

const BESIDE = [
  {
    name: 'settlingUp',
    title: settlingText.column,
    help: reportText.help.settlingUp,
    edge: true,
    cell: (row: FigureRow, { onSettle }: Context) =>
      isRow(row) ? <SettlingState row={row} onSettle={onSettle} /> : '—',
  },
  {
    name: 'open',
    title: reportText.columns.open,
    help: reportText.help.open,
    rare: true,
    edge: true,
    cell: (row: FigureRow, { openOf }: Context) => (isRow(row) ? <Amount value={openOf(row)} /> : '—'),
  },
] as const

const FIRST = {
  title: reportText.columns.account,
  help: reportText.help.account,
  sort: 'accountName',
  left: true,
  cell: (row: FigureRow, { searchOf }: Context) => (isRow(row) ? <RowName row={row} searchOf={searchOf} /> : null),
} as const

/** The report's columns for the seat's role, in the user's arrangement. */
export const useDeliveryTable = (
  seat: string | null,
  settles: boolean,
  state: 'settled' | 'open',
): Table<FigureRow, Context> => {
  const roleId = useSession((session) => session.account?.roleId ?? 3)
  const head = seat ?? appText.roles[roleId] ?? ''
  const columns = useMemo(
    () =>
      figureColumns(
        ORDERS,
        head,
        BESIDE.filter(({ name }) => settles || name !== 'settlingUp'),
      ).filter(({ name }) => isFilled(name, { roleId: seat === null ? roleId : null, state })),
    [head, settles, seat, roleId, state],
  )
  return useTable('delivery', columns)
}

type Props = DeliveryListProps & {
  readonly table: Table<FigureRow, Context>
  readonly sort: Sort | null
  readonly onSort: (columnName: string) => void
}

/** The report as a table: sticky header, first column and total row. */
export const DeliveryTable = ({
  data,
  open,
  dim,
  searchOf,
  onOrders,
  onSettle,
  marked,
  table,
  sort,
  onSort,
}: Props): ReactNode => (
  <DataTable<FigureRow, Context>
    label={reportText.cards.receivable}
    className={css.deliveryScroll}
    table={table}
    first={FIRST}
    rows={sort === null ? readingOrder(data.items) : data.items}
    context={{ searchOf, onOrders, onSettle, openOf: openByRow(open) }}
    keyOf={(row) => (isRow(row) ? rowKey(row) : 'total')}
    dataOf={(row) =>
      isRow(row)
        ? {
            'data-kind': row.rowKind,
            'data-account': row.accountName,
            ...(rowKey(row) === marked ? { 'data-marked': 'yes' } : {}),
            ...(row.rowKind === 'child' ? {} : { className: css.deliveryFill }),
          }
        : {}
    }
    sort={sort}
    onSort={onSort}
    total={data.summary ? { row: data.summary, label: reportText.total } : null}
    dim={dim}
  />
)
