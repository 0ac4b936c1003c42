import * as treeCalls from '@strata/contract/calls/tree'
import { queryOf } from '../../api/queries.ts'
import '../../ui/page/list-page.css'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { agentQuery } from '@strata/contract/endpoints/tree'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Amount } from '../../components/amount.tsx'
import { DataTable, type Sort } from '../../components/data-table/data-table.tsx'
import { ListTools, PAGE_SIZE, PagedList } from '../../components/data-table/paged-list.tsx'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { SearchBox } from '../../ui/fields/search-box.tsx'

type Row = ResponseOf<typeof agentQuery>['items'][number]

const words = merchantsText.columns
const SORTS = ['accountName', 'createdAt', 'lastLoginAt', 'credit', 'balance', 'uplineShare'] as const
const TONES: Readonly<Record<number, string>> = { 1: 'tag-good', 2: 'tag-bad', 4: 'tag-warn' }

const StatusTag = ({ status }: Pick<Row, 'status'>): ReactNode => (
  <span className={`tag ${TONES[status] ?? ''}`}>{peopleText.statuses[status]}</span>
)

const balanceOf = (row: Row): string => (row.fundMode === 'credit' ? row.balance : row.cash)

const FIRST = { title: words.account, sort: 'accountName', strong: true as const, cell: (row: Row) => row.accountName }
const COLUMNS: readonly Column<Row>[] = [
  { name: 'nickname', title: words.nickname, left: true, cell: (row) => row.nickname },
  { name: 'status', title: words.status, left: true, cell: (row) => <StatusTag status={row.status} /> },
  { name: 'fundMode', title: words.fundMode, left: true, cell: (row) => merchantsText.modes[row.fundMode] },
  { name: 'credit', title: words.credit, sort: 'credit', cell: (row) => <Amount value={row.credit} /> },
  { name: 'balance', title: words.balance, sort: 'balance', cell: (row) => <Amount value={balanceOf(row)} /> },
  {
    name: 'downline',
    title: words.downline,
    cell: ({ downlineCount }) => `${downlineCount.agents} / ${downlineCount.members}`,
  },
  { name: 'uplineShare', title: words.uplineShare, sort: 'uplineShare', cell: (row) => `${row.uplineShare}%` },
  {
    name: 'createdAt',
    title: words.createdAt,
    sort: 'createdAt',
    left: true,
    cell: (row) => formatInstant(row.createdAt).slice(0, 16),
  },
  {
    name: 'lastLoginAt',
    title: words.lastLoginAt,
    sort: 'lastLoginAt',
    left: true,
    cell: (row) => <TimeAgo at={row.lastLoginAt} />,
  },
]

const readFilters = (search: URLSearchParams) => {
  const column = SORTS.find((name) => name === search.get('sort'))
  const page = Number(search.get('page'))
  return {
    keyword: (search.get('q') ?? '').slice(0, 32),
    sort: column === undefined ? null : ({ columnName: column, direction: search.get('dir') === '0' ? 0 : 1 } as const),
    pageIndex: Number.isInteger(page) && page > 0 ? Math.min(500, page) : 1,
  }
}

const useFilters = () => {
  const [search, setSearch] = useSearchParams()
  const change = (change: Readonly<Record<string, string | null>>): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      if (!('page' in change)) next.delete('page')
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  return { filters: readFilters(search), change }
}

/** Descending, ascending, then as they were made. */
const nextSort = (held: Sort | null, columnName: string): Record<string, string | null> => {
  if (held?.columnName !== columnName) return { sort: columnName, dir: null }
  return held.direction === 1 ? { sort: columnName, dir: '0' } : { sort: null, dir: null }
}

/** Every merchant of the platform: its state, its money and the size of its tree. */
export const MerchantsPage = (): ReactNode => {
  const { filters, change } = useFilters()
  const { keyword, sort, pageIndex } = filters
  const table = useTable('merchants', COLUMNS)
  const request = { ...(keyword === '' ? {} : { keyword }), ...(sort === null ? {} : { sortInfo: sort }) }
  const merchants = useQuery({
    ...queryOf(treeCalls.agentQuery, { ...request, pageIndex, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <SearchBox
            label={merchantsText.keyword}
            value={keyword}
            button={peopleText.search}
            onSearch={(q) => change({ q })}
          />
          <Link className="end" to="/admin/merchant/max-fill">
            {merchantsText.maxFill}
          </Link>
          <ListTools table={table}>
            <ExportButton call={treeCalls.agentQuery} input={request} />
          </ListTools>
        </div>
        <PagedList
          query={merchants}
          empty={keyword === '' ? merchantsText.empty : merchantsText.emptyFound}
          pageIndex={pageIndex}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} />}
          desk={(rows) => (
            <DataTable
              label={merchantsText.label}
              className="list-scroll"
              table={table}
              first={FIRST}
              rows={rows}
              context={null}
              keyOf={(row) => String(row.agentPathsId)}
              dataOf={(row) => ({ 'data-account': row.accountName })}
              sort={sort}
              onSort={(name) => change(nextSort(sort, name))}
            />
          )}
        />
      </section>
    </div>
  )
}

const Cards = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.agentPathsId} data-account={row.accountName}>
        <p className="line">
          <b>
            {row.accountName} {row.nickname}
          </b>
          <StatusTag status={row.status} />
        </p>
        <dl className="three">
          <div>
            <dt>{words.credit}</dt>
            <dd>
              <Amount value={row.credit} />
            </dd>
          </div>
          <div>
            <dt>{words.balance}</dt>
            <dd>
              <Amount value={balanceOf(row)} />
            </dd>
          </div>
          <div>
            <dt>{words.uplineShare}</dt>
            <dd>{row.uplineShare}%</dd>
          </div>
        </dl>
        <p className="line">
          <span>
            {words.downline} {row.downlineCount.agents} / {row.downlineCount.members}
          </span>
          <TimeAgo at={row.lastLoginAt} />
        </p>
      </li>
    ))}
  </ul>
)
