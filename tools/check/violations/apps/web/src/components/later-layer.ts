// expect: no-restricted-imports
import { thing } from '../features/book/thing.ts'

export const other = thing
