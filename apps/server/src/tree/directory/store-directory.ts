import type { AccountId, ChatGroupId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { type Queryable, type Row, row, rows } from '../../platform/db.ts'
import type { FundMode, Status } from '../paths/store-paths.ts'
import { isDefaultInForce } from '../terms/store-terms.ts'

/** The values of a path that lists search. Names in lower case. */
export interface ListedPath {
  readonly id: PathId
  readonly parentId: PathId | null
  readonly role: Role
  readonly accountId: AccountId
  readonly status: Status
  readonly groupId: ChatGroupId | null
  readonly m: number | null
  readonly g: number | null
  readonly a: number | null
  readonly name: string
  readonly nickname: string
  readonly fundMode: FundMode
  readonly createdAt: number
  readonly isClosed: boolean
}

interface ListedRow {
  id: PathId
  parent_id: PathId | null
  role: Role
  account_id: AccountId
  status: Status
  group_id: ChatGroupId | null
  chain_m: PathId | null
  chain_g: PathId | null
  chain_a: PathId | null
  name: string
  nickname: string
  fund_mode: FundMode
  created_at: bigint
  is_closed: boolean
}

/** Ids of transactions: every later statement sees all that are older than `xmin`, and `xmax` has not begun yet. */
export interface ListedBounds {
  readonly xmin: string
  readonly xmax: string
}

/** On a cluster paths are stamped with transaction ids of the coordinator, so the bounds are its own as well. */
export const readListedBounds = (on: Queryable): Promise<ListedBounds> =>
  row<ListedBounds & Row>(
    on,
    'select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax from pg_current_snapshot() s',
  )

/**
 * Paths written by a transaction not older than `since` ('0': all of them). In a restored database, rows may carry
 * transaction ids from the future. They were read at the first read, so they are ignored until they are written
 * again.
 * @param xmax of bounds that were read before. What later transactions write is left to the next read.
 */
export async function loadListed(
  on: Queryable,
  merchantId: MerchantId,
  since: string,
  xmax: string,
): Promise<ListedPath[]> {
  const all = since === '0'
  const found = await rows<ListedRow>(
    on,
    `select id, parent_id, role, account_id, status, group_id, chain_m, chain_g, chain_a, lower(name) as name,
            lower(coalesce(nickname, '')) as nickname, fund_mode, created_at, closed_at is not null as is_closed
       from paths where merchant_id = $1
        ${all ? 'and closed_at is null' : 'and changed >= $2::text::xid8 and changed < $3::text::xid8'}`,
    all ? [merchantId] : [merchantId, since, xmax],
  )
  return found.map((path) => ({
    id: path.id,
    parentId: path.parent_id,
    role: path.role,
    accountId: path.account_id,
    status: path.status,
    groupId: path.group_id,
    m: path.chain_m,
    g: path.chain_g,
    a: path.chain_a,
    name: path.name,
    nickname: path.nickname,
    fundMode: path.fund_mode,
    createdAt: Number(path.created_at),
    isClosed: path.is_closed,
  }))
}

export type StoredSort = 'credit' | 'balance' | 'uplineShare'

/**
 * Where the values of a sort are stored: `path` is the column with the path's id, `tie` follows the key in its
 * index.
 */
const SOURCES: Readonly<Record<StoredSort, { from: string; path: string; key: string; tie: string }>> = {
  credit: {
    from: 'wallets w where w.merchant_id = $1 and $2::date is not null',
    path: 'w.path_id',
    key: 'w.quota',
    tie: 'w.path_id',
  },
  balance: {
    from: 'wallets w where w.merchant_id = $1 and $2::date is not null',
    path: 'w.path_id',
    key: 'w.balance',
    tie: 'w.path_id',
  },
  uplineShare: {
    from: `share_terms s where s.merchant_id = $1 and ${isDefaultInForce('s', '$2::date')}`,
    path: 's.path_id',
    key: 's.upline_share',
    tie: 's.path_id',
  },
}

/** The first `limit` ids of a merchant's paths by a stored value; if `among` is given, only ids of it. */
export async function pathsBy(
  on: Queryable,
  merchantId: MerchantId,
  sort: { readonly by: StoredSort; readonly descending: boolean; readonly day: string },
  wanted: { readonly limit: number; readonly among?: readonly number[] },
): Promise<PathId[]> {
  const { from, path, key, tie } = SOURCES[sort.by]
  const direction = sort.descending ? 'desc' : 'asc'
  const ties = tie.split(', ').map((column) => `${column} ${direction}`)
  const among = wanted.among ? `and ${path} = any($3::integer[])` : ''
  const found = await rows<{ id: PathId }>(
    on,
    `select ${path} as id from ${from} ${among} order by ${key} ${direction}, ${ties.join(', ')} limit ${Math.trunc(wanted.limit)}`,
    [merchantId, sort.day, ...(wanted.among ? [wanted.among] : [])],
  )
  return found.map(({ id }) => id)
}
