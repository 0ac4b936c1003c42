import { create } from 'zustand'
import { ports } from './api.ts'
import type { ClientPorts } from './client.ts'
import { tab, useSession } from './session.ts'

/** Holds the end of the token that was locked: a new sign-in is not locked. */
const KEY = 'strata-lock'

const markOf = (): string | null => useSession.getState().token?.slice(-12) ?? null

const isLocked = (): boolean => {
  const mark = markOf()
  return mark !== null && window.localStorage.getItem(KEY) === mark
}

/** Whether this person's screen is locked. Nothing is sent meanwhile; all tabs of the browser follow. */
export const useScreenLock = create<{ readonly on: boolean }>(() => ({ on: isLocked() }))
tab.screen = useScreenLock.getState().on

const follow = (): void => {
  tab.screen = isLocked()
  useScreenLock.setState({ on: tab.screen })
}

/** An operator who looks into an account does not know the password that would open it again. */
export const canLock = (): boolean => {
  const { token, account } = useSession.getState()
  return token !== null && account?.lookUntil === undefined
}

export const lockScreen = (): void => {
  const mark = markOf()
  if (mark === null || !canLock()) return
  window.localStorage.setItem(KEY, mark)
  follow()
}

export const openScreen = (): void => {
  window.localStorage.removeItem(KEY)
  follow()
}

/** Other tabs lock and open with this one. */
export const watchScreenLock = (): void => {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) follow()
  })
}

/** For the few calls that a locked screen may send: its password, and signing out. */
export const unlockedPorts: ClientPorts = {
  ...ports,
  session: () => ({ ...ports.session(), locked: tab.locked }),
}
