import type { ResponseOf } from '@strata/contract/endpoint'
import type { deliveryQuery } from '@strata/contract/endpoints/reports'
import { isMemberRow } from '@strata/domain/reports'

export type DeliveryAnswer = ResponseOf<typeof deliveryQuery>
export type DeliveryRow = DeliveryAnswer['items'][number]
export type Figures = NonNullable<DeliveryAnswer['summary']>
export type FigureName = Exclude<keyof Figures, 'orders' | 'shareMin' | 'shareMax' | 'heldRatio'>

/** Columns whose figures show their formula. */
export const EXPLAINED = ['receivable', 'payable', 'earnedCommission', 'result', 'heldResult'] as const
export type ExplainedName = (typeof EXPLAINED)[number]
export const isExplained = (name: string): name is ExplainedName => EXPLAINED.some((one) => one === name)

/** Which orders a row covers. */
export const orderKindOf = (rowKind: DeliveryRow['rowKind']): 'member' | 'replenishment' | 'flyout' =>
  rowKind === 'child' ? 'member' : rowKind === 'ownFlyout' ? 'flyout' : 'replenishment'

/** "20%", "0-20%", or a dash without orders and for rows that are not of members. */
export const showShares = (
  row: Pick<Figures, 'shareMin' | 'shareMax' | 'orders'> & { readonly rowKind?: string },
): string => {
  if (row.orders === 0 || !isMemberRow(row)) return '—'
  return row.shareMin === row.shareMax ? `${row.shareMin}%` : `${row.shareMin}-${row.shareMax}%`
}

/** The reading order: each row followed by its replenishment row, then the seat's own rows. */
export const readingOrder = (rows: readonly DeliveryRow[]): readonly DeliveryRow[] => {
  const filled = new Map(
    rows.filter((row) => row.rowKind === 'childReplenishment').map((row) => [row.agentPathsId, row]),
  )
  const ordered = rows
    .filter((row) => row.rowKind === 'child')
    .flatMap((row) => {
      const own = filled.get(row.agentPathsId)
      filled.delete(row.agentPathsId)
      return own ? [row, own] : [row]
    })
  const rest = rows.filter((row) => row.rowKind === 'ownReplenishment' || row.rowKind === 'ownFlyout')
  return [...ordered, ...filled.values(), ...rest]
}
