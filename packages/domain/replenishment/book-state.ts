/**
 * The book in memory while a batch is decided: exposure per holder and item, read once from the stored rows and updated
 * by every order of the batch. Bets, automatic and manual replenishment all use it, so the same orders in the same
 * sequence give the same book, however they were batched.
 */

import { addExposure, type ExposureFigures, noExposure, visitExposure } from '../book/exposure.ts'
import { type ItemRef, itemKey, type Order } from '../book/order.ts'
import type { PathId } from '../ids.ts'
import type { Pankou } from '../pankou.ts'

/** The holder's stored figures on the item over all pankou. Undefined: there is no row yet. */
export type LoadExposure = (path: PathId, item: ItemRef) => Readonly<ExposureFigures> | undefined

/** What the batch adds to one stored row. */
export interface ExposureChange {
  readonly path: PathId
  readonly item: ItemRef
  readonly pankou: Pankou
  readonly figures: ExposureFigures
}

export interface BookState {
  /** Current figures over all pankou. Read only: only `apply` changes them. */
  readonly figures: (path: PathId, item: ItemRef) => Readonly<ExposureFigures>
  readonly apply: (order: Order) => void
  /** Every order applied, in sequence. */
  readonly orders: readonly Order[]
  /** The rows to write, each once. */
  readonly changes: () => ExposureChange[]
  /** A copy for trials. Changes to it do not affect this book. */
  readonly fork: () => BookState
}

const PANKOU_PLACE: Readonly<Record<Pankou, number>> = { A: 0, B: 1, C: 2, D: 3 }

/** One item of the batch: its rows, and the totals of the holders that were read. */
interface ItemState {
  /** Keyed by path and pankou combined into one number. */
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

  // Totals are computed on first use: most holders of most bets never send anything up.
  const figures = (path: PathId, item: ItemRef): Readonly<ExposureFigures> => {
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
