// expect: store
import type { Hidden } from '../ledger/store-hidden.ts'

export const hidden = (await import('../ledger/store-hidden.ts')) as Hidden
