import { loadCipher } from '../../api/seal.ts'
import { whenIdle } from '../../lib/when-idle.ts'

/** Nobody opens a drawer sooner, and a page that is still coming needs the line for itself. */
const AFTER_MS = 3_000

const fetchParts = async (): Promise<void> => {
  await whenIdle()
  await Promise.all([import('./kit-modal.tsx'), import('./kit-drawer.tsx'), loadCipher()])
}

/** Fetches what dialogs and drawers are made of, and what seals a password typed in one, once the page stands, so that the first of them opens at once. */
export const warmKit = (): void => {
  // A failed load is tried again when a dialog opens, and is reported then.
  setTimeout(() => void fetchParts().catch(() => {}), AFTER_MS)
}
