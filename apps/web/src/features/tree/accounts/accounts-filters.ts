import { PAGE_SIZES } from '@strata/contract/rules'
import { ROLE, type Role } from '@strata/domain/tree'
import { useAddress } from '../../../components/data-table/use-address.ts'

export type PageSize = (typeof PAGE_SIZES)[number]
export const SORTS = ['accountName', 'createdAt', 'lastLoginAt', 'credit', 'balance', 'cash', 'uplineShare'] as const
export type SortName = (typeof SORTS)[number]
export const STATUSES = [1, 2, 4] as const
export type Status = (typeof STATUSES)[number]
export type ListRole = Exclude<Role, typeof ROLE.head | typeof ROLE.subAccount>

/** The state of the accounts page; all of it is in the address. */
export type AccountFilters = {
  /** The path whose children are listed, and its role; null: the signed-in one. */
  readonly at: { readonly agentPathsId: number; readonly roleId: Role; readonly name: string } | null
  readonly tab: ListRole | 'all' | 'sub' | 'funds'
  /** Everything below instead of the direct children. */
  readonly below: boolean
  readonly keyword: string
  readonly status: Status | null
  readonly groupId: number | null
  readonly sort: { readonly columnName: SortName; readonly direction: 0 | 1 } | null
  readonly pageIndex: number
  readonly pageSize: PageSize
  /** The account that has just been made, marked until the next change of the address. */
  readonly made: number | null
}

const ROLES: readonly ListRole[] = [ROLE.merchant, ROLE.generalAgent, ROLE.agent, ROLE.member, ROLE.flyOrder]

const positive = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

const oneOf = <V extends string | number>(text: string | null, values: readonly V[]): V | null =>
  values.find((value) => String(value) === text) ?? null

export const readAccountFilters = (search: URLSearchParams): AccountFilters => {
  const at = positive(search.get('at'))
  const tab = search.get('tab')
  const column = oneOf(search.get('sort'), SORTS)
  return {
    at:
      at === null
        ? null
        : {
            agentPathsId: at,
            roleId: oneOf(search.get('role'), ROLES) ?? ROLE.agent,
            name: (search.get('atName') ?? '').slice(0, 32),
          },
    tab: oneOf(tab, ROLES) ?? oneOf(tab, ['sub', 'funds'] as const) ?? 'all',
    below: search.get('below') === '1',
    keyword: (search.get('q') ?? '').slice(0, 32),
    status: oneOf(search.get('status'), STATUSES),
    groupId: positive(search.get('group')),
    sort: column === null ? null : { columnName: column, direction: search.get('dir') === '0' ? 0 : 1 },
    pageIndex: Math.min(500, positive(search.get('page')) ?? 1),
    pageSize: oneOf(search.get('size'), PAGE_SIZES) ?? 20,
    made: positive(search.get('made')),
  }
}

export const LOGS = ['loginLog', 'changeLog'] as const

/** The log of an account that is open beside the list. */
export type OpenLog = {
  readonly which: (typeof LOGS)[number]
  readonly agentPathsId: number
  readonly name: string
  readonly pageIndex: number
}

export const readOpenLog = (search: URLSearchParams): OpenLog | null => {
  const which = oneOf(search.get('log'), LOGS)
  const agentPathsId = positive(search.get('logOf'))
  if (which === null || agentPathsId === null) return null
  const name = (search.get('logName') ?? '').slice(0, 32)
  return { which, agentPathsId, name, pageIndex: Math.min(500, positive(search.get('logPage')) ?? 1) }
}

export type Change = Readonly<Record<string, string | number | null>>

/** The address after a change; any change except the page starts at the first page. Null removes a part. */
export const changedAddress = (held: URLSearchParams, change: Change): URLSearchParams => {
  const next = new URLSearchParams(held)
  if (!('page' in change)) next.delete('page')
  if (!('made' in change)) next.delete('made')
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The address of another account's children, without the filters of this level. */
export const levelAddress = (level: {
  readonly agentPathsId: number
  readonly roleId: Role
  readonly name: string
}): string =>
  `?${new URLSearchParams({ at: String(level.agentPathsId), role: String(level.roleId), atName: level.name })}`

/** Whether a search or a group finds accounts of the whole downline, whatever the list shows without them. */
export const isFound = ({ keyword, groupId }: Pick<AccountFilters, 'keyword' | 'groupId'>): boolean =>
  keyword !== '' || groupId !== null

/** Roles that can be below a role, in the order of the tabs. */
export const rolesBelow = (roleId: Role): readonly ListRole[] =>
  roleId === ROLE.head
    ? [1]
    : roleId < ROLE.agent
      ? [...ROLES.filter((role) => role > roleId && role < ROLE.member), ROLE.member, ROLE.flyOrder]
      : [ROLE.member, ROLE.flyOrder]

export const useAccountFilters = () => {
  const { search, go } = useAddress()
  return {
    search,
    filters: readAccountFilters(search),
    log: readOpenLog(search),
    change: (change: Change): void => go((held) => changedAddress(held, change)),
  }
}

/** What the filters ask of the list call, without the page. */
export const requestOf = (filters: AccountFilters) => ({
  ...(filters.at ? { parentPathsId: filters.at.agentPathsId } : {}),
  ...(typeof filters.tab === 'number' ? { roleId: filters.tab } : {}),
  ...(filters.status === null ? {} : { status: filters.status }),
  ...(filters.below ? { below: true } : {}),
  ...(filters.keyword === '' ? {} : { keyword: filters.keyword }),
  ...(filters.groupId === null ? {} : { groupId: filters.groupId }),
  ...(filters.sort === null ? {} : { sortInfo: filters.sort }),
})
