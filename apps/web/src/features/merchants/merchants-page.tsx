import * as adminMerchantsCalls from '@strata/contract/calls/admin-merchants'
import '../../ui/page/list-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/queries.ts'
import { Amount } from '../../components/amount.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PAGE_SIZE, PagedList } from '../../components/data-table/paged-list.tsx'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { showCount } from '../../lib/count.ts'
import { formatInstant } from '../../lib/instant.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import {
  FUND_MODES,
  KEY_STATES,
  type MerchantRow,
  nextSort,
  requestOf,
  STATUSES,
  useFilters,
} from './merchants-filters.ts'

type Row = MerchantRow

const words = merchantsText.columns
const TONES: Readonly<Record<number, string>> = { 1: 'tag-good', 2: 'tag-bad', 4: 'tag-warn' }
const DAY_MS = 86_400_000
/** The age from which a key should be replaced. */
const OLD_DAYS = 180

const StatusTag = ({ status }: Pick<Row, 'status'>): ReactNode => (
  <span className={`tag ${TONES[status] ?? ''}`}>{peopleText.statuses[status]}</span>
)

const balanceOf = (row: Row): string => (row.fundMode === 'credit' ? row.balance : row.cash)
const treeOf = (row: Row): string => `${showCount(row.agents)} / ${showCount(row.members)}`

const KeyAge = ({ keySince }: Pick<Row, 'keySince'>): ReactNode => {
  if (keySince === null) return <span className="tag tag-bad">{merchantsText.noKey}</span>
  const days = Math.max(0, Math.floor((serverNow() - keySince) / DAY_MS))
  const text = days === 0 ? merchantsText.today : merchantsText.days(days)
  return days > OLD_DAYS ? <span className="tag tag-warn">{text}</span> : text
}

const Signed = ({ lastSignedAt }: Pick<Row, 'lastSignedAt'>): ReactNode =>
  lastSignedAt === null ? merchantsText.neverSigned : <TimeAgo at={lastSignedAt} />

type Context = { readonly openKeys: (row: Row) => void }

const KeysButton = ({ row, openKeys }: Context & { readonly row: Row }): ReactNode => (
  <button
    type="button"
    className="link-button"
    aria-label={merchantsText.keys.openFor(row.nickname || row.code)}
    onClick={() => openKeys(row)}
  >
    {merchantsText.keys.open}
  </button>
)

const FIRST = { title: words.code, sort: 'code', strong: true as const, cell: (row: Row) => row.code }
const COLUMNS: readonly Column<Row, Context>[] = [
  { name: 'nickname', title: words.nickname, left: true, cell: (row) => row.nickname },
  { name: 'account', title: words.account, sort: 'accountName', left: true, cell: (row) => row.accountName },
  { name: 'status', title: words.status, left: true, cell: (row) => <StatusTag status={row.status} /> },
  { name: 'fundMode', title: words.fundMode, left: true, cell: (row) => merchantsText.modes[row.fundMode] },
  { name: 'credit', title: words.credit, sort: 'credit', cell: (row) => <Amount value={row.credit} /> },
  { name: 'issued', title: words.issued, cell: (row) => <Amount value={row.issued} /> },
  { name: 'balance', title: words.balance, sort: 'balance', cell: (row) => <Amount value={balanceOf(row)} /> },
  { name: 'tree', title: words.tree, cell: treeOf },
  {
    name: 'lastSignedAt',
    title: words.lastSignedAt,
    sort: 'lastSignedAt',
    left: true,
    cell: (row) => <Signed lastSignedAt={row.lastSignedAt} />,
  },
  {
    name: 'keySince',
    title: words.keySince,
    sort: 'keySince',
    left: true,
    cell: (row) => <KeyAge keySince={row.keySince} />,
  },
  {
    name: 'createdAt',
    title: words.createdAt,
    sort: 'createdAt',
    left: true,
    rare: true,
    cell: (row) => formatInstant(row.createdAt).slice(0, 16),
  },
  {
    name: 'lastLoginAt',
    title: words.lastLoginAt,
    sort: 'lastLoginAt',
    left: true,
    rare: true,
    cell: (row) => <TimeAgo at={row.lastLoginAt} />,
  },
  {
    name: 'keys',
    title: peopleText.actions,
    left: true,
    cell: (row, { openKeys }) => <KeysButton row={row} openKeys={openKeys} />,
  },
]

type FilterProps = ReturnType<typeof useFilters>

const FilterChoices = ({ filters, change }: FilterProps): ReactNode => {
  const of = merchantsText.filters
  return (
    <>
      <Choice
        label={of.status}
        value={String(filters.status ?? '')}
        options={[
          { value: '', label: of.allStatuses },
          ...STATUSES.map((status) => ({ value: String(status), label: peopleText.statuses[status] ?? '' })),
        ]}
        onChange={(status) => change({ status })}
      />
      <Choice
        label={of.fundMode}
        value={filters.fundMode ?? ''}
        options={[
          { value: '', label: of.allModes },
          ...FUND_MODES.map((mode) => ({ value: mode, label: merchantsText.modes[mode] })),
        ]}
        onChange={(mode) => change({ mode })}
      />
      <Choice
        label={of.keyState}
        value={filters.keyState ?? ''}
        options={[{ value: '', label: of.allKeys }, ...KEY_STATES.map((state) => ({ value: state, label: of[state] }))]}
        onChange={(keys) => change({ keys })}
      />
    </>
  )
}

/** Every merchant of the platform: its money, the size of its tree and the state of its keys. */
export const MerchantsPage = (): ReactNode => {
  const { filters, change } = useFilters()
  const { keyword, sort, pageIndex } = filters
  const [shown, setShown] = useState<Row | null>(null)
  const table = useTable('operators-merchants', COLUMNS)
  const request = requestOf(filters)
  const merchants = useQuery({
    ...queryOf(adminMerchantsCalls.merchantQuery, { ...request, pageIndex, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = keyword !== '' || filters.status !== null || filters.fundMode !== null || filters.keyState !== null
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
          <FilterChoices filters={filters} change={change} />
          <Link className="end" to="/admin/merchant/max-fill">
            {merchantsText.maxFill}
          </Link>
          <ListTools table={table}>
            <ExportButton call={adminMerchantsCalls.merchantQuery} input={request} />
          </ListTools>
        </div>
        <PagedList
          query={merchants}
          empty={isFiltered ? merchantsText.emptyFound : merchantsText.empty}
          pageIndex={pageIndex}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} openKeys={setShown} />}
          desk={(rows) => (
            <DataTable
              label={merchantsText.label}
              className="list-scroll"
              table={table}
              first={FIRST}
              rows={rows}
              context={{ openKeys: setShown }}
              keyOf={(row) => String(row.agentPathsId)}
              dataOf={(row) => ({ 'data-account': row.accountName })}
              sort={sort}
              onSort={(name) => change(nextSort(sort, name))}
            />
          )}
        />
      </section>
      {shown === null ? null : <KeysDialog merchant={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

const Cards = ({ rows, openKeys }: Context & { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.agentPathsId} data-account={row.accountName}>
        <p className="line">
          <b>
            {row.code} {row.nickname}
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
            <dt>{words.issued}</dt>
            <dd>
              <Amount value={row.issued} />
            </dd>
          </div>
          <div>
            <dt>{words.balance}</dt>
            <dd>
              <Amount value={balanceOf(row)} />
            </dd>
          </div>
        </dl>
        <p className="line">
          <span>
            {words.tree} {treeOf(row)}
          </span>
          <span>
            {words.lastSignedAt} <Signed lastSignedAt={row.lastSignedAt} />
          </span>
        </p>
        <p className="line">
          <span>
            {words.keySince} <KeyAge keySince={row.keySince} />
          </span>
          <KeysButton row={row} openKeys={openKeys} />
        </p>
      </li>
    ))}
  </ul>
)
