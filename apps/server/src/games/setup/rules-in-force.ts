import type { ResponseOf } from '@strata/contract/endpoint'
import type { rulesInForce } from '@strata/contract/endpoints/games'
import { gameById } from '@strata/domain/games/catalogue'
import type { Queryable } from '../../platform/db.ts'
import { runningPeriod } from '../periods/store-periods.ts'
import { readGameSettings, readStops } from './store-games.ts'
import { wireOptions } from './update-game.ts'

/**
 * The rules of every game that is switched on: a period on sale keeps the options that it began with, the next one begins
 * with those that are set.
 */
export async function readRulesInForce(on: Queryable): Promise<ResponseOf<typeof rulesInForce>> {
  const answer: ResponseOf<typeof rulesInForce> = []
  for (const stored of await readGameSettings(on)) {
    const game = gameById(stored.id)
    if (!game || !stored.enabled) continue
    const [running, stops] = [await runningPeriod(on, game.id), (await readStops(on, game.id))?.stops ?? {}]
    const set = wireOptions(game, stored.options)
    const isOpen = running?.state === 'open'
    const options = isOpen ? wireOptions(game, running.options) : set
    const isSame = Object.entries(set).every(([key, value]) => options[key] === value)
    answer.push({
      gameId: game.id,
      gameType: game.code,
      periodNo: isOpen ? running.periodNo : null,
      options,
      next: isSame ? null : set,
      stops: Object.entries(stops).map(([playCode, { reason, at }]) => ({ playCode, reason, at })),
    })
  }
  return answer
}
