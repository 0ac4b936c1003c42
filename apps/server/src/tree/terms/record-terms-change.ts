import type { MerchantId, PathId } from '@strata/domain/ids'
import { type LoggedChange, logActions, type Occasion, type Operator } from '../../access/audit-log.ts'
import type { Tx } from '../../platform/db.ts'
import { namesOf } from '../paths/store-path-names.ts'
import { bumpTerms } from '../paths/store-paths.ts'
import { outdateSnapshots } from '../snapshot/outdate-snapshots.ts'

export type { Occasion, Operator }

/** One record for each path; records without a change are left out. */
export const recordChanges = (
  tx: Tx,
  merchantId: MerchantId,
  occasion: Occasion,
  entries: readonly { path: { id: PathId; name: string }; action: string; changes: readonly LoggedChange[] }[],
): Promise<void> =>
  logActions(
    tx,
    merchantId,
    occasion,
    entries.map(({ path, action, changes }) => ({ pathId: path.id, targetName: path.name, action, changes })),
  )

export const recordChange = (
  tx: Tx,
  path: { id: PathId; merchantId: MerchantId; name: string },
  occasion: Occasion,
  action: string,
  changes: readonly LoggedChange[],
): Promise<void> => recordChanges(tx, path.merchantId, occasion, [{ path, action, changes }])

/**
 * Another room has changed what stands beside the terms of a path and shares their version: moves the version on, marks
 * the merchant's snapshots as out of date, and writes the log.
 */
export async function recordBesideTerms(
  tx: Tx,
  { merchantId, pathId }: { readonly merchantId: MerchantId; readonly pathId: PathId },
  occasion: Occasion,
  entry: { readonly action: string; readonly changes: readonly LoggedChange[] },
): Promise<void> {
  await bumpTerms(tx, merchantId, [pathId])
  await outdateSnapshots(tx, merchantId)
  const name = (await namesOf(tx, [merchantId], [pathId])).get(pathId) ?? ''
  await recordChanges(tx, merchantId, occasion, [{ path: { id: pathId, name }, ...entry }])
}
