// expect: no-restricted-imports
import { thing } from '#pages'

export const other = thing
