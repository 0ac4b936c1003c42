// expect: no-cycle
import type { B } from './type-cycle-b.ts'

export type A = { readonly b: B | null }
