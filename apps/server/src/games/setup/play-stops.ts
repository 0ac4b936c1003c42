import { type Game, gameById, playsOfGame } from '@strata/domain/games/catalogue'
import { resumePlays, type Stop, type Stops, stopPlays, stopsAdded } from '@strata/domain/games/stops'
import { type GameId, type GroupId, MerchantId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { oddsEvent } from '../periods/announce-period.ts'
import { lockStops, saveStops } from './store-games.ts'

interface Asked {
  readonly gameId: GameId
  readonly playCodes: readonly string[]
  /** Screens are told after commit. */
  readonly live: Pick<LiveHub, 'publish'>
  readonly at: number
}

/** What was changed: the plays in the catalogue's order, and the stops that were there before. */
export interface ChangedStops {
  readonly game: Game
  readonly playCodes: readonly string[]
  readonly before: Stops
  readonly version: number
}

async function change(
  tx: Tx,
  { gameId, playCodes: asked, live, at }: Asked,
  version: number | undefined,
  make: (before: Stops) => Stops,
): Promise<ChangedStops | Refusal> {
  const game = gameById(gameId)
  const stored = game && (await lockStops(tx, game.id))
  if (!game || !stored) return refuse('notFound')
  const plays = playsOfGame(game.code)
  if (asked.some((code) => !plays.some((play) => play.code === code))) return refuse('unknownItem')
  const before = stored.stops
  if (version !== undefined && version !== stored.stop_changes)
    return refuse('changed', {}, { version: stored.stop_changes })
  const after = make(before)
  const turned = new Set([...stopsAdded(before, after), ...stopsAdded(after, before)])
  const changed = plays.filter(({ code }) => turned.has(code))
  if (changed.length === 0) return { game, playCodes: [], before, version: stored.stop_changes }
  await saveStops(tx, gameId, after)
  const groupIds: readonly GroupId[] = [...new Set(changed.map(({ groupId }) => groupId))]
  tx.afterCommit(() => live.publish(oddsEvent({ merchantId: MerchantId(0), gameId, periodNo: null, groupIds, at })))
  return { game, playCodes: changed.map(({ code }) => code), before, version: stored.stop_changes + 1 }
}

/**
 * Stops plays at once: the next batch of every merchant refuses bets on them. It names no version, because it only
 * switches off. Refused in this order: notFound, unknownItem.
 */
export const stopPlaysOf = (tx: Tx, asked: Asked & { readonly stop: Stop }): Promise<ChangedStops | Refusal> =>
  change(tx, asked, undefined, (before) => stopPlays(before, asked.playCodes, asked.stop))

/** Puts stopped plays on sale again. Refused in this order: notFound, unknownItem, changed (somebody stopped or resumed since). */
export const resumePlaysOf = (tx: Tx, asked: Asked & { readonly version: number }): Promise<ChangedStops | Refusal> =>
  change(tx, asked, asked.version, (before) => resumePlays(before, asked.playCodes))
