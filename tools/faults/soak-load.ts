/** Bets of a soak: first as many as the machine takes, then a steady part of them. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type BetBook, Contradiction, type Offer, offers } from '../load/bet-book.ts'
import type { Site } from './site.ts'

const BETS_A_CALL = 20
const PEAK_CALLERS = 8
const WARM_UP_MS = 4_000
const PEAK_MS = 10_000
/** Bets of a period that closes this soon are not offered, so that a late answer is no reason to refuse. */
const SPARE_MS = 4_000
/** Calls on their way. More are not sent: a site that stands still is not flooded when it goes on. */
const MAX_CALLS = 200
/** What could not be bet between two periods is made up for so much faster than the rate. */
const CATCH_UP = 1.5
const MAX_OWED_MS = 30_000

export interface LoadSample {
  readonly betsPerSecond: number
  /** The middle one of the answers to calls with bets. */
  readonly answerMs: number
  /** So far. */
  readonly bets: number
}

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export class SoakLoad {
  readonly #site: Site
  readonly #book: BetBook
  readonly #calls = new Set<Promise<void>>()
  readonly #watch: NodeJS.Timeout
  #known: readonly Offer[] = []
  #answers: number[] = []
  #sent = 0
  #isOver = false
  #looked = { at: performance.now(), bets: 0 }

  constructor(site: Site, book: BetBook) {
    this.#site = site
    this.#book = book
    this.#watch = setInterval(() => {
      offers(site.pool).then(
        (found) => {
          this.#known = found
        },
        () => undefined,
      )
    }, 250)
  }

  #offered(): readonly Offer[] {
    return this.#known.filter(({ closeAt }) => closeAt > Date.now() + SPARE_MS)
  }

  async #call(): Promise<void> {
    const all = this.#offered()
    const offer = all[this.#sent++ % Math.max(1, all.length)]
    if (!offer) return
    const bets = Array.from({ length: BETS_A_CALL }, () => this.#book.newBet(offer))
    const from = performance.now()
    await this.#book.send(this.#site.balancer.url, bets).catch((error: unknown) => {
      if (error instanceof Contradiction) throw error
    })
    this.#answers.push(performance.now() - from)
  }

  /** Bets a second that callers without a pause get through, while something can be bet on. */
  async peak(): Promise<number> {
    const during = async (ms: number): Promise<number> => {
      const before = this.#book.acknowledged.size
      let [left, tick] = [ms, performance.now()]
      const caller = async (): Promise<void> => {
        while (left > 0) {
          if (this.#offered().length > 0) await this.#call()
          else await sleep(20)
          const now = performance.now()
          if (this.#offered().length > 0) left -= now - tick
          tick = now
        }
      }
      await Promise.all(Array.from({ length: PEAK_CALLERS }, caller))
      return (1000 * (this.#book.acknowledged.size - before)) / ms
    }
    await during(WARM_UP_MS)
    return during(PEAK_MS)
  }

  /** Sends so many bets a second on average until it is stopped. */
  async steady(rate: number): Promise<void> {
    const callsPerMs = rate / BETS_A_CALL / 1000
    let [owed, now, tick] = [0, 0, performance.now()]
    while (!this.#isOver) {
      const due = (performance.now() - tick) * callsPerMs
      tick = performance.now()
      owed = Math.min(owed + due, MAX_OWED_MS * callsPerMs)
      // What is left of a call that is not due yet counts for the next turn.
      now = Math.min(owed, (now % 1) + CATCH_UP * due)
      for (; now >= 1 && this.#calls.size < MAX_CALLS && this.#offered().length > 0; now--) {
        owed -= 1
        const call = this.#call().finally(() => this.#calls.delete(call))
        this.#calls.add(call)
      }
      await sleep(5)
    }
    await Promise.all(this.#calls)
  }

  stop(): void {
    this.#isOver = true
  }

  close(): void {
    clearInterval(this.#watch)
  }

  /** Since the last look. */
  look(): LoadSample {
    const { at, bets } = this.#looked
    this.#looked = { at: performance.now(), bets: this.#book.acknowledged.size }
    const answerMs = middleOf(this.#answers)
    this.#answers = []
    const betsPerSecond = (1000 * (this.#looked.bets - bets)) / Math.max(1, this.#looked.at - at)
    return { betsPerSecond, answerMs, bets: this.#looked.bets }
  }
}
