import type { AccountId, MerchantId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'

export interface StoredPasswords {
  readonly accountId: AccountId
  readonly name: string
  readonly merchantId: MerchantId
  readonly passwordHash: string
  readonly transferHash: string | null
  /** Sealed. */
  readonly totpSecret: string | null
  /** Sealed; set up but not yet confirmed. */
  readonly totpPending: string | null
  readonly recoveryHashes: readonly string[]
}

export async function findPasswords(on: Queryable, accountId: AccountId): Promise<StoredPasswords | undefined> {
  const found = await maybeRow<{
    id: AccountId
    name: string
    merchant_id: MerchantId
    password_hash: string
    transfer_hash: string | null
    totp_secret: string | null
    totp_pending: string | null
    recovery_hashes: string[]
  }>(
    on,
    `select id, name, merchant_id, password_hash, transfer_hash, totp_secret, totp_pending, recovery_hashes
       from accounts where id = $1`,
    [accountId],
  )
  return (
    found && {
      accountId: found.id,
      name: found.name,
      merchantId: found.merchant_id,
      passwordHash: found.password_hash,
      transferHash: found.transfer_hash,
      totpSecret: found.totp_secret,
      totpPending: found.totp_pending,
      recoveryHashes: found.recovery_hashes,
    }
  )
}

/** Hashes of the login passwords of the accounts that have these names. */
export async function passwordHashes(on: Queryable, names: readonly string[]): Promise<string[]> {
  const found = await rows<{ password_hash: string }>(
    on,
    'select password_hash from accounts where lower(name) = any($1::text[])',
    [names.map((name) => name.toLowerCase())],
  )
  return found.map((account) => account.password_hash)
}

export interface NewPassword {
  readonly accountId: AccountId
  readonly kind: 'login' | 'transfer'
  readonly hash: string
  /** For a login password: it was chosen by somebody else. */
  readonly mustChange: boolean
  readonly at: number
}

export async function setPassword(on: Queryable, password: NewPassword): Promise<void> {
  const { accountId, kind, hash, mustChange, at } = password
  if (kind === 'transfer') await on.query('update accounts set transfer_hash = $2 where id = $1', [accountId, hash])
  else {
    await on.query(
      'update accounts set password_hash = $2, must_change_password = $3, password_at = $4 where id = $1',
      [accountId, hash, mustChange, at],
    )
  }
}

export async function setPendingTotp(on: Queryable, accountId: AccountId, sealed: string): Promise<void> {
  await on.query('update accounts set totp_pending = $2 where id = $1', [accountId, sealed])
}

/** Sets the second factor of an account, or removes it (null). Deletes a pending setup in either case. */
export async function setTotp(
  on: Queryable,
  accountId: AccountId,
  totp: { readonly secret: string; readonly recoveryHashes: readonly string[] } | null,
): Promise<void> {
  await on.query('update accounts set totp_secret = $2, recovery_hashes = $3, totp_pending = null where id = $1', [
    accountId,
    totp?.secret ?? null,
    totp?.recoveryHashes ?? [],
  ])
}

// ---- reset codes ---------------------------------------------------------------------------------------------------

export interface NewCode {
  /** As typed; stored in lower case. */
  readonly name: string
  readonly accountId: AccountId | null
  readonly codeHash: string
  readonly at: number
  readonly expiresAt: number
  readonly perHour: number
  readonly perDay: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Replaces the previous code and its tries, unless the name has had its codes of this hour or of 24 hours. */
export async function saveResetCode(on: Queryable, code: NewCode): Promise<'saved' | 'hourIsFull' | 'dayIsFull'> {
  const sentSince = (since: number) => `(select count(*) from unnest(r.sent_at) s where s > $4::bigint - ${since})`
  const done = await on.query(
    `insert into reset_codes as r (name, account_id, sent_at, code_hash, tries, expires_at)
     values (lower($1), $2, array[$4::bigint], $3, 0, $5)
     on conflict (name) do update
       set account_id = excluded.account_id, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at,
           token_hash = null, token_until = 0,
           sent_at = array(select s from unnest(r.sent_at) s where s > $4::bigint - ${DAY_MS}) || $4::bigint
     where ${sentSince(HOUR_MS)} < $6 and ${sentSince(DAY_MS)} < $7`,
    [code.name, code.accountId, code.codeHash, code.at, code.expiresAt, code.perHour, code.perDay],
  )
  if (done.rowCount === 1) return 'saved'
  return (await findCodesSent(on, code.name, code.at - DAY_MS)) < code.perDay ? 'hourIsFull' : 'dayIsFull'
}

/** The number of codes sent to a name since then. */
async function findCodesSent(on: Queryable, name: string, since: number): Promise<number> {
  const found = await maybeRow<{ sent: number }>(
    on,
    `select (select count(*) from unnest(sent_at) s where s > $2)::integer as sent from reset_codes where name = lower($1)`,
    [name, since],
  )
  return found?.sent ?? 0
}

/**
 * Counts a try before it is checked. Returns the stored hash to compare with, or undefined when there is no code or
 * no try left.
 */
export async function chargeResetTry(
  on: Queryable,
  name: string,
  rule: { readonly now: number; readonly tries: number },
): Promise<{ codeHash: string; accountId: AccountId | null } | undefined> {
  const found = await maybeRow<{ code_hash: string; account_id: AccountId | null }>(
    on,
    `update reset_codes set tries = tries + 1
      where name = lower($1) and code_hash is not null and expires_at > $2 and tries < $3
      returning code_hash, account_id`,
    [name, rule.now, rule.tries],
  )
  return found && { codeHash: found.code_hash, accountId: found.account_id }
}

/** Replaces a correct code by a token. */
export async function saveResetToken(
  on: Queryable,
  name: string,
  token: { readonly hash: string; readonly until: number },
): Promise<void> {
  await on.query('update reset_codes set code_hash = null, token_hash = $2, token_until = $3 where name = lower($1)', [
    name,
    token.hash,
    token.until,
  ])
}

/** The account of a valid token; null otherwise. */
export async function resetTokenAccount(on: Queryable, hash: string, now: number): Promise<AccountId | null> {
  const found = await maybeRow<{ account_id: AccountId | null }>(
    on,
    'select account_id from reset_codes where token_hash = $1 and token_until > $2',
    [hash, now],
  )
  return found?.account_id ?? null
}

/** Marks a token as used. Returns false when another request used it first. */
export async function useResetToken(on: Queryable, hash: string, now: number): Promise<boolean> {
  const done = await on.query(
    'update reset_codes set token_hash = null, token_until = 0 where token_hash = $1 and token_until > $2',
    [hash, now],
  )
  return done.rowCount === 1
}

export async function sweepResetCodes(on: Queryable, before: number): Promise<void> {
  await on.query('delete from reset_codes where expires_at < $1 and token_until < $1', [before])
}

// ---- the demo's outbox ---------------------------------------------------------------------------------------------

export interface SentMessage {
  readonly id: number
  readonly at: number
  readonly accountName: string
  readonly address: string
  readonly content: string
}

const MAX_SENT_MESSAGES = 100

export async function saveSentMessage(on: Queryable, message: Omit<SentMessage, 'id'>): Promise<void> {
  const { accountName, address, content, at } = message
  await on.query('insert into sent_messages (account_name, address, content, at) values ($1, $2, $3, $4)', [
    accountName,
    address,
    content,
    at,
  ])
  await on.query(`delete from sent_messages where id <= (select max(id) from sent_messages) - ${MAX_SENT_MESSAGES}`)
}

export async function listSentMessages(on: Queryable): Promise<SentMessage[]> {
  const found = await rows<{ id: number; at: bigint; account_name: string; address: string; content: string }>(
    on,
    `select id, at, account_name, address, content from sent_messages order by id desc limit ${MAX_SENT_MESSAGES}`,
  )
  return found.map((message) => ({
    id: message.id,
    at: Number(message.at),
    accountName: message.account_name,
    address: message.address,
    content: message.content,
  }))
}

/** Accounts by the form of their contact: a chat of the bot, or a mail address. */
export const contactsByChannel = (on: Queryable): Promise<{ bot: number; mail: number }> =>
  row<{ bot: number; mail: number }>(
    on,
    `select count(*) filter (where details->>'contact' like 'telegram:%')::integer as bot,
            count(*) filter (where details->>'contact' like '%@%')::integer as mail
       from accounts where details ? 'contact'`,
  )
