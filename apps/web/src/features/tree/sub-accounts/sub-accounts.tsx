import * as subAccountsCalls from '@strata/contract/calls/sub-accounts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../../components/data-table/paged-list.tsx'
import { type Column, type Table, useTable } from '../../../components/data-table/use-table.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import css from '../../../components/exports/exports.module.css'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatInstant } from '../../../lib/instant.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { SearchBox } from '../../../ui/fields/search-box.tsx'
import accountsCss from '../accounts/accounts.module.css'
import type { AccountFilters, Change, Status } from '../accounts/accounts-filters.ts'
import { StatusTags } from '../accounts/row-parts.tsx'
import type { SubAccount } from './sub-account.ts'
import { SubAccountDialog } from './sub-account-dialog.tsx'

const words = treeText.sub_

type Props = { readonly filters: AccountFilters; readonly change: (change: Change) => void }
type Opened =
  | { readonly kind: 'edit'; readonly row: SubAccount | null }
  | { readonly kind: 'status'; readonly row: SubAccount; readonly status: Status }

/** Additional logins of the user with a part of its permissions. */
export const SubAccounts = ({ filters, change }: Props): ReactNode => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const table = useTable('sub-accounts', COLUMNS)
  const request = filters.keyword === '' ? {} : { keyword: filters.keyword }
  const accounts = useQuery({
    ...queryOf(subAccountsCalls.queryChildAccount, {
      ...request,
      pageIndex: filters.pageIndex,
      pageSize: filters.pageSize,
    }),
    placeholderData: keepPreviousData,
  })
  const add = (): void => setOpened({ kind: 'edit', row: null })
  return (
    <section className="card list-card">
      <div className="list-bar">
        <SearchBox
          label={treeText.searchLabel}
          value={filters.keyword}
          button={peopleText.search}
          onSearch={(q) => change({ q })}
        />
        <span className={`end ${css.barButtons}`}>
          <ListTools table={table}>
            <ExportButton call={subAccountsCalls.queryChildAccount} input={request} />
          </ListTools>
          <button type="button" className="plain-button" onClick={add}>
            {words.create}
          </button>
        </span>
      </div>
      <PagedList
        query={accounts}
        pageIndex={filters.pageIndex}
        onPage={(page) => change({ page })}
        cards={(rows) => <SubCards rows={rows} onOpen={setOpened} />}
        pageSize={filters.pageSize}
        onPageSize={(size) => change({ size: size === 20 ? null : size })}
        desk={(rows) => <SubTable rows={rows} table={table} onOpen={setOpened} />}
        empty={
          <>
            {words.empty}{' '}
            <button type="button" className="link-button" onClick={add}>
              {words.create}
            </button>
          </>
        }
      />
      {opened?.kind === 'edit' ? <SubAccountDialog row={opened.row} onClose={() => setOpened(null)} /> : null}
      {opened?.kind === 'status' ? <SubStatus {...opened} onClose={() => setOpened(null)} /> : null}
    </section>
  )
}

type StatusProps = { readonly row: SubAccount; readonly status: Status; readonly onClose: () => void }

const SubStatus = ({ row, status, onClose }: StatusProps): ReactNode => {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={treeText.status.title(row.accountName)}
      confirm={peopleText.confirm}
      danger={status !== 1}
      onConfirm={async () => {
        await api.call(subAccountsCalls.updateChildAccountStatus, {
          accountId: row.accountId,
          status,
          requestId: newRequestId(),
        })
        await refreshAfter(client, subAccountsCalls.updateChildAccountStatus)
      }}
      onClose={onClose}
    >
      <p className="dialog-warn">{treeText.status.confirm[status]}</p>
    </ConfirmDialog>
  )
}

type ListProps = { readonly rows: readonly SubAccount[]; readonly onOpen: (opened: Opened) => void }

const Buttons = ({ row, onOpen }: { readonly row: SubAccount; readonly onOpen: ListProps['onOpen'] }): ReactNode => (
  <span className={accountsCss.rowMenu}>
    <button type="button" className="link-button" onClick={() => onOpen({ kind: 'edit', row })}>
      {peopleText.edit}
    </button>
    {(
      [
        [1, words.enable],
        [2, words.disable],
        [4, words.freeze],
      ] as const
    )
      .filter(([status]) => status !== row.status)
      .map(([status, label]) => (
        <button
          key={status}
          type="button"
          className="link-button"
          onClick={() => onOpen({ kind: 'status', row, status })}
        >
          {label}
        </button>
      ))}
  </span>
)

type Context = Pick<ListProps, 'onOpen'>

const FIRST = {
  title: words.columns.account,
  strong: true as const,
  cell: (row: SubAccount): ReactNode => <b>{row.accountName}</b>,
}
const COLUMNS: readonly Column<SubAccount, Context>[] = [
  { name: 'nickname', title: words.columns.nickname, left: true, cell: (row) => row.nickname },
  {
    name: 'status',
    title: words.columns.status,
    left: true,
    cell: (row) => <StatusTags row={{ status: row.status, effectiveStatus: row.status }} />,
  },
  {
    name: 'permissions',
    title: words.columns.permissions,
    left: true,
    cell: (row) => words.count(row.moduleIds.length),
  },
  {
    name: 'allowedIps',
    title: peopleText.details.allowedIps,
    left: true,
    cell: (row) => (row.allowedIps.length === 0 ? words.anyIp : row.allowedIps.join(' ')),
  },
  {
    name: 'createdAt',
    title: words.columns.createdAt,
    left: true,
    cell: (row) => formatInstant(row.createdAt).slice(0, 16),
  },
  {
    name: 'lastLoginAt',
    title: words.columns.lastLoginAt,
    left: true,
    cell: (row) => <TimeAgo at={row.lastLoginAt} />,
  },
  {
    name: 'actions',
    title: peopleText.actions,
    left: true,
    cell: (row, { onOpen }) => <Buttons row={row} onOpen={onOpen} />,
  },
]

type TableProps = ListProps & { readonly table: Table<SubAccount, Context> }

const SubTable = ({ rows, table, onOpen }: TableProps): ReactNode => (
  <DataTable
    label={words.columns.account}
    className="list-scroll"
    table={table}
    first={FIRST}
    rows={rows}
    context={{ onOpen }}
    keyOf={(row) => String(row.accountId)}
    dataOf={(row) => ({ 'data-account': row.accountName })}
  />
)

const SubCards = ({ rows, onOpen }: ListProps): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.accountId} data-account={row.accountName}>
        <p className="line">
          <span>
            <b>{row.accountName}</b> {row.nickname}
          </span>
          <StatusTags row={{ status: row.status, effectiveStatus: row.status }} />
        </p>
        <p className="line">
          <span>
            {words.columns.permissions} {words.count(row.moduleIds.length)}
          </span>
          <TimeAgo at={row.lastLoginAt} />
        </p>
        <Buttons row={row} onOpen={onOpen} />
      </li>
    ))}
  </ul>
)
