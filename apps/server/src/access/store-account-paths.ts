import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { type Queryable, row, rows } from '../platform/db.ts'
import type { Status } from './store-accounts.ts'

/** A path that a signed-in account may act for, with the statuses from the merchant down to it. */
export interface OwnPath {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly role: Role
  readonly name: string
  readonly nickname: string | null
  readonly flyOutAllowed: boolean
  readonly lineage: readonly PathId[]
  readonly statuses: readonly Status[]
}

interface OwnPathRow {
  id: PathId
  merchant_id: MerchantId
  role: Role
  name: string
  nickname: string | null
  is_allow_pilot_out: boolean
  lineage: PathId[]
  statuses: Status[]
}

/** Open paths of a main account, oldest first. */
export async function pathsOfAccount(on: Queryable, merchantId: MerchantId, accountId: AccountId): Promise<OwnPath[]> {
  const found = await rows<OwnPathRow>(
    on,
    `select p.id, p.merchant_id, p.role, p.name, p.nickname, p.is_allow_pilot_out, p.lineage,
            array(select u.status from paths u
                   where u.merchant_id = p.merchant_id and u.id = any(p.lineage || p.id))::integer[] as statuses
       from paths p
      where p.merchant_id = $1 and p.account_id = $2 and p.closed_at is null and p.role < 10000
      order by p.id limit 100`,
    [merchantId, accountId],
  )
  return found.map((path) => ({
    id: path.id,
    merchantId: path.merchant_id,
    role: path.role,
    name: path.name,
    nickname: path.nickname,
    flyOutAllowed: path.is_allow_pilot_out,
    lineage: path.lineage,
    statuses: path.statuses,
  }))
}

/** A path that a call names. */
export interface PathRef {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly parentId: PathId | null
  readonly role: Role
  readonly accountId: AccountId
  readonly name: string
  /** Ids from the merchant down to the path itself; empty for the head. */
  readonly lineage: readonly PathId[]
}

const refColumns = 'id, merchant_id, parent_id, role, account_id, name, lineage'

interface RefRow {
  id: PathId
  merchant_id: MerchantId
  parent_id: PathId | null
  role: Role
  account_id: AccountId
  name: string
  lineage: PathId[]
}

const toRef = (found: RefRow): PathRef => ({
  id: found.id,
  merchantId: found.merchant_id,
  parentId: found.parent_id,
  role: found.role,
  accountId: found.account_id,
  name: found.name,
  lineage: found.lineage,
})

/** Which of the ids lie at or below a path of its merchant. */
export async function findDownline(
  on: Queryable,
  merchantId: MerchantId,
  under: PathId,
  ids: readonly PathId[],
): Promise<PathRef[]> {
  const found = await rows<RefRow>(
    on,
    `select ${refColumns} from paths where merchant_id = $1 and id = any($2::integer[]) and $3 = any(lineage)`,
    [merchantId, ids, under],
  )
  return found.map(toRef)
}

/** For the head: itself and paths of any merchant. Not its fly-order accounts, which have calls of their own. */
export async function findAnywhere(on: Queryable, ids: readonly PathId[]): Promise<PathRef[]> {
  const found = await rows<RefRow>(
    on,
    `select ${refColumns} from paths /* all merchants */ where id = any($1::integer[]) and (merchant_id > 0 or role = 0)`,
    [ids],
  )
  return found.map(toRef)
}

/** Closed paths of an account, the latest first; only those below a path, unless that is null. */
export async function findClosedPaths(
  on: Queryable,
  { merchantId, accountId }: { readonly merchantId: MerchantId; readonly accountId: AccountId },
  under: PathId | null,
): Promise<{ agentPathsId: PathId; roleId: Role; closedAt: number }[]> {
  const found = await rows<{ id: PathId; role: Role; closed_at: bigint }>(
    on,
    `select id, role, closed_at from paths
      where merchant_id = $1 and account_id = $2 and closed_at is not null
        and ($3::integer is null or $3 = any(lineage))
      order by closed_at desc limit 20`,
    [merchantId, accountId, under],
  )
  return found.map(({ id, role, closed_at }) => ({ agentPathsId: id, roleId: role, closedAt: Number(closed_at) }))
}

/** Whether an account has an open path that is not at or below this one. */
export async function hasPathOutside(
  on: Queryable,
  {
    merchantId,
    accountId,
    under,
  }: { readonly merchantId: MerchantId; readonly accountId: AccountId; readonly under: PathId },
): Promise<boolean> {
  const found = await row<{ outside: boolean }>(
    on,
    `select exists (select from paths where merchant_id = $1 and account_id = $2 and closed_at is null
                      and not ($3 = any(lineage))) as outside`,
    [merchantId, accountId, under],
  )
  return found.outside
}
