// expect: store
import type { Hidden } from '../ledger/store-hidden.ts'

export const saveNotice = (on: Hidden): Promise<void> => on.query('update notices set content = null')
