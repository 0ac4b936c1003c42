import type { MerchantId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH } from '../../tree/paths.ts'

/** The owner of the settings of a call: the caller, or the head for the merchant that it names. */
export interface SettingsOwner {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  /** For the head: the merchant's path. */
  readonly target: PathId
}

export function settingsOwnerOf(caller: Caller, agentPathsId: PathId | undefined): SettingsOwner | Refusal {
  if (caller.role !== ROLE.head) {
    if (agentPathsId !== undefined && agentPathsId !== caller.path.id) return refuse('notFound')
    return { merchantId: caller.merchantId, pathId: caller.path.id, target: caller.path.id }
  }
  const named = agentPathsId === undefined ? undefined : caller.targets.get(agentPathsId)
  if (named?.role !== ROLE.merchant) return refuse('notFound')
  return { merchantId: named.merchantId, pathId: HEAD_PATH, target: named.id }
}

/** The owner of the book to send from: the caller, or the head for the merchant that it names. */
export interface Sender {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  readonly role: 0 | 1 | 2 | 3
  /** From the merchant down to the path itself. Empty for the head. */
  readonly lineage: readonly PathId[]
}

/** Refuses the head without a merchant: it has nothing to send. */
export function senderOfCaller(caller: Caller, agentPathsId: PathId | undefined): Sender | Refusal {
  if (caller.role === ROLE.head && agentPathsId === undefined) return refuse('replenishmentRefused')
  const owner = settingsOwnerOf(caller, agentPathsId)
  if (owner instanceof Refusal) return owner
  const { merchantId, pathId } = owner
  const lineage = pathId === HEAD_PATH ? [] : caller.path.lineage
  return { merchantId, pathId, role: caller.role as Sender['role'], lineage }
}
