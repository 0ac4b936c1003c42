import * as treeCalls from '@strata/contract/calls/tree'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { ListFoot } from '../../../components/data-table/list-foot.tsx'
import { useTable } from '../../../components/data-table/use-table.ts'
import { ListState } from '../../../components/list-state.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { LazyFundsDialog } from '../../ledger/lazy-funds.tsx'
import { LogDrawer } from '../account-dialogs/log-drawer.tsx'
import { PasswordDialog } from '../account-dialogs/password-dialog.tsx'
import { StatusDialog } from '../account-dialogs/status-dialog.tsx'
import { UpgradeDialog } from '../account-dialogs/upgrade-dialog.tsx'
import { BulkFunds } from '../bulk/bulk-funds.tsx'
import { BULK_PERMISSIONS, type BulkKind } from '../bulk/bulk-kinds.ts'
import { BulkStatus } from '../bulk/bulk-status.tsx'
import { BulkTerms } from '../bulk/bulk-terms.tsx'
import { AccountsBar } from './accounts-bar.tsx'
import { AccountsCards } from './accounts-cards.tsx'
import {
  type AccountFilters,
  type Change,
  isFound,
  type OpenLog,
  requestOf,
  type SortName,
} from './accounts-filters.ts'
import { AccountsTable, FOUND_COLUMNS, LEVEL_COLUMNS } from './accounts-table.tsx'
import type { Level } from './level.ts'
import type { AccountRow, Action } from './row-actions.ts'
import { useFundsTarget } from './use-funds-target.ts'

type Props = {
  readonly filters: AccountFilters
  readonly level: Level
  readonly log: OpenLog | null
  /** The path whose page was left for this list; null: none. */
  readonly left: number | null
  readonly change: (change: Change) => void
}

const NO_LOG = { log: null, logOf: null, logName: null, logPage: null }

/** One page of a level; the tabs read how many of each role it has from the same answer. */
export const useAccounts = (filters: AccountFilters, enabled = true) =>
  useQuery({
    ...queryOf(treeCalls.agentQuery, {
      ...requestOf(filters),
      pageIndex: filters.pageIndex,
      pageSize: filters.pageSize,
    }),
    placeholderData: keepPreviousData,
    enabled,
  })

const NO_ROWS: readonly AccountRow[] = []

/** Who has made or left an account goes on with its row: its page is gone, and with it what had the focus. */
const useRowOf = (id: number | null, rows: readonly AccountRow[]): void => {
  const isListed = id !== null && rows.some(({ agentPathsId }) => agentPathsId === id)
  useEffect(() => {
    // The closing dialog may have given the focus to the page.
    if (isListed && document.activeElement?.matches('body, main') === true)
      document.querySelector<HTMLElement>(`tr[data-path="${id}"]`)?.focus({ preventScroll: true })
  }, [isListed, id])
}

/** One level of the tree, with the actions of each account. */
export const AccountsList = ({ filters, level, log, left, change }: Props): ReactNode => {
  const accounts = useAccounts(filters)
  const mobile = useMedia(MOBILE)
  const mayBulk = useSession(({ permissionIds }) => BULK_PERMISSIONS.some((id) => permissionIds.includes(id)))
  const [open, setOpen] = useState<{ readonly action: Action; readonly row: AccountRow } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const deep = filters.below || isFound(filters)
  const table = useTable('accounts', deep ? FOUND_COLUMNS : LEVEL_COLUMNS)
  // Opening a panel beside the list keeps the page of the list.
  const beside = (of: Change): void => change({ ...of, page: filters.pageIndex })
  const act = (action: Action, row: AccountRow): void => {
    if (action === 'edit') change({ edit: row.agentPathsId, page: filters.pageIndex })
    else if (action === 'clone')
      change({ create: row.roleId, like: row.agentPathsId, likeName: row.accountName, page: filters.pageIndex })
    else if (action === 'funds') change({ tab: 'funds', of: row.agentPathsId, ofName: row.accountName })
    else if (action === 'loginLog' || action === 'changeLog')
      beside({ log: action, logOf: row.agentPathsId, logName: row.accountName, logPage: null })
    else setOpen({ action, row })
  }
  const rows = accounts.data?.items ?? NO_ROWS
  useRowOf(left ?? filters.made, rows)
  const picked = rows.filter(({ agentPathsId }) => chosen.has(agentPathsId))
  const listProps = {
    filters,
    level,
    deep,
    made: filters.made,
    chosen: mayBulk ? chosen : null,
    onChoose: setChosen,
    onSort: (column: SortName): void => {
      const { sort } = filters
      const same = sort?.columnName === column
      if (same && sort.direction === 0) change({ sort: null, dir: null })
      else change({ sort: column, dir: same ? 0 : null })
    },
    onAction: act,
  }
  return (
    <section className="card list-card">
      <AccountsBar
        filters={filters}
        level={level}
        change={change}
        columns={mobile ? null : table}
        picked={picked}
        onBulk={(kind) => setBulk({ kind, rows: picked })}
      />
      <ListState
        query={accounts}
        isEmpty={({ items }) => items.length === 0}
        empty={filters.keyword === '' && filters.status === null ? treeText.empty : treeText.emptyFound}
      >
        {(data) => (
          <>
            {mobile ? (
              <AccountsCards {...listProps} rows={data.items} />
            ) : (
              <AccountsTable {...listProps} rows={data.items} table={table} />
            )}
            <ListFoot
              pageIndex={filters.pageIndex}
              pageSize={filters.pageSize}
              total={data.total}
              more={data.more ?? false}
              onPage={(page) => change({ page })}
              onPageSize={(size) => change({ size: size === 20 ? null : size })}
            />
          </>
        )}
      </ListState>
      {open ? <ActionDialog action={open.action} row={open.row} onClose={() => setOpen(null)} /> : null}
      {log ? <LogDrawer log={log} onPage={(logPage) => beside({ logPage })} onClose={() => beside(NO_LOG)} /> : null}
      {bulk ? <BulkDialog {...bulk} onClose={() => setBulk(null)} /> : null}
    </section>
  )
}

type ActionProps = {
  readonly action: Action
  readonly row: AccountRow
  readonly onClose: () => void
}

const ActionDialog = ({ action, row, onClose }: ActionProps): ReactNode => {
  const target = useFundsTarget()(row)
  switch (action) {
    case 'transfer':
    case 'recover':
      return <LazyFundsDialog target={target} move={action} onClose={onClose} />
    case 'status':
      return <StatusDialog row={row} onClose={onClose} />
    case 'password':
      return <PasswordDialog row={row} onClose={onClose} />
    case 'upgrade':
      return <UpgradeDialog row={row} onClose={onClose} />
    default:
      return null
  }
}

type Bulk = { readonly kind: BulkKind; readonly rows: readonly AccountRow[] }

const BulkDialog = ({ kind, ...props }: Bulk & { readonly onClose: () => void }): ReactNode => {
  switch (kind) {
    case 'terms':
      return <BulkTerms {...props} />
    case 'status':
      return <BulkStatus {...props} />
    case 'funds':
      return <BulkFunds {...props} />
  }
}
