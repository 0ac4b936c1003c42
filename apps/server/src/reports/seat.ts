import { ROLE, type Role } from '@strata/domain/tree'
import type { Caller } from '../access/session/caller.ts'
import type { Queryable } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import {
  allMerchantIds,
  type OpenedRole,
  type ReportPath,
  type ReportRole,
  reportPath,
} from './delivery/store-rollups.ts'

/** From whose side a report is read and which path was opened; both proved to lie in the caller's downline. */
export interface Seat {
  readonly merchantIds: readonly number[]
  readonly seatId: number
  readonly seatRole: ReportRole
  readonly pathId: number
  /** 10001 and 10002 for a bettor, which has no rows below it. */
  readonly pathRole: OpenedRole
  readonly trail: readonly { readonly agentPathsId: number; readonly accountName: string }[]
}

const isNode = (role: Role): role is ReportRole => role >= 0 && role <= ROLE.agent

/**
 * The seat is the caller's path, or the `seat` it named; the opened path is the seat or lies below it. A path outside
 * answers 'not found'. The trail begins at the signed-in path.
 */
export const seatOf = async (
  on: Queryable,
  caller: Caller,
  named: { readonly seat?: number | undefined; readonly agentPathsId?: number | undefined },
): Promise<Seat | Refusal> => {
  if (!isNode(caller.role)) return refuse('noPermission')
  const merchantIds = caller.role === ROLE.head ? await allMerchantIds(on) : [caller.merchantId]
  const own: ReportPath = {
    merchant_id: caller.merchantId,
    id: caller.path.id,
    role: caller.role,
    name: caller.path.name,
    parent_id: null,
    lineage: [],
  }
  const find = async (id: number): Promise<ReportPath | undefined> =>
    id === caller.path.id ? own : reportPath(on, merchantIds, id)
  const seat = await find(named.seat ?? caller.path.id)
  const opened = await find(named.agentPathsId ?? named.seat ?? caller.path.id)
  if (!seat || !opened || !isNode(seat.role)) return refuse('notFound')
  const isBelow = seat.role === ROLE.head || opened.id === seat.id || opened.lineage.includes(seat.id)
  if (!isBelow) return refuse('notFound')
  const scope = opened.id === own.id ? merchantIds : [opened.merchant_id]
  const steps = opened.lineage.slice(opened.lineage.indexOf(own.id) + 1)
  const trail = [{ agentPathsId: own.id, accountName: own.name }]
  for (const id of steps) {
    const step = id === opened.id ? opened : await reportPath(on, scope, id)
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
