import type { AccountId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import type { Tx } from '../../platform/db.ts'
import { outdateSnapshots } from '../snapshot/outdate-snapshots.ts'
import { saveLinkTerms, saveShareTerms } from '../terms/store-terms.ts'
import type { LinkRow, ShareRow } from '../terms/terms-rows.ts'
import { closePath, findParent, insertPaths, type Node } from './store-paths.ts'

/**
 * Closes a member's path, which keeps its history, and opens an agent's under the same parent with these terms. The
 * caller holds the merchant's lock and has judged the upgrade; money and account are moved by their own rooms.
 */
export async function upgradePath(
  tx: Tx,
  node: Node,
  to: {
    readonly accountId: AccountId
    readonly terms: { readonly links: readonly LinkRow[]; readonly shares: readonly ShareRow[] }
    readonly at: number
  },
): Promise<PathId> {
  const { merchantId, id, name, nickname } = node
  const { accountId, terms, at } = to
  const parent = await findParent(tx, merchantId, must(node.parentId, 'the parent'))
  if (!parent) throw new Error(`path ${id} has no open parent`)
  const made = { merchantId, role: ROLE.agent, fundMode: parent.fundMode, flyOutAllowed: false, at }
  const ids = await insertPaths(tx, parent, made, [{ accountId, name, nickname }])
  const pathId = must(ids[0], 'the new path')
  await saveLinkTerms(tx, merchantId, pathId, terms.links)
  await saveShareTerms(tx, merchantId, pathId, terms.shares)
  await closePath(tx, merchantId, id, at)
  await outdateSnapshots(tx, merchantId)
  return pathId
}
