import { useSession } from './session.ts'

/** Acts for another of the account's paths from now on: whoever calls it loads the page again. */
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
