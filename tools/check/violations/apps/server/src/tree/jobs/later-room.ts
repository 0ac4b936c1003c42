// expect: no-restricted-imports
import { thing } from '../../settlement/thing.ts'

export const other = thing
