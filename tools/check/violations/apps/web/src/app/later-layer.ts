// expect: no-restricted-imports
import { thing } from '../entry/thing.ts'

export const other = thing
