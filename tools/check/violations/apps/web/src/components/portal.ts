// expect: no-restricted-imports
import { thing } from '#portal'

export const other = thing
