/** A batch of bets with automatic replenishment after each: what one intake transaction writes. */

import { type BetAnswer, type BetSlip, type IntakeSnapshot, startIntake } from '../book/intake.ts'
import type { Order } from '../book/order.ts'
import { automaticAfter } from './automatic.ts'
import { type BookState, type ExposureChange, type LoadExposure, openBook } from './book-state.ts'
import type { HedgeWorld } from './seat.ts'

export interface DecidedBatch {
  /** In request order. */
  readonly answers: readonly BetAnswer[]
  /** Every order to write, in sequence: each bet followed by what it caused. */
  readonly orders: readonly Order[]
  /** Exposure rows to add to, each once. */
  readonly exposures: readonly ExposureChange[]
}

/**
 * Decides a batch on one snapshot. The same bets in the same order, in one batch or one by one, give the same orders,
 * amounts and holders. Throws only on a fault of ours (a broken snapshot), never for a bad bet.
 */
export const decideBatch = (
  snapshot: IntakeSnapshot,
  hedge: Omit<HedgeWorld, 'games' | 'nextOrderId'>,
  load: LoadExposure,
  slips: readonly BetSlip[],
): DecidedBatch => {
  const book: BookState = openBook(load)
  const intake = startIntake(snapshot)
  const turn = { book, world: { ...hedge, games: snapshot.games, nextOrderId: snapshot.nextOrderId } }
  const answers = slips.map((slip) => {
    const answer = intake.decide(slip)
    if (answer.kind === 'accepted') {
      book.apply(answer.order)
      automaticAfter(turn, answer.order)
    }
    return answer
  })
  return { answers, orders: book.orders, exposures: book.changes() }
}
