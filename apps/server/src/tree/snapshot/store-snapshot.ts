import type { Day } from '@strata/domain/calendar'
import type { AccountId, GameId, MerchantId, PathId } from '@strata/domain/ids'
import { share } from '@strata/domain/money'
import type { Role } from '@strata/domain/tree'
import type { Lease } from '@strata/domain/tree/lease'
import { namedRows, type Queryable, row } from '../../platform/db.ts'
import {
  type AcceptType,
  groupsFromJson,
  type LinkRow,
  type Pankou,
  pankouFromText,
  type Remainder,
  type ShareRow,
} from '../terms/terms-rows.ts'

export type Status = 1 | 2 | 4

export interface StoredPath {
  readonly id: PathId
  readonly parentId: PathId | null
  /** 1 merchant, 2 general agent, 3 agent, 10001 member, 10002 fly-order. */
  readonly role: Role
  readonly accountId: AccountId
  readonly name: string
  readonly nickname: string | null
  readonly ownStatus: Status
  readonly fundMode: 'credit' | 'cash'
  readonly flyOutAllowed: boolean
  /** Holders above this path, and the path itself if it is a holder. */
  readonly chainM: PathId | null
  readonly chainG: PathId | null
  readonly chainA: PathId | null
  /** Ids from the merchant down to the path itself. */
  readonly lineage: readonly PathId[]
  readonly termsVersion: number
  readonly isClosed: boolean
}

interface PathRow {
  id: PathId
  parent_id: PathId | null
  role: Role
  account_id: AccountId
  name: string
  nickname: string | null
  status: Status
  fund_mode: 'credit' | 'cash'
  is_allow_pilot_out: boolean
  chain_m: PathId | null
  chain_g: PathId | null
  chain_a: PathId | null
  lineage: PathId[]
  terms_version: number
  is_closed: boolean
}

const toPath = (found: PathRow): StoredPath => ({
  id: found.id,
  parentId: found.parent_id,
  role: found.role,
  accountId: found.account_id,
  name: found.name,
  nickname: found.nickname,
  ownStatus: found.status,
  fundMode: found.fund_mode,
  flyOutAllowed: found.is_allow_pilot_out,
  chainM: found.chain_m,
  chainG: found.chain_g,
  chainA: found.chain_a,
  lineage: found.lineage,
  termsVersion: found.terms_version,
  isClosed: found.is_closed,
})

const pathColumns = `p.id, p.parent_id, p.role, p.account_id, p.name, p.nickname, p.status, p.fund_mode, p.is_allow_pilot_out,
  p.chain_m, p.chain_g, p.chain_a, p.lineage, p.terms_version, p.closed_at is not null as is_closed`

/** How many other members are read together with a requested one. */
const NEXT_MEMBERS = 100

/**
 * Open members by account name (regardless of case) and paths by id, each with everything above it up to the
 * merchant. With a member, the next ones of its parent are read too: they will probably be needed soon, and one
 * read each would cost far more.
 */
export async function loadPaths(
  on: Queryable,
  merchantId: MerchantId,
  wanted: { names: readonly string[]; ids: readonly PathId[] },
): Promise<StoredPath[]> {
  const found = await namedRows<PathRow>(
    on,
    'tree-paths',
    `with asked as materialized (
       select id, lineage, null::integer as parent_id from paths where merchant_id = $1 and id = any($2::integer[])
       union all
       select id, lineage, parent_id from paths
        where merchant_id = $1 and lower(name) = any($3::text[]) and role = 10001 and closed_at is null
     ), beside as (
       select p.id from (select parent_id, min(id) as id from asked where parent_id is not null group by parent_id) first
        cross join lateral (
          select id from paths p where p.merchant_id = $1 and p.parent_id = first.parent_id and p.id > first.id
           order by p.id limit ${NEXT_MEMBERS}) p
     )
     select ${pathColumns} from paths p
      where p.merchant_id = $1 and p.id = any(array(select unnest(lineage) from asked union select id from beside))
        and (p.role = 10001 or p.id = any(array(select unnest(lineage) from asked)))`,
    [merchantId, wanted.ids, wanted.names],
  )
  return found.map(toPath)
}

export interface StoredLinkTerms {
  readonly pathId: PathId
  readonly terms: LinkRow
}

/** Many paths have equal terms: they share one parsed map, so that 10,000 members cost as much memory as one. */
export type GroupsPool = Map<string, LinkRow['groups']>

export async function loadLinkTerms(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
  pool: GroupsPool,
): Promise<StoredLinkTerms[]> {
  const found = await namedRows<{
    path_id: PathId
    game_id: GameId
    enabled: boolean
    pankou: string
    replenish_pankou: Pankou | null
    accept_type: AcceptType
    plays: string
  }>(
    on,
    'tree-links',
    `select path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays::text as plays
       from link_terms where merchant_id = $1 and path_id = any($2::integer[])`,
    [merchantId, pathIds],
  )
  return found.map((link) => {
    const groups = pool.get(link.plays) ?? groupsFromJson(link.plays)
    pool.set(link.plays, groups)
    return {
      pathId: link.path_id,
      terms: {
        gameId: link.game_id,
        enabled: link.enabled,
        pankou: pankouFromText(link.pankou),
        replenishPankou: link.replenish_pankou,
        acceptType: link.accept_type,
        groups,
      },
    }
  })
}

export interface StoredShareTerms {
  readonly pathId: PathId
  readonly terms: ShareRow
}

/** All versions, scheduled ones included, oldest first. */
export async function loadShareTerms(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<StoredShareTerms[]> {
  const found = await namedRows<{
    path_id: PathId
    game_id: GameId
    from_day: Day
    upline_share: number
    downline_cap: number
    remainder: Remainder
  }>(
    on,
    'tree-shares',
    `select path_id, game_id, from_day, upline_share, downline_cap, remainder
       from share_terms where merchant_id = $1 and path_id = any($2::integer[])
      order by path_id, game_id, from_day`,
    [merchantId, pathIds],
  )
  return found.map((terms) => ({
    pathId: terms.path_id,
    terms: {
      gameId: terms.game_id,
      fromDay: terms.from_day,
      uplineShare: share(BigInt(terms.upline_share)),
      downlineCap: share(BigInt(terms.downline_cap)),
      remainder: terms.remainder,
    },
  }))
}

/** What every batch of bets needs of its merchant: read with the lock, so it costs no statement of its own. */
export interface LockedMerchant {
  readonly configVersion: bigint
  readonly lease: Lease
  /** The largest sum of stakes that may be open; null: no limit. */
  readonly maxOpen: bigint | null
  /** At least what is open; null: not known. */
  readonly openBound: bigint | null
}

/** As `lockMerchant`, with the rules for bets. */
export async function lockMerchantRules(on: Queryable, merchantId: MerchantId): Promise<LockedMerchant> {
  const { rows: found } = await on.query<{
    config_version: bigint
    lease_from: Day | null
    lease_until: Day | null
    max_open: bigint | null
    open_bound: bigint | null
  }>({
    name: 'tree-lock',
    text: `select config_version, lease_from, lease_until, max_open, open_bound
             from merchants where id = $1 for no key update`,
    values: [merchantId],
  })
  const [merchant] = found
  if (!merchant) throw new Error(`no merchant ${merchantId}`)
  return {
    configVersion: merchant.config_version,
    lease: { from: merchant.lease_from, until: merchant.lease_until },
    maxOpen: merchant.max_open,
    openBound: merchant.open_bound,
  }
}

/** Stores what is open at most. The caller has locked the merchant. */
export async function saveOpenBound(on: Queryable, merchantId: MerchantId, bound: bigint): Promise<void> {
  await on.query({
    name: 'tree-open-bound',
    text: 'update merchants set open_bound = $2 where id = $1',
    values: [merchantId, String(bound)],
  })
}

/**
 * Takes the lock that orders everything which decides money of a merchant, and returns its config version. It must
 * be the first lock of its transaction.
 */
export const lockMerchant = async (on: Queryable, merchantId: MerchantId): Promise<bigint> =>
  (await lockMerchantRules(on, merchantId)).configVersion

/**
 * Taken before the first merchant by whoever locks several: on a cluster no statement locks them all in one order. Who
 * locks a single merchant need not take it.
 */
export async function lockSeveralMerchants(on: Queryable): Promise<void> {
  await on.query(`select pg_advisory_xact_lock(hashtextextended('strata:several-merchants', 0))`)
}

/** As `lockMerchant`, for several. */
export async function lockMerchants(on: Queryable, merchantIds: readonly MerchantId[]): Promise<void> {
  if (merchantIds.length > 1) await lockSeveralMerchants(on)
  for (const merchantId of merchantIds) await lockMerchant(on, merchantId)
}

export async function readConfigVersion(on: Queryable, merchantId: MerchantId): Promise<bigint> {
  return (await row<{ config_version: bigint }>(on, 'select config_version from merchants where id = $1', [merchantId]))
    .config_version
}
