import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../api/session.ts'
import { Amount } from '../../components/amount.tsx'
import { appText } from '../../text/zh-CN/app.ts'
import { reportText } from '../../text/zh-CN/report.ts'
import {
  type DeliveryAnswer,
  type DeliveryRow,
  type FigureName,
  type Figures,
  isExplained,
  isMemberFigure,
  readingOrder,
  showShares,
} from './delivery-model.ts'
import { Explained } from './explained.tsx'

export type DeliveryListProps = {
  readonly data: DeliveryAnswer
  /** Shown while another range is on its way. */
  readonly dim: boolean
  readonly searchOf: (row: DeliveryRow) => string
  readonly onOrders: ((row: DeliveryRow) => void) | null
}

type Column = { readonly name: FigureName | 'share'; readonly strong?: true; readonly edge?: true }

const MEMBER: readonly FigureName[] = ['stake', 'valid', 'memberResult']
const SEAT: readonly Column[] = [
  { name: 'share' },
  { name: 'heldStake' },
  { name: 'heldWinLoss' },
  { name: 'heldCommission' },
  { name: 'earnedCommission' },
  { name: 'result', strong: true, edge: true },
]
const UP: readonly FigureName[] = ['passedUp', 'payable']

const Figure = ({
  name,
  row,
  member,
}: {
  readonly name: FigureName
  readonly row: Figures
  readonly member: boolean
}): ReactNode => {
  if (!member && isMemberFigure(name)) return '—'
  return isExplained(name) ? <Explained name={name} row={row} /> : <Amount value={row[name]} />
}

const FigureCells = ({
  row,
  member,
  orders,
}: {
  readonly row: Figures
  readonly member: boolean
  readonly orders: ReactNode
}): ReactNode => (
  <>
    <td>{orders}</td>
    {MEMBER.map((name) => (
      <td key={name} className={name === 'memberResult' ? 'edge' : ''}>
        <Figure name={name} row={row} member={member} />
      </td>
    ))}
    <td className="edge strong">
      <Figure name="receivable" row={row} member={member} />
    </td>
    {SEAT.map(({ name, strong, edge }) => (
      <td key={name} className={`${strong ? 'strong' : ''}${edge ? ' edge' : ''}`}>
        {name === 'share' ? showShares(row) : <Figure name={name} row={row} member={member} />}
      </td>
    ))}
    {UP.map((name) => (
      <td key={name} className={name === 'payable' ? 'strong' : ''}>
        <Figure name={name} row={row} member={member} />
      </td>
    ))}
  </>
)

const ROW_NAMES = {
  childReplenishment: reportText.replenishment,
  ownReplenishment: reportText.ownReplenishment,
  ownFlyout: reportText.ownFlyout,
} as const

/** What a row is called; a child that has a downline of its own leads into it. */
export const RowName = ({
  row,
  searchOf,
}: {
  readonly row: DeliveryRow
  readonly searchOf: DeliveryListProps['searchOf']
}): ReactNode => {
  if (row.rowKind !== 'child') return <span className="delivery-sub">{ROW_NAMES[row.rowKind]}</span>
  const nick = row.nickname ? <small> {row.nickname}</small> : null
  if (row.memberFlag)
    return (
      <>
        {row.accountName}
        {nick ?? <small> {reportText.member}</small>}
      </>
    )
  return (
    <>
      <Link to={{ search: searchOf(row) }} title={reportText.open(row.accountName)}>
        <b>{row.accountName}</b>
      </Link>
      {nick}
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
  const text = row.orders.toLocaleString('en-US')
  if (!onOrders || row.orders === 0) return text
  return (
    <button
      type="button"
      className="link-button"
      aria-label={reportText.ordersOf(row.accountName, row.orders)}
      onClick={() => onOrders(row)}
    >
      {text}
    </button>
  )
}

const Head = (): ReactNode => {
  const roleId = useSession((session) => session.account?.roleId ?? 3)
  const words = reportText.columns
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col" className="left pin edge">
          {words.account}
        </th>
        <th colSpan={4} scope="colgroup" className="edge">
          {reportText.heads.member}
        </th>
        <th rowSpan={2} scope="col" className="edge head-strong">
          {words.receivable}
        </th>
        <th colSpan={SEAT.length} scope="colgroup" className="edge">
          {appText.roles[roleId]}
        </th>
        <th colSpan={2} scope="colgroup">
          {reportText.heads.up}
        </th>
      </tr>
      <tr className="head-two">
        <th scope="col">{words.orders}</th>
        {MEMBER.map((name) => (
          <th key={name} scope="col" className={name === 'memberResult' ? 'edge' : ''}>
            {words[name]}
          </th>
        ))}
        {SEAT.map(({ name, edge }) => (
          <th key={name} scope="col" className={edge ? 'edge' : ''}>
            {words[name]}
          </th>
        ))}
        {UP.map((name) => (
          <th key={name} scope="col">
            {words[name]}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The report as a table: sticky head, first column and total row. */
export const DeliveryTable = ({ data, dim, searchOf, onOrders }: DeliveryListProps): ReactNode => (
  <section
    className="table-scroll delivery-scroll"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    tabIndex={0}
    aria-label={reportText.cards.receivable}
    data-dim={dim || undefined}
  >
    <table className="table delivery-table">
      <Head />
      <tbody>
        {readingOrder(data.items).map((row) => (
          <tr
            key={`${row.rowKind}-${row.agentPathsId}`}
            className={row.rowKind === 'child' ? '' : 'delivery-fill'}
            data-kind={row.rowKind}
            data-account={row.accountName}
          >
            <th scope="row" className="left pin edge">
              <RowName row={row} searchOf={searchOf} />
            </th>
            <FigureCells
              row={row}
              member={row.rowKind === 'child'}
              orders={<OrdersCount row={row} onOrders={onOrders} />}
            />
          </tr>
        ))}
      </tbody>
      {data.summary ? (
        <tfoot>
          <tr data-kind="total">
            <th scope="row" className="left pin edge">
              {reportText.total}
            </th>
            <FigureCells row={data.summary} member orders={data.summary.orders.toLocaleString('en-US')} />
          </tr>
        </tfoot>
      ) : null}
    </table>
  </section>
)
