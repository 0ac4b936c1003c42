import type { Root } from 'react-dom/client'
import { watchOtherTabs } from '../api/other-tabs.ts'
import { warmKit } from '../components/kit/warm-kit.ts'
import { App } from './app.tsx'
import { watchLostParts } from './routes/lost-parts.ts'

/** Renders the app into the page. */
export const mount = (root: Root): void => {
  watchOtherTabs()
  watchLostParts()
  root.render(<App />)
  warmKit()
}
