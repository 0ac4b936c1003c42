// expect: no-restricted-imports
import { thing } from '../components/thing.tsx'

export const other = thing
