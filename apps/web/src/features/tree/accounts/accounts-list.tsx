import * as groupsCalls from '@strata/contract/calls/groups'
import * as treeCalls from '@strata/contract/calls/tree'
import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { ColumnsMenu } from '../../../components/data-table/columns-menu.tsx'
import { ListFoot } from '../../../components/data-table/list-foot.tsx'
import { SavedViews } from '../../../components/data-table/saved-views.tsx'
import { type Table, useTable } from '../../../components/data-table/use-table.ts'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { SearchBox } from '../../../ui/fields/search-box.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { ToolRow } from '../../../ui/page/tool-row.tsx'
import { MenuButton } from '../../../ui/pop-up/menu-button.tsx'
import { LazyFundsDialog } from '../../ledger/lazy-funds.tsx'
import { LogDrawer } from '../account-dialogs/log-drawer.tsx'
import { PasswordDialog } from '../account-dialogs/password-dialog.tsx'
import { StatusDialog } from '../account-dialogs/status-dialog.tsx'
import { UpgradeDialog } from '../account-dialogs/upgrade-dialog.tsx'
import { BulkFunds } from '../bulk/bulk-funds.tsx'
import { BULK_PERMISSIONS, type BulkKind, bulkKinds } from '../bulk/bulk-kinds.ts'
import { BulkStatus } from '../bulk/bulk-status.tsx'
import { BulkTerms } from '../bulk/bulk-terms.tsx'
import { AccountsCards } from './accounts-cards.tsx'
import {
  type AccountFilters,
  type Change,
  type ListRole,
  type OpenLog,
  rolesBelow,
  type SortName,
  STATUSES,
} from './accounts-filters.ts'
import { AccountsTable, FOUND_COLUMNS, LEVEL_COLUMNS } from './accounts-table.tsx'
import type { Level } from './level.ts'
import type { AccountRow, Action } from './row-actions.ts'
import { useFundsTarget } from './use-funds-target.ts'

type Props = {
  readonly filters: AccountFilters
  readonly level: Level
  readonly log: OpenLog | null
  readonly change: (change: Change) => void
}

const NO_LOG = { log: null, logOf: null, logName: null, logPage: null }

const requestOf = (filters: AccountFilters) => ({
  ...(filters.at ? { parentPathsId: filters.at.agentPathsId } : {}),
  ...(typeof filters.tab === 'number' ? { roleId: filters.tab } : {}),
  ...(filters.status === null ? {} : { status: filters.status }),
  ...(filters.below ? { below: true } : {}),
  ...(filters.keyword === '' ? {} : { keyword: filters.keyword }),
  ...(filters.groupId === null ? {} : { groupId: filters.groupId }),
  ...(filters.sort === null ? {} : { sortInfo: filters.sort }),
})

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

/** Who has made an account goes on with its row: its form is gone, and with it what had the focus. */
const useNewRow = (made: number | null, rows: readonly AccountRow[]): void => {
  const isListed = made !== null && rows.some(({ agentPathsId }) => agentPathsId === made)
  useEffect(() => {
    // The closing dialog may have given the focus to the page.
    if (isListed && document.activeElement?.matches('body, main') === true)
      document.querySelector<HTMLElement>('tr[data-new]')?.focus({ preventScroll: true })
  }, [isListed])
}

/** One level of the tree, with the actions of each account. */
export const AccountsList = ({ filters, level, log, change }: Props): ReactNode => {
  const accounts = useAccounts(filters)
  const mobile = useMedia(MOBILE)
  const mayBulk = useSession(({ permissionIds }) => BULK_PERMISSIONS.some((id) => permissionIds.includes(id)))
  const [open, setOpen] = useState<{ readonly action: Action; readonly row: AccountRow } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const deep = filters.below || filters.keyword !== '' || filters.groupId !== null
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
  useNewRow(filters.made, rows)
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

const REACHES = [
  { value: 'direct', label: treeText.reaches.direct },
  { value: 'below', label: treeText.reaches.below },
] as const

const BulkMenu = ({ picked, onBulk }: Pick<BarProps, 'picked' | 'onBulk'>): ReactNode => {
  const pathId = useSession((session) => session.currentPathId)
  const ids = useSession((session) => session.permissionIds)
  return (
    <MenuButton
      className="ghost-button"
      side="left"
      name={treeText.bulkRows.open(picked.length)}
      label={treeText.bulkRows.open(picked.length)}
      items={bulkKinds(picked, { pathId, ids: new Set(ids) }).map(({ kind, why }) => ({
        key: kind,
        label: treeText.bulkRows.actions[kind],
        why,
      }))}
      onChoose={onBulk}
    />
  )
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

type BarProps = Omit<Props, 'log'> & {
  readonly columns: Pick<Table<never, never>, 'name' | 'all' | 'choice' | 'choose' | 'ready'> | null
  readonly picked: readonly AccountRow[]
  readonly onBulk: (kind: BulkKind) => void
}

const ImportLimitsDialog = lazy(async () => ({
  default: (await import('../limits-import/import-limits-dialog.tsx')).ImportLimitsDialog,
}))

const ImportLimits = (): ReactNode => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="ghost-button" onClick={() => setOpen(true)}>
        {treeText.importLimits.open}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <ImportLimitsDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const ImportAccountsDialog = lazy(async () => ({
  default: (await import('../accounts-import/import-accounts-dialog.tsx')).ImportAccountsDialog,
}))

const IMPORTED = [ROLE.generalAgent, ROLE.agent, ROLE.member] as const

/** Below the head there are merchants only, which are opened one by one. */
const ImportAccounts = ({ level }: Pick<Props, 'level'>): ReactNode => {
  const [open, setOpen] = useState(false)
  const below = rolesBelow(level.roleId)
  const roles = IMPORTED.filter((role) => below.includes(role))
  if (roles.length === 0) return null
  return (
    <>
      <button type="button" className="ghost-button" onClick={() => setOpen(true)}>
        {treeText.importAccounts.open}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <ImportAccountsDialog level={level} roles={roles} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

const AccountsBar = ({ filters, level, change, columns, picked, onBulk }: BarProps): ReactNode => {
  const ids = useSession((session) => session.permissionIds)
  const groups = useQuery({
    ...queryOf(groupsCalls.groupDropdown, {}, { automatic: true }),
    staleTime: 60_000,
  }).data
  const creatable = rolesBelow(level.roleId).filter(
    (role): role is Exclude<ListRole, typeof ROLE.flyOrder> => role !== ROLE.flyOrder,
  )
  return (
    <div className="list-bar">
      <SearchBox
        label={treeText.searchLabel}
        value={filters.keyword}
        button={peopleText.search}
        onSearch={(q) => change({ q })}
      />
      {level.roleId > ROLE.head && level.roleId < ROLE.agent ? (
        <ToggleGroup
          name="accounts-below"
          label={treeText.reachLabel}
          options={REACHES}
          value={filters.below ? 'below' : 'direct'}
          onChange={(reach) => change({ below: reach === 'below' ? '1' : null })}
        />
      ) : null}
      <Choice
        label={treeText.filterStatus}
        value={String(filters.status ?? '')}
        options={[
          { value: '', label: treeText.allStatuses },
          ...STATUSES.map((status) => ({ value: String(status), label: peopleText.statuses[status] ?? '' })),
        ]}
        onChange={(status) => change({ status })}
      />
      {groups && groups.length > 0 ? (
        <Choice
          label={treeText.filterGroup}
          value={String(filters.groupId ?? '')}
          options={[
            { value: '', label: treeText.allGroups },
            ...groups.map(({ groupId, groupName }) => ({ value: String(groupId), label: groupName })),
          ]}
          onChange={(group) => change({ group })}
        />
      ) : null}
      {picked.length > 0 ? <BulkMenu picked={picked} onBulk={onBulk} /> : null}
      <Link className="end" to="/agent/accounts/max-fill">
        {treeText.maxFill}
      </Link>
      <ToolRow label={appText.listTools}>
        {ids.includes(PERMISSION.terms) ? <ImportLimits /> : null}
        {ids.includes(PERMISSION.createAccounts) ? <ImportAccounts level={level} /> : null}
        <ExportButton call={treeCalls.agentQuery} input={requestOf(filters)} />
        {columns === null ? null : <SavedViews table={columns} />}
        {columns === null ? null : <ColumnsMenu table={columns} />}
      </ToolRow>
      {ids.includes(PERMISSION.createAccounts) && creatable.length > 0 ? (
        <MenuButton
          className="plain-button"
          name={treeText.create}
          label={treeText.create}
          items={creatable.map((role) => ({
            key: String(role),
            label: treeText.createOf(treeText.roles[role] ?? ''),
          }))}
          onChoose={(role) => change({ create: role })}
        />
      ) : null}
    </div>
  )
}
