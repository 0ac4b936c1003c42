// expect: no-restricted-imports
import { thing } from '../../boards/thing.ts'

export const other = thing
