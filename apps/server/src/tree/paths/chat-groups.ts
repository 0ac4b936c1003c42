import type { ChatGroupId, MerchantId, PathId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { putIntoGroup, putIntoOwnGroup } from './store-paths.ts'

interface Member {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly lineage: readonly PathId[]
}

/**
 * Puts a new path into a chat group of one of its ancestors. Refused: notFound (no such group, or one that is neither
 * `owner`'s nor a path's below it; the head may use any).
 */
export async function joinGroup(
  tx: Tx,
  of: {
    readonly merchantId: MerchantId
    readonly pathId: PathId
    readonly groupId: ChatGroupId
    readonly owner: PathId
  },
): Promise<Refusal | null> {
  const { owner, ...place } = of
  const isIn = await putIntoOwnGroup(tx, { ...place, ownerId: owner === HEAD_PATH ? null : owner })
  return isIn ? null : refuse('notFound')
}

/**
 * Puts paths into a chat group, or takes those that are in it out. Answers the names of the ones that changed. Refused:
 * notFound (a path that is not below the group's own path: one beside it or of another merchant cannot belong to it).
 */
export async function moveToGroup(
  tx: Tx,
  group: { readonly merchantId: MerchantId; readonly groupId: ChatGroupId; readonly pathId: PathId },
  members: readonly (Member | undefined)[],
  change: { readonly remove: boolean },
): Promise<string[] | Refusal> {
  const isBelow = (path: Member | undefined): path is Member =>
    path?.merchantId === group.merchantId && path.lineage.includes(group.pathId)
  const paths = members.filter(isBelow)
  if (paths.length < members.length) return refuse('notFound')
  return putIntoGroup(tx, group, { pathIds: paths.map(({ id }) => id), remove: change.remove })
}
