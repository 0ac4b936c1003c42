import { effectiveStatus, ROLE } from '@strata/domain/tree'
import { dayStartsOnWire } from '../../platform/business-day.ts'
import { type Pool, runTx, siblingPool, type Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Semaphore } from '../../platform/semaphore.ts'
import { isHashingFull, verifyPassword } from '../passwords/password-pool.ts'
import { type OpenedWrapper, openWrapper, takeWrapper } from '../passwords/wrapper.ts'
import { maintenanceAt } from '../platform-settings/maintenance.ts'
import { recentSystemSettings, systemSettings } from '../platform-settings/system-settings.ts'
import { isAllowed } from '../session/addresses.ts'
import { pathsOnWire } from '../session/own-paths.ts'
import { openSession } from '../session/sessions.ts'
import { endOldestSessions } from '../session/store-sessions.ts'
import { type OwnPath, pathsOfAccount } from '../store-account-paths.ts'
import {
  type Account,
  type AccountSecrets,
  allowedIpsOf,
  findAccount,
  findAccountByName,
  mustChangePassword,
  type RoleType,
  type Status,
} from '../store-accounts.ts'
import { type Answer as CaptchaAnswer, proveCaptcha } from './captcha.ts'
import { DEVICE_LASTS_MS, hashDeviceToken, isDeviceToken, MAX_DEVICES, newDeviceToken } from './device-cookie.ts'
import { RefusedSignIns } from './refused-sign-ins.ts'
import { proveSecondFactor } from './second-factor.ts'
import { findKnownDevice, rememberDevice } from './store-devices.ts'
import { lastSignIn, lockSignIn, logRefused, logSignIn, noteSignIn, type SignInRecord } from './store-sign-ins.ts'
import { type Brakes, brakesOfDevice, brakesOfStranger, needsCaptcha, SignInWaits, type Wait } from './waits.ts'

/**
 * A pool whose commits do not wait for the disk. A sign-in makes six commits, and bets would wait behind each of
 * them. If the database crashes within a second, it forgets the sign-in together with its session; a later durable
 * commit of that session also makes the earlier ones durable. The caller must end the pool.
 */
export const signInPool = (pool: Pool): Pool =>
  siblingPool(pool, { max: 4, pipeline: false, settings: { synchronous_commit: 'off' } })

export interface SignInContext {
  readonly pool: Pool
  /** Made by signInPool; used for everything except second factors, whose use must be durable. */
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
  readonly captcha: CaptchaAnswer
  readonly ip: string
  /** The User-Agent header. */
  readonly device: string
  /** The tokens of the device cookie. */
  readonly deviceTokens: readonly string[]
}

/** Per account; one more sign-in ends the oldest session. */
const MAX_SESSIONS = 20

interface Throttle {
  readonly waits: SignInWaits
  readonly refused: RefusedSignIns
}
const throttles = new WeakMap<Pool, Throttle>()

/** The waits and counts that this process holds for one database. */
function throttleOf({ signIns }: Pick<SignInContext, 'signIns'>): Throttle {
  const known = throttles.get(signIns)
  if (known) return known
  const made = { waits: new SignInWaits(), refused: new RefusedSignIns() }
  throttles.set(signIns, made)
  return made
}

/** Refuses a throttled attempt and counts it in memory only. */
function refuseFor(context: SignInContext, request: SignInRequest, wait: Wait): Refusal {
  const about = { accountName: request.account, ip: request.ip, device: request.device.slice(0, 200) }
  throttleOf(context).refused.count(wait.key, about)
  return refuse('lockedOut', { minutes: Math.max(1, Math.ceil((wait.until - context.clock()) / 60_000)) })
}

/** Writes the throttled attempts since the last write to the sign-in log. */
export async function writeRefused(context: Pick<SignInContext, 'signIns' | 'clock'>): Promise<void> {
  const { refused } = throttleOf(context)
  const lines = refused.take()
  if (lines.length === 0) return
  try {
    await logRefused(context.signIns, lines, context.clock())
  } catch (error) {
    refused.putBack(lines)
    throw error
  }
}

const log = (
  context: SignInContext,
  request: SignInRequest,
  account: Account | null,
  result: SignInRecord['result'],
): Promise<void> =>
  logSignIn(context.signIns, {
    accountId: account?.id ?? null,
    accountName: account?.name ?? request.account,
    at: context.clock(),
    ip: request.ip,
    device: request.device.slice(0, 200),
    result,
  })

interface SignedIn {
  /** The secrets that the sign-in was checked against. */
  readonly secrets: AccountSecrets
  readonly account: Account
  readonly main: Account
  readonly paths: readonly OwnPath[]
}

/**
 * Whether this login may be used on this side at all: members and fly-order accounts never, the operators' side
 * only by its own accounts.
 */
const maySignIn = (account: Account, side: RoleType): boolean =>
  account.roleId === ROLE.subAccount || (account.roleId < ROLE.member && (side === 2 || account.accountType === 1))

/** Paths that can still sign in, or undefined when the account, its main account or all paths are disabled. */
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
 * The work before the hash costs the database several commits. With a hundred sign-ins at the same moment these
 * would delay everybody's bets, only to wait for the hash queue afterwards. So only this many run at a time.
 */
const lookups = new Semaphore(2)
const MAX_LOOKUPS = 500

type Found = NonNullable<Awaited<ReturnType<typeof findAccountByName>>>
interface Met {
  readonly brakes: Brakes
  /** The known device that the attempt comes from. */
  readonly device: Device | undefined
  readonly password: string
  readonly found: Found | undefined
  readonly main: Account | undefined
}

interface Device {
  readonly token: string
  readonly hash: string
}

/** The tokens of the cookie that this server signed for the account. All others are ignored. */
const devicesOf = (context: SignInContext, { account, deviceTokens }: SignInRequest): Device[] =>
  deviceTokens
    .filter((token) => isDeviceToken(context.secrets, account, token))
    .map((token) => ({ token, hash: hashDeviceToken(token) }))

async function ownDevice(
  context: SignInContext,
  request: SignInRequest,
  devices: readonly Device[],
): Promise<Device | undefined> {
  if (devices.length === 0) return undefined
  const hashes = devices.map(({ hash }) => hash)
  const since = context.clock() - DEVICE_LASTS_MS
  const known = await findKnownDevice(context.signIns, request.account, hashes, since)
  return devices.find(({ hash }) => hash === known)
}

interface Attempt {
  readonly request: SignInRequest
  readonly opened: OpenedWrapper
  readonly devices: readonly Device[]
}

/** After repeated failures an attempt is neither counted nor checked without a captcha; a wait is said before it. */
async function askForCaptcha(
  context: SignInContext,
  request: SignInRequest,
  brakes: Brakes,
): Promise<Refusal | undefined> {
  const now = context.clock()
  const { captchaAfter } = await recentSystemSettings(context.pool)
  if (!(await needsCaptcha(context.signIns, brakes, now, captchaAfter))) return undefined
  const wait = await throttleOf(context).waits.waiting(context.signIns, brakes, now)
  if (wait) return refuseFor(context, request, wait)
  return proveCaptcha(context.signIns, context, request, request.captcha)
}

/** Charges the attempt and finds the account. */
async function meet(context: SignInContext, { request, opened, devices }: Attempt): Promise<Met | Refusal> {
  const { waits } = throttleOf(context)
  const now = context.clock()
  const device = await ownDevice(context, request, devices)
  const brakes = device ? brakesOfDevice(device.hash) : brakesOfStranger(request.account, request.ip)
  const unproved = await askForCaptcha(context, request, brakes)
  if (unproved) return unproved
  const wait = waits.remembered(brakes, now) ?? (await waits.charge(context.signIns, brakes, now))
  if (wait) return refuseFor(context, request, wait)
  const password = await takeWrapper(context.signIns, opened)
  if (password instanceof Refusal) return password
  const found = await findAccountByName(context.signIns, request.account)
  const main = found?.account.mainAccountId
    ? await findAccount(context.signIns, found.account.mainAccountId)
    : found?.account
  return { brakes, device, password, found, main }
}

async function judge(context: SignInContext, request: SignInRequest, { brakes, password, found, main }: Met) {
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
  return (await secondFactor(context, request, brakes, found)) ?? { ...signedIn, secrets: found.secrets }
}

async function secondFactor(
  context: SignInContext,
  request: SignInRequest,
  brakes: Brakes,
  found: { account: Account; secrets: AccountSecrets },
): Promise<Refusal | undefined> {
  if (found.secrets.totpSecret === null) return undefined
  if (request.verifyCode === undefined) {
    // The password was right, so the attempt does not count as a guess.
    await throttleOf(context).waits.takeBack(context.signIns, brakes, context.clock())
    await log(context, request, found.account, 'codeNeeded')
    return refuse('codeNeeded')
  }
  const refusal = await proveSecondFactor(context, found.account.id, found.secrets, request.verifyCode)
  if (refusal) await log(context, request, found.account, refusal.name === 'lockedOut' ? 'lockedOut' : 'codeWrong')
  return refusal
}

/** Locks the account, refused if its secrets have changed since the check: a password may have been reset during the hash. */
async function lockUnchanged(
  tx: Tx,
  { account, main, secrets }: SignedIn,
): Promise<{ readonly passwordAt: number } | Refusal> {
  const now = await lockSignIn(tx, account.id)
  if (now?.passwordHash !== secrets.passwordHash) return refuse('wrongCredentials')
  const mainStatus = main.id === account.id ? now.status : ((await findAccount(tx, main.id))?.status ?? 2)
  if (effectiveStatus([now.status, mainStatus]) === 2) return refuse('disabled')
  // A second factor removed meanwhile is no reason to refuse; an added or replaced one is.
  if (now.totpSecret !== null && now.totpSecret !== secrets.totpSecret) return refuse('codeNeeded')
  return now
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function answer(
  context: SignInContext,
  request: SignInRequest,
  signedIn: SignedIn & { readonly device: Device | undefined },
) {
  const { account, main, paths } = signedIn
  const now = context.clock()
  const { maintenanceState } = await maintenanceAt(context.signIns, now)
  const { passwordDays, sessionHours } = await systemSettings(context.signIns)
  const lastsMs = sessionHours * HOUR_MS
  return runTx(context.signIns, {}, async (tx) => {
    const locked = await lockUnchanged(tx, signedIn)
    if (locked instanceof Refusal) return locked
    const isOld = passwordDays > 0 && now - locked.passwordAt > passwordDays * DAY_MS
    if (isOld) await mustChangePassword(tx, account.id)
    const lastLogin = await lastSignIn(tx, account.id)
    const deviceToken = signedIn.device?.token ?? newDeviceToken(context.secrets, account.name)
    const deviceHash = hashDeviceToken(deviceToken)
    await rememberDevice(tx, { tokenHash: deviceHash, accountId: account.id, at: now, most: MAX_DEVICES })
    const { side: roleType, ip, device } = request
    const accountToken = await openSession(tx, {
      accountId: account.id,
      roleType,
      ip,
      device,
      now,
      lastsMs,
      deviceHash,
    })
    await endOldestSessions(tx, account.id, { keep: MAX_SESSIONS, at: now })
    await noteSignIn(tx, account.id, now)
    await logSignIn(tx, {
      accountId: account.id,
      accountName: account.name,
      at: now,
      ip: request.ip,
      device: request.device.slice(0, 200),
      result: 'ok',
      newDevice: signedIn.device === undefined,
    })
    const answered = {
      accountToken,
      accountId: account.id,
      accountName: account.name,
      roleId: account.roleId as 0 | 1 | 2 | 3 | 10003,
      mainAccountId: account.mainAccountId ?? 0,
      maintenanceState,
      isAllowPilotOut: paths[0]?.flyOutAllowed ?? false,
      accountType: request.side,
      accountAgentPathsList: pathsOnWire({ account, main, paths }, request.side),
      mustChangePassword: account.mustChangePassword || isOld,
      needSetPassword: !account.hasTransferPassword,
      lastLogin,
      dayStarts: dayStartsOnWire(),
    }
    return { answer: answered, deviceToken }
  })
}

/** The answer of the call, and the token for the device cookie. */
export type SignInAnswer = Exclude<Awaited<ReturnType<typeof answer>>, Refusal>

/**
 * Signs in. Checks in one order: wrapper, throttle, captcha, password, status, address, second factor. Status and code are
 * revealed only to a caller who knows the password; an unknown name costs and answers the same as a wrong password.
 */
export async function signIn(context: SignInContext, request: SignInRequest): Promise<SignInAnswer | Refusal> {
  const opened = openWrapper(request.password, { appSecret: context.appSecret, nowMs: context.clock() })
  if (opened instanceof Refusal) return opened
  const { waits } = throttleOf(context)
  const devices = devicesOf(context, request)
  // A throttled attempt takes no place in the queue and sends no statement, unless it may be a known device.
  const strangers = brakesOfStranger(request.account, request.ip)
  const wait = devices.length === 0 ? waits.remembered(strangers, context.clock()) : undefined
  if (wait) return refuseFor(context, request, wait)
  // If the hash queue is full, refuse before any work.
  if (lookups.waiting >= MAX_LOOKUPS || isHashingFull()) return refuse('crowded')
  const met = await lookups.take(() =>
    isHashingFull() ? Promise.resolve(refuse('crowded')) : meet(context, { request, opened, devices }),
  )
  if (met instanceof Refusal) return met
  const judged = await judge(context, request, met)
  if (judged instanceof Refusal) return judged
  await waits.end(context.signIns, met.brakes, context.clock())
  return answer(context, request, { ...judged, device: met.device })
}
