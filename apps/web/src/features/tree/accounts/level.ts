import type { Role } from '@strata/domain/tree'
/** The path whose children are listed. */
export type Level = {
  readonly agentPathsId: number
  readonly roleId: Role
  readonly name: string
  /** It is the signed-in path itself. */
  readonly own: boolean
}
