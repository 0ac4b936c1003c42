import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import type { Column } from '../../../components/data-table/use-table.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { type FigureName, type Figures, isExplained, isMemberFigure, showShares } from './delivery-model.ts'
import { Explained } from './explained.tsx'

/** The fields of a row that a cell needs besides the figures. */
export type FigureRow = Figures & { readonly rowKind?: string }

const Figure = ({ name, row }: { readonly name: FigureName; readonly row: FigureRow }): ReactNode => {
  const member = row.rowKind === undefined || row.rowKind === 'child'
  if (!member && isMemberFigure(name)) return '—'
  return isExplained(name) ? <Explained name={name} row={row} /> : <Amount value={row[name]} />
}

type Marks = Pick<Column<FigureRow>, 'strong' | 'edge' | 'sort' | 'group' | 'rare'>

const words = reportText.columns
const figure = <Context,>(name: FigureName, marks: Marks = {}): Column<FigureRow, Context> => ({
  name,
  title: words[name],
  help: reportText.help[name],
  ...marks,
  cell: (row) => <Figure name={name} row={row} />,
})

const { member, up } = reportText.heads

/** The figures of a report row: the members' side, the seat's own, and what goes up. */
export const figureColumns = <Context,>(
  orders: Column<FigureRow, Context>,
  seat: string,
  /** Columns shown beside the receivable. */
  beside: readonly Column<FigureRow, Context>[] = [],
): readonly Column<FigureRow, Context>[] => [
  orders,
  figure('stake', { group: member, sort: 'stake' }),
  figure('valid', { group: member, sort: 'valid' }),
  figure('memberResult', { group: member, edge: true, sort: 'memberResult' }),
  figure('receivable', { strong: true, edge: true, sort: 'receivable' }),
  ...beside,
  figure('childProfit', { rare: true }),
  { name: 'share', title: words.share, help: reportText.help.share, group: seat, cell: showShares },
  figure('heldStake', { group: seat }),
  {
    name: 'heldRatio',
    title: words.heldRatio,
    help: reportText.help.heldRatio,
    group: seat,
    rare: true,
    cell: ({ heldRatio }) => `${heldRatio}%`,
  },
  figure('heldWinLoss', { group: seat }),
  figure('heldCommission', { group: seat }),
  figure('heldResult', { group: seat, rare: true }),
  figure('earnedCommission', { group: seat }),
  figure('result', { group: seat, strong: true, edge: true, sort: 'result' }),
  figure('passedUp', { group: up }),
  figure('payable', { group: up, strong: true, sort: 'payable' }),
  figure('external', { group: up, rare: true }),
]

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
