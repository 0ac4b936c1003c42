import { effectiveStatus, ROLE } from '@strata/domain/tree'
import { type Pool, runTx, siblingPool, type Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Semaphore } from '../../platform/semaphore.ts'
import { isHashingFull, verifyPassword } from '../passwords/password-pool.ts'
import { unwrapPassword } from '../passwords/wrapper.ts'
import { maintenanceAt } from '../platform-settings/maintenance.ts'
import { isAllowed } from '../session/addresses.ts'
import { pathsOnWire } from '../session/own-paths.ts'
import { openSession } from '../session/sessions.ts'
import { endOldestSessions } from '../session/store-sessions.ts'
import {
  type Account,
  type AccountSecrets,
  allowedIpsOf,
  chargeAttempt,
  findAccount,
  findAccountByName,
  forgetAttempts,
  lastSignIn,
  lockSignIn,
  logSignIn,
  noteSignIn,
  type OwnPath,
  pathsOfAccount,
  type RoleType,
  returnAttempt,
  type SignInRecord,
  type Status,
} from '../store-accounts.ts'
import { RefusedSignIns } from './refused-sign-ins.ts'
import { proveSecondFactor } from './second-factor.ts'

/**
 * Connections whose commits do not wait for the disk: a sign-in makes six, and bets would wait behind each of them. A database
 * that dies within a second of them forgets the sign-in together with its session; whatever is kept of that session's own doing
 * keeps all that was before it. Its owner ends it.
 */
export const signInPool = (pool: Pool): Pool =>
  siblingPool(pool, { max: 4, pipeline: false, settings: { synchronous_commit: 'off' } })

export interface SignInContext {
  readonly pool: Pool
  /** Made by signInPool: for all but second factors, which are used up for good. */
  readonly signIns: Pool
  readonly appSecret: string
  readonly secrets: Secrets
  readonly clock: () => number
}

export interface SignInRequest {
  readonly side: RoleType
  readonly account: string
  /** Wrapped. */
  readonly password: string
  readonly verifyCode: string | undefined
  readonly ip: string
  readonly device: string
}

/** Of one account at once; a further sign-in ends the oldest. */
const MAX_SESSIONS = 20

/** Few for one account from one place; many for one place over all accounts, where an office may share an address. */
const perAccount = { free: 5, firstWaitMs: 30_000, longestWaitMs: 3_600_000, forgetAfterMs: 86_400_000 }
const perBlock = { free: 60, firstWaitMs: 30_000, longestWaitMs: 600_000, forgetAfterMs: 3_600_000 }

/** Neighbours count as one: an IPv4 /24, an IPv6 /48. */
export function addressBlock(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)
  if (v4) return `${v4[1]}.0/24`
  const [head = ''] = ip.toLowerCase().split('%')
  const groups = (head.split('::')[0] ?? '').split(':').filter((group) => group !== '')
  return `${groups.slice(0, 3).join(':')}::/48`
}

const refused = new RefusedSignIns()

interface Attempt {
  readonly accountKey: string
  readonly blockKey: string
}

async function throttle(
  context: SignInContext,
  request: SignInRequest,
  attempt: Attempt,
): Promise<Refusal | undefined> {
  const now = context.clock()
  const accountUntil = await chargeAttempt(context.signIns, attempt.accountKey, { now, ...perAccount })
  const blockUntil = await chargeAttempt(context.signIns, attempt.blockKey, { now, ...perBlock })
  const until = Math.max(accountUntil, blockUntil)
  if (until === 0) return undefined
  const times = refused.count(accountUntil > 0 ? attempt.accountKey : attempt.blockKey, now)
  if (times !== undefined) await log(context, request, null, 'lockedOut', times)
  return refuse('lockedOut', { minutes: Math.max(1, Math.ceil((until - now) / 60_000)) })
}

const log = (
  context: SignInContext,
  request: SignInRequest,
  account: Account | null,
  result: SignInRecord['result'],
  times = 1,
): Promise<void> =>
  logSignIn(context.signIns, {
    accountId: account?.id ?? null,
    accountName: account?.name ?? request.account,
    at: context.clock(),
    ip: request.ip,
    device: request.device.slice(0, 200),
    result,
    times,
  })

interface SignedIn {
  /** What it was judged by. */
  readonly secrets: AccountSecrets
  readonly account: Account
  readonly main: Account
  readonly paths: readonly OwnPath[]
}

/** May this login be used on this side at all? Members and fly-orders never, operators' side only by its accounts. */
const maySignIn = (account: Account, side: RoleType): boolean =>
  account.roleId === ROLE.subAccount || (account.roleId < ROLE.member && (side === 2 || account.accountType === 1))

/** Paths that can still be signed in to, or undefined when the account, its main account or all paths are disabled. */
async function usable(
  context: SignInContext,
  account: Account,
  main: Account,
): Promise<Omit<SignedIn, 'secrets'> | undefined> {
  const own: Status[] = [account.status, main.status]
  if (effectiveStatus(own) === 2) return undefined
  const paths = await pathsOfAccount(context.signIns, main.merchantId, main.id)
  const open = paths.filter((path) => effectiveStatus(path.statuses) !== 2)
  return open.length > 0 ? { account, main, paths: open } : undefined
}

/**
 * What comes before the hash costs the database several commits. A hundred people at the same moment would stand before
 * everybody's bets with them, only to wait for their hashes after: so many go at a time.
 */
const lookups = new Semaphore(2)
const MAX_LOOKUPS = 500

type Found = NonNullable<Awaited<ReturnType<typeof findAccountByName>>>
interface Met {
  readonly attempt: Attempt
  readonly password: string
  readonly found: Found | undefined
  readonly main: Account | undefined
}

/** Who it says it is, and whether it may try. Whoever would find no place for the hash is sent away before any work. */
async function meet(context: SignInContext, request: SignInRequest): Promise<Met | Refusal> {
  if (isHashingFull()) return refuse('crowded')
  const password = await unwrapPassword(context.signIns, request.password, {
    appSecret: context.appSecret,
    nowMs: context.clock(),
  })
  if (password instanceof Refusal) return password
  const block = addressBlock(request.ip)
  const attempt = { accountKey: `account ${request.account.toLowerCase()} ${block}`, blockKey: `block ${block}` }
  const wait = await throttle(context, request, attempt)
  if (wait) return wait
  const found = await findAccountByName(context.signIns, request.account)
  const main = found?.account.mainAccountId
    ? await findAccount(context.signIns, found.account.mainAccountId)
    : found?.account
  return { attempt, password, found, main }
}

async function judge(context: SignInContext, request: SignInRequest, { attempt, password, found, main }: Met) {
  const known =
    found && main && maySignIn(found.account, request.side) && (request.side === 2 || main.accountType === 1)
  const right = await verifyPassword(known ? found.secrets.passwordHash : null, password)
  if (!right || !found || !main) {
    await log(context, request, found?.account ?? null, 'wrongCredentials')
    return refuse('wrongCredentials')
  }
  const signedIn = await usable(context, found.account, main)
  if (!signedIn) {
    await log(context, request, found.account, 'disabled')
    return refuse('disabled')
  }
  const mainIps = main.id === found.account.id ? [] : await allowedIpsOf(context.signIns, main.id)
  if (!isAllowed(request.ip, found.secrets.allowedIps) || !isAllowed(request.ip, mainIps)) {
    await log(context, request, found.account, 'addressNotAllowed')
    return refuse('addressNotAllowed')
  }
  return (await secondFactor(context, request, attempt, found)) ?? { ...signedIn, secrets: found.secrets }
}

async function secondFactor(
  context: SignInContext,
  request: SignInRequest,
  attempt: Attempt,
  found: { account: Account; secrets: AccountSecrets },
): Promise<Refusal | undefined> {
  if (found.secrets.totpSecret === null) return undefined
  if (request.verifyCode === undefined) {
    // The password was right, so nothing was guessed.
    await returnAttempt(context.signIns, attempt.accountKey, context.clock())
    await log(context, request, found.account, 'codeNeeded')
    return refuse('codeNeeded')
  }
  const refusal = await proveSecondFactor(context, found.account.id, found.secrets, request.verifyCode)
  if (refusal) await log(context, request, found.account, refusal.name === 'lockedOut' ? 'lockedOut' : 'codeWrong')
  return refusal
}

/** Whether what it was judged by still stands: a password may have been reset while it was hashed. */
async function hasChanged(tx: Tx, { account, main, secrets }: SignedIn): Promise<Refusal | undefined> {
  const now = await lockSignIn(tx, account.id)
  if (now?.passwordHash !== secrets.passwordHash) return refuse('wrongCredentials')
  const mainStatus = main.id === account.id ? now.status : ((await findAccount(tx, main.id))?.status ?? 2)
  if (effectiveStatus([now.status, mainStatus]) === 2) return refuse('disabled')
  // Taken off meanwhile is no reason to refuse; put on or replaced is.
  if (now.totpSecret !== null && now.totpSecret !== secrets.totpSecret) return refuse('codeNeeded')
  return undefined
}

async function answer(context: SignInContext, request: SignInRequest, signedIn: SignedIn) {
  const { account, main, paths } = signedIn
  const now = context.clock()
  const { maintenanceState } = await maintenanceAt(context.signIns, now)
  return runTx(context.signIns, {}, async (tx) => {
    const changed = await hasChanged(tx, signedIn)
    if (changed) return changed
    const lastLogin = await lastSignIn(tx, account.id)
    const session = { accountId: account.id, roleType: request.side, ip: request.ip, device: request.device, now }
    const accountToken = await openSession(tx, session)
    await endOldestSessions(tx, account.id, { keep: MAX_SESSIONS, at: now })
    await noteSignIn(tx, account.id, now)
    await logSignIn(tx, {
      accountId: account.id,
      accountName: account.name,
      at: now,
      ip: request.ip,
      device: request.device.slice(0, 200),
      result: 'ok',
    })
    return {
      accountToken,
      accountId: account.id,
      accountName: account.name,
      roleId: account.roleId as 0 | 1 | 2 | 3 | 10003,
      mainAccountId: account.mainAccountId ?? 0,
      maintenanceState,
      isAllowPilotOut: paths[0]?.isAllowPilotOut ?? false,
      accountType: request.side,
      accountAgentPathsList: pathsOnWire({ account, main, paths }, request.side),
      mustChangePassword: account.mustChangePassword,
      needSetPassword: !account.hasTransferPassword,
      lastLogin,
    }
  })
}

export type SignInAnswer = Exclude<Awaited<ReturnType<typeof answer>>, Refusal>

/**
 * Signs in, in one order: wrapper, throttle, password, status, address, second factor. Status and code are only told to who knows
 * the password; an unknown name costs and answers as a wrong password does.
 */
export async function signIn(context: SignInContext, request: SignInRequest): Promise<SignInAnswer | Refusal> {
  if (lookups.waiting >= MAX_LOOKUPS) return refuse('crowded')
  const met = await lookups.take(() => meet(context, request))
  if (met instanceof Refusal) return met
  const judged = await judge(context, request, met)
  if (judged instanceof Refusal) return judged
  await forgetAttempts(context.signIns, met.attempt.accountKey)
  await returnAttempt(context.signIns, met.attempt.blockKey, context.clock())
  return answer(context, request, judged)
}
