import { useLayoutEffect } from 'react'
import { beside } from './tabs-model.ts'
import type { useTabStrip } from './use-tab-strip.ts'

const STEPS: Readonly<Record<string, -1 | 1>> = { PageUp: -1, PageDown: 1 }

/** Alt+W closes the page's tab, Alt+PageUp and Alt+PageDown go to its neighbours: no browser uses these keys itself. */
export const useTabKeys = ({ pathname, tabs, close, go }: ReturnType<typeof useTabStrip>): void => {
  // With the strip that is drawn: a key acts on the page that is marked, not on the one before.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey) return
      // A dialog is closed before the page below it.
      if (document.querySelector('dialog[open], .ant-modal-wrap:not([style*="none"]), .ant-drawer-open')) return
      const step = STEPS[code]
      if (code !== 'KeyW' && step === undefined) return
      event.preventDefault()
      if (step === undefined) {
        if (tabs.some(({ path, pinned }) => path === pathname && !pinned)) close(pathname)
        return
      }
      const next =
        beside(tabs, pathname, step) ?? (pathname === '/' ? tabs[step === 1 ? 0 : tabs.length - 1]?.path : null)
      const tab = tabs.find(({ path }) => path === next)
      if (tab) go(tab.address)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [pathname, tabs, close, go])
}
