/**
 * The book in memory while a batch is decided: exposure per holder and item, read once from the stored rows and moved on
 * by every order of the batch. Bets, automatic and manual replenishment all go through it, so the same orders in the
 * same sequence give the same book however they were batched.
 */

import { addExposure, type ExposureFigures, exposureDeltas, noExposure } from '../book/exposure.ts'
import { type ItemRef, itemKey, type Order, type Pankou } from '../book/order.ts'

/** The holder's stored figures on the item over all pankou; undefined: no row yet. */
export type LoadExposure = (path: number, item: ItemRef) => Readonly<ExposureFigures> | undefined

/** What the batch adds to one stored row. */
export interface ExposureChange {
  readonly path: number
  readonly item: ItemRef
  readonly pankou: Pankou
  readonly figures: ExposureFigures
}

export interface BookState {
  /** Current figures over all pankou. Read only: change them by `apply`. */
  readonly figures: (path: number, item: ItemRef) => Readonly<ExposureFigures>
  readonly apply: (order: Order) => void
  /** Every order applied, in sequence. */
  readonly orders: readonly Order[]
  /** The rows to write, each once. */
  readonly changes: () => ExposureChange[]
  /** A copy to try things on: nothing done to it reaches this one. */
  readonly fork: () => BookState
}

export const openBook = (load: LoadExposure): BookState => {
  const totals = new Map<string, Map<number, ExposureFigures>>()
  const rows = new Map<string, ExposureChange>()
  const orders: Order[] = []

  const current = (path: number, item: ItemRef, key: string): ExposureFigures => {
    let byPath = totals.get(key)
    if (!byPath) {
      byPath = new Map()
      totals.set(key, byPath)
    }
    let figures = byPath.get(path)
    if (!figures) {
      figures = { ...(load(path, item) ?? noExposure()) }
      byPath.set(path, figures)
    }
    return figures
  }

  const apply = (order: Order): void => {
    const key = itemKey(order.item)
    for (const { path, figures } of exposureDeltas(order)) {
      addExposure(current(path, order.item, key), figures)
      const rowKey = `${path} ${order.pankou} ${key}`
      const row = rows.get(rowKey)
      if (row) addExposure(row.figures, figures)
      else rows.set(rowKey, { path, item: order.item, pankou: order.pankou, figures: { ...figures } })
    }
    orders.push(order)
  }

  const figures = (path: number, item: ItemRef): Readonly<ExposureFigures> => current(path, item, itemKey(item))
  return { figures, apply, orders, changes: () => [...rows.values()], fork: () => openBook(figures) }
}
