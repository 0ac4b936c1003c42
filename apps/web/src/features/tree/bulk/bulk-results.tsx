import '../../../ui/page/table.css'
import type { ReactNode } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from '../accounts/accounts.module.css'
import type { RowResult } from './run-each.ts'

const words = treeText.bulkRows

type Props<Row> = {
  readonly rows: readonly Row[]
  readonly results: readonly RowResult[]
  /** What is done to each row: the columns between its name and its result. */
  readonly columns: readonly { readonly title: string; readonly cell: (row: Row) => ReactNode }[]
}

const textOf = (result: RowResult | undefined): string =>
  result === undefined ? '' : result.state === 'failed' ? result.reason : words.states[result.state]

const TONES: Readonly<Record<RowResult['state'], string>> = {
  waiting: '',
  done: 'tag tag-good',
  failed: 'tag tag-bad',
  skipped: 'tag tag-warn',
}

/** What will be done to each account, and what became of it. */
export const BulkResults = <Row extends { readonly agentPathsId: number; readonly accountName: string }>({
  rows,
  results,
  columns,
}: Props<Row>): ReactNode => (
  <div className={css.bulkResults}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="left">
            {treeText.columns.account}
          </th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col" className="left">
            {words.result}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const result = results[at]
          return (
            <tr key={row.agentPathsId} data-bulk={row.accountName}>
              <th scope="row" className="left">
                {row.accountName}
              </th>
              {columns.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
              <td className="left">
                {result === undefined ? '—' : <span className={TONES[result.state]}>{textOf(result)}</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)
