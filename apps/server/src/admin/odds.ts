import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { adminOddsQuery, adminOddsSet } from '@strata/contract/endpoints/admin'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { formatOdds, LOWEST_ODDS, type WireQuote } from '@strata/domain/games/price'
import type { GameId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import { type AccessContext, type Caller, oncePerRequest } from '../access/session.ts'
import { listGames } from '../games/periods.ts'
import {
  lastPriceVersions,
  type OddsChange,
  type PriceVersion,
  pricesOfPankou,
  setOdds,
  undoOdds,
} from '../games/prices.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { headTermsOf } from '../tree/terms.ts'
import { edgeBasis, edgeGuard, edgeText, yearOfPrices } from './odds-edges.ts'
import { changedFields } from './price-changes.ts'

export interface OddsContext extends AccessContext {
  readonly live: LiveHub
}

type QueryAnswer = ResponseOf<typeof adminOddsQuery>
type PriceRow = QueryAnswer['prices'][number]
type HistoryRow = NonNullable<QueryAnswer['history']>[number]

/** How many changes the history shows. */
const SHOWN_VERSIONS = 50

const historyRow = (one: PriceVersion, pankou: string, playCode: string | undefined): HistoryRow[] => {
  const own = one.changes.filter((change) => change.pankou === pankou && (playCode ?? change.play) === change.play)
  if (own.length === 0) return []
  const changes = own.map((change) => ({
    playCode: change.play,
    key: change.key,
    ...changedFields(change),
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
  const basis = edgeBasis(game, record.options, await headTermsOf(pool), await yearOfPrices(pool, clock()))
  const stored = await pricesOfPankou(pool, game.id, asked.pankou, asked.playCode ?? null)
  const prices = stored.map(
    (price): PriceRow => ({
      playCode: price.play,
      key: price.priceKey,
      quote: price.base as WireQuote & PriceRow['quote'],
      floor: formatOdds(price.floor as Odds),
      edge: edgeText(basis, price),
      open: price.open,
    }),
  )
  const versions = asked.history ? await lastPriceVersions(pool, game.id, SHOWN_VERSIONS) : []
  const history = versions.flatMap((one) => historyRow(one, asked.pankou, asked.playCode))
  return { version: record.oddsVersion, prices, ...(asked.history ? { history } : {}) }
}

/** Refuses, unless the operator was asked again, prices that give the bettor an edge. */
async function guardOf(tx: Tx, gameId: GameId, now: number): Promise<ReturnType<typeof edgeGuard> | undefined> {
  const game = gameById(gameId)
  const record = (await listGames(tx)).find(({ id }) => id === gameId)
  return (
    game && record && edgeGuard(edgeBasis(game, record.options, await headTermsOf(tx), await yearOfPrices(tx, now)))
  )
}

/** odds/set: changes prices, or restores an earlier version of them. */
export async function setOddsCall(
  context: OddsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof adminOddsSet>,
): Promise<{ version: number } | Refusal> {
  const { requestId, ...content } = input
  const { gameId, pankou, version, prices = [], undoTo, bettorEdge } = input
  const at = context.clock()
  const operator = { id: caller.account.id, name: caller.account.name, ip: caller.ip }
  const order = { gameId, version, operator, at, live: context.live }
  const changes = prices.flatMap(({ playCode, key, pankou: own = pankou, quote, floor, open }): OddsChange[] => {
    // The request's schema has made sure that there is one.
    if (own === undefined) return []
    const change = {
      playCode,
      key,
      pankou: own,
      ...(quote === undefined ? {} : { quote }),
      ...(floor === undefined ? {} : { floor: floor ?? formatOdds(LOWEST_ODDS) }),
      ...(open === undefined ? {} : { open }),
    }
    return [change]
  })
  const key = { accountId: caller.account.id, requestId, call: 'odds/set', content, now: at }
  return oncePerRequest(context.pool, key, async (tx) => {
    const guard = bettorEdge ? undefined : await guardOf(tx, gameId, at)
    const guarded = { ...order, ...(guard === undefined ? {} : { guard }) }
    return undoTo === undefined ? setOdds(tx, { ...guarded, changes }) : undoOdds(tx, { ...guarded, pankou, undoTo })
  })
}
