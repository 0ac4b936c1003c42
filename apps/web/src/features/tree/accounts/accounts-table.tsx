import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import type { Column, Table } from '../../../components/data-table/use-table.ts'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatInstant } from '../../../lib/instant.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import css from './accounts.module.css'
import { SORTS } from './accounts-filters.ts'
import type { ListProps } from './list-props.ts'
import type { AccountRow } from './row-actions.ts'
import { AccountName, RowChoice, RowMenu, StatusTags } from './row-parts.tsx'

const words = treeText.columns

type Context = Pick<ListProps, 'level' | 'onAction' | 'chosen' | 'onChoose' | 'made'>
export type AccountColumn = Column<AccountRow, Context>

const TRAIL: AccountColumn = {
  name: 'trail',
  title: words.trail,
  left: true,
  cell: (row) => row.trail.map(({ accountName }) => accountName).join(' › '),
}

const FRONT: readonly AccountColumn[] = [
  { name: 'role', title: words.role, left: true, cell: (row) => appText.roles[row.roleId] },
  { name: 'status', title: words.status, left: true, cell: (row) => <StatusTags row={row} /> },
]

const REST: readonly AccountColumn[] = [
  {
    name: 'credit',
    title: words.credit,
    sort: 'credit',
    cell: (row) => (row.fundMode === 'credit' ? <Amount value={row.credit} /> : <small>{treeText.modes.cash}</small>),
  },
  {
    name: 'balance',
    title: words.balance,
    sort: 'balance',
    cell: (row) => <Amount value={row.fundMode === 'credit' ? row.balance : row.cash} />,
  },
  {
    name: 'downline',
    title: words.downline,
    cell: (row) => (row.memberFlag ? '—' : `${row.downlineCount.agents} / ${row.downlineCount.members}`),
  },
  { name: 'uplineShare', title: words.uplineShare, sort: 'uplineShare', cell: (row) => `${row.uplineShare}%` },
  { name: 'pankou', title: words.pankou, left: true, cell: (row) => row.pankou.join(' ') },
  { name: 'sub', title: words.sub, cell: (row) => (row.subCount === 0 ? '—' : row.subCount) },
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
    cell: (row) => (row.memberFlag ? '—' : <TimeAgo at={row.lastLoginAt} />),
  },
  {
    name: 'actions',
    title: peopleText.actions,
    left: true,
    cell: (row, { level, onAction }) => <RowMenu row={row} level={level} onAction={onAction} />,
  },
]

/** Columns of one level, and of a search, which also shows where each account is. */
export const LEVEL_COLUMNS: readonly AccountColumn[] = [...FRONT, ...REST]
export const FOUND_COLUMNS: readonly AccountColumn[] = [...FRONT, TRAIL, ...REST]

const FIRST = {
  title: words.account,
  sort: 'accountName',
  cell: (row: AccountRow, { chosen, onChoose, made }: Context): ReactNode => (
    <>
      <RowChoice row={row} chosen={chosen} onChoose={onChoose} />
      <AccountName row={row} isNew={row.agentPathsId === made} />
    </>
  ),
}

type Props = ListProps & { readonly table: Table<AccountRow, Context> }

/** One level as a table: sticky header and first column, sorted on the server, columns in the user's arrangement. */
export const AccountsTable = ({ table, ...props }: Props): ReactNode => {
  const { rows, chosen, onChoose, onSort } = props
  const all = chosen !== null && rows.length > 0 && rows.every(({ agentPathsId }) => chosen.has(agentPathsId))
  return (
    <DataTable
      label={words.account}
      className={`list-scroll ${css.accountsTable}`}
      table={table}
      first={FIRST}
      firstHead={
        chosen === null ? undefined : (
          <input
            type="checkbox"
            aria-label={treeText.selectAll}
            checked={all}
            onChange={(event) =>
              onChoose(new Set(event.currentTarget.checked ? rows.map((row) => row.agentPathsId) : []))
            }
          />
        )
      }
      rows={rows}
      context={props}
      keyOf={(row) => String(row.agentPathsId)}
      dataOf={(row) => ({
        'data-account': row.accountName,
        'data-path': String(row.agentPathsId),
        ...(row.agentPathsId === props.made ? { 'data-new': '' } : {}),
      })}
      sort={props.filters.sort}
      onSort={(name) => {
        const column = SORTS.find((sort) => sort === name)
        if (column) onSort(column)
      }}
    />
  )
}
