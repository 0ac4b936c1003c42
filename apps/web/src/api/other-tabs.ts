import { tab, useSession } from './session.ts'

const lockListeners = new Set<() => void>()

export const isTabLocked = (): boolean => tab.locked
export const onTabLock = (listener: () => void): (() => void) => {
  lockListeners.add(listener)
  return () => {
    lockListeners.delete(listener)
  }
}

/** Follows what other tabs of this browser do to the stored session. */
export const watchOtherTabs = (): void => {
  window.addEventListener('storage', (event) => {
    if (event.key !== 'strata-session') return
    const path = useSession.getState().currentPathId
    void useSession.persist.rehydrate()
    const { account, currentPathId } = useSession.getState()
    const accountId = account?.accountId ?? null
    // The same person acts for another path now: what this tab shows is not that path's.
    if (path !== 0 && currentPathId !== 0 && currentPathId !== path && accountId === tab.accountId)
      window.location.assign('/')
    if (tab.accountId === null || accountId === null || accountId === tab.accountId) return
    tab.locked = true
    for (const listener of lockListeners) listener()
  })
}
