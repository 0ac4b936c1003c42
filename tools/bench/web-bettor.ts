/**
 * A game platform in a separate process. It sends signed bets on the board that the bench watches, at a given rate or
 * as fast as they are accepted.
 */
import { Agent, request as requestOf } from 'node:http'
import { text } from 'node:stream/consumers'
import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import { recOddsQuery } from '@strata/contract/endpoints/games'
import { orderCreate } from '@strata/contract/endpoints/intake'
import { signedHeaders } from '@strata/contract/signature'
import { DEMO_PLATFORMS, memberName } from '../../apps/server/src/demo/facts.ts'

export interface Market {
  readonly base: string
  readonly gameId: number
  readonly periodNo: string
}

/** Sent by the parent: bets per second until the next message. 0: none. A very high value: as many as possible. */
export interface Pace {
  readonly market: Market
  readonly perSecond: number
}

type Slip = RequestOf<typeof orderCreate>['bets'][number]
type Quote = Slip['odds']

const PLAY = 'TMA'
const PANKOU = 'C'
const STAKE = '10'
/** Members of agent001, whose board is watched. */
const MEMBERS = 100
/** The probes use the higher numbers. */
const NUMBERS = 40
const CALL = 50
const AT_ONCE = 4
const TICK_MS = 50

const agent = new Agent({ keepAlive: true })

/** With `node:http`, because a call by `fetch` costs its sender twice as much, and both share the processors with the page. */
const exchange = (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = requestOf(url, { method: 'POST', agent, headers }, (response) => resolve(text(response)))
    sent.on('error', reject)
    sent.end(body)
  })

async function post(market: Market, path: string, request: unknown): Promise<unknown> {
  const body = JSON.stringify(request)
  const { code, key } = DEMO_PLATFORMS[0]
  const signed = signedHeaders({ code, key, nowMs: Date.now(), method: 'POST', target: path, body })
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...signed }
  const answer = await exchange(market.base + path, headers, body)
  const { data, message } = JSON.parse(answer) as { data: unknown; message: string }
  if (data === null) throw new Error(message)
  return data
}

/** Bets at the last known prices. A refusal because of a price contains the new price. */
export class Bettor {
  readonly #market: Market
  readonly #quotes = new Map<string, Quote>()
  readonly #run = `web-${process.pid}-${Date.now().toString(36)}`
  #count = 0

  constructor(market: Market) {
    this.#market = market
  }

  async learnPrices(): Promise<void> {
    const asked = { gameId: this.#market.gameId, pankou: PANKOU }
    const { prices } = (await post(this.#market, recOddsQuery.path, asked)) as ResponseOf<typeof recOddsQuery>
    for (const { playCode, key, quote } of prices) if (playCode === PLAY) this.#quotes.set(key, quote)
  }

  /** Returns how many of the bets were accepted. */
  async place(items: readonly string[]): Promise<number> {
    const { gameId, periodNo } = this.#market
    const bets = items.map((itemCode): Slip => {
      this.#count += 1
      const number = this.#count
      const odds = this.#quotes.get(itemCode)
      if (odds === undefined) throw new Error(`no price of ${itemCode}`)
      const account = memberName(1 + (number % MEMBERS))
      return {
        betNo: `${this.#run}-${number}`,
        account,
        gameId,
        periodNo,
        playCode: PLAY,
        itemCode,
        odds,
        stake: STAKE,
      }
    })
    const { results } = (await post(this.#market, orderCreate.path, { bets })) as ResponseOf<typeof orderCreate>
    for (const [index, result] of results.entries())
      if (!result.accepted && result.odds !== undefined) this.#quotes.set(items[index] ?? '', result.odds)
    return results.filter(({ accepted }) => accepted).length
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Places the bets that are due, in parallel calls, until the pace changes. Returns accepted bets per second. */
async function bet({ market, perSecond }: Pace, going: () => boolean): Promise<number> {
  const bettor = new Bettor(market)
  await bettor.learnPrices()
  const begun = performance.now()
  let [asked, accepted] = [0, 0]
  const lane = async (): Promise<void> => {
    while (going()) {
      const due = Math.floor(((performance.now() - begun) * perSecond) / 1000) - asked
      if (due < 1) {
        await pause(TICK_MS)
        continue
      }
      const from = asked
      asked += Math.min(due, CALL)
      const numbers = Array.from({ length: asked - from }, (_, index) => 1 + ((from + index) % NUMBERS))
      const taken = await bettor.place(numbers.map((number) => String(number).padStart(2, '0')))
      accepted += taken
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return (accepted * 1000) / (performance.now() - begun)
}

if (import.meta.main) {
  let turn = 0
  let running: Promise<number> = Promise.resolve(0)
  process.on('message', (pace: Pace) => {
    turn += 1
    const mine = turn
    running = running.then(async (reached) => {
      process.send?.({ reached })
      return pace.perSecond > 0 ? await bet(pace, () => mine === turn) : 0
    })
  })
}
