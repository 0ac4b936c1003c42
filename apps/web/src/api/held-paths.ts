import type { Session, SessionPath } from './session.ts'

type Held = Pick<Session, 'account' | 'paths' | 'currentPathId' | 'replenishType'>

/** The new session if the account has these paths now; null: nothing changes. */
export const sessionOver = (
  held: Held,
  paths: readonly SessionPath[],
): (Held & Pick<Session, 'permissionIds'>) | null => {
  const { account } = held
  const path = paths.find(({ agentPathsId }) => agentPathsId === held.currentPathId) ?? paths[0]
  if (!account || !path || JSON.stringify(paths) === JSON.stringify(held.paths)) return null
  const { agentPathsId, isAllowPilotOut, permissionIds } = path
  const roleId = account.mainAccountId === 0 ? path.roleId : account.roleId
  return {
    account: { ...account, roleId, isAllowPilotOut },
    paths,
    currentPathId: agentPathsId,
    permissionIds,
    replenishType: agentPathsId === held.currentPathId ? held.replenishType : null,
  }
}

/** The new session after the current path was disabled; null: there is no other path. */
export const sessionWithoutPath = (held: Held): ReturnType<typeof sessionOver> =>
  sessionOver(
    held,
    held.paths.filter(({ agentPathsId }) => agentPathsId !== held.currentPathId),
  )
