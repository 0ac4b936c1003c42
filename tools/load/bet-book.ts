/** Signed bets as a game platform sends them, and a book of what was acknowledged. */

import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PLATFORMS, memberName } from '../../apps/server/src/demo/facts.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'

const TARGET = '/api/rec/order/create'
const MEMBERS = 100

export interface Offer {
  readonly gameId: number
  readonly periodNo: string
  readonly odds: string
  readonly closeAt: number
}

export interface Bet extends Record<string, unknown> {
  readonly betNo: string
}

/** What can be bet on now, the period with the most time left first. */
export async function offers(pool: Pool): Promise<Offer[]> {
  const found = await pool.query<{ game_id: number; period_no: string; base: string; close_at: bigint }>(
    `select p.game_id, p.period_no, r.base, p.close_at
       from periods p join prices r on r.game_id = p.game_id and r.play = 'B1_LM' and r.price_key = 'DA' and r.pankou = 'C'
      where p.state = 'open' order by p.close_at desc`,
  )
  return found.rows.map((row) => ({
    gameId: row.game_id,
    periodNo: row.period_no,
    odds: row.base,
    closeAt: Number(row.close_at),
  }))
}

type Result = { readonly betNo: string; readonly accepted: boolean; readonly orderNo?: string }

/** Random numbers from 0 up to, but not including, a limit. */
export type Chance = (limit: number) => number

/** One call, signed at the moment it is sent. Undefined: no answer with results. */
export interface Sent {
  readonly status: number
  readonly results: readonly Result[] | null
  readonly retryAfter: string | null
}

export async function post(url: string, bets: readonly Bet[], timeoutMs: number): Promise<Sent> {
  const [platform] = DEMO_PLATFORMS
  const rawBody = JSON.stringify({ bets })
  const timestamp = String(Date.now())
  const signature = signRequest(platform.key, { timestamp, method: 'POST', target: TARGET, rawBody })
  const answer = await fetch(url + TARGET, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-merchant': platform.code,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body: rawBody,
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  const retryAfter = answer.headers.get('retry-after')
  if (!text.startsWith('{')) return { status: answer.status, results: null, retryAfter }
  const { data } = JSON.parse(text) as { data: { results: Result[] } | null }
  return { status: answer.status, results: data?.results ?? null, retryAfter }
}

/** A bet was answered in two ways. */
export class Contradiction extends Error {
  override name = 'Contradiction'
}

/** All sent bets: acknowledged ones with their order, refused ones, and those whose result is not known. */
export class BetBook {
  readonly acknowledged = new Map<string, string>()
  readonly refused = new Set<string>()
  readonly unknown = new Map<string, Bet>()
  readonly prefix: string
  readonly #chance: Chance
  #numbers = 0

  constructor(prefix: string, chance: Chance) {
    this.prefix = prefix
    this.#chance = chance
  }

  /** One in `wrongEvery` names odds that nobody offers, so it must be refused. */
  newBet(offer: Offer, wrongEvery = 0): Bet {
    const isWrong = wrongEvery > 0 && this.#chance(wrongEvery) === 0
    return {
      betNo: `${this.prefix}${++this.#numbers}`,
      account: memberName(1 + this.#chance(MEMBERS)),
      gameId: offer.gameId,
      periodNo: offer.periodNo,
      playCode: 'B1_LM',
      itemCode: 'DA',
      odds: isWrong ? '1.0001' : offer.odds,
      stake: `${1 + this.#chance(5)}.${this.#chance(10)}`,
    }
  }

  /** Sends bets. Those without an answer stay in `unknown`. Returns the status; throws when there was no answer. */
  async send(url: string, bets: readonly Bet[], timeoutMs = 20_000): Promise<number> {
    for (const bet of bets) this.unknown.set(bet.betNo, bet)
    const { status, results } = await post(url, bets, timeoutMs)
    for (const result of results ?? []) this.note(result)
    return results === null && status === 200 ? 0 : status
  }

  /** Sends everything without an answer again, until each bet has one. Returns how many there were. */
  async sendAgain(url: string, withinMs: number): Promise<number> {
    const inDoubt = this.unknown.size
    const until = Date.now() + withinMs
    while (this.unknown.size > 0) {
      const bets = [...this.unknown.values()].slice(0, 100)
      const status = await this.send(url, bets).catch((error: unknown) => {
        if (error instanceof Contradiction) throw error
        return 0
      })
      if (status === 200) continue
      if (Date.now() > until) throw new Error(`${this.unknown.size} bets have no answer in time (${status})`)
      await sleep(100)
    }
    return inDoubt
  }

  note({ betNo, accepted, orderNo }: Result): void {
    const before = this.acknowledged.get(betNo)
    if (accepted && before !== undefined && before !== orderNo)
      throw new Contradiction(`${betNo} was ${before} and is ${orderNo}`)
    if (!accepted && before !== undefined)
      throw new Contradiction(`${betNo} was accepted as ${before} and is refused now`)
    if (accepted && this.refused.has(betNo)) throw new Contradiction(`${betNo} was refused and is accepted now`)
    if (accepted && orderNo !== undefined) this.acknowledged.set(betNo, orderNo)
    if (!accepted) this.refused.add(betNo)
    this.unknown.delete(betNo)
  }
}
