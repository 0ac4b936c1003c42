import type { Endpoint } from '@strata/contract/endpoint'
import { judgeCall, reachOf } from '@strata/contract/permissions'
import { effectiveStatus, ROLE } from '@strata/domain/tree'
import type { FastifyRequest } from 'fastify'
import { BatchLoader } from '../../platform/batch-loader.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import type { Call, CallInfo, ExportStarted, FileAnswer } from '../../platform/endpoint.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { isMaintenanceOn } from '../platform-settings/maintenance.ts'
import { findAnywhere, findDownline, type OwnPath, type PathRef } from '../store-accounts.ts'
import { isAllowed } from './addresses.ts'
import { type Caller, permissionsOn } from './caller.ts'
import { hashToken, IDLE_MS, TOUCH_MS } from './sessions.ts'
import { endSession, findSessions, type OpenSession, type SessionFacts, touchSession } from './store-sessions.ts'

/** Answers a list with a file of all its rows instead of a page. */
export type StartExport = (input: unknown, call: Call<Caller>) => Promise<FileAnswer | ExportStarted | Refusal>

export interface AccessContext {
  readonly pool: Pool
  readonly clock: () => number
  /** Belongs to a later room. */
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

/** A person did it: the client says so, and did not take it back because it asks by itself. */
function isClick(request: FastifyRequest): boolean {
  const query = request.query as Record<string, unknown> | undefined
  return query?.['isclick'] === 'true' && headerText(request, 'x-auto') !== '1'
}

/** The caller's path named by the header. Undefined: none of its own, whatever else the number may be. */
const pathOf = (paths: readonly OwnPath[], request: FastifyRequest): OwnPath | undefined => {
  const named = headerText(request, 'agentpathsid')
  return paths.find((path) => String(path.id) === named)
}

const SESSIONS_AT_ONCE = 2
const readers = new WeakMap<Pool, BatchLoader<string, OpenSession | undefined>>()

/** Reads sessions of a database by the hash of their token. Every screen does with every call, many at the same moment. */
function sessionsIn(pool: Pool): BatchLoader<string, OpenSession | undefined> {
  const known = readers.get(pool)
  if (known) return known
  const made = new BatchLoader<string, OpenSession | undefined>({
    readAll: (hashes) => findSessions(pool, hashes),
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
  const opened = await sessionsIn(context.pool).read(tokenHash)
  if (!opened || opened.expiresAt <= now || opened.facts.seenAt <= now - IDLE_MS) return refuse('sessionEnded')
  const { facts: session, paths } = opened
  const mainId = session.mainAccountId ?? session.accountId
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
>

export function callerOf(
  facts: { session: Identity; tokenHash: string; mainId: number; paths: readonly OwnPath[] },
  path: OwnPath,
  ip: string,
): Caller {
  const { session, tokenHash, mainId, paths } = facts
  const isSub = session.mainAccountId !== null
  // A sub-account without a set holds nothing; a main account without one holds all that its role does.
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
    sessionId: session.sessionId,
    tokenHash,
    ip,
    reach: 'any',
    targets: new Map(),
  }
}

/** Calls that go on while the platform is in maintenance. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set(['access.logout', 'notices.bulletinMessage'])

/** The operators' side goes on: somebody has to end the maintenance. */
async function isShut(context: AccessContext, endpoint: Endpoint, session: SessionFacts): Promise<boolean> {
  if (session.roleType === 1 || ALWAYS_OPEN.has(endpoint.id)) return false
  return isMaintenanceOn(context.pool, context.clock())
}

interface Facts {
  readonly session: SessionFacts
  readonly tokenHash: string
  readonly mainId: number
  readonly paths: readonly OwnPath[]
}

/** Status, permission id and passwords still to be set, for a caller on one of its paths. */
function judgeCaller(endpoint: Endpoint, caller: Caller): Caller | Refusal {
  const judged = judgeCall(endpoint, {
    signedIn: true,
    isSubAccount: caller.isSub,
    permissionIds: caller.permissionIds,
    status: caller.status,
  })
  if ('refusal' in judged) return refuse(judged.refusal)
  // Until the first sign-in has set its passwords, nothing can be changed but what is one's own.
  if (endpoint.whenFrozen === 'refused' && caller.owesPasswords) return refuse('passwordsDue')
  return { ...caller, reach: judged.reach }
}

/**
 * The one place that decides who may make a call with a session. In this order: session (401), roleType and
 * agentPathsId as sent must be the session's (40301), the account's addresses (40301), maintenance (50301), effective
 * status (frozen keeps what only reads), permission id, passwords still to be set (42207). `renew`: a click keeps the
 * session alive; a stream that is judged again does not.
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
  if (!isAllowed(call.ip, facts.session.allowedIps) || !isAllowed(call.ip, facts.session.mainIps))
    return refuse('addressNotAllowed')
  if (await isShut(context, endpoint, facts.session)) return refuse('maintenance')
  const caller = judgeCaller(endpoint, callerOf(facts, path, call.ip))
  if (caller instanceof Refusal) return caller
  const now = context.clock()
  if (renew && isClick(request) && now - facts.session.seenAt > TOUCH_MS)
    await touchSession(context.pool, facts.tokenHash, now)
  return caller
}

/**
 * Whether a caller may still do what it was let do when its call came in, by what a transaction sees now: session, path,
 * status, permissions, and what the request's fields need. Maintenance and idle time were judged once.
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

const namesAnother = (input: unknown, pathId: number): boolean => [...namedPaths(input)].some((id) => id !== pathId)

/** Has the status of a caller without a session, and what it may do, judged as of a call's. */
export const judgeActing = judgeCaller

// ---- paths that a call names ---------------------------------------------------------------------------------------

/** Request fields that hold path ids, wherever in the request they stand. */
const PATH_FIELDS: ReadonlySet<string> = new Set(['agentPathsId', 'agentPathsIds', 'parentPathsId', 'seat'])

/** All path ids that a request names. */
export function namedPaths(input: unknown, found: Set<number> = new Set()): Set<number> {
  if (Array.isArray(input)) for (const item of input) namedPaths(item, found)
  else if (typeof input === 'object' && input !== null) {
    for (const [name, value] of Object.entries(input)) {
      if (!PATH_FIELDS.has(name)) namedPaths(value, found)
      else for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'number') found.add(id)
    }
  }
  return found
}

/**
 * The paths of the ids, all of them at or below the caller's. One that lies elsewhere and one that does not exist give
 * the same refusal by the same statement.
 */
export async function downlineOf(
  on: Queryable,
  caller: Pick<Caller, 'merchantId' | 'path' | 'role'>,
  ids: readonly number[],
): Promise<Map<number, PathRef> | Refusal> {
  const found =
    caller.role === ROLE.head
      ? await findAnywhere(on, ids)
      : await findDownline(on, caller.merchantId, caller.path.id, ids)
  if (found.length !== new Set(ids).size) return refuse('notFound')
  return new Map(found.map((path) => [path.id, path]))
}

export const asksExport = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'export' in input && input.export !== undefined

/** Whether a request has a field; `items.field`: in any item of a list. */
export function hasField(input: unknown, field: string): boolean {
  if (typeof input !== 'object' || input === null) return false
  if (Array.isArray(input)) return input.some((item) => hasField(item, field))
  const [first = '', ...rest] = field.split('.')
  const value = (input as Readonly<Record<string, unknown>>)[first]
  return rest.length === 0 ? value !== undefined : hasField(value, rest.join('.'))
}

/** How far the caller may go with the fields that need more than the call: the shortest reach of those that were sent. */
function reachOfFields(endpoint: Endpoint, input: unknown, caller: Caller): 'any' | 'own' | 'none' {
  const holder = { signedIn: true, isSubAccount: caller.isSub, permissionIds: caller.permissionIds }
  const sent = Object.entries(endpoint.fieldPermissions).filter(([field]) => hasField(input, field))
  const reaches = sent.map(([, rule]) => reachOf(rule, holder))
  if (reaches.includes('none')) return 'none'
  return reaches.includes('own') ? 'own' : 'any'
}

/**
 * Checks what the request's fields need beside the call's own permission, and every path that it names; what was found is
 * kept in `caller.targets`.
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
  // A frozen path has lost the id that reaches further: it is told why.
  if ((caller.reach === 'own' || fields === 'own') && ids.some((id) => id !== caller.path.id))
    return refuse(caller.status === 4 ? 'frozen' : 'noPermission')
  const targets = caller.targets as Map<number, PathRef>
  for (const [id, path] of found) targets.set(id, path)
  return undefined
}
