// expect: no-restricted-imports
import { thing } from '../api/thing.ts'

export const other = thing
