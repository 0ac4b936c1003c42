import type { Pankou } from '@strata/domain/pankou'
import { memberName } from './facts.ts'
import type { Player } from './simulator.ts'

/** The members of demo branches, as simulated players. */
export const demoPlayers = (
  branches: readonly { readonly pankou: Pankou; readonly from: number; readonly to: number }[],
): Player[] =>
  branches.flatMap(({ pankou, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ account: memberName(from + index), pankou })),
  )
