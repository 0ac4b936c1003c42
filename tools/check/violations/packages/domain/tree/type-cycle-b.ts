// expect: no-cycle
import type { A } from './type-cycle-a.ts'

export type B = { readonly a: A | null }
