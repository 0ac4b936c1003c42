import { createHash, randomBytes } from 'node:crypto'
import { gameById } from '@strata/domain/games/catalogue'
import { seedCommitment, seedDraw } from '@strata/domain/games/seed-draw'
import type { GameId, PeriodId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/**
 * Seeds of demo draws. Only this file reads and writes them, and it reads no orders, exposures or rollups: the
 * drawing code never sees a stake.
 */

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** Makes a period's 256-bit seed and publishes its commitment; both are stored before the period can open. */
export async function commitSeed(on: Queryable, periodId: PeriodId, at: number): Promise<void> {
  const seed = randomBytes(32).toString('hex')
  // The period comes before its seed, as in a draw.
  await on.query(`update periods set commitment = $2, committed_at = $3 where id = $1 and state = 'scheduled'`, [
    periodId,
    seedCommitment(seed, sha256),
    at,
  ])
  await on.query('insert into period_seeds (period_id, seed) values ($1, $2)', [periodId, seed])
}

/** The balls of a period by its seed, the same at every call. Reveals the seed. */
export async function drawBySeed(
  on: Queryable,
  period: {
    readonly id: PeriodId
    readonly gameId: GameId
    readonly periodNo: string
    readonly commitment: string | null
  },
  at: number,
): Promise<readonly number[]> {
  const found = await rows<{ seed: string }>(
    on,
    'update period_seeds set revealed_at = coalesce(revealed_at, $2) where period_id = $1 returning seed',
    [period.id, at],
  )
  const seed = found[0]?.seed
  const game = gameById(period.gameId)
  if (!seed || !game) throw new Error(`period ${period.id} has no seed`)
  if (seedCommitment(seed, sha256) !== period.commitment)
    throw new Error(`the seed of period ${period.id} does not match its commitment`)
  return seedDraw({ seed, game: game.code, periodNo: period.periodNo, hash: sha256 })
}

/** Seeds already revealed, by period. */
export async function revealedSeeds(on: Queryable, periodIds: readonly PeriodId[]): Promise<Map<PeriodId, string>> {
  const found = await rows<{ period_id: PeriodId; seed: string }>(
    on,
    'select period_id, seed from period_seeds where period_id = any($1::integer[]) and revealed_at is not null',
    [periodIds],
  )
  return new Map(found.map((row) => [row.period_id, row.seed]))
}

/** Whether any draw of this database came, or will come, from a seed. */
export async function hasSeeds(on: Queryable): Promise<boolean> {
  return (await rows(on, 'select from period_seeds limit 1', [])).length > 0
}
