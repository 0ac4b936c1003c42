import { tab, useSession } from './session.ts'

const lockListeners = new Set<() => void>()

export const isTabLocked = (): boolean => tab.locked
export const onTabLock = (listener: () => void): (() => void) => {
  lockListeners.add(listener)
  return () => {
    lockListeners.delete(listener)
  }
}

/** Follows changes that other tabs make to the stored session. */
export const watchOtherTabs = (): void => {
  window.addEventListener('storage', (event) => {
    if (event.key !== 'strata-session') return
    const path = useSession.getState().currentPathId
    void useSession.persist.rehydrate()
    const { account, currentPathId } = useSession.getState()
    const accountId = account?.accountId ?? null
    // The same account has switched to another path: the content of this tab belongs to the old one.
    if (path !== 0 && currentPathId !== 0 && currentPathId !== path && accountId === tab.accountId)
      window.location.assign('/')
    if (tab.accountId === null || accountId === null || accountId === tab.accountId) return
    tab.locked = true
    for (const listener of lockListeners) listener()
  })
}
