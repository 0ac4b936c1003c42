import { flattenModules, type RoleModule } from '@strata/contract/permissions'
import type { Role } from '@strata/domain/tree'
import { adoptTabAccount, type SessionDayStart, type SessionPath, useSession } from './session.ts'

/** A path as the server lists it. */
export type ListedPath = Omit<SessionPath, 'permissionIds'> & { readonly roleModuleList: readonly RoleModule[] }

/** The listed paths in the session's form. */
export const sessionPaths = (list: readonly ListedPath[]): readonly SessionPath[] =>
  list.map(({ roleModuleList, ...path }) => ({ ...path, permissionIds: [...flattenModules(roleModuleList)] }))

/** The part of a sign-in answer that the session stores. */
export type SignInAnswer = {
  readonly accountToken: string
  readonly accountId: number
  readonly accountName: string
  readonly roleId: Role
  readonly mainAccountId: number
  readonly maintenanceState: number
  readonly isAllowPilotOut: boolean
  readonly accountType: 1 | 2
  readonly accountAgentPathsList: readonly ListedPath[]
  readonly mustChangePassword: boolean
  readonly needSetPassword: boolean
  readonly lastLogin: { readonly at: number } | null
  readonly lookUntil?: number
  readonly dayStarts: readonly SessionDayStart[]
}

/** Stores the answer of a sign-in; the first path becomes the current one. */
export const beginSession = (answer: SignInAnswer): void => {
  const [first] = answer.accountAgentPathsList
  useSession.setState({
    token: answer.accountToken,
    account: {
      accountId: answer.accountId,
      accountName: answer.accountName,
      roleId: answer.roleId,
      mainAccountId: answer.mainAccountId,
      maintenanceState: answer.maintenanceState,
      isAllowPilotOut: answer.isAllowPilotOut,
      accountType: answer.accountType,
      mustChangePassword: answer.mustChangePassword,
      needSetPassword: answer.needSetPassword,
      lastLoginAt: answer.lastLogin?.at ?? null,
      ...(answer.lookUntil === undefined ? {} : { lookUntil: answer.lookUntil }),
    },
    paths: sessionPaths(answer.accountAgentPathsList),
    currentPathId: first?.agentPathsId ?? 0,
    permissionIds: [...flattenModules(first?.roleModuleList ?? [])],
    replenishType: null,
    dayStarts: answer.dayStarts,
    rememberedAccount: answer.accountName,
  })
  adoptTabAccount()
}
