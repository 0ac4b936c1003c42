import type { MerchantId, PathId } from '@strata/domain/ids'
import { type LoggedChange, logActions, type Occasion, type Operator } from '../../access/audit-log.ts'
import type { Tx } from '../../platform/db.ts'

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
