import { type GameId, type GroupId, MerchantId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { oddsEvent } from '../periods/announce-period.ts'
import { bumpDropsVersion, dropsVersion, noteDropChange } from './store-drop-versions.ts'

/**
 * Takes the next version of the steps by which a game's odds drop, for a change in this transaction. Refused in this
 * order: notFound, changed (`asked` is not the version in force).
 */
export async function nextDropsVersion(tx: Tx, gameId: GameId, asked: number): Promise<number | Refusal> {
  const next = await bumpDropsVersion(tx, gameId, asked)
  if (next !== undefined) return next
  const version = await dropsVersion(tx, gameId)
  return version === undefined ? refuse('notFound') : refuse('changed', {}, { version, asked })
}

/**
 * The drops in force of a period have changed: whoever has its prices in memory reads them again with its next batch,
 * and all screens are told after the commit.
 */
export async function announceDrops(
  tx: Tx,
  live: Pick<LiveHub, 'publish'>,
  moved: {
    readonly gameId: GameId
    readonly periodNo: string
    readonly groupIds: readonly GroupId[]
    readonly at: number
  },
): Promise<void> {
  await noteDropChange(tx, moved.gameId)
  tx.afterCommit(() => live.publish(oddsEvent({ merchantId: MerchantId(0), ...moved })))
}
