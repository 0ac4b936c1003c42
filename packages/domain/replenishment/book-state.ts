/**
 * The book in memory while a batch is decided: exposure per holder and item, read once from the stored rows and moved on
 * by every order of the batch. Bets, automatic and manual replenishment all go through it, so the same orders in the
 * same sequence give the same book however they were batched.
 */

import { addExposure, type ExposureFigures, noExposure, visitExposure } from '../book/exposure.ts'
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

const PANKOU_PLACE: Readonly<Record<Pankou, number>> = { A: 0, B: 1, C: 2, D: 3 }

/** One item of the batch: its rows, and totals of the holders that were asked for. */
interface ItemState {
  /** By path and pankou as one number. */
  readonly rows: Map<number, ExposureChange>
  readonly totals: Map<number, ExposureFigures>
}

export const openBook = (load: LoadExposure): BookState => {
  const items = new Map<string, ItemState>()
  const changes: ExposureChange[] = []
  const orders: Order[] = []

  const stateOf = (item: ItemRef): ItemState => {
    const key = itemKey(item)
    let state = items.get(key)
    if (!state) {
      state = { rows: new Map(), totals: new Map() }
      items.set(key, state)
    }
    return state
  }

  // Totals are made when first asked for: most holders of most bets never send anything up.
  const figures = (path: number, item: ItemRef): Readonly<ExposureFigures> => {
    const state = stateOf(item)
    let total = state.totals.get(path)
    if (!total) {
      total = { ...(load(path, item) ?? noExposure()) }
      for (let place = 0; place < 4; place++) {
        const row = state.rows.get(path * 4 + place)
        if (row) addExposure(total, row.figures)
      }
      state.totals.set(path, total)
    }
    return total
  }

  const apply = (order: Order): void => {
    const { item, pankou } = order
    const state = stateOf(item)
    const place = PANKOU_PLACE[pankou]
    visitExposure(order, (path, delta) => {
      const total = state.totals.get(path)
      if (total) addExposure(total, delta)
      const rowKey = path * 4 + place
      const row = state.rows.get(rowKey)
      if (row) addExposure(row.figures, delta)
      else {
        const added = { path, item, pankou, figures: { ...delta } }
        state.rows.set(rowKey, added)
        changes.push(added)
      }
    })
    orders.push(order)
  }

  return { figures, apply, orders, changes: () => changes, fork: () => openBook(figures) }
}
