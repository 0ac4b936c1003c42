/** Manual replenishment 手动补货 and the amounts that quick fill 快速补货 proposes. */

import type { ExposureFigures } from '../book/exposure.ts'
import { netOf } from '../book/exposure.ts'
import { mayStillCommit, type PeriodFacts } from '../book/intake.ts'
import type { ItemRef } from '../book/order.ts'
import { divideFloor, type Money, min, type Odds, type Rate, ZERO } from '../money/money.ts'
import { floorToUnit, gainPerYuan } from './automatic.ts'
import type { BookState } from './book-state.ts'
import { type Sent, send } from './send.ts'
import type { ReplenishmentWorld, SenderTerms } from './sender-terms.ts'

/** Whether agents may still replenish: until hedgeCloseAt, a little longer than bettors may bet. */
export const mayReplenish = (period: PeriodFacts, now: number): boolean =>
  (period.state === 'open' || period.state === 'closed') && mayStillCommit([period], now)

export interface ManualRequest {
  readonly world: ReplenishmentWorld
  readonly book: BookState
  readonly sender: SenderTerms
  readonly orders: readonly { readonly item: ItemRef; readonly amount: Money }[]
}

/**
 * Sends each amount (> 0) in order and applies it to the book. More than the path holds, less what is still pending, is
 * refused. The caller then runs the automatic of the ancestors (`automaticAfter` of each order made).
 */
export const placeManual = ({ world, book, sender, orders }: ManualRequest): Sent[] =>
  orders.map(({ item, amount }) => {
    const figures = book.figures(sender.path, item)
    const held = (netOf(figures) - figures.pending) as Money
    const sendable = min(amount, held > 0n ? held : ZERO)
    if (sendable <= 0n)
      return { asked: amount, takes: [], flownOut: ZERO, refused: amount, reason: 'overNet', orders: [] }
    const sent = send({ world, book, sender, item, amount: sendable, causeOrderId: null })
    const over = (amount - sendable) as Money
    return {
      ...sent,
      asked: amount,
      refused: (sent.refused + over) as Money,
      reason: over > 0n ? 'overNet' : sent.reason,
    }
  })

/** Quick fill to a target held stake: everything above it, in whole units, at most what is held. */
export const fillToHeld = (
  figures: Readonly<ExposureFigures>,
  target: { readonly held: Money; readonly unit: Money },
): Money => floorToUnit(netOf(figures) - figures.pending - (target.held > 0n ? target.held : 0n), target.unit)

/**
 * Quick fill to a target result of one item (negative: an accepted loss): the amount that raises `netAmount` to it if
 * the item wins, rounded up to a unit, at most what is held. What is sent on other items of the market is not counted.
 */
export const fillToResult = (
  item: {
    readonly figures: Readonly<ExposureFigures>
    readonly netAmount: Money
    readonly topOdds: Odds
    readonly rate: Rate
  },
  target: { readonly result: Money; readonly unit: Money },
): Money => {
  const missing = target.result - item.netAmount
  const gain = gainPerYuan(item.topOdds, item.rate)
  if (missing <= 0n || gain <= 0n) return ZERO
  const wanted = -divideFloor(-missing * 100_000n, gain)
  const rounded = (-divideFloor(-wanted, target.unit) * target.unit) as Money
  const held = (netOf(item.figures) - item.figures.pending) as Money
  return rounded <= held ? rounded : floorToUnit(held, target.unit)
}
