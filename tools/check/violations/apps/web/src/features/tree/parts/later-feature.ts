// expect: no-restricted-imports
import { thing } from '../../book/thing.ts'

export const other = thing
