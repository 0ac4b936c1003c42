import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { orderRoll } from '@strata/contract/endpoints/book'
import { addDays } from '@strata/domain/calendar'
import type { PathId } from '@strata/domain/ids'
import { parseMoney } from '@strata/domain/money'
import type { Role } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Pool } from '../../platform/db.ts'
import { firstIdOf, idOf } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { namesOf } from '../../tree/paths.ts'
import { seatOf } from '../seat.ts'
import { orderOnWire, type WireOrder } from './order-rows.ts'
import { orderScope } from './order-tally.ts'
import { type RollFilter, rollOrders } from './store-order-roll.ts'
import type { OrderRecord } from './store-orders.ts'

type Request = ParsedRequestOf<typeof orderRoll>
type Answer = ResponseOf<typeof orderRoll>

const MAX_ITEMS = 100
/** A new list begins with orders of this time. */
const RECENT_MS = 30 * 60_000
/**
 * Batches commit out of order: an order may become visible this much later than one with a higher number. The
 * screen drops duplicates.
 */
const OVERLAP_MS = 2_000

const units = (text: string | undefined): bigint => {
  const parsed = text === undefined ? undefined : parseMoney(text)
  return parsed?.ok ? parsed.value : 0n
}

/** Every path below the seat down to the bettor, from the top, the bettor last. */
const belowSeat = (order: OrderRecord, seatRole: Role): PathId[] => {
  const chain = [order.m, order.g, order.a].slice(seatRole).filter((id) => id !== null)
  return [...chain.filter((id) => id !== order.bettor), order.bettor]
}

/** The fields of the order list that the running list also has. */
const FIELDS = [
  'orderNo',
  'kind',
  'at',
  'gameId',
  'periodNo',
  'playCode',
  'playName',
  'itemCode',
  'itemName',
  'pankou',
  'odds',
  'stake',
  'heldStake',
  'agentPathsId',
] as const
type RollFields = Pick<WireOrder, (typeof FIELDS)[number]>

const rollFields = (order: WireOrder): RollFields =>
  Object.fromEntries(FIELDS.map((name) => [name, order[name]])) as RollFields

/** The newest orders in the caller's downline, for the running list beside the board. */
export async function roll(on: Pool, caller: Caller, request: Request, now: number): Promise<Answer | Refusal> {
  const seat = await seatOf(on, caller, { agentPathsId: request.agentPathsId })
  if (seat instanceof Refusal) return seat
  const after = request.after === undefined ? 0n : idOf(request.after)
  const overlap = firstIdOf(OVERLAP_MS)
  const filter: RollFilter = {
    after: request.after === undefined ? firstIdOf(now - RECENT_MS) : after > overlap ? after - overlap : 0n,
    fromDay: addDays(businessDay(now), -1),
    gameId: request.gameId ?? null,
    path: seat.pathId === seat.seatId ? null : { id: seat.pathId, role: seat.pathRole },
    minStake: units(request.minStake),
    minHeld: units(request.minHeld),
    limit: MAX_ITEMS,
  }
  const scope = orderScope(seat)
  const found = await rollOrders(on, scope, filter)
  const trails = found.map((order) => belowSeat(order, scope.seatRole))
  const names = await namesOf(on, scope.merchantIds, [...new Set(trails.flat())])
  const newest = found[0]?.id ?? 0n
  const start = firstIdOf(now) - overlap
  return {
    items: found.map((order, index) => ({
      ...rollFields(orderOnWire(order, scope.seatRole)),
      trail: (trails[index] ?? []).map((id) => names.get(id) ?? ''),
    })),
    last: String(newest > after ? newest : after > 0n ? after : start),
    serverNow: now,
  }
}
