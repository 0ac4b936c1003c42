/** Bets of calls that were refused before. */

import type { BetAnswer } from '@strata/domain/book/intake'
import { must } from '@strata/domain/must'
import type { Slip } from './deps.ts'
import { Replayed } from './read-world.ts'

/** `replayed`: the call of the bet was refused before, so the bet is not judged. */
export type BatchAnswer = BetAnswer | { readonly kind: 'replayed' }

/** Takes the bets with `take`, and once more without those of calls that were refused before. */
export async function takeUnreplayed(
  take: (slips: readonly Slip[]) => Promise<readonly BetAnswer[]>,
  slips: readonly Slip[],
): Promise<readonly BatchAnswer[]> {
  if (slips.length === 0) return []
  try {
    return await take(slips)
  } catch (error) {
    if (!(error instanceof Replayed)) throw error
    const isReplayed = ({ mark }: Slip): boolean => mark !== undefined && error.marks.has(mark)
    const answers = (
      await takeUnreplayed(
        take,
        slips.filter((slip) => !isReplayed(slip)),
      )
    ).values()
    return slips.map((slip) => (isReplayed(slip) ? { kind: 'replayed' } : must(answers.next().value, 'an answer')))
  }
}
