import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { updateStatus } from '@strata/contract/endpoints/tree'
import { STATUS_WORDS } from '@strata/contract/words'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { ROLE, statusChange } from '@strata/domain/tree'
import { type Caller, oncePerRequest, shutOut } from '../../access/session.ts'
import type { Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { outdateSnapshots } from '../snapshot/outdate-snapshots.ts'
import { lockMerchant } from '../snapshot/store-snapshot.ts'
import { type Operator, recordChange } from '../terms/record-terms-change.ts'
import { occasionOf } from '../terms/set-terms-call.ts'
import type { TreeContext } from '../tree-context.ts'
import { bumpConfig } from './store-merchants.ts'
import { findNode, type Status, setStatus, shutAccounts } from './store-paths.ts'

/**
 * Sets the own status of a path; only an ancestor may. Bets, sessions and calls follow at once, since all of them
 * read the effective status. Refused: notFound, stateForbids (own path). If the path already has the status,
 * nothing happens.
 */
export async function changeStatus(
  tx: Tx,
  change: {
    merchantId: MerchantId
    pathId: PathId
    status: Status
    operatorPath: PathId
    operator: Operator
    at: number
    reason?: string
  },
): Promise<Refusal | null> {
  const { merchantId, pathId, status, operatorPath } = change
  await lockMerchant(tx, merchantId)
  const node = await findNode(tx, merchantId, pathId)
  if (!node || node.parentId === null) return refuse('notFound')
  const targetAncestors = [HEAD_PATH, ...node.lineage.filter((id) => id !== pathId)]
  const refusal = statusChange({ operatorPath, targetPath: pathId, targetAncestors, from: node.status, to: status })
  if (refusal === 'ownPath') return refuse('stateForbids')
  if (refusal === 'notBelow') return refuse('notFound')
  if (refusal === 'unchanged') return null
  await setStatus(tx, merchantId, pathId, status)
  if (status === 2) {
    const accounts = await shutAccounts(tx, merchantId, pathId)
    await shutOut(tx, accounts, change.at)
  }
  await bumpConfig(tx, merchantId)
  const reason = change.reason ? [{ field: 'reason', label: '原因', before: null, after: change.reason }] : []
  await recordChange(tx, node, { operator: change.operator, at: change.at }, 'status', [
    { field: 'status', label: '状态', before: STATUS_WORDS[node.status], after: STATUS_WORDS[status] },
    ...reason,
  ])
  return null
}

/**
 * Switches the leaf of an outside book on or off. Nobody signs in there and nothing lies below it, so only the decisions
 * that read it follow.
 */
export async function switchFlyOrder(
  tx: Tx,
  { merchantId, pathId, status }: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly status: Status },
): Promise<void> {
  await setStatus(tx, merchantId, pathId, status)
  await outdateSnapshots(tx, merchantId)
}

/** account/updatestatus: for a path of the downline, never the caller's own; for operators only of merchants. */
export async function updateStatusCall(
  context: TreeContext,
  caller: Caller,
  input: ParsedRequestOf<typeof updateStatus>,
): Promise<null | Refusal> {
  const target = caller.targets.get(input.agentPathsId)
  if (!target) return refuse('notFound')
  if (target.accountId === caller.account.mainId || target.parentId === null) return refuse('stateForbids')
  if (caller.roleType === 1 && target.role !== ROLE.merchant) return refuse('stateForbids')
  const { requestId, ...content } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: 'account/updatestatus', content, now: at }
  return oncePerRequest<null>(context.pool, key, (tx) => {
    const { merchantId, id: pathId } = target
    tx.afterCommit(() => context.recheckStreams(merchantId))
    const { status, reason } = input
    const change = { merchantId, pathId, status, operatorPath: caller.path.id, ...occasionOf(caller, at) }
    return changeStatus(tx, reason === undefined ? change : { ...change, reason })
  })
}
