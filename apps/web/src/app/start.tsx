import type { Root } from 'react-dom/client'
import { App } from './app.tsx'
import { watchLostParts } from './lost-parts.ts'

/** Hands the page over to the app: called by the entry, which owns the root. */
export const start = (root: Root): void => {
  watchLostParts()
  root.render(<App />)
}
