import type { Root } from 'react-dom/client'
import { askFrame, loadHome } from '#home'
import { PAGES } from '#pages'
import '../api/screen-lock.ts'
import { isSignedIn, useSession } from '../api/session.ts'
import { showDayStarts } from '../lib/day-starts.ts'

// The app may be loaded before the sign-in that tells it.
showDayStarts(useSession.getState().dayStarts)
useSession.subscribe(({ dayStarts }) => showDayStarts(dayStarts))

/** The app and the requested page are loaded in parallel. */
const app = import('./mount.tsx')
const { pathname } = window.location
const page = pathname === '/' ? loadHome : PAGES.get(pathname)
if (isSignedIn()) {
  // A failed load is repeated by the page's route, which reports it.
  page?.().catch(() => {})
  askFrame()
}

/** Called by the entry, which created the root. */
export const start = async (root: Root): Promise<void> => (await app).mount(root)
