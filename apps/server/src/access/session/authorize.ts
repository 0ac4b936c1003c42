import type { Endpoint } from '@strata/contract/endpoint'
import { judgeCall, mayLook, reachOf, worksWhenFrozen } from '@strata/contract/permissions'
import { type AccountId, PathId } from '@strata/domain/ids'
import { effectiveStatus, ROLE } from '@strata/domain/tree'
import type { FastifyRequest } from 'fastify'
import { BatchLoader } from '../../platform/batch-loader.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import type { Call, CallInfo, ExportStarted, FileAnswer } from '../../platform/endpoint.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { runningMaintenance } from '../platform-settings/maintenance.ts'
import { findAnywhere, findDownline, type OwnPath, type PathRef } from '../store-account-paths.ts'
import { isAllowed } from './addresses.ts'
import { type Caller, permissionsOn } from './caller.ts'
import { mayStillLook } from './look.ts'
import { hashToken, idleMsOf, TOUCH_MS } from './sessions.ts'
import {
  endSession,
  findSessions,
  type OpenSession,
  type SessionFacts,
  SessionOwners,
  touchSession,
} from './store-sessions.ts'

/** Answers a list with a file of all its rows instead of a page. */
export type StartExport = (input: unknown, call: Call<Caller>) => Promise<FileAnswer | ExportStarted | Refusal>

export interface AccessContext {
  readonly pool: Pool
  readonly clock: () => number
  /** Injected, because exports belong to a later room. */
  readonly startExport?: StartExport
}

const headerText = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function tokenOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(headerText(request, 'authorization'))
  return match?.[1]
}

/** A person caused the request: isclick is true, and the client did not mark it as automatic. */
function isClick(request: FastifyRequest): boolean {
  const query = request.query as Record<string, unknown> | undefined
  return query?.['isclick'] === 'true' && headerText(request, 'x-auto') !== '1'
}

/** The caller's path named by the header. Undefined if the header names none of its own paths. */
const pathOf = (paths: readonly OwnPath[], request: FastifyRequest): OwnPath | undefined => {
  const named = headerText(request, 'agentpathsid')
  return paths.find((path) => String(path.id) === named)
}

const SESSIONS_AT_ONCE = 2
const readers = new WeakMap<Pool, BatchLoader<string, OpenSession | undefined>>()

/**
 * Loads sessions of a database by the hash of their token. Batched, because all screens do this with every call,
 * many at the same moment.
 */
function sessionsIn(pool: Pool): BatchLoader<string, OpenSession | undefined> {
  const known = readers.get(pool)
  if (known) return known
  const seen = new SessionOwners()
  const made = new BatchLoader<string, OpenSession | undefined>({
    readAll: (hashes) => findSessions(pool, hashes, seen),
    keyOf: (hash) => hash,
    concurrency: SESSIONS_AT_ONCE,
  })
  readers.set(pool, made)
  return made
}

async function judgeSession(context: AccessContext, request: FastifyRequest) {
  const token = tokenOf(request)
  if (!token) return refuse('sessionEnded')
  const now = context.clock()
  const tokenHash = hashToken(token)
  const [opened, idleMs] = await Promise.all([sessionsIn(context.pool).read(tokenHash), idleMsOf(context.pool)])
  if (!opened || opened.expiresAt <= now || opened.facts.seenAt <= now - idleMs) return refuse('sessionEnded')
  const { facts: session, paths } = opened
  const mainId = session.mainAccountId ?? session.accountId
  if (session.looker && !mayStillLook(session.looker)) {
    await endSession(context.pool, tokenHash, now, 'disabled')
    return refuse('sessionEnded')
  }
  const usable = paths.filter((path) => effectiveStatus(path.statuses) !== 2)
  const closed = effectiveStatus([session.accountStatus, session.mainStatus ?? 1]) === 2 || usable.length === 0
  if (closed || (session.roleType === 1 && session.accountType !== 1)) {
    await endSession(context.pool, tokenHash, now, 'disabled')
    return refuse('sessionEnded')
  }
  return { session, tokenHash, mainId, paths }
}

type Identity = Pick<
  SessionFacts,
  | 'sessionId'
  | 'roleType'
  | 'accountId'
  | 'accountName'
  | 'accountStatus'
  | 'permissionIds'
  | 'mainAccountId'
  | 'mainStatus'
  | 'mustChangePassword'
  | 'hasTransferPassword'
  | 'owesValidator'
> &
  Partial<Pick<SessionFacts, 'looker'>>

export function callerOf(
  facts: { session: Identity; tokenHash: string; mainId: AccountId; paths: readonly OwnPath[] },
  path: OwnPath,
  ip: string,
): Caller {
  const { session, tokenHash, mainId, paths } = facts
  const isSub = session.mainAccountId !== null
  // A sub-account without a set has no permission; a main account without one has all permissions of its role.
  const granted = isSub ? (session.permissionIds ?? []) : session.permissionIds
  const status = effectiveStatus([...path.statuses, session.accountStatus, session.mainStatus ?? 1])
  return {
    account: { id: session.accountId, name: session.accountName, mainId },
    path,
    paths,
    merchantId: path.merchantId,
    role: path.role,
    roleType: session.roleType,
    permissionIds: permissionsOn(path, granted, { roleType: session.roleType, status }),
    isSub,
    status,
    owesPasswords: session.mustChangePassword || !session.hasTransferPassword,
    owesValidator: session.owesValidator,
    ...(session.looker ? { isLooking: true as const } : {}),
    sessionId: session.sessionId,
    tokenHash,
    ip,
    reach: 'any',
    targets: new Map(),
  }
}

/** Calls that are served while the platform is in maintenance. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set([
  'access.logout',
  'notices.bulletinMessage',
  'notices.maintenanceNotice',
])

/** Reads that a maintenance with open reports leaves open: those that a frozen account still has, and reads without an id. */
function isPlainRead(endpoint: Endpoint): boolean {
  if (endpoint.write) return false
  const needed = [endpoint.permission].flat()
  return needed.includes('session') || needed.some((id) => typeof id === 'number' && worksWhenFrozen(id))
}

/** Operators are still served: somebody must be able to end the maintenance. */
async function isShut(context: AccessContext, endpoint: Endpoint, session: SessionFacts): Promise<boolean> {
  if (session.roleType === 1 || ALWAYS_OPEN.has(endpoint.id)) return false
  const running = await runningMaintenance(context.pool, context.clock())
  return running !== null && !(running.reading && isPlainRead(endpoint))
}

interface Facts {
  readonly session: SessionFacts
  readonly tokenHash: string
  readonly mainId: AccountId
  readonly paths: readonly OwnPath[]
}

/** Checks status, permission id, and passwords and second factor still to be set, for a caller on one of its paths. */
function judgeCaller(endpoint: Endpoint, caller: Caller): Caller | Refusal {
  if (caller.isLooking && !mayLook(endpoint)) return refuse('lookOnly')
  const judged = judgeCall(endpoint, {
    signedIn: true,
    isSubAccount: caller.isSub,
    permissionIds: caller.permissionIds,
    status: caller.status,
  })
  if ('refusal' in judged) return refuse(judged.refusal)
  // Until the passwords of the first sign-in are set, the caller can change nothing but its own account.
  if (endpoint.whenFrozen === 'refused' && caller.owesPasswords) return refuse('passwordsDue')
  if (endpoint.whenFrozen === 'refused' && caller.owesValidator) return refuse('validatorDue')
  return { ...caller, reach: judged.reach }
}

/**
 * The only place that decides who may make a call with a session. Refusals come in this order: session (401),
 * roleType and agentPathsId as sent must be the session's (40301), the account's addresses (40301), maintenance
 * (50301), a session that only looks (40301), effective status (frozen keeps what only reads), permission id, passwords still to be set and an operator's missing second factor (both 42207).
 * `renew`: a click keeps the session alive; checking a stream again does not.
 */
export async function authorize(
  context: AccessContext,
  endpoint: Endpoint,
  call: CallInfo,
  { renew = true }: { readonly renew?: boolean } = {},
): Promise<Caller | Refusal> {
  const { request } = call
  const facts = await judgeSession(context, request)
  if (facts instanceof Refusal) return facts
  const path = pathOf(facts.paths, request)
  if (!path || headerText(request, 'roletype') !== String(facts.session.roleType)) return refuse('noPermission')
  const { looker, allowedIps, mainIps } = facts.session
  // Whoever looks is bound by the own list of addresses, not by that of the account.
  const lists = looker ? [looker.allowedIps] : [allowedIps, mainIps]
  if (!lists.every((list) => isAllowed(call.ip, list))) return refuse('addressNotAllowed')
  if (await isShut(context, endpoint, facts.session)) return refuse('maintenance')
  const caller = judgeCaller(endpoint, callerOf(facts, path, call.ip))
  if (caller instanceof Refusal) return caller
  const now = context.clock()
  if (renew && isClick(request) && now - facts.session.seenAt > TOUCH_MS)
    await touchSession(context.pool, facts.tokenHash, now)
  return caller
}

/**
 * Whether the caller still has the authority it had when its call arrived, as the transaction sees it now: session,
 * path, status, permissions, and what the request's fields need. Maintenance and idle time are not checked again.
 */
export async function judgedAgain(
  on: Queryable,
  endpoint: Endpoint,
  input: unknown,
  before: Caller,
): Promise<Refusal | undefined> {
  const [opened] = await findSessions(on, [before.tokenHash])
  if (!opened) return refuse('sessionEnded')
  const { facts: session, paths } = opened
  const path = paths.find(({ id }) => id === before.path.id)
  if (!path) return refuse('noPermission')
  const facts: Facts = { session, tokenHash: before.tokenHash, mainId: before.account.mainId, paths }
  const caller = judgeCaller(endpoint, callerOf(facts, path, before.ip))
  if (caller instanceof Refusal) return caller
  if (before.reach === 'any' && caller.reach === 'own' && namesAnother(input, path.id)) return refuse('noPermission')
  const fields = reachOfFields(endpoint, input, caller)
  if (fields === 'none' || (fields === 'own' && namesAnother(input, path.id))) return refuse('noPermission')
  return undefined
}

const namesAnother = (input: unknown, pathId: PathId): boolean => [...namedPaths(input)].some((id) => id !== pathId)

/** Checks status and permission of a caller without a session, as for a call. */
export const judgeActing = judgeCaller

// ---- paths that a call names ---------------------------------------------------------------------------------------

/** Request fields that hold path ids, at any depth of the request. */
const PATH_FIELDS: ReadonlySet<string> = new Set(['agentPathsId', 'agentPathsIds', 'parentPathsId', 'seat'])

/** All path ids that a request names. */
export function namedPaths(input: unknown, found: Set<PathId> = new Set()): Set<PathId> {
  if (Array.isArray(input)) for (const item of input) namedPaths(item, found)
  else if (typeof input === 'object' && input !== null) {
    for (const [name, value] of Object.entries(input)) {
      if (!PATH_FIELDS.has(name)) namedPaths(value, found)
      else for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'number') found.add(PathId(id))
    }
  }
  return found
}

/**
 * The paths of the ids, all of them at or below the caller's. A path elsewhere and a path that does not exist get
 * the same refusal by the same statement.
 */
export async function downlineOf(
  on: Queryable,
  caller: Pick<Caller, 'merchantId' | 'path' | 'role'>,
  ids: readonly PathId[],
): Promise<Map<PathId, PathRef> | Refusal> {
  const found =
    caller.role === ROLE.head
      ? await findAnywhere(on, ids)
      : await findDownline(on, caller.merchantId, caller.path.id, ids)
  if (found.length !== new Set(ids).size) return refuse('notFound')
  return new Map(found.map((path) => [path.id, path]))
}

export const asksExport = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'export' in input && input.export !== undefined

/** Whether a request has a field; `items.field` means the field of any item of the list `items`. */
export function hasField(input: unknown, field: string): boolean {
  if (typeof input !== 'object' || input === null) return false
  if (Array.isArray(input)) return input.some((item) => hasField(item, field))
  const [first = '', ...rest] = field.split('.')
  const value = (input as Readonly<Record<string, unknown>>)[first]
  return rest.length === 0 ? value !== undefined : hasField(value, rest.join('.'))
}

/**
 * How far the caller may go with the fields that need their own permission: the smallest reach among the fields
 * that were sent.
 */
function reachOfFields(endpoint: Endpoint, input: unknown, caller: Caller): 'any' | 'own' | 'none' {
  const holder = { signedIn: true, isSubAccount: caller.isSub, permissionIds: caller.permissionIds }
  const sent = Object.entries(endpoint.fieldPermissions).filter(([field]) => hasField(input, field))
  const reaches = sent.map(([, rule]) => reachOf(rule, holder))
  if (reaches.includes('none')) return 'none'
  return reaches.includes('own') ? 'own' : 'any'
}

/**
 * Checks the permissions of the request's fields and every path that the request names. The paths found are put
 * into `caller.targets`.
 */
export async function scopePaths(
  context: { readonly pool: Queryable },
  endpoint: Endpoint,
  input: unknown,
  { caller }: Pick<Call<Caller>, 'caller'>,
): Promise<Refusal | undefined> {
  const fields = reachOfFields(endpoint, input, caller)
  if (fields === 'none') return refuse('noPermission')
  const ids = [...namedPaths(input)]
  if (ids.length === 0) return undefined
  const found = await downlineOf(context.pool, caller, ids)
  if (found instanceof Refusal) return found
  // A frozen path has lost the permission for other paths: it gets `frozen` as the reason.
  if ((caller.reach === 'own' || fields === 'own') && ids.some((id) => id !== caller.path.id))
    return refuse(caller.status === 4 ? 'frozen' : 'noPermission')
  const targets = caller.targets as Map<PathId, PathRef>
  for (const [id, path] of found) targets.set(id, path)
  return undefined
}
