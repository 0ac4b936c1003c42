import type { Root } from 'react-dom/client'
import { PAGES } from '#pages'
import { askFrame } from '../api/early.ts'
import { isSignedIn } from '../api/session.ts'

/** The app and the page asked for are fetched side by side: neither waits until the other has come. */
const app = import('./mount.tsx')
const { pathname } = window.location
const page = pathname === '/' ? () => import('./home/home-page.tsx') : PAGES.get(pathname)
if (isSignedIn()) {
  // A page that does not come is asked for again by its route, which says so.
  page?.().catch(() => {})
  askFrame()
}

/** Called by the entry, which owns the root. */
export const start = async (root: Root): Promise<void> => (await app).mount(root)
