import { realtimeStream } from '@strata/contract/endpoints/notices'
import type { RefusalName } from '@strata/contract/errors'
import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, authorize, downlineOf } from '../access/session/authorize.ts'
import type { Caller } from '../access/session/caller.ts'
import { serveSession } from '../access/session/serve-session.ts'
import { whyEnded } from '../access/session/store-sessions.ts'
import { ALERTS_OF_NO_BOARD } from '../book/boards/board-alerts.ts'
import { alreadySent } from '../platform/endpoint.ts'
import type { NumberedEvent } from '../platform/live.ts'
import { Refusal } from '../platform/refusal.ts'
import type { EndReason, EventStreams } from '../platform/streams.ts'

type Data = Readonly<Record<string, unknown>>

const without = (data: Data, field: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

/** Events about one path, and those about one account: nobody else receives them. */
const OF_A_PATH: ReadonlySet<string> = new Set(['board', 'balance', 'alert', 'order'])

/** Stakes and odds: only for who may open boards. */
const OF_BOARDS: ReadonlySet<string> = new Set(['board', 'odds', 'order'])
/** The first role without boards of its own. */
const BETTOR = 10_001

/**
 * What a caller may know of an event. `pathId` (or `accountId`) in its data names the path (or account) that it concerns; the head hears of its
 * own path in every merchant. Of a path below whose seat it has taken it hears how boards move, and nothing else.
 */
export function eventFor(
  caller: Pick<Caller, 'account' | 'path' | 'merchantId' | 'role' | 'permissionIds'>,
  event: NumberedEvent,
  seat: number | null = null,
): Data | undefined {
  const { data, merchantId, type } = event
  if (merchantId !== 0 && caller.role !== ROLE.head && merchantId !== caller.merchantId) return undefined
  const isOfBoards = OF_BOARDS.has(type) || (type === 'alert' && !ALERTS_OF_NO_BOARD.includes(String(data['kind'])))
  if (isOfBoards && !caller.permissionIds.has(PERMISSION.boards)) return undefined
  if (type === 'board' && seat !== null && data['pathId'] === seat) return { ...without(data, 'pathId'), seat }
  if (OF_A_PATH.has(type)) return data['pathId'] === caller.path.id ? without(data, 'pathId') : undefined
  if (type === 'export' || type === 'bulk')
    return data['accountId'] === caller.account.id ? without(data, 'accountId') : undefined
  if (type === 'notice') {
    // A merchant; the head sees everybody's, as in the list.
    const audience = data['audience'] ?? null
    const isMeant = audience === null || caller.role === ROLE.head || audience === caller.merchantId
    return isMeant ? without(data, 'audience') : undefined
  }
  return data
}

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

/** What a caller may open, on this path and which others: another text once anything was given or taken. */
const heldBy = ({ permissionIds, status, paths }: Caller): string =>
  JSON.stringify([
    [...permissionIds].toSorted(),
    status,
    paths.map((path) => [path.id, path.isAllowPilotOut, path.statuses]),
  ])

/** The seat of a node below that a caller may still take; null: none, or not any more. */
async function seatOf(context: AccessContext, caller: Caller, asked: number | undefined): Promise<number | null> {
  if (asked === undefined || asked === caller.path.id || !caller.permissionIds.has(PERMISSION.boards)) return null
  const found = await downlineOf(context.pool, caller, [asked])
  return found instanceof Refusal || (found.get(asked)?.role ?? BETTOR) >= BETTOR ? null : asked
}

/**
 * GET /api/agent/realtime/stream: one stream a screen, filtered to the caller's path and the seat below that it shows. Judged again every 30 s, and at once when
 * a status, a permission set or a session of the merchant has changed; ends when the path was frozen or boards were taken away.
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
        // Whoever signed in before a maintenance is still signed in after it.
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
