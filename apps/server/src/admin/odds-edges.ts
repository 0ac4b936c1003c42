import { calendarDay } from '@strata/domain/calendar'
import {
  CATALOGUE_LUNAR_YEAR,
  type Game,
  gameById,
  groupOfPlay,
  type Play,
  playOf,
} from '@strata/domain/games/catalogue'
import { optionsOfGame, readOptions } from '@strata/domain/games/options'
import { parseOdds, type WireQuote } from '@strata/domain/games/price'
import { chancesOfKey, leastEdge, type Odd, type PriceContext } from '@strata/domain/games/probability'
import { compareRatio, mulRatio, RATIO_ZERO, type Ratio, ratio, ratioText } from '@strata/domain/games/ratio'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { GameId } from '@strata/domain/ids'
import { type Odds, type Rate, rate } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { commissionOf, gameTermsOf, groupTermsOf, type LinkTerms } from '@strata/domain/tree/terms'
import { listGames } from '../games/periods.ts'
import { type PriceChange, pricedYear, pricesOfGame } from '../games/prices.ts'
import type { Queryable } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'

/** What the house edge of a game's prices depends on besides the prices. */
export interface EdgeBasis {
  readonly game: Game
  readonly context: PriceContext
  /** The head's own terms: the highest commission that is granted. */
  readonly head: LinkTerms
}

/**
 * The year of the stored prices: they change with the first period drawn in the new year, which goes on sale in the old one.
 */
export const yearOfPrices = async (on: Queryable, now: number): Promise<number> =>
  (await pricedYear(on)) ?? lunarYearOf(calendarDay(now)) ?? CATALOGUE_LUNAR_YEAR

export function edgeBasis(game: Game, storedOptions: unknown, head: LinkTerms, lunarYear: number): EdgeBasis {
  const options = readOptions(storedOptions)
  if (!options.ok) throw new Error(`stored options of game ${game.id} are invalid`)
  return { game, context: { lunarYear, options: options.value }, head }
}

/** Under other than the default rules probabilities are counted over all draws, which takes long. */
const known = new Map<string, readonly Odd[]>()
const MEMO_LIMIT = 20_000

export function chancesOf({ game, context }: EdgeBasis, play: Play, key: string): readonly Odd[] {
  const rules = JSON.stringify(optionsOfGame(game.code, context.options))
  const name = `${play.id} ${key} ${context.lunarYear} ${rules}`
  let found = known.get(name)
  if (!found) {
    found = chancesOfKey(play, key, context)
    if (known.size >= MEMO_LIMIT) known.clear()
    known.set(name, found)
  }
  return found
}

/** The odds of a stored or checked price, one per tier. */
function partsOf(play: Play, base: WireQuote): readonly Odds[] {
  const texts = typeof base === 'string' ? [base] : play.tiers.map((tier) => base[tier.code])
  return texts.map((text) => {
    const part = parseOdds(text)
    if (!part.ok) throw new Error(`odds of ${play.code} are invalid`)
    return part.value
  })
}

interface Priced {
  readonly play: string
  readonly priceKey: string
  readonly pankou: string
  readonly base: WireQuote
}

/** The highest commission that the head grants for a play. */
const commissionAt = ({ game, head }: EdgeBasis, play: Play, pankou: Pankou): Rate => {
  const terms = gameTermsOf(head, game.id)
  const group = terms && groupTermsOf(terms, groupOfPlay(play).id)
  return group ? commissionOf(group, pankou) : rate(0n)
}

/** What the house keeps of a stake if the bettor gets all the commission that the head grants. */
function edgeOfPrice(basis: EdgeBasis, price: Priced): Ratio {
  const play = playOf(basis.game.code, price.play)
  if (!play) throw new Error(`price of ${price.play} is invalid`)
  const commission = commissionAt(basis, play, price.pankou as Pankou)
  return leastEdge(chancesOf(basis, play, price.priceKey), partsOf(play, price.base), commission)
}

/** The edge in percent. */
export const edgeText = (basis: EdgeBasis, price: Priced): string =>
  ratioText(mulRatio(edgeOfPrice(basis, price), ratio(100n)), 4)

/** Refuses prices that give the bettor an edge, and names them. */
export function edgeGuard(basis: EdgeBasis): (changes: readonly PriceChange[]) => Refusal | undefined {
  return (changes) => {
    const prices = changes.flatMap(({ play, priceKey, pankou, base }) => {
      if (base === undefined) return []
      const price = { play, priceKey, pankou, base }
      if (compareRatio(edgeOfPrice(basis, price), RATIO_ZERO) > 0) return []
      return [{ playCode: play, key: priceKey, pankou, edge: edgeText(basis, price) }]
    })
    return prices.length === 0 ? undefined : refuse('bettorEdge', { count: prices.length }, { prices })
  }
}

/** A price at which the bettor has the edge. */
export interface LostEdge {
  readonly playCode: string
  readonly key: string
  /** Of play and price, in Chinese. */
  readonly name: string
  readonly pankou: Pankou
  readonly edge: string
}

/** A price for all items of a play has the play's name alone. */
const nameOf = (play: Play, key: string): string =>
  key === '*' ? play.name : `${play.name} ${play.prices.find((price) => price.key === key)?.name ?? key}`

/** Prices with an edge under the head's terms `before` and none under `after`: those whose commission rises. */
export async function edgesLost(
  on: Queryable,
  gameId: GameId,
  terms: { readonly before: LinkTerms; readonly after: LinkTerms; readonly now: number },
): Promise<readonly LostEdge[]> {
  const game = gameById(gameId)
  const record = (await listGames(on)).find(({ id }) => id === gameId)
  if (!game || !record) return []
  const year = await yearOfPrices(on, terms.now)
  const [before, after] = [terms.before, terms.after].map((head) => edgeBasis(game, record.options, head, year))
  if (!before || !after) return []
  return (await pricesOfGame(on, gameId)).flatMap((price) => {
    const play = playOf(game.code, price.play)
    const pankou = price.pankou as Pankou
    if (!play || commissionAt(after, play, pankou) <= commissionAt(before, play, pankou)) return []
    if (compareRatio(edgeOfPrice(after, price), RATIO_ZERO) > 0) return []
    if (compareRatio(edgeOfPrice(before, price), RATIO_ZERO) <= 0) return []
    const { play: playCode, priceKey: key } = price
    return [{ playCode, key, name: nameOf(play, key), pankou, edge: edgeText(after, price) }]
  })
}
