import type { GameId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { saveGameMaintenance } from './store-games.ts'

/**
 * Sets the window of maintenance of a game. A game that is not in maintenance has no window at all: batches look at
 * nothing else.
 */
export const setGameMaintenance = (
  tx: Tx,
  gameId: GameId,
  window: { readonly enabled: boolean } & Readonly<Record<string, unknown>>,
): Promise<void> => saveGameMaintenance(tx, gameId, window.enabled ? window : null)
