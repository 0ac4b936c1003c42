import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './layout.module.css'
import { firstFigure, moveToRegion } from './regions.ts'

/** F6 and Shift+F6, as in programs with panes; the browser's own panes are reached from its address bar. */
const onRegionKey = (event: KeyboardEvent): void => {
  if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  moveToRegion(event.shiftKey ? -1 : 1)
}

/** Not by the address: its hash would be copied with it, and be a step back that leads nowhere. */
const toContent = (event: MouseEvent): void => {
  event.preventDefault()
  const content = document.querySelector<HTMLElement>('#content')
  content?.focus()
  content?.scrollIntoView()
}

/** The first Tab stops of every page: past menu and head to its content, and on to its first row, cell or figure. */
export const SkipLinks = (): ReactNode => {
  const [figures, setFigures] = useState(false)
  useEffect(() => {
    window.addEventListener('keydown', onRegionKey)
    return () => window.removeEventListener('keydown', onRegionKey)
  }, [])
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page, which browsers and axe know by its address */}
      <a
        className={css.skip}
        data-part="skip"
        href="#content"
        onFocus={() => setFigures(firstFigure() !== null)}
        onClick={toContent}
      >
        {appText.skipToContent}
      </a>
      {figures ? (
        <button type="button" className={css.skip} data-part="skip" onClick={() => firstFigure()?.focus()}>
          {appText.skipToFigures}
        </button>
      ) : null}
    </>
  )
}
