import type { Session, SessionPath } from './session.ts'

type Held = Pick<Session, 'account' | 'paths' | 'currentPathId' | 'replenishType'>

/** What the session has to become when these are the paths it holds now; null: it is so already. */
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

/** The same once the path acted for was disabled; null: there is no other. */
export const sessionWithoutPath = (held: Held): ReturnType<typeof sessionOver> =>
  sessionOver(
    held,
    held.paths.filter(({ agentPathsId }) => agentPathsId !== held.currentPathId),
  )
