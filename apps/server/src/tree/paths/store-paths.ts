import { type AccountId, type ChatGroupId, MerchantId, type PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

export type Status = 1 | 2 | 4
export type FundMode = 'credit' | 'cash'

/** The merchant id of the head's own rows. */
export const HEAD_MERCHANT = MerchantId(0)

export interface NewPath {
  readonly accountId: AccountId
  readonly name: string
  readonly nickname: string | null
}

/** The values that new paths take from their parent. */
export interface ParentPath {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly role: Role
  readonly fundMode: FundMode
  readonly chainM: PathId | null
  readonly chainG: PathId | null
  readonly chainA: PathId | null
  readonly lineage: readonly PathId[]
}

interface ParentRow {
  id: PathId
  merchant_id: MerchantId
  role: Role
  fund_mode: FundMode
  chain_m: PathId | null
  chain_g: PathId | null
  chain_a: PathId | null
  lineage: PathId[]
}

/** An open path as a parent; undefined for a closed one. */
export async function findParent(on: Queryable, merchantId: MerchantId, id: PathId): Promise<ParentPath | undefined> {
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

/** A path that a change needs. */
export interface Node {
  readonly id: PathId
  readonly merchantId: MerchantId
  /** Null for the head. */
  readonly parentId: PathId | null
  readonly parentRole: Role | null
  readonly role: Role
  readonly name: string
  readonly nickname: string | null
  readonly status: Status
  readonly flyOutAllowed: boolean
  /** False where the parent is the head, which needs no permission. */
  readonly parentAllowsFlyOut: boolean
  readonly lineage: readonly PathId[]
  readonly termsVersion: number
}

interface NodeRow {
  id: PathId
  merchant_id: MerchantId
  parent_id: PathId | null
  parent_role: Role | null
  role: Role
  name: string
  nickname: string | null
  status: Status
  is_allow_pilot_out: boolean
  parent_allowed: boolean | null
  lineage: PathId[]
  terms_version: number
}

/** `parentRole` is null when the parent is the head, whose row belongs to another merchant. */
export async function findNode(on: Queryable, merchantId: MerchantId, id: PathId): Promise<Node | undefined> {
  const found = await maybeRow<NodeRow>(
    on,
    `select p.id, p.merchant_id, p.parent_id, u.role as parent_role, p.role, p.name, p.nickname, p.status, p.is_allow_pilot_out,
            u.is_allow_pilot_out as parent_allowed, p.lineage, p.terms_version
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
    flyOutAllowed: found.is_allow_pilot_out,
    parentAllowsFlyOut: found.parent_allowed ?? false,
    lineage: found.lineage,
    termsVersion: found.terms_version,
  }
}

/** Whether a path is open: closed ones take part in nothing new. */
export async function isOpenPath(on: Queryable, merchantId: MerchantId, id: PathId): Promise<boolean> {
  const found = await rows(on, 'select from paths where merchant_id = $1 and id = $2 and closed_at is null', [
    merchantId,
    id,
  ])
  return found.length === 1
}

/** Whether an account has an open path directly below a parent. */
export async function hasChildOf(
  on: Queryable,
  merchantId: MerchantId,
  parentId: PathId,
  accountId: AccountId,
): Promise<boolean> {
  const found = await rows(
    on,
    'select from paths where merchant_id = $1 and parent_id = $2 and account_id = $3 and closed_at is null limit 1',
    [merchantId, parentId, accountId],
  )
  return found.length > 0
}

/** A main account by name with an open path at or below `under` (null: any path of the merchant). */
export async function findAccountBelow(
  on: Queryable,
  merchantId: MerchantId,
  under: PathId | null,
  name: string,
): Promise<{ id: AccountId; name: string; nickname: string | null; role: Role } | undefined> {
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
 * Puts a path into a chat group of one of its ancestors. The group must belong to `ownerId` or a path below it
 * (null: the head, which may use any group). Returns false if there is no such group.
 */
export async function putIntoOwnGroup(
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

/** Closes a path: it keeps its history and takes part in nothing new. */
export async function closePath(on: Queryable, merchantId: MerchantId, id: PathId, at: number): Promise<void> {
  await on.query('update paths set changed = pg_current_xact_id(), closed_at = $3 where merchant_id = $1 and id = $2', [
    merchantId,
    id,
    at,
  ])
}

/** Accounts with a path at or below `under` all of whose paths are disabled, with their sub-accounts. */
export async function shutAccounts(on: Queryable, merchantId: MerchantId, under: PathId): Promise<AccountId[]> {
  const found = await rows<{ id: AccountId }>(
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
  readonly id: PathId
  readonly parentId: PathId
  readonly role: Role
  readonly name: string
}

/** Open paths directly below any of these; bounded by the size of a merchant. */
export async function listChildren(
  on: Queryable,
  merchantId: MerchantId,
  parentIds: readonly number[],
): Promise<ChildPath[]> {
  const found = await rows<{ id: PathId; parent_id: PathId; role: Role; name: string }>(
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
  made: { merchantId: MerchantId; role: Role; fundMode: FundMode; flyOutAllowed: boolean; at: number },
  paths: readonly NewPath[],
): Promise<PathId[]> {
  const found = await rows<{ id: PathId; account_id: AccountId }>(
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
      made.flyOutAllowed,
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
export async function insertHead(
  on: Queryable,
  head: { accountId: AccountId; name: string; at: number },
): Promise<void> {
  await on.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, is_allow_pilot_out, lineage, created_at)
     values (0, 1, null, 0, $1, $2, 'credit', true, '{}', $3)`,
    [head.accountId, head.name, head.at],
  )
  await on.query(`select setval('path_ids', greatest(1, (select last_value from path_ids)))`)
}

export async function bumpTerms(on: Queryable, merchantId: MerchantId, pathIds: readonly PathId[]): Promise<void> {
  await on.query(
    'update paths set changed = pg_current_xact_id(), terms_version = terms_version + 1 where merchant_id = $1 and id = any($2::integer[])',
    [merchantId, pathIds],
  )
}

/** Held by every transaction that changes the head's own terms. */
export async function lockHead(on: Queryable): Promise<void> {
  await on.query('select id from paths where merchant_id = $1 and parent_id is null for no key update', [HEAD_MERCHANT])
}

export async function setStatus(on: Queryable, merchantId: MerchantId, id: PathId, status: Status): Promise<void> {
  await on.query('update paths set changed = pg_current_xact_id(), status = $3 where merchant_id = $1 and id = $2', [
    merchantId,
    id,
    status,
  ])
}

export async function setFlyOutAllowed(
  on: Queryable,
  merchantId: MerchantId,
  id: PathId,
  isAllowed: boolean,
): Promise<void> {
  await on.query(
    'update paths set changed = pg_current_xact_id(), is_allow_pilot_out = $3 where merchant_id = $1 and id = $2',
    [merchantId, id, isAllowed],
  )
}

export interface ChildRow {
  readonly id: PathId
  readonly name: string
  readonly terms_version: number
}

/** Open direct children that are holders (not bettors). */
export const readChildren = (on: Queryable, merchantId: MerchantId, pathId: PathId): Promise<ChildRow[]> =>
  rows<ChildRow>(
    on,
    `select id, name, terms_version from paths
      where merchant_id = $1 and parent_id = $2 and role in (1, 2, 3) and closed_at is null order by id limit 2000`,
    [merchantId, pathId],
  )

/** undefined: no such path. A path stays with its account. */
export async function accountOfPath(
  on: Queryable,
  path: { readonly merchantId: MerchantId; readonly pathId: PathId },
): Promise<AccountId | undefined> {
  const found = await maybeRow<{ account_id: AccountId }>(
    on,
    'select account_id from paths where merchant_id = $1 and id = $2',
    [path.merchantId, path.pathId],
  )
  return found?.account_id
}

export async function savePathNickname(
  on: Queryable,
  path: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly nickname: string | null },
): Promise<void> {
  await on.query('update paths set changed = pg_current_xact_id(), nickname = $3 where merchant_id = $1 and id = $2', [
    path.merchantId,
    path.pathId,
    path.nickname,
  ])
}

/** Gives all paths of an account its nickname. */
export async function renamePathsOf(
  on: Queryable,
  account: { readonly merchantId: MerchantId; readonly accountId: AccountId; readonly nickname: string | null },
): Promise<void> {
  await on.query(
    'update paths set changed = pg_current_xact_id(), nickname = $3 where merchant_id = $1 and account_id = $2',
    [account.merchantId, account.accountId, account.nickname],
  )
}

/** Puts paths into a chat group, or takes those that are in it out. Answers the names of the ones that changed. */
export async function putIntoGroup(
  on: Queryable,
  group: { readonly merchantId: MerchantId; readonly groupId: ChatGroupId },
  change: { readonly pathIds: readonly PathId[]; readonly remove: boolean },
): Promise<string[]> {
  const changed = await rows<{ name: string }>(
    on,
    `update paths set changed = pg_current_xact_id(), group_id = case when $4 then null else $2::integer end
      where merchant_id = $1 and id = any($3::integer[])
        and case when $4 then group_id = $2 else group_id is distinct from $2 end
      returning name`,
    [group.merchantId, group.groupId, change.pathIds, change.remove],
  )
  return changed.map((path) => path.name).sort()
}

export interface NamedMember {
  readonly pathId: PathId
  readonly name: string
  readonly groupId: ChatGroupId | null
}

/** A member (会员) of the merchant by its account name, any case. */
export async function memberByName(
  on: Queryable,
  merchantId: MerchantId,
  name: string,
): Promise<NamedMember | undefined> {
  const found = await maybeRow<{ id: PathId; name: string; group_id: ChatGroupId | null }>(
    on,
    `select id, name, group_id from paths
      where merchant_id = $1 and lower(name) = lower($2) and role = 10001 and closed_at is null
      order by id desc limit 1`,
    [merchantId, name],
  )
  return found && { pathId: found.id, name: found.name, groupId: found.group_id }
}
