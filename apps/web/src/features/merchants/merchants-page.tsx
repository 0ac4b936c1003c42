import * as adminMerchantsCalls from '@strata/contract/calls/admin-merchants'
import '../../ui/page/list-page.css'
import { PERMISSION } from '@strata/contract/permissions'
import { type Day, daysBetween } from '@strata/domain/calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Amount } from '../../components/amount.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../components/data-table/paged-list.tsx'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { showCount } from '../../lib/count.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { formatInstant } from '../../lib/instant.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { StatusDialog } from '../tree/account-dialogs/status-dialog.tsx'
import css from './create.module.css'
import { CreateMerchantPage } from './create-merchant-page.tsx'
import { EditMerchantPage } from './edit-merchant-page.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { LookDialog } from './look-dialog.tsx'
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
const LEASE_NOTICE_DAYS = 14

const StatusTag = ({ status }: Pick<Row, 'status'>): ReactNode => (
  <span className={`tag ${TONES[status] ?? ''}`}>{peopleText.statuses[status]}</span>
)

const balanceOf = (row: Row): string => (row.fundMode === 'credit' ? row.balance : row.cash)
const Available = ({ row }: { readonly row: Row }): ReactNode =>
  row.isLow ? (
    <span className={css.low} title={merchantsText.belowLine}>
      <Amount value={balanceOf(row)} />
    </span>
  ) : (
    <Amount value={balanceOf(row)} />
  )
const treeOf = (row: Row): string => `${showCount(row.agents)} / ${showCount(row.members)}`

const KeyAge = ({ keySince, isKeyOld }: Pick<Row, 'keySince' | 'isKeyOld'>): ReactNode => {
  if (keySince === null) return <span className="tag tag-bad">{merchantsText.noKey}</span>
  const days = Math.max(0, Math.floor((serverNow() - keySince) / DAY_MS))
  const text = days === 0 ? merchantsText.today : merchantsText.days(days)
  return isKeyOld ? <span className="tag tag-warn">{text}</span> : text
}

const Signed = ({ lastSignedAt }: Pick<Row, 'lastSignedAt'>): ReactNode =>
  lastSignedAt === null ? merchantsText.neverSigned : <TimeAgo at={lastSignedAt} />

type Context = {
  readonly openKeys: (row: Row) => void
  readonly onEdit: ((row: Row) => void) | null
  readonly onStatus: ((row: Row) => void) | null
  readonly onLook: ((row: Row) => void) | null
}

const RowActions = ({ row, openKeys, onEdit, onStatus, onLook }: Context & { readonly row: Row }): ReactNode => (
  <span className={css.rowActions}>
    <button
      type="button"
      className="link-button"
      aria-label={merchantsText.keys.openFor(row.nickname || row.code)}
      onClick={() => openKeys(row)}
    >
      {merchantsText.keys.open}
    </button>
    {onEdit === null ? null : (
      <button
        type="button"
        className="link-button"
        aria-label={merchantsText.changeFor(row.nickname || row.code)}
        onClick={() => onEdit(row)}
      >
        {merchantsText.change}
      </button>
    )}
    {onStatus === null ? null : (
      <button
        type="button"
        className="link-button"
        aria-label={merchantsText.statusFor(row.nickname || row.code)}
        onClick={() => onStatus(row)}
      >
        {merchantsText.status}
      </button>
    )}
    {onLook === null ? null : (
      <button
        type="button"
        className="link-button"
        aria-label={merchantsText.look.openFor(row.nickname || row.code)}
        onClick={() => onLook(row)}
      >
        {merchantsText.look.open}
      </button>
    )}
  </span>
)

const LeaseEnd = ({ leaseUntil }: Pick<Row, 'leaseUntil'>): ReactNode => {
  if (leaseUntil === null) return merchantsText.noEnd
  const days = daysBetween({ from: businessDay(serverNow()), to: leaseUntil as Day })
  if (days < 0) return <span className="tag tag-bad">{leaseUntil}</span>
  return days <= LEASE_NOTICE_DAYS ? <span className="tag tag-warn">{leaseUntil}</span> : leaseUntil
}

const FIRST = { title: words.code, sort: 'code', strong: true as const, cell: (row: Row) => row.code }
const COLUMNS: readonly Column<Row, Context>[] = [
  { name: 'nickname', title: words.nickname, left: true, cell: (row) => row.nickname },
  { name: 'account', title: words.account, sort: 'accountName', left: true, cell: (row) => row.accountName },
  { name: 'status', title: words.status, left: true, cell: (row) => <StatusTag status={row.status} /> },
  { name: 'fundMode', title: words.fundMode, left: true, cell: (row) => merchantsText.modes[row.fundMode] },
  { name: 'credit', title: words.credit, sort: 'credit', cell: (row) => <Amount value={row.credit} /> },
  { name: 'issued', title: words.issued, cell: (row) => <Amount value={row.issued} /> },
  { name: 'balance', title: words.balance, sort: 'balance', cell: (row) => <Available row={row} /> },
  { name: 'tree', title: words.tree, cell: treeOf },
  { name: 'orders', title: words.orders, cell: (row) => showCount(row.today.orders) },
  { name: 'stake', title: words.stake, cell: (row) => <Amount value={row.today.stake} /> },
  { name: 'result', title: words.result, cell: (row) => <Amount value={row.today.result} /> },
  { name: 'openOrders', title: words.openOrders, rare: true, cell: (row) => showCount(row.today.openOrders) },
  { name: 'openStake', title: words.openStake, rare: true, cell: (row) => <Amount value={row.today.openStake} /> },
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
    cell: (row) => <KeyAge {...row} />,
  },
  {
    name: 'leaseUntil',
    title: words.leaseUntil,
    sort: 'leaseUntil',
    left: true,
    cell: (row) => <LeaseEnd leaseUntil={row.leaseUntil} />,
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
    pinEnd: true,
    cell: (row, context) => <RowActions row={row} {...context} />,
  },
]

type FilterProps = ReturnType<typeof useFilters>

const FilterChoices = ({ filters, change }: Pick<FilterProps, 'filters' | 'change'>): ReactNode => {
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

/** The list, or the page of one merchant that the address names. */
export const MerchantsPage = (): ReactNode => {
  const { filters, change, page } = useFilters()
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.changeMerchants))
  const leave = (): void => change({ create: null, edit: null, page: String(filters.pageIndex) })
  if (mayChange && page.creating) return <CreateMerchantPage onBack={leave} />
  if (mayChange && page.editing !== null)
    return <EditMerchantPage key={page.editing} agentPathsId={page.editing} onBack={leave} />
  return <MerchantList {...{ filters, change, mayChange }} />
}

type ListProps = Pick<FilterProps, 'filters' | 'change'> & { readonly mayChange: boolean }

const ListEnd = ({ mayChange, change }: Pick<ListProps, 'mayChange' | 'change'>): ReactNode => (
  <>
    <Link className="end" to="/admin/merchant/max-fill">
      {merchantsText.maxFill}
    </Link>
    {mayChange ? (
      <button type="button" className="plain-button" onClick={() => change({ create: '1' })}>
        {merchantsText.create}
      </button>
    ) : null}
  </>
)

/** Every merchant of the platform: its money, the size of its tree and the state of its keys. */
const MerchantList = ({ filters, change, mayChange }: ListProps): ReactNode => {
  const { keyword, sort, pageIndex } = filters
  const [shown, setShown] = useState<Row | null>(null)
  const [pageSize, setPageSize] = usePageSize()
  const table = useTable('operators-merchants', COLUMNS)
  const request = requestOf(filters)
  const onEdit = mayChange ? (row: Row): void => change({ edit: String(row.agentPathsId) }) : null
  const mayLook = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.lookInto))
  const [looked, setLooked] = useState<Row | null>(null)
  const [judged, setJudged] = useState<Row | null>(null)
  const context = {
    openKeys: setShown,
    onEdit,
    onStatus: mayChange ? setJudged : null,
    onLook: mayLook ? setLooked : null,
  }
  const merchants = useQuery({
    ...queryOf(adminMerchantsCalls.merchantQuery, { ...request, pageIndex, pageSize }),
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
          <ListEnd mayChange={mayChange} change={change} />
          <ListTools table={table}>
            <ExportButton call={adminMerchantsCalls.merchantQuery} input={request} />
          </ListTools>
        </div>
        <PagedList
          query={merchants}
          empty={isFiltered ? merchantsText.emptyFound : merchantsText.empty}
          pageIndex={pageIndex}
          pageSize={pageSize}
          onPageSize={setPageSize}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} {...context} />}
          desk={(rows) => (
            <DataTable
              label={merchantsText.label}
              className="list-scroll"
              table={table}
              first={FIRST}
              rows={rows}
              context={context}
              keyOf={(row) => String(row.agentPathsId)}
              dataOf={(row) => ({ 'data-account': row.accountName })}
              sort={sort}
              onSort={(name) => change(nextSort(sort, name))}
            />
          )}
        />
      </section>
      {judged === null ? null : (
        <StatusDialog row={{ ...judged, effectiveStatus: judged.status }} onClose={() => setJudged(null)} />
      )}
      {looked === null ? null : <LookDialog merchant={looked} onClose={() => setLooked(null)} />}
      {shown === null ? null : <KeysDialog merchant={shown} onClose={() => setShown(null)} />}
    </div>
  )
}

/** Columns of the table that a card shows, three in a line. */
const CARD_FIGURES = [
  ['credit', 'issued', 'balance'],
  ['orders', 'stake', 'result'],
] as const

const Figure = ({ name, row, context }: { readonly name: string; readonly row: Row; readonly context: Context }) => {
  const column = COLUMNS.find((one) => one.name === name)
  return (
    <div>
      <dt>{column?.title}</dt>
      <dd>{column?.cell(row, context)}</dd>
    </div>
  )
}

const Cards = ({ rows, ...context }: Context & { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.agentPathsId} data-account={row.accountName}>
        <p className="line">
          <b>
            {row.code} {row.nickname}
          </b>
          <StatusTag status={row.status} />
        </p>
        {CARD_FIGURES.map((names) => (
          <dl key={names[0]} className="three">
            {names.map((name) => (
              <Figure key={name} name={name} row={row} context={context} />
            ))}
          </dl>
        ))}
        <p className="line">
          <span>
            {words.tree} {treeOf(row)}
          </span>
          <span>
            {words.lastSignedAt} <Signed lastSignedAt={row.lastSignedAt} />
          </span>
          <span>
            {words.leaseUntil} <LeaseEnd leaseUntil={row.leaseUntil} />
          </span>
        </p>
        <p className="line">
          <span>
            {words.keySince} <KeyAge {...row} />
          </span>
          <RowActions row={row} {...context} />
        </p>
      </li>
    ))}
  </ul>
)
