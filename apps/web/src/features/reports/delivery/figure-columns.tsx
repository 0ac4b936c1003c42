import { isMemberRow } from '@strata/domain/reports'
import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import type { Column } from '../../../components/data-table/use-table.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { type FigureName, type Figures, isExplained, showShares } from './delivery-model.ts'
import { Explained } from './explained.tsx'

/** The fields of a row that a cell needs besides the figures. */
export type FigureRow = Figures & { readonly rowKind?: string }

const Figure = ({ name, row }: { readonly name: FigureName; readonly row: FigureRow }): ReactNode => {
  if (name === 'memberResult' && !isMemberRow(row)) return '—'
  return isExplained(name) ? <Explained name={name} row={row} /> : <Amount value={row[name]} />
}

type Marks = Pick<Column<FigureRow>, 'strong' | 'edge' | 'pinEnd' | 'sort' | 'rare'> & {
  /** Whose side the figure is: what its members did, its own, or what goes up. */
  readonly side?: 'member' | 'seat' | 'up'
  /** Written differently from an amount. */
  readonly write?: (row: FigureRow) => ReactNode
}

/** A row's smallest and largest share are one column. The count of orders opens them, so its place writes that one. */
type ColumnName = Exclude<keyof Figures, 'orders' | 'shareMin' | 'shareMax'> | 'share'

/** Every figure of a row, in the order of the page. A phone lists the same ones. */
const MARKS: Readonly<Record<ColumnName, Marks>> = {
  stake: { side: 'member', sort: 'stake' },
  valid: { side: 'member', sort: 'valid' },
  memberResult: { side: 'member', edge: true, sort: 'memberResult' },
  receivable: { strong: true, edge: true, sort: 'receivable' },
  childProfit: { rare: true },
  share: { side: 'seat', write: showShares },
  heldStake: { side: 'seat' },
  heldRatio: { side: 'seat', rare: true, write: ({ heldRatio }) => `${heldRatio}%` },
  heldWinLoss: { side: 'seat' },
  heldCommission: { side: 'seat' },
  heldResult: { side: 'seat', rare: true },
  earnedCommission: { side: 'seat' },
  result: { side: 'seat', strong: true, edge: true, sort: 'result' },
  passedUp: { side: 'up' },
  // What is owed above is what the report is read for: in view beside any number of columns.
  payable: { side: 'up', strong: true, pinEnd: true, sort: 'payable' },
  external: { side: 'up', rare: true },
}
const NAMES = Object.keys(MARKS) as ColumnName[]

const isAmount = (name: ColumnName): name is FigureName => MARKS[name].write === undefined

const words = reportText.columns
const { member, up } = reportText.heads

/** The figures of a report row: the members' side, the seat's own, and what goes up. */
export const figureColumns = <Context,>(
  orders: Column<FigureRow, Context>,
  seat: string,
  /** Columns shown beside the receivable. */
  beside: readonly Column<FigureRow, Context>[] = [],
): readonly Column<FigureRow, Context>[] => {
  const groups = { member, seat, up }
  const columns = NAMES.flatMap((name): readonly Column<FigureRow, Context>[] => {
    const { side, write, ...marks } = MARKS[name]
    const column = {
      name,
      title: words[name],
      help: reportText.help[name],
      ...(side ? { group: groups[side] } : {}),
      ...marks,
      cell: (row: FigureRow) => (isAmount(name) ? <Figure name={name} row={row} /> : write?.(row)),
    }
    return name === 'receivable' ? [column, ...beside] : [column]
  })
  return [orders, ...columns]
}

export const ordersColumn = <Context,>(
  cell: (row: FigureRow, context: Context) => ReactNode,
): Column<FigureRow, Context> => ({
  name: 'orders',
  title: words.orders,
  help: reportText.help.orders,
  group: member,
  sort: 'orders',
  cell,
})
