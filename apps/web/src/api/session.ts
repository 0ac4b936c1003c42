import type { Role } from '@strata/domain/tree'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** A node of the tree that the account may act for. */
export type SessionPath = {
  readonly agentPathsId: number
  readonly pathName: string
  readonly roleId: Role
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
  readonly roleId: Role
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

export const isSignedIn = (): boolean => useSession.getState().token !== null

/** The account this tab began with; another sign-in in the same browser locks the tab (other-tabs.ts). */
export const tab = { accountId: useSession.getState().account?.accountId ?? null, locked: false }

/** After a sign-in of this tab. */
export const adoptTabAccount = (): void => {
  tab.accountId = useSession.getState().account?.accountId ?? null
}
