import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { adminOddsQuery, adminOddsSet } from '@strata/contract/endpoints/admin'
import { calendarDay } from '@strata/domain/calendar'
import { CATALOGUE_LUNAR_YEAR, type Game, gameById, groupOfPlay, playOf } from '@strata/domain/games/catalogue'
import { readOptions } from '@strata/domain/games/options'
import { formatOdds, LOWEST_ODDS, parseOdds, type WireQuote } from '@strata/domain/games/price'
import { edgeOfKey, type PriceContext } from '@strata/domain/games/probability'
import { mulRatio, ratio, ratioText } from '@strata/domain/games/ratio'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { Odds } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { commissionOf, gameTermsOf, groupTermsOf, type LinkTerms } from '@strata/domain/tree/terms'
import { type AccessContext, type Caller, oncePerRequest } from '../access/session.ts'
import { listGames } from '../games/periods.ts'
import {
  lastPriceVersions,
  type OddsChange,
  type PriceVersion,
  pricesOfPankou,
  type StoredPrice,
  setOdds,
  undoOdds,
} from '../games/prices.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { headTermsOf } from '../tree/terms.ts'

export interface OddsContext extends AccessContext {
  readonly live: LiveHub
}

type QueryAnswer = ResponseOf<typeof adminOddsQuery>
type PriceRow = QueryAnswer['prices'][number]
type HistoryRow = NonNullable<QueryAnswer['history']>[number]

/** How many changes the history shows. */
const SHOWN_VERSIONS = 50

const partsOf = (game: Game, price: StoredPrice): readonly Odds[] => {
  const play = playOf(game.code, price.play)
  const { base } = price
  const texts = typeof base === 'string' ? [base] : (play?.tiers ?? []).map((tier) => base[tier.code])
  return texts.map((text) => {
    const part = parseOdds(text)
    if (!part.ok) throw new Error(`stored odds of ${price.play} ${price.priceKey} are invalid`)
    return part.value
  })
}

/** Percent of stake that the house keeps if the bettor gets all the commission that the head grants. */
function edgeText(game: Game, price: StoredPrice, head: LinkTerms, context: PriceContext): string {
  const play = playOf(game.code, price.play)
  if (!play) throw new Error(`stored price of ${price.play} is invalid`)
  const terms = gameTermsOf(head, game.id)
  const group = terms && groupTermsOf(terms, groupOfPlay(play).id)
  const rate = group ? commissionOf(group, price.pankou as Pankou) : (0n as ReturnType<typeof commissionOf>)
  const edge = edgeOfKey(play, price.priceKey, partsOf(game, price), rate, context)
  return ratioText(mulRatio(edge, ratio(100n)), 4)
}

const historyRow = (one: PriceVersion, pankou: string, playCode: string | undefined): HistoryRow[] => {
  const own = one.changes.filter((change) => change.pankou === pankou && (playCode ?? change.play) === change.play)
  if (own.length === 0) return []
  const changes = own.map(({ play, key, before, after }) => ({
    playCode: play,
    key,
    ...(before.quote === undefined ? {} : { before: before.quote }),
    ...(after.quote === undefined ? {} : { after: after.quote }),
    ...(before.floor === undefined || after.floor === undefined
      ? {}
      : { floor: { before: before.floor, after: after.floor } }),
    ...(before.open === undefined || after.open === undefined
      ? {}
      : { open: { before: before.open, after: after.open } }),
  }))
  return [{ version: one.version, at: one.at, operatorName: one.operatorName, changes }]
}

/** odds/query of the operators: prices as set, without offsets and drops, each with its edge. */
export async function queryOdds(
  { pool, clock }: { readonly pool: Queryable; readonly clock: Clock },
  asked: ParsedRequestOf<typeof adminOddsQuery>,
): Promise<QueryAnswer | Refusal> {
  const game = gameById(asked.gameId)
  const record = (await listGames(pool)).find(({ id }) => id === asked.gameId)
  if (!game || !record) return refuse('notFound')
  if (asked.playCode !== undefined && !playOf(game.code, asked.playCode)) return refuse('unknownItem')
  const options = readOptions(record.options)
  if (!options.ok) throw new Error(`stored options of game ${game.id} are invalid`)
  const lunarYear = lunarYearOf(calendarDay(clock())) ?? CATALOGUE_LUNAR_YEAR
  const context = { lunarYear, options: options.value }
  const head = await headTermsOf(pool)
  const stored = await pricesOfPankou(pool, game.id, asked.pankou, asked.playCode ?? null)
  const prices = stored.map(
    (price): PriceRow => ({
      playCode: price.play,
      key: price.priceKey,
      quote: price.base as WireQuote & PriceRow['quote'],
      floor: formatOdds(price.floor as Odds),
      edge: edgeText(game, price, head, context),
      open: price.open,
    }),
  )
  const versions = asked.history ? await lastPriceVersions(pool, game.id, SHOWN_VERSIONS) : []
  const history = versions.flatMap((one) => historyRow(one, asked.pankou, asked.playCode))
  return { version: record.oddsVersion, prices, ...(asked.history ? { history } : {}) }
}

/** odds/set: changes prices of one pankou, or restores an earlier version of them. */
export async function setOddsCall(
  context: OddsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof adminOddsSet>,
): Promise<{ version: number } | Refusal> {
  const { requestId, ...content } = input
  const { gameId, pankou, version, prices = [], undoTo } = input
  const at = context.clock()
  const operator = { id: caller.account.id, name: caller.account.name, ip: caller.ip }
  const order = { gameId, version, operator, at, live: context.live }
  const changes = prices.map(
    ({ playCode, key, quote, floor, open }): OddsChange => ({
      playCode,
      key,
      pankou,
      ...(quote === undefined ? {} : { quote }),
      ...(floor === undefined ? {} : { floor: floor ?? formatOdds(LOWEST_ODDS) }),
      ...(open === undefined ? {} : { open }),
    }),
  )
  const key = { accountId: caller.account.id, requestId, call: 'odds/set', content, now: at }
  return oncePerRequest(context.pool, key, (tx) =>
    undoTo === undefined ? setOdds(tx, { ...order, changes }) : undoOdds(tx, { ...order, pankou, undoTo }),
  )
}
