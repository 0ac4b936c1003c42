// expect: no-restricted-imports
import { thing } from '@strata/server/thing'

export const other = thing
