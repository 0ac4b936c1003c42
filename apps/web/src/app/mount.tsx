import type { Root } from 'react-dom/client'
import { watchOtherTabs } from '../api/other-tabs.ts'
import { watchScreenLock } from '../api/screen-lock.ts'
import { warmKit } from '../components/kit/warm-kit.ts'
import { fieldText } from '../text/zh-CN/entry/field.ts'
import { watchCapsLock } from '../ui/fields/caps-lock.ts'
import { App } from './app.tsx'
import { watchLostParts } from './routes/lost-parts.ts'

/** Renders the app into the page. */
export const mount = (root: Root): void => {
  watchOtherTabs()
  watchScreenLock()
  watchLostParts()
  watchCapsLock(fieldText.capsLock)
  root.render(<App />)
  warmKit()
}
