import type { MerchantId, PathId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Caller } from '../access/session.ts'
import type { Queryable } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { listMerchantIds } from '../tree/merchants.ts'
import { type PlacedPath, placedPath } from '../tree/paths.ts'
import type { OpenedRole, ReportRole } from './delivery/store-rollups.ts'

/** The seat of a report and the opened path; both are checked to be in the caller's downline. */
export interface Seat {
  readonly merchantIds: readonly MerchantId[]
  readonly seatId: PathId
  readonly seatRole: ReportRole
  readonly pathId: PathId
  /** 10001 and 10002 for a bettor, which has nothing below it. */
  readonly pathRole: OpenedRole
  readonly trail: readonly { readonly agentPathsId: PathId; readonly accountName: string }[]
}

const isNode = (role: Role): role is ReportRole => role >= 0 && role <= ROLE.agent

/**
 * The seat is the caller's path, or the `seat` of the request; the opened path is the seat or lies below it. A path
 * outside answers 'not found'. The trail begins at the signed-in path.
 */
export const seatOf = async (
  on: Queryable,
  caller: Caller,
  named: { readonly seat?: PathId | undefined; readonly agentPathsId?: PathId | undefined },
): Promise<Seat | Refusal> => {
  if (!isNode(caller.role)) return refuse('noPermission')
  const merchantIds = caller.role === ROLE.head ? await listMerchantIds(on) : [caller.merchantId]
  const own: PlacedPath = {
    merchant_id: caller.merchantId,
    id: caller.path.id,
    role: caller.role,
    name: caller.path.name,
    parent_id: null,
    lineage: [],
  }
  const find = async (id: PathId): Promise<PlacedPath | undefined> =>
    id === caller.path.id ? own : placedPath(on, merchantIds, id)
  const seat = await find(named.seat ?? caller.path.id)
  const opened = await find(named.agentPathsId ?? named.seat ?? caller.path.id)
  if (!seat || !opened || !isNode(seat.role)) return refuse('notFound')
  const isBelow = seat.role === ROLE.head || opened.id === seat.id || opened.lineage.includes(seat.id)
  if (!isBelow) return refuse('notFound')
  const scope = opened.id === own.id ? merchantIds : [opened.merchant_id]
  const steps = opened.lineage.slice(opened.lineage.indexOf(own.id) + 1)
  const trail = [{ agentPathsId: own.id, accountName: own.name }]
  for (const id of steps) {
    const step = id === opened.id ? opened : await placedPath(on, scope, id)
    if (step) trail.push({ agentPathsId: step.id, accountName: step.name })
  }
  return {
    merchantIds: scope,
    seatId: seat.id,
    seatRole: seat.role,
    pathId: opened.id,
    pathRole: opened.role as OpenedRole,
    trail,
  }
}
