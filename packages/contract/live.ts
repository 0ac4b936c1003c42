/**
 * The server-sent events of GET /api/agent/realtime/stream. Events are hints with numbers that order them: a client
 * that misses one loses nothing, because it asks the call behind it (boards with `sinceVersion`). `id:` of the frame is
 * a decimal number that goes up; it is what `Last-Event-ID` sends back.
 */

import { z } from 'zod'
import { periodTimes } from './endpoints/games.ts'
import { exportRow } from './endpoints/reports.ts'
import { boardVersion, fundMode, gameId, groupId, id, instant, longId, money, pathId, periodNo } from './fields.ts'

export const LIVE_EVENTS = {
  /** The viewer's exposure moved: ask the board with `sinceVersion`. At most 4 a second and game. */
  board: z.object({
    gameId,
    periodNo,
    version: boardVersion,
    /** Play groups concerned; empty: unknown, take it as all. */
    groupIds: z.array(groupId),
    at: instant,
    /** The exposure of this path below moved, whose seat the stream was opened with. */
    seat: pathId.optional(),
  }),
  /** Odds moved: a price was changed, or the automatic drop lowered it. Ask boards and prices again. */
  odds: z.object({
    gameId,
    /** null: of every period. */
    periodNo: periodNo.nullable(),
    /** Play groups concerned; empty: unknown, take it as all. */
    groupIds: z.array(groupId),
    at: instant,
  }),
  /** A period opened, closed, was drawn, settled or void. */
  period: z.object({
    gameId,
    ...periodTimes.shape,
    /** From `drawn` on. */
    result: z.array(z.int()).optional(),
    serverNow: instant,
  }),
  /** The viewer's own wallet. */
  balance: z.object({ credit: money, balance: money, cash: money, openStake: money, fundMode }),
  /** The notice list changed: ask bulletin-message. */
  notice: z.object({ id, level: z.enum(['info', 'warn']) }),
  /** A new alert; `unread` is the count for icon and title. */
  alert: z.object({ id, kind: z.string(), content: z.string(), at: instant, unread: z.int().min(0) }),
  /** Replenishments and fly-outs that concern the viewer were placed or changed state. */
  order: z.object({
    gameId,
    periodNo,
    kind: z.enum(['replenishment', 'flyout']),
    /** How many, and their sum. */
    count: z.int().min(1),
    amount: money,
    direction: z.enum(['in', 'out']),
    at: instant,
  }),
  /** Progress of one of the viewer's exports. */
  export: exportRow,
  /** How far one of the viewer's changes of many accounts is. */
  bulk: z.object({
    bulkId: longId,
    done: z.int().min(0),
    total: z.int().min(1),
    failed: z.int().min(0),
    state: z.enum(['running', 'done']),
  }),
  /** What the account may open has changed, more or less of it: ask session/paths. */
  permissions: z.object({}),
  /**
   * The last event before the server ends the stream; the client must not reconnect with this session, unless the reason is
   * `frozen` or `permission`: then it goes on with less, and so may a stream.
   */
  'session-ended': z.object({
    reason: z.enum(['signedOut', 'expired', 'revoked', 'frozen', 'disabled', 'permission']),
  }),
} as const satisfies Record<string, z.ZodType>

export type LiveEventName = keyof typeof LIVE_EVENTS
export type LiveEventData<N extends LiveEventName> = z.output<(typeof LIVE_EVENTS)[N]>
/** One event as a discriminated union on `event`. */
export type LiveEvent = { [N in LiveEventName]: { event: N; data: LiveEventData<N> } }[LiveEventName]
