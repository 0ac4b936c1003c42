// expect: no-restricted-imports
import { thing } from '../../lib/thing.ts'

export const other = thing
