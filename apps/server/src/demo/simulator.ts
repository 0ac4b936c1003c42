import { randomUUID } from 'node:crypto'
import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import { agentLogin } from '@strata/contract/endpoints/access'
import { recGameInfos, recOddsQuery } from '@strata/contract/endpoints/games'
import { orderCreate } from '@strata/contract/endpoints/intake'
import { signedHeaders } from '@strata/contract/signature'
import { sealPassword } from '@strata/contract/wrapper'
import { type GameCode, gameById } from '@strata/domain/games/catalogue'
import type { Item } from '@strata/domain/games/item'
import { pricesOfItem } from '@strata/domain/games/price'
import { beijingDate } from '@strata/domain/games/schedule'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { type GameId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import type { Pankou } from '@strata/domain/pankou'
import { type Chance, chanceOf, gameOf, someOf, wishOf } from './players.ts'

/** A member and the pankou it bets on. */
export interface Player {
  readonly account: string
  readonly pankou: Pankou
}

export interface SimulatorOptions {
  /** Origin of the API, without a trailing slash. */
  readonly baseUrl: string
  readonly platformCode: string
  readonly platformKey: string
  /** A sign-in that may read which periods are open. */
  readonly viewer: { readonly account: string; readonly password: string }
  readonly appSecret: string
  readonly players: readonly Player[]
  readonly betsPerSecond: number
  /** Stops after this many bets; absent: runs until stopped. */
  readonly bets?: number
  readonly seed?: number
  /** At most so many bets in one call. */
  readonly callSize?: number
  readonly onFault?: (fault: string) => void
}

export interface SimulatorStats {
  sent: number
  accepted: number
  refused: number
  faults: number
  /** Refusal code -> how often. */
  readonly codes: Map<number, number>
}

type Periods = ResponseOf<typeof recGameInfos>
type Slip = RequestOf<typeof orderCreate>['bets'][number]
type Quote = Slip['odds']

const TICK_MS = 200
const PERIODS_EVERY_MS = 3000
const CALL_TIMEOUT_MS = 10_000
const CALL_SIZE = 100

/** A game platform as a client of the API: reads prices and periods and places signed bets. */
class PlatformClient {
  readonly #options: SimulatorOptions
  #session: { token: string; pathId: PathId } | undefined
  readonly #prices = new Map<string, Quote>()

  constructor(options: SimulatorOptions) {
    this.#options = options
  }

  async #post(path: string, body: string, headers: Record<string, string>): Promise<unknown> {
    const response = await fetch(this.#options.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const envelope = (await response.json()) as { isSuccess: boolean; code: number; message: string; data: unknown }
    if (!envelope.isSuccess) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
    return envelope.data
  }

  #signed(path: string, request: unknown): Promise<unknown> {
    const body = JSON.stringify(request)
    const { platformCode: code, platformKey: key } = this.#options
    const signing = { code, key, nowMs: Date.now(), nonce: randomUUID() }
    return this.#post(path, body, signedHeaders({ ...signing, method: 'POST', target: path, body }))
  }

  async #signIn(): Promise<{ token: string; pathId: PathId }> {
    const { viewer, appSecret } = this.#options
    const password = sealPassword({ password: viewer.password, appSecret, nowMs: Date.now() })
    const answer = (await this.#post(agentLogin.path, JSON.stringify({ account: viewer.account, password }), {
      agentpathsid: '0',
      roletype: '2',
    })) as ResponseOf<typeof agentLogin>
    return { token: answer.accountToken, pathId: answer.accountAgentPathsList[0]?.agentPathsId ?? PathId(0) }
  }

  async periods(): Promise<Periods> {
    this.#session ??= await this.#signIn()
    const { token, pathId } = this.#session
    try {
      const headers = { authorization: `Bearer ${token}`, agentpathsid: String(pathId), roletype: '2' }
      return (await this.#post(`${recGameInfos.path}?isclick=true`, '{}', headers)) as Periods
    } catch (error) {
      this.#session = undefined
      throw error
    }
  }

  async loadPrices(gameId: GameId, pankou: Pankou): Promise<void> {
    const answer = (await this.#signed(recOddsQuery.path, { gameId, pankou })) as ResponseOf<typeof recOddsQuery>
    for (const price of answer.prices) {
      const key = `${gameId} ${pankou} ${price.playCode} ${price.key}`
      if (price.open) this.#prices.set(key, price.quote)
      else this.#prices.delete(key)
    }
  }

  /** The quote of an item as the platform last read it. */
  quoteOf(item: Item, pankou: Pankou, lunarYear: number): Quote | undefined {
    const refs = pricesOfItem(item, lunarYear)
    const quotes = refs.map((ref) => this.#prices.get(`${item.play.gameId} ${pankou} ${ref.playCode} ${ref.key}`))
    if (item.play.payoutKind !== 'legs') return quotes[0]
    const texts = quotes.filter((quote) => typeof quote === 'string')
    if (texts.length < quotes.length) return undefined
    return Object.fromEntries(item.parts.map((part, index) => [part, must(texts[index], 'the quote')]))
  }

  async place(bets: readonly Slip[]): Promise<ResponseOf<typeof orderCreate>['results']> {
    return ((await this.#signed(orderCreate.path, { bets })) as ResponseOf<typeof orderCreate>).results
  }
}

interface OpenGame {
  readonly code: GameCode
  readonly gameId: GameId
  readonly periodNo: string
  readonly hot: number
}

const hotOf = (periodNo: string): number =>
  [...periodNo].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

/**
 * Places bets as a game platform would, until stopped. Bounded: at most one call in flight, no queue. The bets of a second
 * go in one call, or as soon as a call is full: a call costs a transaction however few bets it has.
 */
export class Simulator {
  readonly #options: SimulatorOptions
  readonly #client: PlatformClient
  readonly #chance: Chance
  readonly stats: SimulatorStats = { sent: 0, accepted: 0, refused: 0, faults: 0, codes: new Map() }
  #open: OpenGame[] = []
  #periodsAt = 0
  #stale = true
  #stopped = false
  #done: Promise<void> = Promise.resolve()
  #betCount = 0
  readonly #callSize: number
  /** So many bets are sent as soon as they are due. */
  readonly #callAt: number
  readonly #run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`

  constructor(options: SimulatorOptions) {
    this.#options = options
    this.#client = new PlatformClient(options)
    this.#callSize = options.callSize ?? CALL_SIZE
    this.#callAt = Math.min(this.#callSize, options.betsPerSecond)
    this.#chance = chanceOf(options.seed ?? Date.now())
  }

  start(): void {
    this.#done = this.#loop()
  }

  /** Resolves when the last call has been answered. */
  async stop(): Promise<SimulatorStats> {
    this.#stopped = true
    await this.#done
    return this.stats
  }

  /** Resolves when the requested number of bets has been sent. */
  async finished(): Promise<SimulatorStats> {
    await this.#done
    return this.stats
  }

  async #loop(): Promise<void> {
    const most = this.#options.bets ?? Number.POSITIVE_INFINITY
    let due = 0
    let last = Date.now()
    while (!this.#stopped && this.stats.sent < most) {
      const now = Date.now()
      due = Math.min(due + ((now - last) * this.#options.betsPerSecond) / 1000, 2 * this.#options.betsPerSecond + 1)
      last = now
      try {
        await this.#refresh(now)
        const count = Math.min(Math.floor(due), most - this.stats.sent)
        if (count >= Math.min(this.#callAt, most - this.stats.sent)) {
          due -= count
          await this.#bet(count, now)
        }
      } catch (error) {
        this.stats.faults += 1
        this.#stale = true
        this.#options.onFault?.(error instanceof Error ? error.message : String(error))
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    }
  }

  async #refresh(now: number): Promise<void> {
    if (this.#stale || now - this.#periodsAt > PERIODS_EVERY_MS) {
      const games = await this.#client.periods()
      this.#open = games.flatMap(({ gameId, current }) => {
        const code = gameById(gameId)?.code
        const isOpen = current?.state === 'open' && current.closeAt > now + 500
        return code && current && isOpen
          ? [{ code, gameId, periodNo: current.periodNo, hot: hotOf(current.periodNo) }]
          : []
      })
      this.#periodsAt = now
    }
    if (!this.#stale) return
    const ladder = new Set(this.#options.players.map((player) => player.pankou))
    for (const { gameId } of this.#open) for (const pankou of ladder) await this.#client.loadPrices(gameId, pankou)
    this.#stale = this.#open.length === 0
  }

  #slip(now: number): Slip | undefined {
    const code = gameOf(
      this.#chance,
      this.#open.map((game) => game.code),
    )
    const game = this.#open.find((each) => each.code === code)
    if (!game) return undefined
    const player = someOf(this.#chance, this.#options.players)
    const { item, stake } = wishOf(this.#chance, game.code, game.hot)
    const quote = this.#client.quoteOf(item, player.pankou, lunarYearOf(beijingDate(now)) ?? 0)
    if (quote === undefined) return undefined
    this.#betCount += 1
    return {
      betNo: `sim-${this.#run}-${this.#betCount}`,
      account: player.account,
      gameId: game.gameId,
      periodNo: game.periodNo,
      playCode: item.play.code,
      itemCode: item.code,
      odds: quote,
      stake,
    }
  }

  async #bet(count: number, now: number): Promise<void> {
    const slips = Array.from({ length: count }, () => this.#slip(now)).filter((slip) => slip !== undefined)
    const size = this.#callSize
    for (let from = 0; from < slips.length; from += size) {
      const call = slips.slice(from, from + size)
      this.stats.sent += call.length
      const results = await this.#client.place(call)
      for (const result of results) this.#count(result)
    }
  }

  #count(result: ResponseOf<typeof orderCreate>['results'][number]): void {
    if (result.accepted) {
      this.stats.accepted += 1
      return
    }
    this.stats.refused += 1
    this.stats.codes.set(result.code, (this.stats.codes.get(result.code) ?? 0) + 1)
    // A price changed or a period closed: read both again before the next bets.
    if (result.code === 42205 || result.code === 42204) this.#stale = true
  }
}
