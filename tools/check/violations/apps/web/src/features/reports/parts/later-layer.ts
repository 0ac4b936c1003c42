// expect: no-restricted-imports
import { thing } from '../../../app/thing.ts'

export const other = thing
