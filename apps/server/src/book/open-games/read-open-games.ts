import { gameById, playOf } from '@strata/domain/games/catalogue'
import { type Drop, oddsAfter } from '@strata/domain/games/drops'
import type { Item } from '@strata/domain/games/item'
import { DEFAULT_OPTIONS, type RuleOptions, readOptions } from '@strata/domain/games/options'
import { type PriceRef, parseOdds, pricesOfItem, quoteOfItem } from '@strata/domain/games/price'
import { beijingDate } from '@strata/domain/games/schedule'
import type { Stops } from '@strata/domain/games/stops'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import type { GameId, MerchantId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import { type GameRow, readGames } from '../../games/periods.ts'
import { type PriceRow, readPrices } from '../../games/prices.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db.ts'
import type { BatchGames, BatchPeriod, OpenGames } from './batch-games.ts'
import { catalogueBook, GamePrices, type GameRules, type PricesOf, payOf } from './catalogue-book.ts'
import { type CutRow, readCuts } from './store-open-games.ts'

interface Price {
  readonly odds: readonly Odds[]
  readonly floor: bigint
}

/** The base prices of a game on sale at one odds version, by play, key and pankou. */
type BasePrices = ReadonlyMap<string, Price>

const oddsOf = (text: string): Odds => {
  const parsed = parseOdds(text)
  if (!parsed.ok) throw new Error(`stored odds ${text}`)
  return parsed.value
}

/** A stored quote in the order of the play's tiers, because jsonb does not preserve order. */
function quoteOf(gameId: GameId, { play, price_key, base }: PriceRow): Odds[] {
  if (typeof base === 'string') return [oddsOf(base)]
  const tiers = playOf(gameById(gameId)?.code ?? '', play)?.tiers ?? []
  const texts = tiers.map((tier) => base[tier.code])
  if (texts.length === 0 || texts.includes(undefined)) throw new Error(`stored price of ${play} ${price_key}`)
  return texts.map((text) => oddsOf(text ?? ''))
}

function basePrices(gameId: GameId, stored: readonly PriceRow[]): BasePrices {
  const prices = new Map<string, Price>()
  for (const row of stored) {
    if (!row.open) continue
    const odds = quoteOf(gameId, row)
    prices.set(`${row.play} ${row.price_key} ${row.pankou}`, { odds, floor: row.floor })
  }
  return prices
}

interface KeyCut {
  offset: bigint
  readonly drops: Drop[]
}

function cutsBy(cuts: readonly CutRow[]): Map<string, KeyCut> {
  const by = new Map<string, KeyCut>()
  for (const { play, price_key, period_no, cut, floor } of cuts) {
    const key = `${play} ${price_key}`
    const known = by.get(key) ?? { offset: 0n, drops: [] }
    if (period_no === null) known.offset += cut
    else known.drops.push({ drop: cut as Odds, floor: floor as Odds })
    by.set(key, known)
  }
  return by
}

/** Odds = max(floor, base of the pankou less offset and drops), for each tier. */
function pricesWith(base: BasePrices, cuts: ReadonlyMap<string, KeyCut>, rules: GameRules, stops: Stops): GamePrices {
  const nameOf = (ref: PriceRef): string => `${ref.playCode} ${ref.key}`
  const isStopped = (playCode: string): boolean => Object.hasOwn(stops, playCode)
  const priceOf = (ref: PriceRef, pankou: string) =>
    isStopped(ref.playCode) ? undefined : base.get(`${nameOf(ref)} ${pankou}`)
  const current = (ref: PriceRef, pankou: string): readonly Odds[] | undefined => {
    const price = priceOf(ref, pankou)
    const cut = cuts.get(nameOf(ref))
    if (!price || !cut) return price?.odds
    return price.odds.map((odds) => oddsAfter(odds, { ...cut, floor: price.floor }))
  }
  const lowered = (ref: PriceRef, pankou: string): bigint => {
    const [price, cut] = [priceOf(ref, pankou), cuts.get(nameOf(ref))]
    if (!price || !cut || cut.drops.length === 0) return 0n
    const by = price.odds.map(
      (odds) =>
        oddsAfter(odds, { ...cut, drops: [], floor: price.floor }) - oddsAfter(odds, { ...cut, floor: price.floor }),
    )
    return most(by)
  }
  return new GamePrices(
    rules,
    (item: Item, pankou) =>
      isStopped(item.play.code) ? undefined : quoteOfItem(item, rules.lunarYear, (ref) => current(ref, pankou)),
    (item, pankou) => most(pricesOfItem(item, rules.lunarYear).map((ref) => lowered(ref, pankou))),
    stops,
  )
}

const most = (amounts: readonly bigint[]): bigint => amounts.reduce((top, one) => (one > top ? one : top), 0n)

const optionsOf = (stored: unknown): RuleOptions => {
  const options = readOptions(stored ?? {})
  return options.ok ? options.value : DEFAULT_OPTIONS
}

const periodOf = (row: GameRow): BatchPeriod | undefined =>
  row.period_id === null || row.state === null || row.day === null
    ? undefined
    : {
        periodId: row.period_id,
        state: row.state,
        openAt: Number(row.open_at),
        closeAt: Number(row.close_at),
        hedgeCloseAt: Number(row.hedge_close_at),
        drawAt: Number(row.draw_at),
        gameId: row.game_id,
        periodNo: row.period_no,
        day: row.day,
      }

interface CachedBases {
  readonly version: bigint
  readonly base: BasePrices
}

/** Periods of one game that can be on sale or closing at the same time. */
const MAX_PERIODS = 3

interface Made {
  readonly fingerprint: string
  readonly prices: GamePrices
}

/** Reads games, periods and prices of a batch. Prices are cached until the game's odds version or a cut changes. */
export class GamesReader {
  readonly #clock: Clock
  readonly #bases = new Map<GameId, CachedBases>()
  /** By merchant and game: prices of the current periods. Most periods of a game share theirs. */
  readonly #made = new Map<string, Made[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  readonly open: OpenGames = async (on, merchantId, wanted) => {
    const [found, cuts] = await Promise.all([readGames(on, wanted), readCuts(on, merchantId, wanted)])
    const prices = new Map<string, GamePrices>()
    for (const row of found) {
      if (!gameById(row.game_id)) continue
      const own = cuts.filter(
        (cut) => cut.game_id === row.game_id && (cut.period_no === null || cut.period_no === row.period_no),
      )
      prices.set(`${row.game_id} ${row.period_no}`, await this.#pricesOf(on, merchantId, row, own))
    }
    return this.#batchGames(found, (gameId, periodNo) => prices.get(`${gameId} ${periodNo}`))
  }

  #batchGames(found: readonly GameRow[], pricesOf: PricesOf): BatchGames {
    const periods = new Map(found.map((row) => [`${row.game_id} ${row.period_no}`, periodOf(row)]))
    const games = new Map(found.map((row) => [row.game_id, row]))
    return {
      book: catalogueBook(pricesOf),
      prices: pricesOf,
      period: (gameId, periodNo) => periods.get(`${gameId} ${periodNo}`),
      maintenance: (gameId) => {
        const row = games.get(gameId)
        if (!row) return gameById(gameId) ? true : undefined
        if (!row.enabled) return true
        const now = this.#clock()
        const { maintenance } = row
        return maintenance !== null && now >= (maintenance.from ?? 0) && now < (maintenance.until ?? Number.MAX_VALUE)
      },
      pay: payOf,
    }
  }

  async #pricesOf(on: Queryable, merchantId: MerchantId, row: GameRow, cuts: readonly CutRow[]): Promise<GamePrices> {
    const base = await this.#baseOf(on, row)
    const drawDate = beijingDate(row.draw_at === null ? this.#clock() : Number(row.draw_at))
    const lunarYear = lunarYearOf(drawDate) ?? Number(drawDate.slice(0, 4))
    const options = row.options ?? row.game_options
    const cutText = cuts
      .map((cut) => `${cut.play} ${cut.price_key} ${cut.period_no === null ? '' : cut.floor} ${cut.cut}`)
      .join()
    const fingerprint = `${row.odds_version} ${lunarYear} ${JSON.stringify([options, row.stops])} ${cutText}`
    const key = `${merchantId} ${row.game_id}`
    const made = this.#made.get(key) ?? []
    const known = made.find((one) => one.fingerprint === fingerprint)
    if (known) return known.prices
    const prices = pricesWith(base, cutsBy(cuts), { lunarYear, options: optionsOf(options) }, row.stops)
    this.#made.set(key, [{ fingerprint, prices }, ...made.slice(0, MAX_PERIODS - 1)])
    return prices
  }

  async #baseOf(on: Queryable, row: GameRow): Promise<BasePrices> {
    const known = this.#bases.get(row.game_id)
    if (known?.version === row.odds_version) return known.base
    const base = basePrices(row.game_id, await readPrices(on, row.game_id))
    this.#bases.set(row.game_id, { version: row.odds_version, base })
    return base
  }
}
