import type { ComponentType } from 'react'
import { useSession } from '../../../api/session.ts'
import type { AccountRow } from './row-actions.ts'

export type FundsTarget = {
  readonly agentPathsId: number
  readonly accountName: string
  readonly roleId: number
  readonly fundMode: 'credit' | 'cash'
  readonly parent: { readonly agentPathsId: number; readonly name: string }
}

/** What the pages of money lend to the accounts: a feature does not import another. */
export type FundsParts = {
  readonly FundsDialog: ComponentType<{
    readonly target: FundsTarget
    readonly move: 'transfer' | 'recover'
    readonly onClose: () => void
  }>
  readonly FundsRecords: ComponentType
}

/** The path whose children are listed. */
export type Level = {
  readonly agentPathsId: number
  readonly roleId: number
  readonly name: string
  /** The signed-in path itself. */
  readonly own: boolean
}

/** What the dialog of money needs of a row. */
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
