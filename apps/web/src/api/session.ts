import type { Role } from '@strata/domain/tree'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** A path that the account may act for. */
export type SessionPath = {
  readonly agentPathsId: number
  readonly pathName: string
  readonly roleId: Role
  /** Roles of the levels above, head first, without skipped ones. */
  readonly rolesAbove: readonly Role[]
  readonly nickname: string
  readonly isAllowPilotOut: boolean
  /** Permissions while it is the current path. */
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
  /** An operator looks into the account, reading only, until then. */
  readonly lookUntil?: number
}

/** From `firstDay` on, business days begin so many minutes after midnight in Shanghai. */
export type SessionDayStart = { readonly firstDay: string; readonly startMinutes: number }

/** The part that survives a reload. Routes and menu do not (menu.ts). */
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
  /** When business days begin; null: signed in before this was told, and before any change of it. */
  readonly dayStarts: readonly SessionDayStart[] | null
}

const SIGNED_OUT = {
  token: null,
  account: null,
  paths: [],
  currentPathId: 0,
  permissionIds: [],
  replenishType: null,
  dayStarts: null,
} as const

export const useSession = create<Session>()(
  persist((): Session => ({ ...SIGNED_OUT, theme: 'system', rememberedAccount: '' }), {
    name: 'strata-session',
    version: 1,
  }),
)

/** Clears everything of the signed-in account; theme and remembered name belong to the machine and stay. */
export const clearSession = (): void => {
  useSession.setState(SIGNED_OUT)
}

export const isSignedIn = (): boolean => useSession.getState().token !== null

/**
 * The account that this tab started with; another sign-in in the same browser locks the tab (other-tabs.ts), and its
 * person the screen (screen-lock.ts).
 */
export const tab = { accountId: useSession.getState().account?.accountId ?? null, locked: false, screen: false }

/** Called after a sign-in in this tab. */
export const adoptTabAccount = (): void => {
  tab.accountId = useSession.getState().account?.accountId ?? null
}
