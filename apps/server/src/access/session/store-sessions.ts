import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'
import type { OwnPath } from '../store-account-paths.ts'
import type { RoleType, Status } from '../store-accounts.ts'

export interface NewSession {
  readonly tokenHash: string
  readonly accountId: AccountId
  readonly roleType: RoleType
  readonly at: number
  readonly expiresAt: number
  readonly ip: string
  readonly device: string
  readonly deviceHash: string | null
  /** The operator who looks into the account, reading only; absent: the account itself. */
  readonly lookerId?: AccountId
}

export async function insertSession(on: Queryable, session: NewSession): Promise<void> {
  await on.query(
    `insert into sessions (token_hash, account_id, role_type, created_at, seen_at, expires_at, ip, device, device_hash, looker_id)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`,
    [
      session.tokenHash,
      session.accountId,
      session.roleType,
      session.at,
      session.expiresAt,
      session.ip,
      session.device,
      session.deviceHash,
      session.lookerId ?? null,
    ],
  )
}

/** Turns a ticket that has not been used or run out into a session. Returns the account that it looks into. */
export async function useLookTicket(
  on: Queryable,
  ticketHash: string,
  begun: Pick<NewSession, 'tokenHash' | 'at' | 'expiresAt' | 'ip' | 'device'>,
): Promise<AccountId | undefined> {
  const found = await maybeRow<{ account_id: AccountId }>(
    on,
    `update sessions set token_hash = $2, seen_at = $3, expires_at = $4, ip = $5, device = $6
      where token_hash = $1 and looker_id is not null and ended_at is null and expires_at > $3
      returning account_id`,
    [ticketHash, begun.tokenHash, begun.at, begun.expiresAt, begun.ip, begun.device],
  )
  return found?.account_id
}

/** The operator of a session that only looks into an account. */
export interface Looker {
  readonly status: Status
  readonly permissionIds: readonly number[] | null
  readonly allowedIps: readonly string[]
}

/** A live session with its account and, for a sub-account, the main account. */
export interface SessionFacts {
  readonly sessionId: number
  readonly roleType: RoleType
  readonly seenAt: number
  readonly accountId: AccountId
  readonly accountName: string
  readonly accountType: 1 | 2
  readonly accountStatus: Status
  readonly permissionIds: readonly number[] | null
  readonly merchantId: MerchantId
  readonly mainAccountId: AccountId | null
  readonly mainStatus: Status | null
  readonly mustChangePassword: boolean
  readonly hasTransferPassword: boolean
  /** It has no second factor yet: an operator of a production database, or a role that the settings name. */
  readonly owesValidator: boolean
  /** Addresses it may be used from; none: any. */
  readonly allowedIps: readonly string[]
  /** Addresses of a sub-account's main account; they apply to the sub-account too. */
  readonly mainIps: readonly string[]
  /** Null: the account itself. */
  readonly looker: Looker | null
}

interface PathColumns {
  merchant_id: MerchantId
  account_id: AccountId
  path_id: PathId
  role: Role
  path_name: string
  nickname: string | null
  is_allow_pilot_out: boolean
  lineage: PathId[]
  statuses: Status[]
}

interface SessionRow {
  [column: string]: unknown
  token_hash: string
  session_id: number
  role_type: RoleType
  seen_at: bigint
  expires_at: bigint
  id: AccountId
  name: string
  account_type: 1 | 2
  status: Status
  permission_ids: number[] | null
  merchant_id: MerchantId
  main_account_id: AccountId | null
  main_status: Status | null
  must_change_password: boolean
  has_transfer: boolean
  owes_validator: boolean
  allowed_ips: string[]
  main_ips: string[] | null
  looker_status: Status | null
  looker_ids: number[] | null
  looker_ips: string[] | null
}

/** A session that has not ended, and the open paths of its main account, oldest first. */
export interface OpenSession {
  readonly facts: SessionFacts
  readonly expiresAt: number
  readonly paths: readonly OwnPath[]
}

const MAX_PATHS = 100

/** Whose paths a session has. It is the same for as long as the session lives. */
interface Owner {
  readonly merchantId: MerchantId
  readonly mainId: AccountId
}

/** Owners of sessions that this process has seen, by token. The oldest ones are forgotten. */
export class SessionOwners {
  readonly #most: number
  readonly #known = new Map<string, Owner>()

  constructor(most = 20_000) {
    this.#most = most
  }

  /** The owners of all the tokens, or undefined when one of them has not been seen. */
  of(tokenHashes: readonly string[]): Owner[] | undefined {
    const found = tokenHashes.flatMap((tokenHash) => this.#known.get(tokenHash) ?? [])
    return found.length === tokenHashes.length ? found : undefined
  }

  see(tokenHash: string, owner: Owner): void {
    if (this.#known.has(tokenHash)) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= this.#most) this.#known.delete(oldest)
    this.#known.set(tokenHash, owner)
  }
}

/**
 * The session of each token; undefined: no session, or an ended one. Sessions and accounts do not lie on the machines of
 * the merchants, so the paths are a read of their own. It is sent together with the first when `seen` knows whose paths
 * they are. Both are read by every call: only whose they are is remembered.
 */
export async function findSessions(
  on: Queryable,
  tokenHashes: readonly string[],
  seen?: SessionOwners,
): Promise<readonly (OpenSession | undefined)[]> {
  const known = seen?.of(tokenHashes)
  const [lines, early] = await Promise.all([readSessions(on, tokenHashes), known && openPaths(on, known)])
  const paths = early ?? (await openPaths(on, lines.map(ownerOf)))
  const byToken = new Map(lines.map((line) => [line.token_hash, line]))
  return tokenHashes.map((tokenHash) => {
    const line = byToken.get(tokenHash)
    if (!line) return undefined
    const owner = ownerOf(line)
    seen?.see(tokenHash, owner)
    const own = paths.get(owner.mainId)?.filter((path) => path.merchant_id === owner.merchantId) ?? []
    return { facts: factsOf(line), expiresAt: Number(line.expires_at), paths: own.slice(0, MAX_PATHS).map(pathOf) }
  })
}

const ownerOf = (line: SessionRow): Owner => ({
  merchantId: line.merchant_id,
  mainId: line.main_account_id ?? line.id,
})

async function readSessions(on: Queryable, tokenHashes: readonly string[]): Promise<SessionRow[]> {
  const found = await on.query<SessionRow>({
    name: 'access-sessions',
    text: `select s.token_hash, s.id as session_id, s.role_type, s.seen_at, s.expires_at, a.id, a.name,
                  coalesce(m.account_type, a.account_type) as account_type, a.status, a.permission_ids, a.merchant_id,
                  a.main_account_id, m.status as main_status, a.must_change_password,
                  a.transfer_hash is not null as has_transfer,
                  a.totp_secret is null and exists (
                    select from settings
                     where (a.merchant_id = 0 and key = 'kind' and value = '"production"')
                        or (a.merchant_id > 0 and key = 'system'
                            and value -> 'totpRoles' @> to_jsonb(coalesce(m.role_id, a.role_id)))) as owes_validator,
                  a.allowed_ips, m.allowed_ips as main_ips,
                  l.status as looker_status, l.permission_ids as looker_ids, l.allowed_ips as looker_ips
             from sessions s
             join accounts a on a.id = s.account_id
             left join accounts m on m.id = a.main_account_id
             left join accounts l on l.id = s.looker_id
            where s.token_hash = any($1::text[]) and s.ended_at is null`,
    values: [tokenHashes],
  })
  return found.rows
}

/** The open paths of the main accounts, oldest first, by account. */
async function openPaths(on: Queryable, owners: readonly Owner[]): Promise<Map<AccountId, PathColumns[]>> {
  if (owners.length === 0) return new Map()
  const found = await on.query<PathColumns & Record<string, unknown>>({
    name: 'access-session-paths',
    text: `select p.merchant_id, p.account_id, p.id as path_id, p.role, p.name as path_name, p.nickname,
                  p.is_allow_pilot_out, p.lineage,
                  array(select u.status from paths u
                         where u.merchant_id = p.merchant_id and u.id = any(p.lineage || p.id))::integer[] as statuses
             from paths p
            where p.merchant_id = any($1::integer[]) and p.account_id = any($2::integer[])
              and p.closed_at is null and p.role < 10000
            order by p.id`,
    values: [
      [...new Set(owners.map(({ merchantId }) => merchantId))],
      [...new Set(owners.map(({ mainId }) => mainId))],
    ],
  })
  return Map.groupBy(found.rows, (path) => path.account_id)
}

const pathOf = (line: PathColumns): OwnPath => ({
  id: line.path_id,
  merchantId: line.merchant_id,
  role: line.role,
  name: line.path_name,
  nickname: line.nickname,
  flyOutAllowed: line.is_allow_pilot_out,
  lineage: line.lineage,
  statuses: line.statuses,
})

const factsOf = (found: SessionRow): SessionFacts => ({
  sessionId: found.session_id,
  roleType: found.role_type,
  seenAt: Number(found.seen_at),
  accountId: found.id,
  accountName: found.name,
  accountType: found.account_type,
  accountStatus: found.status,
  permissionIds: found.permission_ids,
  merchantId: found.merchant_id,
  mainAccountId: found.main_account_id,
  mainStatus: found.main_status,
  mustChangePassword: found.must_change_password,
  hasTransferPassword: found.has_transfer,
  owesValidator: found.owes_validator,
  allowedIps: found.allowed_ips,
  mainIps: found.main_ips ?? [],
  looker:
    found.looker_status === null
      ? null
      : { status: found.looker_status, permissionIds: found.looker_ids, allowedIps: found.looker_ips ?? [] },
})

export async function touchSession(on: Queryable, tokenHash: string, at: number): Promise<void> {
  await on.query('update sessions set seen_at = $2 where token_hash = $1 and seen_at < $2', [tokenHash, at])
}

export async function endSession(on: Queryable, tokenHash: string, at: number, why: string): Promise<void> {
  await on.query('update sessions set ended_at = $2, ended_why = $3 where token_hash = $1 and ended_at is null', [
    tokenHash,
    at,
    why,
  ])
}

/** Which of the accounts have a session that was used since. */
export async function onlineAccounts(
  on: Queryable,
  accountIds: readonly AccountId[],
  seenSince: number,
): Promise<Set<AccountId>> {
  const found = await rows<{ account_id: AccountId }>(
    on,
    `select distinct account_id from sessions 
      where account_id = any($1::integer[]) and ended_at is null and seen_at > $2 and looker_id is null`,
    [accountIds, seenSince],
  )
  return new Set(found.map((session) => session.account_id))
}

/** Keeps the newest sessions of an account and ends the others. */
export async function endOldestSessions(
  on: Queryable,
  accountId: AccountId,
  { keep, at }: { readonly keep: number; readonly at: number },
): Promise<void> {
  await on.query(
    `update sessions set ended_at = $2, ended_why = 'revoked'
      where id in (select id from sessions where account_id = $1 and ended_at is null and looker_id is null
                    order by id desc offset $3)`,
    [accountId, at, keep],
  )
}

/**
 * Ends all live sessions of the accounts except `except`, and forgets their devices except its own. Devices come first, as in
 * a sign-in, which remembers its device and then ends the oldest session.
 */
export async function endSessionsOf(
  on: Queryable,
  accountIds: readonly AccountId[],
  ending: { readonly at: number; readonly why: string; readonly except?: string },
): Promise<void> {
  const except = ending.except ?? null
  await on.query(
    `delete from known_devices
      where account_id = any($1::integer[])
        and token_hash is distinct from (select device_hash from sessions where token_hash = $2)`,
    [accountIds, except],
  )
  await on.query(
    `update sessions set ended_at = $2, ended_why = $3
      where account_id = any($1::integer[]) and ended_at is null and token_hash is distinct from $4`,
    [accountIds, ending.at, ending.why, except],
  )
}

/** Forgets the device that a session was opened on. */
export async function forgetDeviceOf(on: Queryable, tokenHash: string): Promise<void> {
  await on.query(
    `delete from known_devices d using sessions s
      where s.token_hash = $1 and d.token_hash = s.device_hash and d.account_id = s.account_id`,
    [tokenHash],
  )
}

/** Why a session was ended; null: it is live, expired or never existed. */
export async function whyEnded(on: Queryable, tokenHash: string): Promise<string | null> {
  const found = await maybeRow<{ ended_why: string | null }>(
    on,
    'select ended_why from sessions where token_hash = $1',
    [tokenHash],
  )
  return found?.ended_why ?? null
}

export interface Device {
  readonly id: number
  readonly tokenHash: string
  readonly device: string
  readonly ip: string
  readonly createdAt: number
  readonly seenAt: number
}

/** Live sessions of an account, the one used last first. */
export async function findDevices(
  on: Queryable,
  accountId: AccountId,
  at: { readonly now: number; readonly seenSince: number },
): Promise<Device[]> {
  const found = await rows<{
    id: number
    token_hash: string
    device: string
    ip: string
    created_at: bigint
    seen_at: bigint
  }>(
    on,
    `select id, token_hash, device, ip, created_at, seen_at from sessions
      where account_id = $1 and ended_at is null and expires_at > $2 and seen_at > $3 and looker_id is null
      order by seen_at desc, id desc limit 100`,
    [accountId, at.now, at.seenSince],
  )
  return found.map((session) => ({
    id: session.id,
    tokenHash: session.token_hash,
    device: session.device,
    ip: session.ip,
    createdAt: Number(session.created_at),
    seenAt: Number(session.seen_at),
  }))
}
