// expect: no-restricted-imports
import { thing } from '../features/public/thing.ts'

export const other = thing
