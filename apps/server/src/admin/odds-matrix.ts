import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { oddsMatrix, oddsVersions, offsetSet } from '@strata/contract/endpoints/admin-odds'
import { type Game, gameById, groupsOfGame, playsOfGame } from '@strata/domain/games/catalogue'
import { dropKey } from '@strata/domain/games/drops'
import { formatOdds, type WireQuote } from '@strata/domain/games/price'
import type { Ratio } from '@strata/domain/games/ratio'
import type { MerchantId } from '@strata/domain/ids'
import { formatRate, type Odds } from '@strata/domain/money'
import { PANKOU, type Pankou } from '@strata/domain/pankou'
import { commissionOf, gameTermsOf, groupTermsOf, type LinkTerms } from '@strata/domain/tree/terms'
import type { Caller } from '../access/session.ts'
import { listGames } from '../games/periods.ts'
import {
  dropsOf,
  lastOffsetVersions,
  lastPriceVersions,
  type OffsetVersion,
  offsetUnits,
  type PriceVersion,
  pricesOfGame,
  readOffsets,
  readStand,
  type StoredPrice,
  setOffsets,
  undoOffsets,
} from '../games/prices.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { listMerchantNames } from '../tree/merchants.ts'
import { headTermsOf } from '../tree/terms.ts'
import { changeAs } from './change.ts'
import type { OddsContext } from './odds.ts'
import { chancesOf, type EdgeBasis, edgeBasis, yearOfPrices } from './odds-edges.ts'
import { changedFields } from './price-changes.ts'

type Matrix = ResponseOf<typeof oddsMatrix>
type MatrixRow = Matrix['prices'][number]
type Rates = Matrix['commission'][number]['rates']
type VersionRow = ResponseOf<typeof oddsVersions>['items'][number]

interface Reading {
  readonly pool: Queryable
  readonly clock: Clock
}

const fraction = ({ n, d }: Ratio): string => (d === 1n ? String(n) : `${n}/${d}`)

const byPankou = <T>(of: (pankou: Pankou) => T): Record<Pankou, T> =>
  Object.fromEntries(PANKOU.map((pankou) => [pankou, of(pankou)])) as Record<Pankou, T>

function commissionRows(game: Game, head: LinkTerms): Matrix['commission'] {
  const terms = gameTermsOf(head, game.id)
  return groupsOfGame(game.id).map(({ id: groupId }) => {
    const group = terms && groupTermsOf(terms, groupId)
    return { groupId, rates: byPankou((pankou) => (group ? formatRate(commissionOf(group, pankou)) : '0')) as Rates }
  })
}

/** Prices by play, key and pankou. */
function storedBy(stored: readonly StoredPrice[]): (play: string, key: string, pankou: Pankou) => StoredPrice {
  const by = new Map(stored.map((price) => [`${price.play} ${price.priceKey} ${price.pankou}`, price]))
  return (play, key, pankou) => {
    const price = by.get(`${play} ${key} ${pankou}`)
    if (!price) throw new Error(`price of ${play} ${key} ${pankou} is missing`)
    return price
  }
}

interface RowParts {
  readonly basis: EdgeBasis
  readonly priceOf: ReturnType<typeof storedBy>
  readonly offsets: ReadonlyMap<string, bigint>
  readonly drops: Awaited<ReturnType<typeof dropsOf>>
}

/** Every price of the game in the catalogue's order. */
const rowsOf = ({ basis, priceOf, offsets, drops }: RowParts): MatrixRow[] =>
  playsOfGame(basis.game.code).flatMap((play) =>
    play.prices.map(({ key }): MatrixRow => {
      const first = priceOf(play.code, key, 'A')
      const name = dropKey(play.code, key)
      const [offset, dropped] = [offsets.get(name), drops.get(name)]
      return {
        playCode: play.code,
        key,
        quotes: byPankou((pankou) => priceOf(play.code, key, pankou).base as WireQuote & MatrixRow['quotes'][Pankou]),
        floor: formatOdds(first.floor as Odds),
        open: first.open,
        chances: chancesOf(basis, play, key).map(({ chances, refund }) => ({
          wins: chances.map(({ tier, hits, probability }) => ({ tier, hits, probability: fraction(probability) })),
          refund: fraction(refund),
        })),
        ...(offset === undefined ? {} : { offset: formatOdds(offset as Odds) }),
        ...(dropped === undefined
          ? {}
          : { drops: dropped.map(({ drop, floor }) => ({ drop: formatOdds(drop), floor: formatOdds(floor) })) }),
      }
    }),
  )

const offsetsOf = async (on: Queryable, asked: ParsedRequestOf<typeof oddsMatrix>): Promise<Map<string, bigint>> =>
  asked.merchantId === undefined
    ? new Map()
    : new Map(
        (await readOffsets(on, asked.merchantId, asked.gameId)).map((one) => [
          dropKey(one.play, one.priceKey),
          one.offset,
        ]),
      )

/** odds/matrix: all prices of a game as set, beside them what decides their edge, drops, and a merchant's differences. */
export async function queryMatrix(
  { pool, clock }: Reading,
  asked: ParsedRequestOf<typeof oddsMatrix>,
): Promise<Matrix | Refusal> {
  const game = gameById(asked.gameId)
  // Read before the prices: a save in between is then refused by its version instead of being overwritten.
  const record = (await listGames(pool)).find(({ id }) => id === asked.gameId)
  if (!game || !record) return refuse('notFound')
  const merchants = await listMerchantNames(pool)
  if (asked.merchantId !== undefined && !merchants.some(({ merchantId }) => merchantId === asked.merchantId))
    return refuse('notFound')
  const head = await headTermsOf(pool)
  const stand = await readStand(pool, game.id)
  const prices = rowsOf({
    basis: edgeBasis(game, record.options, head, await yearOfPrices(pool, clock())),
    priceOf: storedBy(await pricesOfGame(pool, game.id)),
    offsets: await offsetsOf(pool, asked),
    drops: await dropsOf(pool, stand?.on_sale ?? null),
  })
  return { version: record.oddsVersion, prices, commission: commissionRows(game, head), merchants }
}

const SHOWN_VERSIONS = 50
/** Of one version. A save of a whole game has thousands. */
const SHOWN_CHANGES = 200

function versionRow(one: PriceVersion, restorable: boolean): VersionRow {
  const changes = one.changes.slice(0, SHOWN_CHANGES).map((change) => ({
    playCode: change.play,
    key: change.key,
    pankou: change.pankou as Pankou,
    ...changedFields(change),
  }))
  const { version, at, operatorName } = one
  return { version, at, operatorName, count: one.changes.length, restorable, changes }
}

const offsetRow = (one: OffsetVersion, restorable: boolean): VersionRow => ({
  version: one.version,
  at: one.at,
  operatorName: one.operatorName,
  count: one.changes.length,
  restorable,
  changes: one.changes
    .slice(0, SHOWN_CHANGES)
    .map(({ play: playCode, key, before, after }) => ({ playCode, key, offset: { before, after } })),
})

/** odds/versions: who changed which prices, or which differences of a merchant, when; newest first. */
export async function queryVersions(
  { pool }: Reading,
  asked: ParsedRequestOf<typeof oddsVersions>,
): Promise<ResponseOf<typeof oddsVersions> | Refusal> {
  const record = (await listGames(pool)).find(({ id }) => id === asked.gameId)
  if (!record) return refuse('notFound')
  if (asked.merchantId !== undefined) {
    const of = { merchantId: asked.merchantId, gameId: record.id }
    const made = await lastOffsetVersions(pool, of, SHOWN_VERSIONS)
    const oldest = made.at(-1)
    return {
      version: record.oddsVersion,
      items: made.map((one, at) => offsetRow(one, at > 0)),
      earlier: oldest && oldest.version > 1 ? oldest.version - 1 : null,
    }
  }
  const found = await lastPriceVersions(pool, asked.gameId, SHOWN_VERSIONS)
  const year = found.find(({ operatorId }) => operatorId === 0)?.version ?? 0
  const items = found.map((one, at) => versionRow(one, at > 0 && one.version >= year))
  const oldest = found.at(-1)
  const earlier = oldest && oldest.version > year ? oldest.version - 1 : null
  return { version: record.oddsVersion, items, earlier }
}

/** odds/offset/set: what a merchant's members get less than the prices. */
export function setOffsetsCall(
  context: OddsContext,
  caller: Caller,
  input: ParsedRequestOf<typeof offsetSet>,
): Promise<{ version: number } | Refusal> {
  const { gameId, version } = input
  const operator = { id: caller.account.id, name: caller.account.name, ip: caller.ip }
  const offsets = input.offsets?.map(({ playCode, key, offset }) => ({
    play: playCode,
    priceKey: key,
    offset: offsetUnits(offset),
  }))
  return changeAs(context, caller, { call: 'odds/offset/set', input }, async (tx, at) => {
    const merchant = await merchantOf(tx, input.merchantId)
    if (!merchant) return refuse('notFound')
    const order = { gameId, merchant, version, operator, at, live: context.live }
    // The request's schema has made sure that there is one of them.
    return offsets === undefined
      ? undoOffsets(tx, { ...order, undoTo: input.undoTo ?? 0 })
      : setOffsets(tx, { ...order, offsets })
  })
}

async function merchantOf(
  on: Queryable,
  merchantId: MerchantId,
): Promise<{ id: MerchantId; name: string } | undefined> {
  const found = (await listMerchantNames(on)).find((one) => one.merchantId === merchantId)
  return found && { id: found.merchantId, name: found.name }
}
