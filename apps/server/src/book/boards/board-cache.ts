import type { MerchantId, PeriodId } from '@strata/domain/ids'
import { BatchLoader } from '../../platform/batch-loader.ts'
import type { Pool } from '../../platform/db.ts'
import type { SnapshotCache } from '../../tree/snapshot.ts'
import type { OpenGames } from '../open-games/batch-games.ts'
import { type Asked, type BoardSources, drawOf, merchantOf, readRows, type Scope } from './board-sources.ts'
import { FiguresCache } from './figures-cache.ts'
import { type BoardHead, type HeadKey, readBoardHeads } from './store-board-cache.ts'

/** Prices and result of a period, for one merchant. */
interface Terms extends Pick<BoardSources, 'prices' | 'drawn'> {
  /** A key of everything they are made from. */
  readonly stamp: string
}

const stampOf = ({ period, odds, gameOptions }: BoardHead): string =>
  `${odds.mark} ${period.state} ${period.drawAt} ${period.resultVersion} ${JSON.stringify([period.options, gameOptions])}`

const HEADS_AT_ONCE = 2
const MAX_TERMS = 1_000

/**
 * Reads boards for many screens. Screens that ask for the same at once share one read, and only what changed since the
 * last read is read again. Every read checks whether something changed.
 */
export class BoardCache {
  readonly #pool: Pool
  readonly #snapshots: SnapshotCache
  readonly #openGames: OpenGames
  readonly #figures: FiguresCache
  readonly #heads: BatchLoader<HeadKey, BoardHead | undefined>
  readonly #terms = new Map<string, Terms>()
  /** The period that each name meant last time, so that its figures can be read before the name is resolved again. */
  readonly #periods = new Map<string, PeriodId>()

  constructor(deps: { readonly pool: Pool; readonly snapshots: SnapshotCache; readonly openGames: OpenGames }) {
    this.#pool = deps.pool
    this.#snapshots = deps.snapshots
    this.#openGames = deps.openGames
    this.#figures = new FiguresCache(deps.pool)
    this.#heads = new BatchLoader({
      readAll: (keys) => readBoardHeads(deps.pool, keys),
      keyOf: ({ merchantId, gameId, periodNo }) => `${merchantId} ${gameId} ${periodNo ?? ''}`,
      concurrency: HEADS_AT_ONCE,
    })
  }

  /** One head per key; undefined: there is no such period. */
  async read(scope: Scope, { gameId, periodNo, plays }: Asked): Promise<BoardSources | undefined> {
    const merchantId = merchantOf(scope)
    const own = scope.through === null && merchantId !== 0 && plays !== null
    const name = `${gameId} ${periodNo ?? ''}`
    const guessed = own ? this.#periods.get(name) : undefined
    const figuresOf = (periodId: PeriodId) =>
      this.#figures.read({ merchantId, periodId, path: scope.holder, plays: plays ?? [] })
    const early = guessed === undefined ? undefined : figuresOf(guessed)
    // The error is handled below. This prevents an unhandled rejection if reading the head fails first.
    early?.catch(() => undefined)
    const head = await this.#heads.read({ merchantId, gameId, periodNo })
    if (!head) return undefined
    const { period, odds } = head
    this.#notePeriod(name, period.periodId)
    const [rows, snapshot, terms] = await Promise.all([
      early && guessed === period.periodId
        ? early
        : own
          ? figuresOf(period.periodId)
          : readRows(this.#pool, scope, period, plays),
      merchantId === 0 ? null : this.#snapshots.at(this.#pool, merchantId, head.configVersion, { ids: [scope.holder] }),
      this.#termsOf(merchantId, head),
    ])
    return { period, rows, odds, snapshot, prices: terms.prices, drawn: terms.drawn }
  }

  /** Read after the head and cached under the head's stamp. Anything newer has another stamp and is read again. */
  async #termsOf(merchantId: MerchantId, head: BoardHead): Promise<Terms> {
    const { period } = head
    const name = `${merchantId} ${period.periodId}`
    const stamp = stampOf(head)
    const known = this.#terms.get(name)
    if (known?.stamp === stamp) return known
    const games = await this.#openGames(this.#pool, merchantId, [period])
    const prices = games.prices(period.gameId, period.periodNo)
    if (!prices) throw new Error(`no prices of game ${period.gameId}`)
    const made = { stamp, prices, drawn: await drawOf(this.#pool, period, prices) }
    if (this.#terms.size >= MAX_TERMS) this.#terms.clear()
    this.#terms.set(name, made)
    return made
  }

  #notePeriod(name: string, periodId: PeriodId): void {
    if (this.#periods.get(name) === periodId) return
    if (this.#periods.size >= MAX_TERMS) this.#periods.clear()
    this.#periods.set(name, periodId)
  }
}
