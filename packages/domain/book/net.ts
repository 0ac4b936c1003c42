/** What a holder wins or loses per item of a board, and when the board shows a warning. */

import type { Money } from '../money/money.ts'
import type { ExposureFigures } from './exposure.ts'

/** total 总额: as if the holder held 100% at its own rate; held 实占: without replenishments; net: with replenishments. */
export type AmountMode = 'total' | 'held' | 'net'

/** A holder's two results on one item in a mode. */
export const resultsOf = (
  figures: Readonly<ExposureFigures>,
  mode: AmountMode,
): { readonly ifLose: Money; readonly ifWin: Money } => {
  if (mode === 'net') return figures
  if (mode === 'held') return { ifLose: figures.heldIfLose, ifWin: figures.heldIfWin }
  const ifLose = (figures.betAmount - figures.ownCommission) as Money
  return { ifLose, ifWin: (ifLose - figures.payWin) as Money }
}

export interface BoardItem {
  readonly itemCode: string
  /** The items of which every draw makes exactly one win. Null: the item is in no market. */
  readonly market: string | null
  /** Over all pankou. */
  readonly figures: Readonly<ExposureFigures>
}

/**
 * netAmount 盈亏 per item: its ifWin plus the ifLose of the market's other items; without a market just its ifWin. Items
 * of a market without orders may be left out: they add nothing to the others, and their own value is `marketLosing`.
 */
export const netAmounts = (items: readonly BoardItem[], mode: AmountMode): Map<string, Money> => {
  const losing = marketLosing(items, mode)
  const nets = new Map<string, Money>()
  for (const { itemCode, market, figures } of items) {
    const { ifLose, ifWin } = resultsOf(figures, mode)
    const others = market === null ? 0n : (losing.get(market) ?? 0n) - ifLose
    nets.set(itemCode, (ifWin + others) as Money)
  }
  return nets
}

/** Sum of ifLose per market: the netAmount of an item without bets. */
export const marketLosing = (items: readonly BoardItem[], mode: AmountMode): Map<string, Money> => {
  const losing = new Map<string, Money>()
  for (const { market, figures } of items) {
    if (market === null) continue
    losing.set(market, ((losing.get(market) ?? 0n) + resultsOf(figures, mode).ifLose) as Money)
  }
  return losing
}

/** 0 none; 1 net is at its line; 2 the loss is at its line (null: no line). Loss is more serious and comes first. */
export type Warning = 0 | 1 | 2
export const warningOf = (
  item: { readonly net: Money; readonly netAmount: Money },
  lines: { readonly amount: Money | null; readonly loss: Money | null },
): Warning => {
  if (lines.loss !== null && item.netAmount < 0n && -item.netAmount >= lines.loss) return 2
  return lines.amount !== null && item.net > 0n && item.net >= lines.amount ? 1 : 0
}
