import type { ReactNode } from 'react'
import { timeFieldText as words } from '../../text/zh-CN/shared/time-field.ts'

/**
 * The kit's columns of hours and minutes scroll but take no focus, and its buttons 2026年 and 11月 are named without the
 * year and month that they show. Each view draws them again.
 */
const mend = (part: HTMLElement): void => {
  for (const column of part.querySelectorAll<HTMLElement>('.ant-picker-time-panel-column')) column.tabIndex = 0
  for (const button of part.querySelectorAll('.ant-picker-header-view button')) button.removeAttribute('aria-label')
}

const watched = (part: HTMLElement | null): (() => void) | undefined => {
  if (!part) return undefined
  mend(part)
  const watch = new MutationObserver(() => mend(part))
  watch.observe(part, { childList: true, subtree: true })
  return () => watch.disconnect()
}

/** What every calendar of the kit is given: a region of its own, with names and focus where they belong. */
export const CALENDAR = {
  panelRender: (panel: ReactNode): ReactNode => (
    <section aria-label={words.calendar} ref={watched}>
      {panel}
    </section>
  ),
}
