import type { MerchantId, PathId } from '@strata/domain/ids'
import { type LoggedChange, logChanges } from '../../access/audit-log.ts'
import type { Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'

/** The person who makes the change, for the change log. */
export interface Operator {
  readonly id: number
  readonly name: string
  readonly ip: string
}

export interface Occasion {
  readonly operator: Operator
  readonly at: number
}

/** One record for each path; records without a change are left out. */
export async function recordChanges(
  tx: Tx,
  merchantId: MerchantId,
  { operator, at }: Occasion,
  entries: readonly { path: { id: PathId; name: string }; action: string; changes: readonly LoggedChange[] }[],
): Promise<void> {
  const { id: operatorId, name: operatorName, ip } = operator
  const records = entries
    .filter((entry) => entry.changes.length > 0)
    .map(({ path, action, changes }) => {
      const target = { pathId: path.id, targetName: path.name }
      return { id: nextId(), at, operatorId, operatorName, ...target, action, changes, ip }
    })
  if (records.length > 0) await logChanges(tx, merchantId, records)
}

export const recordChange = (
  tx: Tx,
  path: { id: PathId; merchantId: MerchantId; name: string },
  occasion: Occasion,
  action: string,
  changes: readonly LoggedChange[],
): Promise<void> => recordChanges(tx, path.merchantId, occasion, [{ path, action, changes }])
