import { realtimeStream } from '@strata/contract/endpoints/notices'
import type { RefusalName } from '@strata/contract/errors'
import { PERMISSION } from '@strata/contract/permissions'
import type { PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, authorize, type Caller, downlineOf, serveSession, whyEnded } from '../access/session.ts'
import { ALERTS_OF_NO_BOARD, PROPOSAL_ALERT } from '../book/boards.ts'
import { alreadySent } from '../platform/endpoint.ts'
import type { NumberedEvent } from '../platform/live.ts'
import { Refusal } from '../platform/refusal.ts'
import type { EndReason, EventStreams } from '../platform/streams.ts'

type Data = Readonly<Record<string, unknown>>

const without = (data: Data, field: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

/** Events for one path only. (Events with an accountId are for one account only.) */
const OF_A_PATH: ReadonlySet<string> = new Set(['board', 'balance', 'alert', 'order'])

/** Only for operators who may read proposals. */
const isOfProposals = ({ type, data }: NumberedEvent): boolean =>
  type === 'proposal' || (type === 'alert' && data['kind'] === PROPOSAL_ALERT)

/** Stakes and odds: only for callers who may open boards; odds also for operators of prices. */
const OF_BOARDS: ReadonlySet<string> = new Set(['board', 'odds', 'order'])
/** The first role without a board. */
const BETTOR = 10_001

/**
 * The event as a caller may see it; undefined: not at all. `pathId` (or `accountId`) in its data names the only
 * path (or account) that receives it; the head gets events of its own path in every merchant. For a path below that
 * is shown as `seat`, the caller gets board events only.
 */
export function eventFor(
  caller: Pick<Caller, 'account' | 'path' | 'merchantId' | 'role' | 'permissionIds'>,
  event: NumberedEvent,
  seat: number | null = null,
): Data | undefined {
  const { data, merchantId, type } = event
  if (merchantId !== 0 && caller.role !== ROLE.head && merchantId !== caller.merchantId) return undefined
  if (type === 'odds' && caller.permissionIds.has(PERMISSION.odds)) return data
  if (isOfProposals(event) && !caller.permissionIds.has(PERMISSION.games)) return undefined
  const isOfBoards = OF_BOARDS.has(type) || (type === 'alert' && !ALERTS_OF_NO_BOARD.includes(String(data['kind'])))
  if (isOfBoards && !caller.permissionIds.has(PERMISSION.boards)) return undefined
  if (type === 'board' && seat !== null && data['pathId'] === seat) return { ...without(data, 'pathId'), seat }
  if (OF_A_PATH.has(type)) return data['pathId'] === caller.path.id ? without(data, 'pathId') : undefined
  if (type === 'export' || type === 'bulk')
    return data['accountId'] === caller.account.id ? without(data, 'accountId') : undefined
  if (type === 'notice') {
    // The head sees those of all merchants, as in the list.
    const isMeant = caller.role === ROLE.head || isNoticeFor(data, caller)
    return isMeant ? { id: data['id'], level: data['level'] } : undefined
  }
  return data
}

const isInList = (list: unknown, id: number): boolean => !Array.isArray(list) || list.length === 0 || list.includes(id)

/** Whether a notice's lists of merchants and roles, empty for all, hold those of the caller. */
const isNoticeFor = (data: Data, { merchantId, role }: Pick<Caller, 'merchantId' | 'role'>): boolean =>
  isInList(data['merchantIds'], merchantId) && isInList(data['roles'], role)

const REASONS: Partial<Record<RefusalName, EndReason>> = {
  frozen: 'frozen',
  disabled: 'disabled',
}

const ENDINGS: ReadonlySet<string> = new Set<EndReason>(['signedOut', 'revoked', 'disabled'])
const isEnding = (why: string | null): why is EndReason => why !== null && ENDINGS.has(why)

async function reasonOf(context: AccessContext, caller: Caller, refusal: Refusal): Promise<EndReason> {
  if (refusal.name !== 'sessionEnded') return REASONS[refusal.name] ?? 'permission'
  const why = await whyEnded(context.pool, caller.tokenHash)
  return isEnding(why) ? why : 'expired'
}

/** The caller's permissions on all its paths as one text, which changes when any of them changes. */
const heldBy = ({ permissionIds, status, paths }: Caller): string =>
  JSON.stringify([
    [...permissionIds].toSorted(),
    status,
    paths.map((path) => [path.id, path.flyOutAllowed, path.statuses]),
  ])

/** The path below whose seat a caller may still see; null: none, or no longer. */
async function seatOf(context: AccessContext, caller: Caller, asked: PathId | undefined): Promise<PathId | null> {
  if (asked === undefined || asked === caller.path.id || !caller.permissionIds.has(PERMISSION.boards)) return null
  const found = await downlineOf(context.pool, caller, [asked])
  return found instanceof Refusal || (found.get(asked)?.role ?? BETTOR) >= BETTOR ? null : asked
}

/**
 * GET /api/agent/realtime/stream: one stream per screen, filtered to the caller's path and the shown seat below it.
 * Authority is checked again every 30 s, and at once when a status, a permission set or a session of the merchant
 * has changed. The stream ends when the path was frozen or lost its boards.
 */
export function streamRoutes(app: FastifyInstance, context: AccessContext, streams: EventStreams): void {
  serveSession(app, context, realtimeStream, async (input, call) => {
    const { request, reply } = call
    let caller = call.caller
    let seat = await seatOf(context, caller, input.seat)
    streams.open(request, reply, {
      sessionKey: caller.tokenHash,
      merchantId: caller.merchantId,
      select: (event) => eventFor(caller, event, seat),
      recheck: async (tell) => {
        const again = await authorize(context, realtimeStream, call, { renew: false })
        // A session from before a maintenance is still valid after it, so the stream stays open.
        if (again instanceof Refusal && again.name === 'maintenance') return undefined
        if (again instanceof Refusal) return reasonOf(context, caller, again)
        if (again.status === 4 && caller.status !== 4) return 'frozen'
        if (caller.permissionIds.has(PERMISSION.boards) && !again.permissionIds.has(PERMISSION.boards))
          return 'permission'
        if (heldBy(again) !== heldBy(caller)) tell('permissions', {})
        caller = again
        seat = await seatOf(context, caller, input.seat)
        return undefined
      },
    })
    return alreadySent
  })
}
