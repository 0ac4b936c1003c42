import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** A node of the tree that the account may act for. */
export type SessionPath = {
  readonly agentPathsId: number
  readonly pathName: string
  readonly roleId: number
  /** Roles of the levels above, head first, none that is skipped. */
  readonly rolesAbove: readonly number[]
  readonly nickname: string
  readonly isAllowPilotOut: boolean
  /** What may be opened while it is the current one. */
  readonly permissionIds: readonly number[]
}

export type SessionAccount = {
  readonly accountId: number
  readonly accountName: string
  readonly roleId: number
  readonly mainAccountId: number
  readonly maintenanceState: number
  readonly isAllowPilotOut: boolean
  readonly accountType: 1 | 2
  readonly mustChangePassword: boolean
  readonly needSetPassword: boolean
  readonly lastLoginAt: number | null
}

/** What survives a reload. Routes, the menu and its ready flag do not: menu.ts keeps those. */
export type Session = {
  readonly token: string | null
  readonly account: SessionAccount | null
  readonly paths: readonly SessionPath[]
  readonly currentPathId: number
  readonly permissionIds: readonly number[]
  /** Accept type (0-4) of the game last opened on the board. */
  readonly replenishType: number | null
  readonly theme: ThemeChoice
  readonly rememberedAccount: string
}

const SIGNED_OUT = {
  token: null,
  account: null,
  paths: [],
  currentPathId: 0,
  permissionIds: [],
  replenishType: null,
} as const

export const useSession = create<Session>()(
  persist((): Session => ({ ...SIGNED_OUT, theme: 'system', rememberedAccount: '' }), {
    name: 'strata-session',
    version: 1,
  }),
)

/** Forgets everything of the signed-in person; theme and remembered name are the machine's. */
export const clearSession = (): void => {
  useSession.setState(SIGNED_OUT)
}

/** Acts for another of the account's paths from now on: whoever calls it loads the page anew. */
export const choosePath = (agentPathsId: number): void => {
  useSession.setState(({ account, paths, ...held }) => {
    const path = paths.find((one) => one.agentPathsId === agentPathsId)
    if (!path || account === null) return held
    return {
      account: {
        ...account,
        roleId: account.mainAccountId === 0 ? path.roleId : account.roleId,
        isAllowPilotOut: path.isAllowPilotOut,
      },
      currentPathId: agentPathsId,
      permissionIds: path.permissionIds,
      replenishType: null,
    }
  })
}

export const isSignedIn = (): boolean => useSession.getState().token !== null

/** The account this tab began with. Another one signing in beside it locks the tab. */
let tabAccountId: number | null = useSession.getState().account?.accountId ?? null
let locked = false
const lockListeners = new Set<() => void>()

export const isTabLocked = (): boolean => locked
export const onTabLock = (listener: () => void): (() => void) => {
  lockListeners.add(listener)
  return () => {
    lockListeners.delete(listener)
  }
}
/** After a sign-in of this tab. */
export const adoptTabAccount = (): void => {
  tabAccountId = useSession.getState().account?.accountId ?? null
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
    if (path !== 0 && currentPathId !== 0 && currentPathId !== path && accountId === tabAccountId)
      window.location.assign('/')
    if (tabAccountId === null || accountId === null || accountId === tabAccountId) return
    locked = true
    for (const listener of lockListeners) listener()
  })
}
