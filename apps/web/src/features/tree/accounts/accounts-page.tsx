import * as treeCalls from '@strata/contract/calls/tree'
import { CODES } from '@strata/contract/errors'
import { ROLE, type Role } from '@strata/domain/tree'
import { keyOf, queryOf } from '../../../api/queries.ts'
import '../../../ui/page/table.css'
import '../../../ui/page/list-page.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { serverNow } from '../../../api/clock.ts'
import { useSession } from '../../../api/session.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { businessDay } from '../../../lib/day-starts.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { LazyFundsDialog, LazyFundsRecords } from '../../ledger/lazy-funds.tsx'
import { type AccountFilters, levelAddress, type OpenLog, rolesBelow, useAccountFilters } from './accounts-filters.ts'
import { AccountsList, useAccounts } from './accounts-list.tsx'
import type { Level } from './level.ts'
import type { AccountRow } from './row-actions.ts'
import { useFundsTarget } from './use-funds-target.ts'

// The list is loaded first; what it opens is loaded on demand.
const CreatePage = lazy(async () => ({ default: (await import('../create/create-page.tsx')).CreatePage }))
const EditPage = lazy(async () => ({ default: (await import('../edit/edit-page.tsx')).EditPage }))
const SubAccounts = lazy(async () => ({ default: (await import('../sub-accounts/sub-accounts.tsx')).SubAccounts }))

const LEFT = { edit: null, name: null, create: null, like: null, likeName: null, move: null } as const
const SHOWING_NEW = { tab: null, q: null, status: null, group: null, sort: 'createdAt', dir: null } as const

/** A row by its id, so that a link or a reload shows the same page. Null: not found below. */
const useRow = (id: number | null) =>
  useQuery({
    queryKey: keyOf(treeCalls.agentQuery, 'one', id),
    queryFn: async ({ signal }): Promise<AccountRow | null> => {
      try {
        const page = await api.call(treeCalls.agentQuery, { agentPathsId: id ?? 0, pageSize: 10 }, { signal })
        return page.items[0] ?? null
      } catch (caught) {
        if (caught instanceof ApiRefusal && caught.code === CODES.notFound) return null
        throw caught
      }
    },
    enabled: id !== null,
  })

const useLevel = (filters: AccountFilters): Level => {
  const { paths, currentPathId } = useSession()
  const own = paths.find((path) => path.agentPathsId === currentPathId)
  return filters.at === null || filters.at.agentPathsId === currentPathId
    ? { agentPathsId: currentPathId, roleId: own?.roleId ?? 3, name: own?.pathName ?? '', own: true }
    : { ...filters.at, own: false }
}

/** Accounts: the tree level by level, one account's page, sub-accounts and fund records. */
export const AccountsPage = (): ReactNode => (
  <Suspense fallback={<Skeleton label={appText.loading} />}>
    <Accounts />
  </Suspense>
)

/** The path whose page was left for the list; none after another account was made. */
const useLeft = (editId: number | null, creating: boolean): number | null => {
  const [shown, setShown] = useState(editId)
  const next = creating ? null : (editId ?? shown)
  if (next !== shown) setShown(next)
  return editId === null ? next : null
}

const Accounts = (): ReactNode => {
  const { search, filters, log, change } = useAccountFilters()
  const level = useLevel(filters)
  const editId = Number(search.get('edit')) || null
  const row = useRow(editId)
  const create = search.get('create')
  const left = useLeft(editId, create !== null)
  const like = Number(search.get('like')) || null
  const leave = (): void => change({ ...LEFT, page: filters.pageIndex })
  const createRole = rolesBelow(level.roleId).find((role) => String(role) === create)
  if (createRole !== undefined)
    return (
      <CreatePage
        key={`${createRole}|${like}`}
        level={level}
        roleId={createRole}
        like={like === null ? null : { agentPathsId: like, name: search.get('likeName') ?? '' }}
        // The newest first, so that the new account is on the first page whatever was shown before.
        onBack={(made) => (made === null ? leave() : change({ ...LEFT, ...SHOWING_NEW, made }))}
      />
    )
  if (editId !== null) {
    if (row.isPending) return <Skeleton label={appText.loading} />
    if (!row.data)
      return (
        <p className="message-line" role="alert">
          {row.isError ? appText.loadFailed : treeText.emptyFound}{' '}
          <button type="button" className="link-button" onClick={leave}>
            {appText.retry}
          </button>
        </p>
      )
    return (
      <>
        <EditPage row={row.data} onBack={leave} onFunds={(_row, move) => change({ move, page: filters.pageIndex })} />
        <EditFunds row={row.data} search={search} onClose={() => change({ move: null, page: filters.pageIndex })} />
      </>
    )
  }
  return <Listing filters={filters} level={level} log={log} left={left} change={change} />
}

const EditFunds = ({
  row,
  search,
  onClose,
}: {
  readonly row: AccountRow
  readonly search: URLSearchParams
  readonly onClose: () => void
}): ReactNode => {
  const target = useFundsTarget()(row)
  const move = search.get('move')
  if (move !== 'transfer' && move !== 'recover') return null
  return <LazyFundsDialog target={target} move={move} onClose={onClose} />
}

type ListingProps = {
  readonly filters: AccountFilters
  readonly level: Level
  readonly log: OpenLog | null
  readonly left: number | null
  readonly change: ReturnType<typeof useAccountFilters>['change']
}

const Listing = ({ filters, level, log, left, change }: ListingProps): ReactNode => {
  const session = useSession()
  const ownPath = session.paths.find((path) => path.agentPathsId === session.currentPathId)
  const main = session.account?.mainAccountId === 0
  const trail = useTrail(filters)
  const counts = useRoleCounts(filters)
  const tabs = [
    { value: 'all', label: treeText.roles['all'] ?? '', count: counts?.all },
    ...rolesBelow(level.roleId).map((role) => ({
      value: String(role),
      label: treeText.roles[role] ?? '',
      count: counts && (counts.by.get(role) ?? 0),
    })),
    ...(level.own && main ? [{ value: 'sub', label: treeText.sub }] : []),
    { value: 'funds', label: treeText.funds },
  ]
  return (
    <div className="list-page">
      <Crumbs
        range={businessDay(serverNow())}
        trail={trail}
        stepTo={(step, index) => ({
          search:
            index === 0
              ? '?'
              : levelAddress({
                  agentPathsId: step.agentPathsId,
                  roleId: ((ownPath?.roleId ?? ROLE.head) + index) as Role,
                  name: step.accountName,
                }),
        })}
      />
      <Tabs
        label={treeText.tabs}
        items={tabs}
        value={tabs.some(({ value }) => value === String(filters.tab)) ? String(filters.tab) : 'all'}
        onChange={(tab) => change({ tab: tab === 'all' ? null : tab })}
      />
      {filters.tab === 'funds' ? (
        <LazyFundsRecords />
      ) : filters.tab === 'sub' && level.own && main ? (
        <SubAccounts filters={filters} change={change} />
      ) : (
        <AccountsList filters={filters} level={level} log={log} left={left} change={change} />
      )}
    </div>
  )
}

/** The first accounts of the listed path. */
const useFirstOf = (at: number | null, enabled: boolean) =>
  useQuery({
    ...queryOf(
      treeCalls.agentQuery,
      { pageSize: 10, ...(at === null ? {} : { parentPathsId: at }) },
      { automatic: true },
    ),
    enabled,
    staleTime: 60_000,
  })

/** How many accounts each tab lists. Merchants of the head are one role, whose list shows its total. */
const useRoleCounts = (filters: AccountFilters) => {
  const isList = filters.tab !== 'sub' && filters.tab !== 'funds'
  const listed = useAccounts(filters, isList)
  // Beside sub-accounts and fund records the tabs keep their counts, and their places.
  const level = useFirstOf(filters.at?.agentPathsId ?? null, !isList)
  const roles = (isList ? listed : level).data?.roles
  if (!roles) return undefined
  const by = new Map<number, number>(roles.map(({ roleId, total }) => [roleId, total]))
  return { by, all: roles.reduce((sum, { total }) => sum + total, 0) }
}

/** From the signed-in path down to the listed one; every row has it. */
const useTrail = (filters: AccountFilters) => {
  const at = filters.at?.agentPathsId ?? null
  const { paths, currentPathId } = useSession()
  const first = useFirstOf(at, at !== null)
  if (filters.at === null) return undefined
  // The listed path has no children yet: the trail is the signed-in path and the listed one.
  const own = paths.find((path) => path.agentPathsId === currentPathId)
  return (
    first.data?.items[0]?.trail ?? [
      { agentPathsId: currentPathId, accountName: own?.pathName ?? '' },
      { agentPathsId: filters.at.agentPathsId, accountName: filters.at.name },
    ]
  )
}
