// expect: store
import type { Hidden } from '../ledger/store-hidden.ts'

const save = (on: Hidden): Promise<void> => on.query('update replenishment_settings set auto = null')

/** Writes by another function of the file. */
export const switchOff = (on: Hidden): Promise<void> => save(on)
