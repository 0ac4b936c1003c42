import type { Root } from 'react-dom/client'
import { App } from './app.tsx'

/** Hands the page over to the app: called by the entry, which owns the root. */
export const start = (root: Root): void => root.render(<App />)
