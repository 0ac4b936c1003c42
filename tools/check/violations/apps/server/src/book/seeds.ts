// expect: no-restricted-imports
import { seed } from '../games/seed-store.ts'

export const known = seed
