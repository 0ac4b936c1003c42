import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'
import { groupsToJson, type LinkRow, pankouToText, type ShareRow } from './terms.ts'

export type Status = 1 | 2 | 4
export type FundMode = 'credit' | 'cash'

/** The merchant of the head's own rows. */
export const HEAD_MERCHANT = 0

export interface NewPath {
  readonly accountId: number
  readonly name: string
  readonly nickname: string | null
}

/** What new paths take from the one they hang under. */
export interface ParentPath {
  readonly id: number
  readonly merchantId: number
  readonly role: number
  readonly fundMode: FundMode
  readonly chainM: number | null
  readonly chainG: number | null
  readonly chainA: number | null
  readonly lineage: readonly number[]
}

interface ParentRow {
  id: number
  merchant_id: number
  role: number
  fund_mode: FundMode
  chain_m: number | null
  chain_g: number | null
  chain_a: number | null
  lineage: number[]
}

/** A path as a parent; closed ones are no parents. */
export async function findParent(on: Queryable, merchantId: number, id: number): Promise<ParentPath | undefined> {
  const found = await maybeRow<ParentRow>(
    on,
    `select id, merchant_id, role, fund_mode, chain_m, chain_g, chain_a, lineage
       from paths where merchant_id = $1 and id = $2 and closed_at is null`,
    [merchantId, id],
  )
  if (!found) return undefined
  return {
    id: found.id,
    merchantId: found.merchant_id,
    role: found.role,
    fundMode: found.fund_mode,
    chainM: found.chain_m,
    chainG: found.chain_g,
    chainA: found.chain_a,
    lineage: found.lineage,
  }
}

/** A path about to be changed. */
export interface Node {
  readonly id: number
  readonly merchantId: number
  /** Null for the head. */
  readonly parentId: number | null
  readonly parentRole: number | null
  readonly role: number
  readonly name: string
  readonly status: Status
  readonly isAllowPilotOut: boolean
  readonly lineage: readonly number[]
  readonly termsVersion: number
}

interface NodeRow {
  id: number
  merchant_id: number
  parent_id: number | null
  parent_role: number | null
  role: number
  name: string
  status: Status
  is_allow_pilot_out: boolean
  lineage: number[]
  terms_version: number
}

/** `parentRole` is null when the parent is the head, whose row lies in another merchant. */
export async function findNode(on: Queryable, merchantId: number, id: number): Promise<Node | undefined> {
  const found = await maybeRow<NodeRow>(
    on,
    `select p.id, p.merchant_id, p.parent_id, u.role as parent_role, p.role, p.name, p.status, p.is_allow_pilot_out,
            p.lineage, p.terms_version
       from paths p left join paths u on u.merchant_id = p.merchant_id and u.id = p.parent_id
      where p.merchant_id = $1 and p.id = $2 and p.closed_at is null`,
    [merchantId, id],
  )
  if (!found) return undefined
  return {
    id: found.id,
    merchantId: found.merchant_id,
    parentId: found.parent_id,
    parentRole: found.parent_role,
    role: found.role,
    name: found.name,
    status: found.status,
    isAllowPilotOut: found.is_allow_pilot_out,
    lineage: found.lineage,
    termsVersion: found.terms_version,
  }
}

/** Open paths directly below, bounded by what one parent may have. */
export async function listChildren(
  on: Queryable,
  merchantId: number,
  parentId: number,
): Promise<{ id: number; role: number }[]> {
  return rows<{ id: number; role: number }>(
    on,
    'select id, role from paths where merchant_id = $1 and parent_id = $2 and closed_at is null order by id limit 200000',
    [merchantId, parentId],
  )
}

/** Adds paths of one role under a parent and opens their wallets. Ids in the order given. */
export async function insertPaths(
  on: Queryable,
  parent: ParentPath,
  made: { merchantId: number; role: number; fundMode: FundMode; isAllowPilotOut: boolean; at: number },
  paths: readonly NewPath[],
): Promise<number[]> {
  const found = await rows<{ id: number; account_id: number }>(
    on,
    `with n as materialized (
       select nextval('path_ids')::integer as id, u.account_id, u.name, u.nickname
         from unnest($1::integer[], $2::text[], $3::text[]) with ordinality as u (account_id, name, nickname, place)
        order by u.place
     ), added as (
       insert into paths (merchant_id, id, parent_id, role, account_id, name, nickname, fund_mode, is_allow_pilot_out,
                          chain_m, chain_g, chain_a, lineage, created_at)
       select $4, n.id, $5, $6::integer, n.account_id, n.name, n.nickname, $7, $8,
              case when $6::integer = 1 then n.id else $9::integer end,
              case when $6::integer = 2 then n.id else $10::integer end,
              case when $6::integer = 3 then n.id else $11::integer end,
              $12::integer[] || n.id, $13
         from n
     ), wallet as (
       insert into wallets (merchant_id, path_id, fund_mode) select $4, n.id, $7 from n
     )
     select id, account_id from n`,
    [
      paths.map((path) => path.accountId),
      paths.map((path) => path.name),
      paths.map((path) => path.nickname),
      made.merchantId,
      parent.id,
      made.role,
      made.fundMode,
      made.isAllowPilotOut,
      parent.chainM,
      parent.chainG,
      parent.chainA,
      parent.lineage,
      made.at,
    ],
  )
  const ids = new Map(found.map((path) => [path.account_id, path.id]))
  return paths.map((path) => ids.get(path.accountId) as number)
}

/** The head's own path: id 1 of merchant 0. Once per database. */
export async function insertHead(on: Queryable, head: { accountId: number; name: string; at: number }): Promise<void> {
  await on.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, is_allow_pilot_out, lineage, created_at)
     values (0, 1, null, 0, $1, $2, 'credit', true, '{}', $3)`,
    [head.accountId, head.name, head.at],
  )
  await on.query(`select setval('path_ids', greatest(1, (select last_value from path_ids)))`)
}

/** The next merchant number; the lock keeps two creations apart until commit. */
export async function nextMerchantId(on: Queryable): Promise<number> {
  await on.query(`select pg_advisory_xact_lock(hashtextextended('strata:merchants', 0))`)
  return (await row<{ id: number }>(on, 'select coalesce(max(id), 0) + 1 as id from merchants')).id
}

export async function insertMerchant(
  on: Queryable,
  merchant: { id: number; code: string; name: string; fundMode: FundMode; at: number },
): Promise<void> {
  await on.query('insert into merchants (id, code, name, fund_mode, created_at) values ($1, $2, $3, $4, $5)', [
    merchant.id,
    merchant.code,
    merchant.name,
    merchant.fundMode,
    merchant.at,
  ])
}

export async function listMerchantIds(on: Queryable): Promise<number[]> {
  return (await rows<{ id: number }>(on, 'select id from merchants order by id')).map((merchant) => merchant.id)
}

/** Whatever decides money of the merchant changed: snapshots of other processes are out of date after commit. */
export async function bumpConfig(on: Queryable, merchantId: number): Promise<void> {
  await on.query('update merchants set config_version = config_version + 1 where id = $1', [merchantId])
}

export async function bumpTerms(on: Queryable, merchantId: number, pathIds: readonly number[]): Promise<void> {
  await on.query(
    'update paths set terms_version = terms_version + 1 where merchant_id = $1 and id = any($2::integer[])',
    [merchantId, pathIds],
  )
}

export async function setStatus(on: Queryable, merchantId: number, id: number, status: Status): Promise<void> {
  await on.query('update paths set status = $3 where merchant_id = $1 and id = $2', [merchantId, id, status])
}

export async function setPilotOut(on: Queryable, merchantId: number, id: number, isAllowed: boolean): Promise<void> {
  await on.query('update paths set is_allow_pilot_out = $3 where merchant_id = $1 and id = $2', [
    merchantId,
    id,
    isAllowed,
  ])
}

// ---- terms ---------------------------------------------------------------------------------------------------------

/**
 * Gives new paths a copy of their parent's terms: uplineShare 0, downlineCap the parent's own (0 for bettors), scheduled
 * versions included. A bettor gets the one pankou it bets on.
 */
export async function copyTerms(
  on: Queryable,
  from: { merchantId: number; pathId: number },
  to: { merchantId: number; pathIds: readonly number[]; bettorPankou: string | null },
): Promise<void> {
  const values = [to.merchantId, to.pathIds, from.merchantId, from.pathId, to.bettorPankou]
  await on.query(
    `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
     select $1, t.id, l.game_id, l.enabled, coalesce($5::text, l.pankou),
            case when $5::text is null then coalesce(l.replenish_pankou, left(l.pankou, 1)) end, l.accept_type, l.plays
       from link_terms l, unnest($2::integer[]) as t (id)
      where l.merchant_id = $3 and l.path_id = $4`,
    values,
  )
  await on.query(
    `insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
     select $1, t.id, s.game_id, s.from_day, 0, case when $5::text is null then s.downline_cap else 0 end, 'head'
       from share_terms s, unnest($2::integer[]) as t (id)
      where s.merchant_id = $3 and s.path_id = $4`,
    values,
  )
}

export async function saveLinkTerms(
  on: Queryable,
  merchantId: number,
  pathId: number,
  terms: readonly LinkRow[],
): Promise<void> {
  await on.query(
    `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
     select $1, $2, u.game_id, u.enabled, u.pankou, u.replenish_pankou, u.accept_type, u.plays
       from unnest($3::smallint[], $4::boolean[], $5::text[], $6::text[], $7::smallint[], $8::jsonb[])
            as u (game_id, enabled, pankou, replenish_pankou, accept_type, plays)
     on conflict (merchant_id, path_id, game_id) do update
       set enabled = excluded.enabled, pankou = excluded.pankou, replenish_pankou = excluded.replenish_pankou,
           accept_type = excluded.accept_type, plays = excluded.plays`,
    [
      merchantId,
      pathId,
      terms.map((t) => t.gameId),
      terms.map((t) => t.enabled),
      terms.map((t) => pankouToText(t.pankou)),
      terms.map((t) => t.replenishPankou),
      terms.map((t) => t.acceptType),
      terms.map((t) => groupsToJson(t.groups)),
    ],
  )
}

/** Saves share versions; versions that would begin later than one saved are replaced by it. */
export async function saveShareTerms(
  on: Queryable,
  merchantId: number,
  pathId: number,
  terms: readonly ShareRow[],
): Promise<void> {
  const columns = [terms.map((t) => t.gameId), terms.map((t) => t.fromDay)]
  await on.query(
    `delete from share_terms s using unnest($3::smallint[], $4::date[]) as u (game_id, from_day)
      where s.merchant_id = $1 and s.path_id = $2 and s.game_id = u.game_id and s.from_day > u.from_day`,
    [merchantId, pathId, ...columns],
  )
  await on.query(
    `insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
     select $1, $2, u.game_id, u.from_day, u.upline_share, u.downline_cap, u.remainder
       from unnest($3::smallint[], $4::date[], $5::smallint[], $6::smallint[], $7::text[])
            as u (game_id, from_day, upline_share, downline_cap, remainder)
     on conflict (merchant_id, path_id, game_id, from_day) do update
       set upline_share = excluded.upline_share, downline_cap = excluded.downline_cap, remainder = excluded.remainder`,
    [
      merchantId,
      pathId,
      ...columns,
      terms.map((t) => Number(t.uplineShare)),
      terms.map((t) => Number(t.downlineCap)),
      terms.map((t) => t.remainder),
    ],
  )
}

/** The last business day with an order on a path's link, of those from `from` on; null: none. */
export async function lastOrderDay(
  on: Queryable,
  merchantId: number,
  pathId: number,
  from: string,
): Promise<string | null> {
  const found = await row<{ day: string | null }>(
    on,
    `select max(d.day) as day from (
       select mp.day from merchant_periods mp
        where mp.merchant_id = $1 and mp.day >= $3
          and (exists (select 1 from exposures e
                        where e.merchant_id = $1 and e.period_id = mp.period_id and e.path_id = $2)
            or exists (select 1 from member_items i
                        where i.merchant_id = $1 and i.period_id = mp.period_id and i.path_id = $2))
       union all
       select r.day from rollup_paths r where r.merchant_id = $1 and r.path_id = $2 and r.day >= $3
     ) d`,
    [merchantId, pathId, from],
  )
  return found.day
}

// ---- change log ----------------------------------------------------------------------------------------------------

/** One field that changed. Values as people read them; null where there was none. */
export interface Change {
  readonly field: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

export interface ChangeRecord {
  readonly id: bigint
  readonly at: number
  readonly operatorId: number
  readonly operatorName: string
  readonly pathId: number
  readonly targetName: string
  readonly action: string
  readonly changes: readonly Change[]
  readonly ip: string
}

export async function logChanges(on: Queryable, merchantId: number, records: readonly ChangeRecord[]): Promise<void> {
  await on.query(
    `insert into change_log (merchant_id, id, at, operator_id, operator_name, path_id, target_name, action, changes, ip)
     select $1, u.id, u.at, u.operator_id, u.operator_name, u.path_id, u.target_name, u.action, u.changes, u.ip
       from unnest($2::text[]::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::integer[], $7::text[], $8::text[],
                   $9::jsonb[], $10::text[])
            as u (id, at, operator_id, operator_name, path_id, target_name, action, changes, ip)`,
    [
      merchantId,
      records.map((r) => String(r.id)),
      records.map((r) => r.at),
      records.map((r) => r.operatorId),
      records.map((r) => r.operatorName),
      records.map((r) => r.pathId),
      records.map((r) => r.targetName),
      records.map((r) => r.action),
      records.map((r) => JSON.stringify(r.changes)),
      records.map((r) => r.ip),
    ],
  )
}
