import { useSession } from './session.ts'

/** Switches to another path of the account. The caller must reload the page. */
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
