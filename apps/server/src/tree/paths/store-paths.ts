import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'
import { must } from '../../platform/must.ts'

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
  readonly role: Role
  readonly fundMode: FundMode
  readonly chainM: number | null
  readonly chainG: number | null
  readonly chainA: number | null
  readonly lineage: readonly number[]
}

interface ParentRow {
  id: number
  merchant_id: number
  role: Role
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
  readonly parentRole: Role | null
  readonly role: Role
  readonly name: string
  readonly nickname: string | null
  readonly status: Status
  readonly isAllowPilotOut: boolean
  /** False where the parent is the head: it needs no leave. */
  readonly parentAllowsPilotOut: boolean
  readonly lineage: readonly number[]
  readonly termsVersion: number
}

interface NodeRow {
  id: number
  merchant_id: number
  parent_id: number | null
  parent_role: Role | null
  role: Role
  name: string
  nickname: string | null
  status: Status
  is_allow_pilot_out: boolean
  parent_pilot_out: boolean | null
  lineage: number[]
  terms_version: number
}

/** `parentRole` is null when the parent is the head, whose row lies in another merchant. */
export async function findNode(on: Queryable, merchantId: number, id: number): Promise<Node | undefined> {
  const found = await maybeRow<NodeRow>(
    on,
    `select p.id, p.merchant_id, p.parent_id, u.role as parent_role, p.role, p.name, p.nickname, p.status, p.is_allow_pilot_out,
            u.is_allow_pilot_out as parent_pilot_out, p.lineage, p.terms_version
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
    nickname: found.nickname,
    status: found.status,
    isAllowPilotOut: found.is_allow_pilot_out,
    parentAllowsPilotOut: found.parent_pilot_out ?? false,
    lineage: found.lineage,
    termsVersion: found.terms_version,
  }
}

/** Whether a path is still there: closed ones take part in nothing new. */
export async function isOpenPath(on: Queryable, merchantId: number, id: number): Promise<boolean> {
  const found = await rows(on, 'select from paths where merchant_id = $1 and id = $2 and closed_at is null', [
    merchantId,
    id,
  ])
  return found.length === 1
}

/** Whether an account has an open path right below a parent. */
export async function hasChildOf(
  on: Queryable,
  merchantId: number,
  parentId: number,
  accountId: number,
): Promise<boolean> {
  const found = await rows(
    on,
    'select from paths where merchant_id = $1 and parent_id = $2 and account_id = $3 and closed_at is null limit 1',
    [merchantId, parentId, accountId],
  )
  return found.length > 0
}

/** A main account by name with an open path at or below one (any of the merchant for null). */
export async function findAccountBelow(
  on: Queryable,
  merchantId: number,
  under: number | null,
  name: string,
): Promise<{ id: number; name: string; nickname: string | null; role: Role } | undefined> {
  return maybeRow(
    on,
    `select a.id, a.name, a.nickname, a.role_id as role from accounts a
      where lower(a.name) = lower($3) and a.merchant_id = $1 and a.main_account_id is null
        and exists (select from paths p where p.merchant_id = $1 and p.account_id = a.id and p.closed_at is null
                       and ($2::integer is null or p.lineage @> array[$2]))`,
    [merchantId, under, name],
  )
}

/**
 * Puts a path into a chat group of one of its ancestors that belongs to `ownerId` or somebody below it (null: the head,
 * whose every group is); false: there is no such group.
 */
export async function joinGroup(
  on: Queryable,
  {
    merchantId,
    pathId,
    groupId,
    ownerId,
  }: Readonly<Record<'merchantId' | 'pathId' | 'groupId', number>> & {
    readonly ownerId: number | null
  },
): Promise<boolean> {
  const done = await on.query(
    `update paths p set changed = pg_current_xact_id(), group_id = g.id from chat_groups g
      where p.merchant_id = $1 and p.id = $2 and g.merchant_id = $1 and g.id = $3 and g.path_id = any(p.lineage || 1)
        and ($4::integer is null or exists (select from paths o
              where o.merchant_id = $1 and o.id = g.path_id and $4 = any(o.lineage)))`,
    [merchantId, pathId, groupId, ownerId],
  )
  return done.rowCount === 1
}

/** Ends a path: it keeps its history and takes part in nothing new. */
export async function closePath(on: Queryable, merchantId: number, id: number, at: number): Promise<void> {
  await on.query('update paths set changed = pg_current_xact_id(), closed_at = $3 where merchant_id = $1 and id = $2', [
    merchantId,
    id,
    at,
  ])
}

/** Logins of which every path is disabled, of those with a path at or below one; sub-accounts with them. */
export async function shutAccounts(on: Queryable, merchantId: number, under: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    on,
    `with hit as materialized (
       select distinct account_id from paths
        where merchant_id = $1 and lineage @> array[$2::integer] and role < 10000 and closed_at is null
     ), shut as materialized (
       select h.account_id from hit h
        where not exists (
          select from paths p
           where p.merchant_id = $1 and p.account_id = h.account_id and p.role < 10000 and p.closed_at is null
             and not exists (select from paths u
                              where u.merchant_id = $1 and u.id = any(p.lineage) and u.status = 2))
     )
     select a.id from accounts a where a.id in (select account_id from shut)
     union all
     select a.id from accounts a where a.main_account_id in (select account_id from shut)`,
    [merchantId, under],
  )
  return found.map((account) => account.id)
}

export interface ChildPath {
  readonly id: number
  readonly parentId: number
  readonly role: Role
  readonly name: string
}

/** Open paths directly below any of these, bounded by what a merchant may have. */
export async function listChildren(
  on: Queryable,
  merchantId: number,
  parentIds: readonly number[],
): Promise<ChildPath[]> {
  const found = await rows<{ id: number; parent_id: number; role: Role; name: string }>(
    on,
    `select id, parent_id, role, name from paths
      where merchant_id = $1 and parent_id = any($2::integer[]) and closed_at is null order by id limit 200000`,
    [merchantId, parentIds],
  )
  return found.map(({ parent_id: parentId, ...child }) => ({ ...child, parentId }))
}

/** Adds paths of one role under a parent and opens their wallets. Ids in the order given. */
export async function insertPaths(
  on: Queryable,
  parent: ParentPath,
  made: { merchantId: number; role: Role; fundMode: FundMode; isAllowPilotOut: boolean; at: number },
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
  return paths.map((path) => must(ids.get(path.accountId), 'the id of an inserted path'))
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

export async function bumpTerms(on: Queryable, merchantId: number, pathIds: readonly number[]): Promise<void> {
  await on.query(
    'update paths set changed = pg_current_xact_id(), terms_version = terms_version + 1 where merchant_id = $1 and id = any($2::integer[])',
    [merchantId, pathIds],
  )
}

/** Held by whoever changes the head's own terms. */
export async function lockHead(on: Queryable): Promise<void> {
  await on.query('select id from paths where merchant_id = $1 and parent_id is null for no key update', [HEAD_MERCHANT])
}

export async function setStatus(on: Queryable, merchantId: number, id: number, status: Status): Promise<void> {
  await on.query('update paths set changed = pg_current_xact_id(), status = $3 where merchant_id = $1 and id = $2', [
    merchantId,
    id,
    status,
  ])
}

export async function setPilotOut(on: Queryable, merchantId: number, id: number, isAllowed: boolean): Promise<void> {
  await on.query(
    'update paths set changed = pg_current_xact_id(), is_allow_pilot_out = $3 where merchant_id = $1 and id = $2',
    [merchantId, id, isAllowed],
  )
}

export interface ChildRow {
  readonly id: number
  readonly name: string
  readonly terms_version: number
}

/** Direct children that hold business of their own. */
export const readChildren = (on: Queryable, merchantId: number, pathId: number): Promise<ChildRow[]> =>
  rows<ChildRow>(
    on,
    `select id, name, terms_version from paths
      where merchant_id = $1 and parent_id = $2 and role in (1, 2, 3) and closed_at is null order by id limit 2000`,
    [merchantId, pathId],
  )

/** Answers the path's account; undefined: no such path. */
export async function savePathNickname(
  on: Queryable,
  path: { readonly merchantId: number; readonly pathId: number; readonly nickname: string | null },
): Promise<number | undefined> {
  const renamed = await maybeRow<{ account_id: number }>(
    on,
    `update paths set changed = pg_current_xact_id(), nickname = $3 where merchant_id = $1 and id = $2
     returning account_id`,
    [path.merchantId, path.pathId, path.nickname],
  )
  return renamed?.account_id
}
