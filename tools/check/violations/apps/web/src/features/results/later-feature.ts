// expect: no-restricted-imports
import { thing } from '../odds/thing.ts'

export const other = thing
