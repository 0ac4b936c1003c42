import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session/caller.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH } from '../../tree/snapshot/merchant-snapshot.ts'

/** Whose settings a call means: the caller's own, or the head's rows of the merchant that it names. */
export interface SettingsOwner {
  readonly merchantId: number
  readonly pathId: number
  /** The merchant's path where the head speaks. */
  readonly target: number
}

export function settingsOwnerOf(caller: Caller, agentPathsId: number | undefined): SettingsOwner | Refusal {
  if (caller.role !== ROLE.head) {
    if (agentPathsId !== undefined && agentPathsId !== caller.path.id) return refuse('notFound')
    return { merchantId: caller.merchantId, pathId: caller.path.id, target: caller.path.id }
  }
  const named = agentPathsId === undefined ? undefined : caller.targets.get(agentPathsId)
  if (named?.role !== ROLE.merchant) return refuse('notFound')
  return { merchantId: named.merchantId, pathId: HEAD_PATH, target: named.id }
}

/** Whose book is sent from: the caller's own, or the head's part of the merchant that it names. */
export interface Sender {
  readonly merchantId: number
  readonly pathId: number
  readonly role: 0 | 1 | 2 | 3
  /** Merchant first, the path itself last; of the head nobody. */
  readonly lineage: readonly number[]
}

/** The head without a merchant has nothing that it could send. */
export function senderOfCaller(caller: Caller, agentPathsId: number | undefined): Sender | Refusal {
  if (caller.role === ROLE.head && agentPathsId === undefined) return refuse('replenishmentRefused')
  const owner = settingsOwnerOf(caller, agentPathsId)
  if (owner instanceof Refusal) return owner
  const { merchantId, pathId } = owner
  const lineage = pathId === HEAD_PATH ? [] : caller.path.lineage
  return { merchantId, pathId, role: caller.role as Sender['role'], lineage }
}
