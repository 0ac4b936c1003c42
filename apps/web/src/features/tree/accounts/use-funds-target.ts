import { useSession } from '../../../api/session.ts'
import type { FundsTarget } from '../../ledger/funds-dialog.tsx'
import type { AccountRow } from './row-actions.ts'

/** Makes the input of the transfer dialog from a row. */
export const useFundsTarget = (): ((row: AccountRow) => FundsTarget) => {
  const { paths, currentPathId } = useSession()
  const own = paths.find((path) => path.agentPathsId === currentPathId)
  return (row) => ({
    agentPathsId: row.agentPathsId,
    accountName: row.accountName,
    roleId: row.roleId,
    fundMode: row.fundMode,
    parent: {
      agentPathsId: row.parentPathsId ?? currentPathId,
      name: row.trail.at(-1)?.accountName ?? own?.pathName ?? '',
    },
  })
}
