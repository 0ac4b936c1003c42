import type { Role } from '@strata/domain/tree'
import { useSession } from './session.ts'

/** Role of the current path; 0 for the head. */
export const useOwnRole = (): Role =>
  useSession(
    ({ paths, currentPathId, account }) =>
      paths.find((path) => path.agentPathsId === currentPathId)?.roleId ?? account?.roleId ?? 3,
  )
