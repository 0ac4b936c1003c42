/**
 * The server-sent events of GET /api/agent/realtime/stream. Events are hints that carry version numbers. A client
 * that misses one loses nothing, because it calls the endpoint behind the event (boards with `sinceVersion`). `id:`
 * of the frame is an increasing decimal number; `Last-Event-ID` sends it back.
 */

import { z } from 'zod'
import { periodTimes } from './endpoints/games.ts'
import { exportRow } from './endpoints/reports.ts'
import { boardVersion, fundMode, gameId, groupId, id, instant, longId, money, pathId, periodNo } from './fields.ts'

export const LIVE_EVENTS = {
  /** The viewer's exposure changed: read the board with `sinceVersion`. At most 4 a second and game. */
  board: z.object({
    gameId,
    periodNo,
    version: boardVersion,
    /** Changed play groups; empty: unknown, treat all as changed. */
    groupIds: z.array(groupId),
    at: instant,
    /** The exposure of this path below changed; the stream was opened with it as `seat`. */
    seat: pathId.optional(),
  }),
  /**
   * Odds changed: a price was changed, the automatic drop lowered it, or a play was stopped or resumed. Read boards and prices
   * again.
   */
  odds: z.object({
    gameId,
    /** null: all periods. */
    periodNo: periodNo.nullable(),
    /** Changed play groups; empty: unknown, treat all as changed. */
    groupIds: z.array(groupId),
    at: instant,
  }),
  /** A game was switched on or off, for everybody: read the games and its boards again. */
  game: z.object({ gameId, enabled: z.boolean(), at: instant }),
  /** A period opened, closed, was drawn, was settled or was voided. */
  period: z.object({
    gameId,
    ...periodTimes.shape,
    /** From `drawn` on. */
    result: z.array(z.int()).optional(),
    serverNow: instant,
  }),
  /** The viewer's own wallet. */
  balance: z.object({ credit: money, balance: money, cash: money, openStake: money, fundMode }),
  /** The notice list changed: read bulletin-message. */
  notice: z.object({ id, level: z.enum(['info', 'warn']) }),
  /**
   * A proposal about the period or one of its orders was made, taken back, decided, or its time is over: read
   * proposal/query. Only for operators who may read it.
   */
  proposal: z.object({ gameId, periodNo }),
  /** A maintenance was planned, changed or ended: read maintenance/notice. */
  maintenance: z.object({}),
  /** Operators changed what holds for the whole platform, such as its name: read common/status. */
  platform: z.object({}),
  /** A new alert; `unread` is the count for the icon and the page title. */
  alert: z.object({ id, kind: z.string(), content: z.string(), at: instant, unread: z.int().min(0) }),
  /** Replenishments or fly-outs that concern the viewer were placed or changed state. */
  order: z.object({
    gameId,
    periodNo,
    kind: z.enum(['replenishment', 'flyout']),
    /** Number of orders, and the sum of their stakes. */
    count: z.int().min(1),
    amount: money,
    direction: z.enum(['in', 'out']),
    at: instant,
  }),
  /** Progress of one of the viewer's exports. */
  export: exportRow,
  /** Progress of one of the viewer's changes of many accounts. */
  bulk: z.object({
    bulkId: longId,
    done: z.int().min(0),
    total: z.int().min(1),
    failed: z.int().min(0),
    state: z.enum(['running', 'done']),
  }),
  /** The permissions of the account have changed: read session/paths. */
  permissions: z.object({}),
  /**
   * The last event before the server ends the stream. The client must not reconnect with this session, unless the
   * reason is `frozen` or `permission`: then the session continues with fewer permissions and may open a new
   * stream.
   */
  'session-ended': z.object({
    reason: z.enum(['signedOut', 'expired', 'revoked', 'frozen', 'disabled', 'permission']),
  }),
} as const satisfies Record<string, z.ZodType>

export type LiveEventName = keyof typeof LIVE_EVENTS
export type LiveEventData<N extends LiveEventName> = z.output<(typeof LIVE_EVENTS)[N]>
/** One event as a discriminated union on `event`. */
export type LiveEvent = { [N in LiveEventName]: { event: N; data: LiveEventData<N> } }[LiveEventName]
