import type { GameId } from '@strata/domain/ids'
import { maybeRow, type Queryable } from '../../platform/db.ts'

/** The version of the steps by which a game's odds drop; undefined: no such game. */
export async function dropsVersion(on: Queryable, gameId: GameId): Promise<number | undefined> {
  const found = await maybeRow<{ drops_version: bigint }>(on, 'select drops_version from games where id = $1', [gameId])
  return found && Number(found.drops_version)
}

/** Moves the version on; undefined: it is not the one named, or there is no such game. */
export async function bumpDropsVersion(on: Queryable, gameId: GameId, version: number): Promise<number | undefined> {
  const found = await maybeRow<{ drops_version: bigint }>(
    on,
    'update games set drops_version = drops_version + 1 where id = $1 and drops_version = $2 returning drops_version',
    [gameId, version],
  )
  return found && Number(found.drops_version)
}

/** A drop of the game changed: whoever has its prices in memory reads them again. */
export async function noteDropChange(on: Queryable, gameId: GameId): Promise<void> {
  await on.query('update games set drop_changes = drop_changes + 1 where id = $1', [gameId])
}
