import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { recCommitment } from '@strata/contract/endpoints/games'
import type { Queryable } from '../../platform/db.ts'
import { revealedSeeds } from '../periods/store-seeds.ts'
import { committedPeriod } from './store-results-query.ts'

/**
 * The commitment of one period, for bettors before they bet. The seed follows after the draw, so that they can check
 * both.
 */
export async function periodCommitment(
  on: Queryable,
  asked: ParsedRequestOf<typeof recCommitment>,
): Promise<ResponseOf<typeof recCommitment> | undefined> {
  const found = await committedPeriod(on, asked)
  if (!found) return undefined
  const { state, commitment, committed_at: committedAt } = found
  return {
    ...asked,
    state,
    openAt: Number(found.open_at),
    closeAt: Number(found.close_at),
    drawAt: Number(found.draw_at),
    commitment,
    committedAt: commitment === null || committedAt === null ? null : Number(committedAt),
    seed: (await revealedSeeds(on, [found.id])).get(found.id) ?? null,
    result: found.result ?? [],
  }
}
