import { loadCipher } from '../../api/seal.ts'
import { whenIdle } from '../../lib/when-idle.ts'

/** Earlier than this nobody opens a drawer, and a loading page needs the network. */
const AFTER_MS = 3_000

const fetchParts = async (): Promise<void> => {
  await whenIdle()
  await Promise.all([import('./kit-modal.tsx'), import('./kit-drawer.tsx'), loadCipher()])
}

/**
 * Preloads the parts of dialogs and drawers and the password cipher after the page is complete, so that the first
 * dialog opens at once.
 */
export const warmKit = (): void => {
  // A failed load is repeated and reported when a dialog opens.
  setTimeout(() => void fetchParts().catch(() => {}), AFTER_MS)
}
