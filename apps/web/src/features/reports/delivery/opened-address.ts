import { withBet } from '../../../components/orders/order-address.ts'
import type { DeliveryRow } from './delivery-model.ts'

type RowName = { readonly rowKind: DeliveryRow['rowKind']; readonly agentPathsId: number }

/** A row in an address, such as `child-12`. */
export const rowKey = ({ rowKind, agentPathsId }: RowName): string => `${rowKind}-${agentPathsId}`

/** The row whose orders are open, `of=`; null: none. */
export const readOf = (search: URLSearchParams): string | null => {
  const text = search.get('of')
  return text !== null && /^(child|childReplenishment|ownReplenishment|ownFlyout)-[1-9]\d{0,9}$/.test(text)
    ? text
    : null
}

/** The address with the orders of another row; null closes them and the order among them. */
export const withOf = (held: URLSearchParams, row: RowName | null): URLSearchParams => {
  const next = withBet(held, null)
  if (row === null) next.delete('of')
  else next.set('of', rowKey(row))
  return next
}

/** Settling up with several downlines, `settle=many`. */
export const MANY = 'many'

/** The downline whose settling up is open, `settle=`, or several; null: none. */
export const readSettle = (search: URLSearchParams): number | typeof MANY | null => {
  const text = search.get('settle')
  if (text === MANY) return MANY
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

export const withSettle = (held: URLSearchParams, agentPathsId: number | typeof MANY | null): URLSearchParams => {
  const next = new URLSearchParams(held)
  if (agentPathsId === null) next.delete('settle')
  else next.set('settle', String(agentPathsId))
  return next
}
