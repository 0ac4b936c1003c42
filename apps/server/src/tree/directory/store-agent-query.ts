import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { lastSignIns } from '../../access/accounts.ts'
import { type Queryable, rows } from '../../platform/db.ts'
import type { FundMode, Status } from '../paths/store-paths.ts'
import { isDefaultInForce } from '../terms/store-terms.ts'
import type { Matches, PathDirectory, PathFilter, Viewer } from './path-directory.ts'
import { pathsBy, type StoredSort } from './store-directory.ts'

export type AgentSort = 'accountName' | 'createdAt' | 'lastLoginAt' | 'credit' | 'balance' | 'cash' | 'uplineShare'

export interface AgentOrder {
  readonly by: AgentSort | null
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
  /** Business day of the share terms to read. */
  readonly day: string
  /** Absent: a reader who sees everything. */
  readonly viewer?: Viewer
}

/**
 * Above this number, the matching ids are not sent to be sorted. Instead the merchant's paths are read in order and
 * looked up among the matches.
 */
const NAMED = 2000

/**
 * The first of many matches by a stored value: reads the merchant's first paths by that value, in growing chunks,
 * until enough of them match.
 */
async function firstOfMany(
  on: Queryable,
  directory: PathDirectory,
  sort: { merchantId: MerchantId; by: StoredSort; descending: boolean; day: string },
  matches: Matches,
  needed: number,
): Promise<PathId[]> {
  for (let limit = Math.ceil((needed * directory.size * 2) / matches.total) + 100; ; limit *= 8) {
    const candidates = await pathsBy(on, sort.merchantId, sort, { limit })
    const found = candidates.filter((id) => directory.has(matches, id))
    if (found.length >= needed || candidates.length < limit) return found
  }
}

/** One page of path ids of a merchant in order. */
export interface AgentPage {
  readonly ids: PathId[]
  /** The number of all matches. */
  readonly total: number
  /** The number of matches of each role, whatever role the filter asks for. */
  readonly roles: ReadonlyMap<Role, number>
}

export async function findAgentPage(
  on: Queryable,
  directory: PathDirectory,
  merchantId: MerchantId,
  filter: PathFilter,
  order: AgentOrder,
): Promise<AgentPage> {
  const { descending, offset, limit, day } = order
  const matches = directory.match(filter)
  const needed = offset + limit
  const { total, roles } = matches
  const pageOf = (ids: readonly PathId[]): AgentPage => ({ ids: ids.slice(offset, needed), total, roles })
  // In a merchant without cash all values are equal, so the order is that of the ids.
  const by = order.by === 'cash' ? (directory.fundMode === 'cash' ? 'balance' : null) : order.by
  if (by === 'lastLoginAt') {
    const seen = await lastSignIns(on, merchantId)
    return pageOf(
      directory.first(matches, by, { descending, needed, seen, ...(order.viewer ? { viewer: order.viewer } : {}) }),
    )
  }
  if (by === null || by === 'accountName' || by === 'createdAt')
    return pageOf(directory.first(matches, by ?? 'id', { descending, needed }))
  const sort = { merchantId, by, descending, day }
  if (matches.total > NAMED) return pageOf(await firstOfMany(on, directory, sort, matches, needed))
  return pageOf(await pathsBy(on, merchantId, sort, { limit: needed, among: directory.idsOf(matches) }))
}

const MERCHANT_SORTS: Readonly<Record<AgentSort, string>> = {
  accountName: 'lower(p.name)',
  createdAt: 'p.created_at',
  lastLoginAt: 'coalesce(a.last_login_at, 0)',
  credit: 'w.quota',
  balance: 'w.balance',
  cash: `case w.fund_mode when 'cash' then w.balance else 0 end`,
  uplineShare: `(select t.upline_share from share_terms t
                  where t.merchant_id = p.merchant_id and t.path_id = p.id and ${isDefaultInForce('t', '$5::date')})`,
}

const likeText = (keyword: string): string => `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The head's own list: its merchants, one path each. */
export async function findMerchantPage(
  on: Queryable,
  filter: PathFilter & { readonly merchantIds: readonly MerchantId[] },
  order: AgentOrder,
): Promise<{ ids: PathId[]; total: number }> {
  const direction = order.descending ? 'desc' : 'asc'
  const key = order.by === null ? 'p.id' : MERCHANT_SORTS[order.by]
  const found = await rows<{ id: PathId }>(
    on,
    `select p.id
       from paths p
       join accounts a on a.id = p.account_id
       join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id
      where p.merchant_id = any($1::integer[]) and p.parent_id = $2 and p.closed_at is null
        and ($3::integer is null or p.role = $3) and ($4::smallint is null or p.status = $4) and $5::date is not null
        and ($6::text is null or lower(p.name) like $6 or lower(p.nickname) like $6)
        and ($7::integer is null or p.group_id = $7)
      order by ${key} ${direction}, p.id ${direction} limit 5000`,
    [
      filter.merchantIds,
      filter.under,
      filter.roleId ?? null,
      filter.status ?? null,
      order.day,
      filter.keyword ? likeText(filter.keyword) : null,
      filter.groupId ?? null,
    ],
  )
  const ids = found.map((path) => path.id)
  return { ids: ids.slice(order.offset, order.offset + order.limit), total: ids.length }
}

/** The id of a path if it is open: one id or none. */
export async function findOpenPath(on: Queryable, merchantIds: readonly MerchantId[], id: PathId): Promise<PathId[]> {
  const found = await rows<{ id: PathId }>(
    on,
    `select id from paths where merchant_id = any($1::integer[]) and id = $2 and closed_at is null`,
    [merchantIds, id],
  )
  return found.map((path) => path.id)
}

/** Which of these accounts of a merchant have an open path that is not at or below `under`. */
export async function accountsElsewhere(
  on: Queryable,
  merchantId: MerchantId,
  under: PathId,
  accountIds: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  const found = await rows<{ account_id: AccountId }>(
    on,
    `select distinct account_id from paths
      where merchant_id = $1 and account_id = any($3::integer[]) and closed_at is null and not ($2 = any(lineage))`,
    [merchantId, under, accountIds],
  )
  return new Set(found.map((path) => path.account_id))
}

/** The number of open paths below one, counted up to `most`; for the head its merchants. */
export async function countBelow(on: Queryable, merchantId: MerchantId, under: PathId, most: number): Promise<number> {
  const found = await rows<{ n: number }>(
    on,
    `select count(*)::integer as n from (
       select 1 from paths where merchant_id = $1 and lineage @> array[$2::integer] and closed_at is null limit $3::integer) c`,
    [merchantId, under, most],
  )
  return found[0]?.n ?? 0
}

export interface AgentFacts {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly parentId: PathId | null
  readonly role: Role
  readonly accountId: AccountId
  readonly name: string
  readonly nickname: string | null
  readonly status: Status
  readonly statuses: readonly Status[]
  readonly fundMode: FundMode
  readonly lineage: readonly PathId[]
  readonly createdAt: number
  readonly quota: bigint
  readonly balance: bigint
  readonly pankou: string
  readonly uplineShare: bigint
  readonly lastLoginAt: number | null
  readonly subCount: number
  readonly agents: number
  readonly members: number
}

interface FactsRow {
  id: PathId
  merchant_id: MerchantId
  parent_id: PathId | null
  role: Role
  account_id: AccountId
  name: string
  nickname: string | null
  status: Status
  statuses: Status[]
  fund_mode: FundMode
  lineage: PathId[]
  created_at: bigint
  quota: bigint | null
  balance: bigint | null
  pankou: string | null
  upline_share: number | null
  last_login_at: bigint | null
  sub_count: number
  agents: number
  members: number
}

/** All shown values of a page of paths; downline counts are of the next level. */
export async function loadAgentFacts(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  ids: readonly PathId[],
  day: string,
): Promise<Map<PathId, AgentFacts>> {
  const found = await rows<FactsRow>(
    on,
    `select p.id, p.merchant_id, p.parent_id, p.role, p.account_id, p.name, p.nickname, p.status, p.fund_mode, p.lineage,
            p.created_at, w.quota, w.balance, l.pankou, s.upline_share, a.last_login_at,
            array(select u.status from paths u where u.merchant_id = p.merchant_id and u.id = any(p.lineage))::integer[] as statuses,
            (select count(*)::integer from accounts sub where sub.main_account_id = p.account_id) as sub_count,
            c.agents, c.members
       from paths p
       join accounts a on a.id = p.account_id
       left join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id
       left join link_terms l on l.merchant_id = p.merchant_id and l.path_id = p.id and l.game_id = 0
       left join share_terms s on s.merchant_id = p.merchant_id and s.path_id = p.id and ${isDefaultInForce('s', '$3::date')}
       left join lateral (select count(*) filter (where d.role < 10000)::integer as agents,
                                 count(*) filter (where d.role = 10001)::integer as members
                            from paths d
                           where d.merchant_id = p.merchant_id and d.parent_id = p.id and d.closed_at is null) c on true
      where p.merchant_id = any($1::integer[]) and p.id = any($2::integer[])`,
    [merchantIds, ids, day],
  )
  return new Map(found.map((path) => [path.id, toFacts(path)]))
}

const toFacts = (path: FactsRow): AgentFacts => ({
  id: path.id,
  merchantId: path.merchant_id,
  parentId: path.parent_id,
  role: path.role,
  accountId: path.account_id,
  name: path.name,
  nickname: path.nickname,
  status: path.status,
  statuses: path.statuses,
  fundMode: path.fund_mode,
  lineage: path.lineage,
  createdAt: Number(path.created_at),
  quota: path.quota ?? 0n,
  balance: path.balance ?? 0n,
  pankou: path.pankou ?? '',
  uplineShare: BigInt(path.upline_share ?? 0),
  lastLoginAt: path.last_login_at === null ? null : Number(path.last_login_at),
  subCount: path.sub_count,
  agents: path.agents,
  members: path.members,
})

export interface HolderPath {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly name: string
  readonly nickname: string | null
  readonly role: 1 | 2 | 3
  /** Version of its terms. */
  readonly version: number
}

export interface ChildWithTerms extends Omit<HolderPath, 'role' | 'nickname'> {
  readonly role: Role
}

/** Open direct children, bettors too, by name. A fly-order account has no terms. */
export async function findChildren(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  parentId: PathId,
): Promise<ChildWithTerms[]> {
  const found = await rows<Omit<ChildWithTerms, 'merchantId'> & { merchant_id: MerchantId }>(
    on,
    `select merchant_id, id, name, role, terms_version as version from paths
      where merchant_id = any($1::integer[]) and parent_id = $2 and role in (1, 2, 3, 10001) and closed_at is null
      order by lower(name), id limit 2000`,
    [merchantIds, parentId],
  )
  return found.map(({ merchant_id: merchantId, ...path }) => ({ ...path, merchantId }))
}

/** Open direct children that are holders (not bettors), by name. */
export async function findHolders(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  parentId: PathId,
): Promise<HolderPath[]> {
  const found = await rows<Omit<HolderPath, 'merchantId'> & { merchant_id: MerchantId }>(
    on,
    `select merchant_id, id, name, nickname, role, terms_version as version from paths
      where merchant_id = any($1::integer[]) and parent_id = $2 and role in (1, 2, 3) and closed_at is null
      order by lower(name), id limit 2000`,
    [merchantIds, parentId],
  )
  return found.map(({ merchant_id: merchantId, ...path }) => ({ ...path, merchantId }))
}
