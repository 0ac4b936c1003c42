import type { ReactNode } from 'react'
import '../../ui/page/table.css'
import { healthText } from '../../text/zh-CN/rooms/health.ts'
import css from './health.module.css'

type Column<Row> = { readonly title: string; readonly left?: true; readonly cell: (row: Row) => ReactNode }

type Props<Row> = {
  readonly title: string
  readonly part: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly empty: string
  readonly end?: ReactNode
}

/** A card with a short table. */
export const RowsCard = <Row,>({ title, part, columns, rows, keyOf, empty, end }: Props<Row>): ReactNode => (
  <section className="card" aria-label={title} data-part={part}>
    <div className={css.head}>
      <h2>{title}</h2>
      {end === undefined ? null : <span className={css.end}>{end}</span>}
    </div>
    {rows.length === 0 ? (
      <p className="message-line">{empty}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
      <section className="table-scroll" aria-label={healthText.tableOf(title)} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} className={column.left ? 'left' : ''}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.title} className={column.left ? 'left' : ''}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </section>
)
