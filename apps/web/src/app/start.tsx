import type { Root } from 'react-dom/client'
import { watchOtherTabs } from '../api/other-tabs.ts'
import { App } from './app.tsx'
import { watchLostParts } from './lost-parts.ts'

/** Hands the page over to the app: called by the entry, which owns the root. */
export const start = (root: Root): void => {
  watchOtherTabs()
  watchLostParts()
  root.render(<App />)
}
