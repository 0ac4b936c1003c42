import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../../components/data-table/paged-list.tsx'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { usePageSize } from '../../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../../components/data-table/use-table.ts'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { pageOf } from '../../../lib/address.ts'
import { formatInstant } from '../../../lib/instant.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import settingCss from '../settings/setting.module.css'
import css from './fly-out.module.css'
import { FlyOutAccountDialog } from './fly-out-account-dialog.tsx'
import { type FlyOutAccount, useBooks, useMayFlyOut } from './use-fly-out.ts'

const words = flyOutText.accounts
const STATUSES = [1, 2, 4] as const

type Context = {
  readonly bookName: (id: number | undefined) => string
  /** Null: read-only. */
  readonly onEdit: ((account: FlyOutAccount) => void) | null
}

const Status = ({ account }: { readonly account: FlyOutAccount }): ReactNode => (
  <span className={`tag ${account.status === 1 ? 'tag-good' : account.status === 2 ? 'tag-bad' : 'tag-warn'}`}>
    {peopleText.statuses[account.status]}
  </span>
)

const MaxPerItem = ({ account }: { readonly account: FlyOutAccount }): ReactNode =>
  account.maxPerItem === null ? words.noLimit : <Amount value={account.maxPerItem} />

const Edit = ({
  account,
  onEdit,
}: {
  readonly account: FlyOutAccount
  readonly onEdit: Context['onEdit']
}): ReactNode =>
  onEdit ? (
    <button type="button" className="link-button" onClick={() => onEdit(account)}>
      {peopleText.edit}
      <span className="visually-hidden"> {account.accountName}</span>
    </button>
  ) : null

const FIRST = {
  title: words.columns.accountName,
  sort: 'accountName',
  cell: (account: FlyOutAccount): ReactNode => <b>{account.accountName}</b>,
}
const COLUMNS: readonly Column<FlyOutAccount, Context>[] = [
  { name: 'nickname', title: words.columns.nickname, left: true, cell: ({ nickname }) => nickname },
  {
    name: 'connector',
    title: words.columns.connector,
    left: true,
    cell: ({ connector }) => <span title={words.connectorHints[connector]}>{words.connectors[connector]}</span>,
  },
  { name: 'book', title: words.columns.book, left: true, cell: ({ bookId }, { bookName }) => bookName(bookId) },
  { name: 'oddsDiscount', title: words.columns.oddsDiscount, cell: ({ oddsDiscount }) => `${oddsDiscount}%` },
  { name: 'commission', title: words.columns.commission, cell: ({ commission }) => `${commission}%` },
  { name: 'maxPerItem', title: words.columns.maxPerItem, cell: (account) => <MaxPerItem account={account} /> },
  { name: 'status', title: words.columns.status, left: true, cell: (account) => <Status account={account} /> },
  {
    name: 'createdAt',
    title: words.columns.createdAt,
    left: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => formatInstant(createdAt).slice(0, 16),
  },
  {
    name: 'actions',
    title: peopleText.actions,
    left: true,
    cell: (account, { onEdit }) => <Edit account={account} onEdit={onEdit} />,
  },
]
const NAMES = ['accountName', 'createdAt'] as const

const sortOf = (search: URLSearchParams) => {
  const columnName = NAMES.find((name) => name === search.get('sort'))
  return columnName === undefined ? null : ({ columnName, direction: search.get('dir') === 'asc' ? 0 : 1 } as const)
}

/** The accounts that stand for outside books. */
export const FlyOutAccounts = (): ReactNode => {
  const { search, change } = useAddress()
  const mayEdit = useMayFlyOut()
  const table = useTable('fly-out-accounts', COLUMNS)
  const [edited, setEdited] = useState<FlyOutAccount | 'new' | null>(null)
  const status = STATUSES.find((one) => String(one) === search.get('status')) ?? null
  const [pageSize, setPageSize] = usePageSize()
  const pageIndex = pageOf(search)
  const sort = sortOf(search)
  const books = useBooks(mayEdit).data ?? []
  const request = { ...(status === null ? {} : { status }), ...(sort === null ? {} : { sortInfo: sort }) }
  const accounts = useQuery({
    ...queryOf(flyOutsCalls.flyOutAccountQuery, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const context: Context = {
    bookName: (id) => books.find(({ bookId }) => bookId === id)?.name ?? '—',
    onEdit: mayEdit ? setEdited : null,
  }
  const add = mayEdit ? (
    <button type="button" className="plain-button" onClick={() => setEdited('new')}>
      {words.add}
    </button>
  ) : null
  return (
    <>
      <div className="list-bar">
        <Choice
          label={words.columns.status}
          value={String(status ?? '')}
          options={[
            { value: '', label: words.allStatuses },
            ...STATUSES.map((one) => ({ value: String(one), label: peopleText.statuses[one] ?? '' })),
          ]}
          onChange={(value) => change({ status: value })}
        />
        <span className={`${settingCss.settingNote} ${css.flyOutNote}`}>
          {mayEdit ? words.note : flyOutText.readOnly}
        </span>
        <span className={`end ${css.flyOutTools}`}>
          <ListTools table={table}>
            <ExportButton call={flyOutsCalls.flyOutAccountQuery} input={request} />
          </ListTools>
          {add}
        </span>
      </div>
      <PagedList
        query={accounts}
        empty={status === null ? words.empty : words.emptyFound}
        pageIndex={pageIndex}
        pageSize={pageSize}
        onPageSize={setPageSize}
        onPage={(page) => change({ page: String(page) })}
        cards={(rows) => <Cards rows={rows} context={context} />}
        desk={(rows) => (
          <DataTable
            label={words.label}
            className="list-scroll"
            table={table}
            first={FIRST}
            rows={rows}
            context={context}
            keyOf={(account) => String(account.pilotId)}
            dataOf={(account) => ({ 'data-fly-out-account': account.accountName })}
            sort={sort}
            onSort={(name) =>
              change({ sort: name, dir: sort?.columnName === name && sort.direction === 1 ? 'asc' : '' })
            }
          />
        )}
      />
      {edited === null ? null : (
        <FlyOutAccountDialog account={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

const Cards = ({
  rows,
  context,
}: {
  readonly rows: readonly FlyOutAccount[]
  readonly context: Context
}): ReactNode => (
  <ul className="list-cards">
    {rows.map((account) => (
      <li key={account.pilotId} data-fly-out-account={account.accountName}>
        <p className="line">
          <b>
            {account.accountName} {account.nickname}
          </b>
          <Status account={account} />
        </p>
        <dl className="three">
          <div>
            <dt>{words.columns.oddsDiscount}</dt>
            <dd>{account.oddsDiscount}%</dd>
          </div>
          <div>
            <dt>{words.columns.commission}</dt>
            <dd>{account.commission}%</dd>
          </div>
          <div>
            <dt>{words.columns.maxPerItem}</dt>
            <dd>
              <MaxPerItem account={account} />
            </dd>
          </div>
        </dl>
        <p className="line">
          <span>
            {words.connectors[account.connector]}
            {account.bookId === undefined ? '' : ` · ${context.bookName(account.bookId)}`}
          </span>
          <Edit account={account} onEdit={context.onEdit} />
        </p>
      </li>
    ))}
  </ul>
)
