import { FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import type { Root } from 'react-dom/client'
import { loadHome } from '#home'
import { PAGES } from '#pages'
import '../api/screen-lock.ts'
import { askFrame } from '../api/early.ts'
import { isSignedIn } from '../api/session.ts'
import { setShownDayStarts } from '../lib/day-starts.ts'

setShownDayStarts(FIRST_DAY_STARTS)

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
