/** A batch of bets with automatic replenishment after each bet: everything that one intake transaction writes. */

import { type BetAnswer, type BetSlip, type IntakeSnapshot, startIntake } from '../book/intake.ts'
import type { Order } from '../book/order.ts'
import type { PathId } from '../ids.ts'
import { automaticAfter } from './automatic.ts'
import { type BookState, type ExposureChange, type LoadExposure, openBook } from './book-state.ts'
import type { ReplenishmentWorld } from './sender-terms.ts'

export interface DecidedBatch {
  /** In request order. */
  readonly answers: readonly BetAnswer[]
  /** Every order to write, in sequence: each bet, followed by the orders it caused. */
  readonly orders: readonly Order[]
  /** Exposure rows to add to, each row once. */
  readonly exposures: readonly ExposureChange[]
  /** Bettors whose totals must be read before the batch is decided again; nobody: it is decided. */
  readonly unsure: ReadonlySet<PathId>
}

/** A batch in progress, so that a long one can be decided in parts. */
export interface OpenBatch {
  readonly decide: (slip: BetSlip) => void
  readonly end: () => DecidedBatch
}

/** Starts deciding a batch on one snapshot. Throws only on a broken snapshot, never for a bad bet. */
export const openBatch = (
  snapshot: IntakeSnapshot,
  world: Omit<ReplenishmentWorld, 'games' | 'nextOrderId'>,
  load: LoadExposure,
): OpenBatch => {
  const book: BookState = openBook(load)
  const intake = startIntake(snapshot)
  const turn = { book, world: { ...world, games: snapshot.games, nextOrderId: snapshot.nextOrderId } }
  const answers: BetAnswer[] = []
  return {
    decide(slip) {
      const answer = intake.decide(slip)
      answers.push(answer)
      if (answer.kind !== 'accepted') return
      book.apply(answer.order)
      automaticAfter(turn, answer.order)
    },
    end: () => ({ answers, orders: book.orders, exposures: book.changes(), unsure: intake.unsure }),
  }
}

/**
 * Decides a batch on one snapshot. The same bets in the same order give the same orders, amounts and holders, whether
 * in one batch or one by one.
 */
export const decideBatch = (
  snapshot: IntakeSnapshot,
  world: Omit<ReplenishmentWorld, 'games' | 'nextOrderId'>,
  load: LoadExposure,
  slips: readonly BetSlip[],
): DecidedBatch => {
  const batch = openBatch(snapshot, world, load)
  for (const slip of slips) batch.decide(slip)
  return batch.end()
}
