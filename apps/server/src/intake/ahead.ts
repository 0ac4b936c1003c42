/** Decides the next batch of a merchant while the last one is written. */

import type { BetSlip } from '@strata/domain/book/intake'
import type { MerchantId } from '@strata/domain/ids'
import type { DecidedBatch } from '@strata/domain/replenishment/batch'
import { readHolderItems } from '../book/exposures.ts'
import { readBettorWallets } from '../ledger/wallets.ts'
import { decideSlips } from './decide-slips.ts'
import type { IntakeDeps, Slip } from './deps.ts'
import { type GatheredBatch, gatherBatch } from './gather-write.ts'
import { type Asked, type Guess, guessWorld, openBefore, periodsOf, type World } from './read-world.ts'
import { type Missing, RememberedBook } from './remembered-book.ts'
import { type DecidedAt, isSameWorld } from './same-world.ts'

/** Calls what it gets with the merchant's next batch when that is settled, if that is while the last one is written. */
export type NextSettled = (onSettled: (slips: readonly Slip[]) => void) => void

/** Merchants whose books are remembered, the latest ones. */
const MAX_BOOKS = 8
/** A book that was of no use for so many batches is forgotten. */
const MAX_IDLE = 50

interface Book {
  readonly remembered: RememberedBook
  idle: number
}

interface Decided {
  readonly world: World
  readonly at: DecidedAt
  readonly gathered: GatheredBatch
}

interface Plan {
  readonly guess: Promise<Guess | undefined>
  decided: Promise<Decided | undefined>
  /** The book is asking the database. A batch never waits for that: it may hold the connection that this needs. */
  isReading: boolean
  /** The batch goes without it. */
  isOver: boolean
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * What is decided here stands on what the last batches read and wrote, which may have changed since. So it is only used
 * when the batch has read the same under its own locks; otherwise the batch is decided as if nothing had been decided
 * ahead. Nothing but time is lost by a wrong memory.
 */
export class Ahead {
  readonly #deps: IntakeDeps
  readonly #books = new Map<MerchantId, Book>()
  readonly #plans = new WeakMap<readonly BetSlip[], Plan>()
  /** Batches that were begun ahead, and those of them whose decision was used. */
  readonly counts = { begun: 0, used: 0 }

  constructor(deps: IntakeDeps) {
    this.#deps = deps
  }

  /**
   * A batch is on its way to the database: notes what it leaves, and begins to decide the next one as soon as that is
   * settled. Returns at once.
   */
  follow(merchantId: MerchantId, world: World, decided: DecidedBatch, next: NextSettled): void {
    // After this turn of the loop, in which the batch leaves.
    const left = nextTurn()
    const known = this.#books.get(merchantId)
    if (known) {
      known.idle += 1
      if (known.idle > MAX_IDLE) this.#books.delete(merchantId)
    }
    const note = async (book: Book): Promise<RememberedBook> => {
      await left
      book.remembered.note(world, decided)
      return book.remembered
    }
    const noted = known && note(known)
    next((slips) => {
      // The batch failed, or nothing was decided by this book for long.
      if (known && this.#books.get(merchantId) !== known) return
      const book = known ?? { remembered: new RememberedBook(world), idle: 0 }
      this.#keep(merchantId, book)
      this.#begin({ merchantId, slips }, noted ?? note(book))
    })
  }

  /** The book was of use: it is the latest one. */
  #keep(merchantId: MerchantId, book: Book): void {
    book.idle = 0
    this.#books.delete(merchantId)
    this.#books.set(merchantId, book)
    const [oldest] = this.#books.keys()
    if (oldest !== undefined && this.#books.size > MAX_BOOKS) this.#books.delete(oldest)
  }

  #begin(asked: Asked, noted: Promise<RememberedBook>): void {
    this.counts.begun += 1
    const guess = noted.then(() => guessWorld(this.#deps, asked))
    const plan: Plan = { guess, decided: Promise.resolve(undefined), isReading: false, isOver: false }
    // A fault shows when the batch is decided as ever.
    plan.guess.catch(() => undefined)
    plan.decided = noted.then((book) => this.#decide(plan, book, asked)).catch(() => undefined)
    this.#plans.set(asked.slips, plan)
  }

  /** The guess that the slips' decision stands on. Undefined: nothing was begun for them. */
  guess(slips: readonly BetSlip[]): Promise<Guess | undefined> | undefined {
    return this.#plans.get(slips)?.guess.catch(() => undefined)
  }

  /** What was decided for the slips, if it is what this world gives. */
  async decided(slips: readonly BetSlip[], world: World, at: DecidedAt): Promise<GatheredBatch | undefined> {
    const plan = this.#plans.get(slips)
    if (!plan) return undefined
    if (plan.isReading) plan.isOver = true
    if (plan.isOver) return undefined
    const found = await plan.decided
    if (!found || !isSameWorld(found, { world, at }, periodsOf(slips))) return undefined
    this.counts.used += 1
    return found.gathered
  }

  /** A batch of the merchant failed. What it would have left is not there. */
  forget(merchantId: MerchantId): void {
    this.#books.delete(merchantId)
  }

  async #decide(plan: Plan, book: RememberedBook, asked: Asked): Promise<Decided | undefined> {
    const { merchantId, slips } = asked
    const guess = await plan.guess
    const often = this.#deps.totalled?.get(merchantId)
    if (!guess || (often && guess.touch.paths.some((path) => often.has(path)))) return undefined
    const missing = book.missing(guess.touch)
    if (missing) {
      plan.isReading = true
      await this.#read(merchantId, book, missing)
      plan.isReading = false
      if (plan.isOver) return undefined
    }
    const world = book.world(guess)
    const open = openBefore(slips, world.rules)
    if (open === undefined) return undefined
    const at = { now: this.#deps.clock(), open }
    const decided = await decideSlips(world, slips, at)
    if (decided.unsure.size > 0) return undefined
    return { world, at, gathered: await gatherBatch(world, decided, slips) }
  }

  async #read(merchantId: MerchantId, book: RememberedBook, missing: Missing): Promise<void> {
    const { pool } = this.#deps
    const [wallets, exposures] = await Promise.all([
      readBettorWallets(pool, merchantId, missing.paths),
      readHolderItems(pool, merchantId, missing.holders),
    ])
    book.learn(missing, wallets, exposures)
  }
}
