import { ROUTES } from '@strata/contract/menu'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { offerUndo } from '../../components/forms/offer-undo.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
import { allSpots, takeSpots } from '../frame/scroll-spots.ts'
import { AS_LEFT } from '../frame/use-scroll.ts'
import { homePath } from '../menu.ts'
import { afterClosing, closed, type OpenTab, visited } from './tabs-model.ts'
import { changeTabs, ownTabs, useTabs } from './tabs-store.ts'

const idOf = (path: string): number | undefined => ROUTES.find((route) => route.path === path)?.id

/** Stores how far the pages were scrolled before the browser leaves. */
const useStoredSpots = (): void => {
  useEffect(() => {
    takeSpots(useTabs.getState().spots)
    const store = (): void => {
      useTabs.setState({ spots: allSpots() })
    }
    window.addEventListener('pagehide', store)
    return () => window.removeEventListener('pagehide', store)
  }, [])
}

/** The tabs that the caller may still open. */
export const useOpenTabs = (): readonly OpenTab[] => {
  const tabs = useTabs((state) => state.tabs)
  const held = useSession((session) => session.permissionIds)
  return useMemo(() => {
    const ids = new Set<number>(held)
    return tabs.filter(({ path }) => ids.has(idOf(path) ?? 0))
  }, [tabs, held])
}

/** Adds every visited page to the tabs of its owner; a page is taken away when another one has been opened. */
export const useTabStrip = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const leaving = useRef<string | null>(null)
  const owner = useSession(({ account, currentPathId }) => `${account?.accountId ?? 0}|${currentPathId}`)
  useStoredSpots()
  useEffect(() => {
    ownTabs(owner)
    const gone = leaving.current
    // The page that is left may still change its own address before the next one is there.
    if (gone !== null && gone !== pathname) {
      leaving.current = null
      changeTabs((tabs) => closed(tabs, gone))
    }
    if (idOf(pathname) !== undefined && pathname !== '/404')
      changeTabs((tabs) => visited(tabs, pathname, `${pathname}${search}`))
  }, [owner, pathname, search])
  const tabs = useOpenTabs()
  const go = (to: string): void => void navigate(to, { state: AS_LEFT })
  const close = (path: string): void => {
    if (path !== pathname) {
      changeTabs((all) => closed(all, path))
      return
    }
    const next = afterClosing(tabs, path)?.address ?? homePath() ?? '/'
    // The only page there is stays.
    if (next === path) return
    leaving.current = path
    go(next)
  }
  /** Opens a tab that stays, when the page on screen is among those that were closed. */
  const keep = (change: (all: readonly OpenTab[]) => readonly OpenTab[], target: OpenTab): void => {
    const before = useTabs.getState().tabs
    changeTabs(change)
    const count = before.length - useTabs.getState().tabs.length
    if (count > 0) offerUndo(undoText.tabsClosed(count), () => changeTabs(() => before))
    if (!useTabs.getState().tabs.some(({ path }) => path === pathname) && pathname !== '/') go(target.address)
  }
  return { pathname, tabs, go, close, keep }
}
