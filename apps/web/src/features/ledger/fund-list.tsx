import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/client.ts'
import { Amount } from '../../components/amount.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import type { PageSize } from '../../components/data-table/list-foot.tsx'
import { PagedList } from '../../components/data-table/paged-list.tsx'
import { type Column, type Table, useTable } from '../../components/data-table/use-table.ts'
import { formatInstant } from '../../lib/instant.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import { FundKind, FundMark } from './fund-mark.tsx'
import css from './funds.module.css'

type Answer = AnswerOf<'ledger.fundsQuery'>
type Row = Answer['items'][number]

export const useFundTable = (name: string): Table<Row> => useTable(name, COLUMNS)

type Props = {
  readonly query: UseQueryResult<Answer>
  readonly table: Table<Row>
  readonly pageIndex: number
  readonly pageSize?: PageSize
  readonly onPage: (pageIndex: number) => void
  readonly onPageSize?: (pageSize: PageSize) => void
}

/** One page of fund records below the sums of all of them. */
export const FundList = ({ query, table, pageIndex, pageSize, onPage, onPageSize }: Props): ReactNode => (
  <PagedList
    query={query}
    empty={ledgerText.empty}
    above={({ summary }) => (summary ? <Sums summary={summary} /> : null)}
    pageIndex={pageIndex}
    onPage={onPage}
    {...(pageSize === undefined ? {} : { pageSize })}
    {...(onPageSize === undefined ? {} : { onPageSize })}
    cards={(rows) => <Cards rows={rows} />}
    desk={(rows) => (
      <DataTable
        label={ledgerText.records}
        className="list-scroll"
        table={table}
        first={FIRST}
        rows={rows}
        context={null}
        keyOf={(row) => String(row.id)}
        dataOf={(row) => ({ 'data-kind': row.kind })}
      />
    )}
  />
)

const Sums = ({ summary }: { readonly summary: NonNullable<Answer['summary']> }): ReactNode => {
  const sums: readonly (readonly [string, string])[] = [
    [ledgerText.sumIn, summary.amountIn],
    [ledgerText.sumOut, summary.amountOut],
  ]
  return (
    <dl className={css.fundsSums}>
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const words = ledgerText.columns
const FIRST = { title: words.at, cell: (row: Row): ReactNode => formatInstant(row.at) }
const COLUMNS: readonly Column<Row>[] = [
  { name: 'account', title: words.account, left: true, cell: (row) => row.accountName },
  { name: 'kind', title: words.kind, left: true, cell: (row) => <FundKind row={row} /> },
  { name: 'amount', title: words.amount, cell: (row) => <Amount value={row.amount} good /> },
  { name: 'balanceAfter', title: words.balanceAfter, cell: (row) => <Amount value={row.balanceAfter} /> },
  { name: 'counterparty', title: words.counterparty, left: true, cell: (row) => row.counterparty },
  { name: 'reference', title: words.reference, left: true, cell: (row) => row.reference },
  {
    name: 'remark',
    title: words.remark,
    left: true,
    cell: (row) => (
      <>
        {row.remark}
        <FundMark row={row} />
      </>
    ),
  },
  { name: 'operator', title: words.operator, left: true, cell: (row) => row.operatorName },
]

const Cards = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id} data-kind={row.kind}>
        <p className="line">
          <b>
            <FundKind row={row} /> · {row.accountName}
          </b>
          <span>{formatInstant(row.at)}</span>
        </p>
        <dl className="three">
          <div>
            <dt>{ledgerText.columns.amount}</dt>
            <dd>
              <Amount value={row.amount} good />
            </dd>
          </div>
          <div>
            <dt>{ledgerText.columns.balanceAfter}</dt>
            <dd>
              <Amount value={row.balanceAfter} />
            </dd>
          </div>
          <div>
            <dt>{ledgerText.columns.counterparty}</dt>
            <dd>{row.counterparty === '' ? '—' : row.counterparty}</dd>
          </div>
        </dl>
        <p className="line">
          {row.operatorName} {row.reference} {row.remark} <FundMark row={row} />
        </p>
      </li>
    ))}
  </ul>
)
