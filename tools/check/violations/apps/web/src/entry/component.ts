// expect: no-restricted-imports
import { thing } from '../components/dialogs/dialog.tsx'

export const other = thing
