/** The path whose children are listed. */
export type Level = {
  readonly agentPathsId: number
  readonly roleId: number
  readonly name: string
  /** The signed-in path itself. */
  readonly own: boolean
}
