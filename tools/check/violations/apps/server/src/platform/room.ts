// expect: no-restricted-imports
import { thing } from '../tree/thing.ts'

export const other = thing
