import * as groupsCalls from '@strata/contract/calls/groups'
import * as treeCalls from '@strata/contract/calls/tree'
import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { ColumnsMenu } from '../../../components/data-table/columns-menu.tsx'
import { SavedViews } from '../../../components/data-table/saved-views.tsx'
import type { Table } from '../../../components/data-table/use-table.ts'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { SearchBox } from '../../../ui/fields/search-box.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { ToolRow } from '../../../ui/page/tool-row.tsx'
import { MenuButton } from '../../../ui/pop-up/menu-button.tsx'
import { type BulkKind, bulkKinds } from '../bulk/bulk-kinds.ts'
import css from './accounts.module.css'
import {
  type AccountFilters,
  type Change,
  isFound,
  type ListRole,
  requestOf,
  rolesBelow,
  STATUSES,
} from './accounts-filters.ts'
import type { Level } from './level.ts'
import type { AccountRow } from './row-actions.ts'

type Props = {
  readonly filters: AccountFilters
  readonly level: Level
  readonly change: (change: Change) => void
  /** Null on phones, where a list has no columns. */
  readonly columns: Pick<Table<never, never>, 'name' | 'all' | 'choice' | 'choose' | 'ready'> | null
  readonly picked: readonly AccountRow[]
  readonly onBulk: (kind: BulkKind) => void
}

const REACHES = [
  { value: 'direct', label: treeText.reaches.direct },
  { value: 'below', label: treeText.reaches.below },
] as const

const BulkMenu = ({ picked, onBulk }: Pick<Props, 'picked' | 'onBulk'>): ReactNode => {
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

const ImportLimitsDialog = lazy(async () => ({
  default: (await import('../limits-import/import-limits-dialog.tsx')).ImportLimitsDialog,
}))

const ImportAccountsDialog = lazy(async () => ({
  default: (await import('../accounts-import/import-accounts-dialog.tsx')).ImportAccountsDialog,
}))

const IMPORTED = [ROLE.generalAgent, ROLE.agent, ROLE.member] as const

type ImportKind = 'limits' | 'accounts'

/** What may be read from a file at this level, and the dialog of what is chosen. */
const useImports = ({ level }: Pick<Props, 'level'>) => {
  const ids = useSession((session) => session.permissionIds)
  const [kind, setKind] = useState<ImportKind | null>(null)
  const close = (): void => setKind(null)
  // Below the head there are merchants only, which are opened one by one.
  const below = rolesBelow(level.roleId)
  const roles = IMPORTED.filter((role) => below.includes(role))
  const kinds = [
    ...(ids.includes(PERMISSION.terms) ? [{ key: 'limits', label: treeText.importLimits.open } as const] : []),
    ...(ids.includes(PERMISSION.createAccounts) && roles.length > 0
      ? [{ key: 'accounts', label: treeText.importAccounts.open } as const]
      : []),
  ]
  const dialog = (
    <Suspense fallback={null}>
      {kind === 'limits' ? <ImportLimitsDialog onClose={close} /> : null}
      {kind === 'accounts' ? <ImportAccountsDialog level={level} roles={roles} onClose={close} /> : null}
    </Suspense>
  )
  return { kinds, choose: setKind, dialog }
}

const MAX_FILL = '/agent/accounts/max-fill'

/** A phone has no room for what is seldom used. */
const SeldomUsed = ({ kinds, choose }: Omit<ReturnType<typeof useImports>, 'dialog'>): ReactNode => {
  const navigate = useNavigate()
  return (
    <MenuButton
      className="ghost-button"
      side="left"
      name={peopleText.more}
      label={peopleText.more}
      items={[...kinds, { key: 'maxFill', label: treeText.maxFill } as const]}
      onChoose={(key) => (key === 'maxFill' ? void navigate(MAX_FILL) : choose(key))}
    />
  )
}

const CreateMenu = ({ level, change }: Pick<Props, 'level' | 'change'>): ReactNode => {
  const may = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.createAccounts))
  const creatable = rolesBelow(level.roleId).filter(
    (role): role is Exclude<ListRole, typeof ROLE.flyOrder> => role !== ROLE.flyOrder,
  )
  if (!may || creatable.length === 0) return null
  return (
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
  )
}

const Filters = ({ filters, level, change }: Pick<Props, 'filters' | 'level' | 'change'>): ReactNode => {
  const groups = useQuery({
    ...queryOf(groupsCalls.groupDropdown, {}, { automatic: true }),
    staleTime: 60_000,
  }).data
  return (
    <>
      {level.roleId > ROLE.head && level.roleId < ROLE.agent ? (
        <ToggleGroup
          name="accounts-below"
          label={treeText.reachLabel}
          options={REACHES}
          value={filters.below || isFound(filters) ? 'below' : 'direct'}
          locked={isFound(filters) ? treeText.reachFound : undefined}
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
    </>
  )
}

/** Search, filters and tools above a level's accounts. */
export const AccountsBar = ({ filters, level, change, columns, picked, onBulk }: Props): ReactNode => {
  const { dialog, ...imports } = useImports({ level })
  const search = (
    <SearchBox
      label={treeText.searchLabel}
      value={filters.keyword}
      button={peopleText.search}
      onSearch={(q) => change({ q })}
    />
  )
  const create = <CreateMenu level={level} change={change} />
  const exports = <ExportButton call={treeCalls.agentQuery} input={requestOf(filters)} />
  const bulk = picked.length > 0 ? <BulkMenu picked={picked} onBulk={onBulk} /> : null
  if (columns === null)
    return (
      <div className="list-bar">
        <div className={css.searchAndCreate}>
          {search}
          {create}
        </div>
        <Filters filters={filters} level={level} change={change} />
        {bulk}
        <ToolRow label={appText.listTools}>
          <SeldomUsed {...imports} />
          {exports}
        </ToolRow>
        {dialog}
      </div>
    )
  return (
    <div className="list-bar">
      {search}
      <Filters filters={filters} level={level} change={change} />
      {bulk}
      <Link className="end" to={MAX_FILL}>
        {treeText.maxFill}
      </Link>
      <ToolRow label={appText.listTools}>
        {imports.kinds.map(({ key, label }) => (
          <button key={key} type="button" className="ghost-button" onClick={() => imports.choose(key)}>
            {label}
          </button>
        ))}
        {exports}
        <SavedViews table={columns} />
        <ColumnsMenu table={columns} />
      </ToolRow>
      {create}
      {dialog}
    </div>
  )
}
