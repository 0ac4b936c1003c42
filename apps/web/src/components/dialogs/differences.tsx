import '../../ui/page/table.css'
import type { ReactNode } from 'react'
import css from './differences.module.css'

/** The style of a value compared with the others of its row. */
export type Tone = 'old' | 'new' | 'chosen'

export type Difference<Column extends string> = {
  readonly key: string
  readonly cells: Readonly<Record<Column, ReactNode>>
  readonly tones?: Readonly<Partial<Record<Column, Tone>>>
}

type Props<Column extends string> = {
  /** The column titles in order; the first column names what differs. */
  readonly head: Readonly<Record<Column, string>>
  /** Columns of figures, which are right-aligned. */
  readonly figures?: readonly NoInfer<Column>[]
  readonly rows: readonly Difference<Column>[]
}

/** A table of differences with each version: before and after, or mine and theirs. */
export const Differences = <Column extends string>({ head, figures = [], rows }: Props<Column>): ReactNode => {
  const columns = Object.keys(head) as Column[]
  const side = (column: Column): string => (figures.includes(column) ? '' : 'left')
  return (
    <div className="table-scroll">
      <table className={`table ${css.differences}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={side(column)}>
                {head[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, tones = {} }) => (
            <tr key={key}>
              {columns.map((column, at) => {
                const tone: Tone | undefined = (tones as Partial<Record<Column, Tone>>)[column]
                const className =
                  tone === undefined ? side(column) : `${side(column)} ${css[`difference-${tone}`] ?? ''}`
                return at === 0 ? (
                  <th key={column} scope="row" className={className}>
                    {cells[column]}
                  </th>
                ) : (
                  <td key={column} className={className}>
                    {cells[column]}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
