/** What the last batches of one merchant left, as far as it was read or written by them. Nothing in it need be true. */

import { addExposure, type ExposureFigures, noExposure } from '@strata/domain/book/exposure'
import type { PathId, PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import type { DecidedBatch } from '@strata/domain/replenishment/batch'
import { type HolderItem, holderItemKey } from '../book/exposures.ts'
import type { BettorWallet } from '../ledger/wallets.ts'
import { stakesByBettor, stakesOf } from './gather-write.ts'
import type { Guess, Touch, World } from './read-world.ts'

/** About 12 MB. What is more is read again. */
const MAX_WALLETS = 20_000
const MAX_FIGURES = 40_000
/** Periods of several games may be open at once. An older one is forgotten. */
const MAX_PERIODS = 6

type Figures = Readonly<ExposureFigures>

/** An item without orders yet. */
export const NO_FIGURES: Figures = noExposure()

const NONE: ReadonlySet<never> = new Set()

/** What a batch touches and the book does not know. */
export interface Missing {
  readonly paths: readonly PathId[]
  readonly holders: readonly HolderItem[]
}

/** Every value is replaced, never changed: worlds that were made of the book stay as they were. */
export class RememberedBook {
  #rules: World['rules']
  readonly #wallets = new Map<PathId, BettorWallet>()
  readonly #figures = new Map<PeriodId, Map<string, Figures>>()

  constructor(world: World) {
    this.#rules = world.rules
  }

  /** Notes what a batch has read, and what it leaves once it is committed. */
  note({ rules, wallets, exposures, touch }: World, decided: DecidedBatch): void {
    const { openBound } = rules
    this.#rules = { ...rules, openBound: openBound === null ? null : openBound + stakesOf(decided) }
    this.learn({ paths: touch.paths, holders: touch.holders.values() }, wallets, exposures)
    for (const [path, stake] of stakesByBettor(decided)) {
      const wallet = this.#wallets.get(path)
      if (!wallet) continue
      const { balance, openStake } = wallet
      this.#wallets.set(path, { balance: money(balance - stake), openStake: money(openStake + stake) })
    }
    for (const { path, item, figures } of decided.exposures) {
      const { periodId, playCode: play, itemCode } = item
      const known = this.#figures.get(periodId)
      const key = holderItemKey({ path, periodId, play, item: itemCode })
      const before = known?.get(key)
      if (before) known?.set(key, plus(before, figures))
    }
  }

  /** Notes what was read. A holder without figures has no orders yet. */
  learn(
    asked: { readonly paths: readonly PathId[]; readonly holders: Iterable<HolderItem> },
    wallets: ReadonlyMap<PathId, BettorWallet>,
    exposures: ReadonlyMap<string, Figures>,
  ): void {
    if (this.#wallets.size + asked.paths.length > MAX_WALLETS) this.#wallets.clear()
    for (const [path, wallet] of wallets) this.#wallets.set(path, wallet)
    for (const at of asked.holders) {
      const key = holderItemKey(at)
      this.#figuresOf(at.periodId).set(key, exposures.get(key) ?? NO_FIGURES)
    }
  }

  /** Null: nothing is missing. */
  missing({ paths, holders }: Touch): Missing | null {
    const missing = {
      paths: paths.filter((path) => !this.#wallets.has(path)),
      holders: [...holders].filter(([key, at]) => !this.#figures.get(at.periodId)?.has(key)).map(([, at]) => at),
    }
    return missing.paths.length + missing.holders.length === 0 ? null : missing
  }

  /** The world that a batch finds when all in the book is true and nothing else has happened. */
  world({ merchant, games, touch }: Guess): World {
    const wallets = new Map<PathId, BettorWallet>()
    for (const path of touch.paths) {
      const wallet = this.#wallets.get(path)
      if (wallet) wallets.set(path, wallet)
    }
    const exposures = new Map<string, ExposureFigures>()
    for (const [key, { periodId }] of touch.holders) {
      const figures = this.#figures.get(periodId)?.get(key)
      if (figures) exposures.set(key, figures)
    }
    const nothing = { settled: NONE, totalled: NONE, paused: NONE, totals: new Map(), known: new Map() }
    return { rules: this.#rules, merchant, games, wallets, exposures, touch, ...nothing }
  }

  #figuresOf(periodId: PeriodId): Map<string, Figures> {
    const known = this.#figures.get(periodId)
    if (known && known.size < MAX_FIGURES) return known
    const [oldest] = this.#figures.keys()
    if (oldest !== undefined && this.#figures.size >= MAX_PERIODS) this.#figures.delete(oldest)
    const made = new Map<string, Figures>()
    this.#figures.set(periodId, made)
    return made
  }
}

function plus(one: Figures, more: Figures): Figures {
  const sum = { ...one }
  addExposure(sum, more)
  return sum
}

const heldFigures = ['held', 'in', 'out', 'through', 'pending', 'ifWin'] as const satisfies (keyof ExposureFigures)[]

/** Whether the figures that replenishment uses are the same. Only these are read with a batch. */
export const isSameHeld = (one: Figures, other: Figures): boolean =>
  one === other || heldFigures.every((name): boolean => (one[name] satisfies Money) === other[name])
