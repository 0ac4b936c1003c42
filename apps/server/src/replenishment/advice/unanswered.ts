import { flows } from '@strata/domain/book'
import { noExposure } from '@strata/domain/book/exposure'
import { flyOutHolding } from '@strata/domain/book/shares'
import type { Item } from '@strata/domain/games/item'
import type { GameId } from '@strata/domain/ids'
import { type Money, money, type Odds, rate } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import type { ExposureRow } from '../../book/exposures.ts'
import { itemAt } from '../../book/open-games.ts'
import type { UnansweredFlyOut } from '../fly-out/store-fly-outs.ts'

interface Prices {
  readonly topPayout: (item: Item, odds: readonly [Odds, ...Odds[]], stake: Money) => Money
}

/**
 * What an unanswered fly-out will add to the results of its sender when it is confirmed, as a row of its own. It holds no
 * stake: what is pending stands in the sender's row and cannot be sent again.
 */
export function resultsOf(gameId: GameId, flown: UnansweredFlyOut, prices: Prices): ExposureRow {
  const { play, item: itemCode, odds_tiers: tiers } = flown
  const item = must(itemAt(gameId, play, itemCode), `stored item ${play} ${itemCode}`)
  const [first = flown.odds, ...others] = tiers ?? []
  const stake = money(flown.stake)
  const top = prices.topPayout(item, [first, ...others] as unknown as readonly [Odds, ...Odds[]], stake)
  const { uB: won } = flows(flyOutHolding(rate(BigInt(flown.r_b))), stake, top, true)
  const figures = { ...noExposure(), ifLose: money(-flown.lu_b), ifWin: money(-won) }
  return { play, item: itemCode, pankou: '', figures, changed: 0n }
}
