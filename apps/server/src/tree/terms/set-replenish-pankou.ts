import type { GameId, MerchantId, PathId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { bumpTerms } from '../paths/store-paths.ts'
import { SnapshotCache } from '../snapshot/merchant-snapshot.ts'
import { lockMerchant } from '../snapshot/store-snapshot.ts'
import { saveReplenishPankou } from './store-terms.ts'
import type { Pankou } from './terms-rows.ts'

/**
 * Sets the pankou that a path replenishes on in a game, under the merchant's lock, and moves the version of its terms
 * on. The caller marks the snapshots as out of date, with what it saves beside it. Refused: beyondTerm (the path does
 * not have this pankou).
 */
export async function setReplenishPankou(
  tx: Tx,
  at: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly gameId: GameId },
  pankou: Pankou,
): Promise<{ readonly before: Pankou | null } | Refusal> {
  const { merchantId, pathId, gameId } = at
  const version = await lockMerchant(tx, merchantId)
  const snapshot = await new SnapshotCache().locked(tx, merchantId, version, { ids: [pathId] })
  const terms = snapshot.terms(pathId, gameId)
  if (!terms?.pankou.includes(pankou)) return refuse('beyondTerm')
  const before = terms.replenishPankou
  if (before === pankou) return { before }
  await saveReplenishPankou(tx, merchantId, at, pankou)
  await bumpTerms(tx, merchantId, [pathId])
  return { before }
}
