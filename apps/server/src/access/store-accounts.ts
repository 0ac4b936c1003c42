import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'
import { must } from '../platform/must.ts'

export type Status = 1 | 2 | 4
/** The side a session was opened on: 1 admin, 2 agent. */
export type RoleType = 1 | 2

export interface Account {
  readonly id: AccountId
  readonly name: string
  /** 1: may also sign in on the admin side. */
  readonly accountType: 1 | 2
  readonly roleId: Role
  readonly merchantId: MerchantId
  /** Null: not a sub-account. */
  readonly mainAccountId: AccountId | null
  readonly nickname: string | null
  readonly status: Status
  readonly mustChangePassword: boolean
  readonly hasTransferPassword: boolean
  /** Null: everything its role holds. */
  readonly permissionIds: readonly number[] | null
}

export interface AccountSecrets {
  readonly passwordHash: string
  /** Sealed; null: no second factor. */
  readonly totpSecret: string | null
  readonly recoveryHashes: readonly string[]
  /** Addresses it may be used from; none: any. */
  readonly allowedIps: readonly string[]
}

interface AccountRow {
  id: AccountId
  name: string
  account_type: 1 | 2
  role_id: Role
  merchant_id: MerchantId
  main_account_id: AccountId | null
  nickname: string | null
  status: Status
  must_change_password: boolean
  has_transfer: boolean
  permission_ids: number[] | null
}

const accountColumns =
  'a.id, a.name, a.account_type, a.role_id, a.merchant_id, a.main_account_id, a.nickname, a.status, ' +
  'a.must_change_password, a.permission_ids, a.transfer_hash is not null as has_transfer'

const toAccount = (found: AccountRow): Account => ({
  id: found.id,
  name: found.name,
  accountType: found.account_type,
  roleId: found.role_id,
  merchantId: found.merchant_id,
  mainAccountId: found.main_account_id,
  nickname: found.nickname,
  status: found.status,
  mustChangePassword: found.must_change_password,
  hasTransferPassword: found.has_transfer,
  permissionIds: found.permission_ids,
})

export async function findAccountByName(
  on: Queryable,
  name: string,
): Promise<{ account: Account; secrets: AccountSecrets } | undefined> {
  const found = await maybeRow<
    AccountRow & { password_hash: string; totp_secret: string | null; recovery_hashes: string[]; allowed_ips: string[] }
  >(
    on,
    `select ${accountColumns}, a.password_hash, a.totp_secret, a.recovery_hashes, a.allowed_ips
       from accounts a where lower(a.name) = lower($1)`,
    [name],
  )
  if (!found) return undefined
  const { password_hash: passwordHash, totp_secret: totpSecret, recovery_hashes: recoveryHashes } = found
  return {
    account: toAccount(found),
    secrets: { passwordHash, totpSecret, recoveryHashes, allowedIps: found.allowed_ips },
  }
}

export async function findAccount(on: Queryable, id: AccountId): Promise<Account | undefined> {
  const found = await maybeRow<AccountRow>(on, `select ${accountColumns} from accounts a where a.id = $1`, [id])
  return found && toAccount(found)
}

/** Addresses an account may be used from; none: any. */
export async function allowedIpsOf(on: Queryable, id: AccountId): Promise<readonly string[]> {
  const found = await maybeRow<{ allowed_ips: string[] }>(on, 'select allowed_ips from accounts where id = $1', [id])
  return found?.allowed_ips ?? []
}

/**
 * Locks and returns the secrets that a sign-in was checked against, so that a reset comes entirely before or after
 * it.
 */
export async function lockSignIn(
  on: Queryable,
  id: AccountId,
): Promise<{ passwordHash: string; passwordAt: number; totpSecret: string | null; status: Status } | undefined> {
  const found = await maybeRow<{
    password_hash: string
    password_at: bigint
    totp_secret: string | null
    status: Status
  }>(
    on,
    `select password_hash, coalesce(password_at, created_at) as password_at, totp_secret, status
       from accounts where id = $1 for no key update`,
    [id],
  )
  return (
    found && {
      passwordHash: found.password_hash,
      passwordAt: Number(found.password_at),
      totpSecret: found.totp_secret,
      status: found.status,
    }
  )
}

export interface NewAccount {
  readonly name: string
  readonly accountType: 1 | 2
  readonly roleId: Role
  readonly merchantId: MerchantId
  readonly mainAccountId: AccountId | null
  readonly nickname: string | null
  readonly passwordHash: string
  readonly transferHash: string | null
  readonly permissionIds: readonly number[] | null
  readonly mustChangePassword: boolean
}

/** Ids of the new accounts in the order given. Throws 23505 of `accounts_name` when a name is taken. */
export async function insertAccounts(on: Queryable, accounts: readonly NewAccount[], at: number): Promise<AccountId[]> {
  const found = await rows<{ id: AccountId; name: string }>(
    on,
    `insert into accounts (name, account_type, role_id, merchant_id, main_account_id, nickname, password_hash,
                           transfer_hash, permission_ids, must_change_password, created_at)
     select n.name, n.account_type, n.role_id, n.merchant_id, n.main_account_id, n.nickname, n.password_hash,
            n.transfer_hash, n.permission_ids::integer[], n.must_change, $11
       from unnest($1::text[], $2::smallint[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::text[],
                   $8::text[], $9::text[], $10::boolean[])
            as n (name, account_type, role_id, merchant_id, main_account_id, nickname, password_hash, transfer_hash,
                  permission_ids, must_change)
     returning id, name`,
    [
      accounts.map((a) => a.name),
      accounts.map((a) => a.accountType),
      accounts.map((a) => a.roleId),
      accounts.map((a) => a.merchantId),
      accounts.map((a) => a.mainAccountId),
      accounts.map((a) => a.nickname),
      accounts.map((a) => a.passwordHash),
      accounts.map((a) => a.transferHash),
      accounts.map((a) => (a.permissionIds === null ? null : `{${a.permissionIds.join(',')}}`)),
      accounts.map((a) => a.mustChangePassword),
      at,
    ],
  )
  const ids = new Map(found.map((account) => [account.name, account.id]))
  return accounts.map((account) => must(ids.get(account.name), 'the id of an inserted account'))
}

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

/** Whether this database has any account yet. */
export async function hasAccounts(on: Queryable): Promise<boolean> {
  return (await row<{ found: boolean }>(on, 'select exists (select 1 from accounts) as found')).found
}

export async function setNickname(on: Queryable, accountId: AccountId, nickname: string | null): Promise<void> {
  await on.query('update accounts set nickname = $2 where id = $1', [accountId, nickname])
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

/** Locks the account: no other transaction changes it or adds a path to it until this one ends. */
export async function lockAccount(on: Queryable, accountId: AccountId): Promise<void> {
  await on.query('select id from accounts where id = $1 for update', [accountId])
}

// ---- wrappers and waits --------------------------------------------------------------------------------------------

/** Returns false when the digest was stored before. */
export async function rememberWrapper(on: Queryable, digest: string, sealedAtMs: number): Promise<boolean> {
  const done = await on.query('insert into seen_wrappers (digest, t) values ($1, $2) on conflict (digest) do nothing', [
    digest,
    sealedAtMs,
  ])
  return done.rowCount === 1
}

export async function forgetWrappers(on: Queryable, before: number): Promise<void> {
  await on.query('delete from seen_wrappers where t < $1', [before])
}

/** The first `free` attempts need no wait; each further one doubles it. */
export interface AttemptRule {
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  readonly forgetAfterMs: number
}

/** The longest wait that these counts require now; undefined: none. Only reads. */
export async function findWait(
  on: Queryable,
  counts: readonly { readonly key: string; readonly rule: AttemptRule }[],
  now: number,
): Promise<{ key: string; until: number } | undefined> {
  const found = await maybeRow<{ key: string; wait_until: bigint }>(
    on,
    `select w.key, w.wait_until
       from unnest($1::text[], $2::integer[]) as c (key, free) join sign_in_waits w on w.key = c.key
      where w.wait_until > $3 and w.failures + 1 >= c.free
      order by w.wait_until desc limit 1`,
    [counts.map(({ key }) => key), counts.map(({ rule }) => rule.free), now],
  )
  return found && { key: found.key, until: Number(found.wait_until) }
}

/**
 * Counts an attempt before it is checked, so that parallel attempts cannot all be free. Returns the instant until
 * which to wait, or 0 when the attempt may continue. An attempt that has to wait writes nothing.
 */
export async function chargeAttempt(on: Queryable, key: string, rule: AttemptRule & { now: number }): Promise<number> {
  const { wait_until: until } = await row<{ wait_until: bigint | null }>(
    on,
    // Attempts that are still free wait for nobody, also when a neighbour's clock was a little ahead.
    `with waiting as (
       select wait_until from sign_in_waits where key = $1::text and wait_until > $2::bigint and failures + 1 >= $3::integer),
     charged as (
       insert into sign_in_waits as w (key, failures, wait_until)
       select $1::text, 1, $2::bigint where not exists (select from waiting)
       on conflict (key) do update
         set failures = case when w.wait_until < $2::bigint - $6::bigint then 1 else w.failures + 1 end,
             wait_until = $2::bigint + case when w.wait_until < $2::bigint - $6::bigint or w.failures + 1 < $3::integer then 0
               else least($5::bigint, $4::bigint * (2 ^ least(w.failures + 1 - $3::integer, 20))::bigint) end
       where w.wait_until <= $2::bigint or w.failures + 1 < $3::integer
       returning 0::bigint as wait_until)
     select coalesce((select wait_until from charged), (select wait_until from waiting)) as wait_until`,
    [key, rule.now, rule.free, rule.firstWaitMs, rule.longestWaitMs, rule.forgetAfterMs],
  )
  if (until !== null) return Number(until)
  // Another attempt at the same moment was the last free one.
  const found = await row<{ wait_until: bigint }>(on, 'select wait_until from sign_in_waits where key = $1', [key])
  return Number(found.wait_until)
}

export async function forgetAttempts(on: Queryable, key: string): Promise<void> {
  await on.query('delete from sign_in_waits where key = $1', [key])
}

/** Subtracts one attempt: the password was right and only the code is missing. */
export async function returnAttempt(on: Queryable, key: string, now: number): Promise<void> {
  await on.query(
    'update sign_in_waits set failures = greatest(failures - 1, 0), wait_until = least(wait_until, $2) where key = $1',
    [key, now],
  )
}

// ---- sign-in log ---------------------------------------------------------------------------------------------------

export interface SignInRecord {
  readonly accountId: AccountId | null
  readonly accountName: string
  readonly at: number
  readonly ip: string
  readonly device: string
  readonly result:
    | 'ok'
    | 'wrongCredentials'
    | 'disabled'
    | 'codeNeeded'
    | 'codeWrong'
    | 'lockedOut'
    | 'addressNotAllowed'
  /** The account had not been used on this device. Default false. */
  readonly newDevice?: boolean
}

export async function logSignIn(on: Queryable, record: SignInRecord): Promise<void> {
  await on.query(
    `insert into login_log (account_id, account_name, at, ip, device, result, new_device) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      record.accountId,
      record.accountName,
      record.at,
      record.ip,
      record.device,
      record.result,
      record.newDevice ?? false,
    ],
  )
}

/** Logs throttled attempts; each line has its number of attempts. */
export async function logRefused(
  on: Queryable,
  lines: readonly (Pick<SignInRecord, 'accountName' | 'ip' | 'device'> & { readonly times: number })[],
  at: number,
): Promise<void> {
  await on.query(
    `insert into login_log (account_name, at, ip, device, result, times)
     select l.account_name, $5, l.ip, l.device, 'lockedOut', l.times
       from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as l (account_name, ip, device, times)`,
    [
      lines.map(({ accountName }) => accountName),
      lines.map(({ ip }) => ip),
      lines.map(({ device }) => device),
      lines.map(({ times }) => times),
      at,
    ],
  )
}

/**
 * Deletes sign-ins older than 180 days, at most 10,000 rows. Only the owner role may delete from the log, so this
 * calls a function of the owner.
 */
export async function sweepLogins(on: Queryable): Promise<void> {
  await on.query('select sweep_login_log(10000)')
}

/** From now on the account must choose another login password before it may change anything. */
export async function mustChangePassword(on: Queryable, accountId: AccountId): Promise<void> {
  await on.query('update accounts set must_change_password = true where id = $1', [accountId])
}

/** Stores the last sign-in with the account, so that lists can sort by it. */
export async function noteSignIn(on: Queryable, accountId: AccountId, at: number): Promise<void> {
  await on.query('update accounts set last_login_at = $2 where id = $1', [accountId, at])
}

export async function lastSignIn(
  on: Queryable,
  accountId: AccountId,
): Promise<{ at: number; ip: string; region: string } | null> {
  const found = await maybeRow<{ at: bigint; ip: string; region: string }>(
    on,
    `select at, ip, region from login_log where account_id = $1 and result = 'ok' order by id desc limit 1`,
    [accountId],
  )
  return found ? { at: Number(found.at), ip: found.ip, region: found.region } : null
}

/** Uses a recovery code up; false: another request used it first. */
export async function takeRecoveryHash(on: Queryable, accountId: AccountId, hash: string): Promise<boolean> {
  const done = await on.query(
    'update accounts set recovery_hashes = array_remove(recovery_hashes, $2) where id = $1 and $2 = any(recovery_hashes)',
    [accountId, hash],
  )
  return done.rowCount === 1
}

export async function sweepAccess(
  on: Queryable,
  before: { sessionsBefore: number; requestsBefore: number; waitsBefore: number; maxWaits: number },
): Promise<void> {
  await on.query('delete from sessions where created_at < $1', [before.sessionsBefore])
  await on.query('delete from requests where at < $1', [before.requestsBefore])
  await on.query('delete from sign_in_waits where wait_until < $1', [before.waitsBefore])
  // A limit for any number of names and addresses: the waits that ended first are deleted first.
  await on.query(
    'delete from sign_in_waits where key in (select key from sign_in_waits order by wait_until desc, key offset $1)',
    [before.maxWaits],
  )
}

/** Turns a member's login into an agent's. If it has a password, somebody else chose it. */
export async function promoteAccount(on: Queryable, accountId: AccountId, role: Role): Promise<void> {
  await on.query('update accounts set role_id = $2, must_change_password = true where id = $1', [accountId, role])
}
