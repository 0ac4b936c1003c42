import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { AccountRow } from '../accounts/row-actions.ts'

export type BulkKind = 'terms' | 'status' | 'funds'

const KINDS: readonly { readonly kind: BulkKind; readonly id: number }[] = [
  { kind: 'terms', id: PERMISSION.terms },
  { kind: 'status', id: PERMISSION.status },
  { kind: 'funds', id: PERMISSION.funds },
]
export const BULK_PERMISSIONS: readonly number[] = KINDS.map(({ id }) => id)

type Row = Pick<AccountRow, 'roleId' | 'parentPathsId'>

const fundsWhy = (rows: readonly Row[], pathId: number): string | null => {
  if (rows.some(({ roleId }) => roleId === ROLE.flyOrder)) return treeText.bulkRows.why.noWallet
  return rows.every(({ parentPathsId }) => parentPathsId === pathId) ? null : treeText.bulkRows.why.notDirect
}

/** What the caller may do with the chosen accounts together; a kind that is impossible says why. */
export const bulkKinds = (
  rows: readonly Row[],
  holder: { readonly ids: ReadonlySet<number>; readonly pathId: number },
): readonly { readonly kind: BulkKind; readonly why: string | null }[] =>
  KINDS.filter(({ id }) => holder.ids.has(id)).map(({ kind }) => ({
    kind,
    why: kind === 'funds' ? fundsWhy(rows, holder.pathId) : null,
  }))
