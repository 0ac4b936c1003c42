import type { AccountId } from '@strata/domain/ids'
import { maybeRow, type Queryable } from '../../platform/db.ts'
import type { Status } from '../store-accounts.ts'

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
