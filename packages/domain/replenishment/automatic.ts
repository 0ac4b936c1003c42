/** Automatic replenishment 自动补货: how much a path wants to send, after each bet and in passes over items. */

import type { ExposureFigures } from '../book/exposure.ts'
import { holdersOf, netOf } from '../book/exposure.ts'
import { type ItemRef, itemKey, type Order } from '../book/order.ts'
import type { PathId } from '../ids.ts'
import { divideFloor, type Money, min, type Odds, type Rate, ZERO } from '../money/money.ts'
import type { BookState } from './book-state.ts'
import { fliesOut, type SendPrice, send, sendPrice } from './send.ts'
import { type AutoSetting, overrideKey, type ReplenishmentWorld, type SenderTerms } from './sender-terms.ts'

/** Rounds down to a multiple of `unit` (> 0); never below zero. */
export const floorToUnit = (amount: bigint, unit: Money): Money =>
  amount <= 0n ? ZERO : ((divideFloor(amount, unit) * unit) as Money)

/** What one yuan sent up gains if the item wins, in 1/100,000: `odds - 1 + rate`. */
export const gainPerYuan = (topOdds: Odds, rate: Rate): bigint => (topOdds - 10_000n) * 10n + rate

/** Mode `stake`: everything above the hold limit. */
export const excessStake = (setting: AutoSetting, figures: Readonly<ExposureFigures>, item: ItemRef): Money => {
  const override = setting.items.size > 0 ? setting.items.get(overrideKey(item)) : undefined
  const holdLimit = override === undefined ? setting.holdLimit : override
  if (holdLimit === null) return ZERO
  return floorToUnit(netOf(figures) - figures.pending - holdLimit, setting.unit)
}

/**
 * Mode `loss`: the amount that reduces the item's loss to maxLoss, at most what is held. Pending fly-outs count as
 * sent. Otherwise every bet before the answer would send the same loss again.
 */
export const excessLoss = (
  setting: AutoSetting,
  figures: Readonly<ExposureFigures>,
  price: { readonly topOdds: Odds; readonly rate: Rate },
): Money => {
  if (setting.maxLoss === null) return ZERO
  const tooMuch = -figures.ifWin - setting.maxLoss
  const gain = gainPerYuan(price.topOdds, price.rate)
  if (tooMuch <= 0n || gain <= 0n) return ZERO
  const wanted = (divideFloor(tooMuch * 100_000n, gain) - figures.pending) as Money
  return floorToUnit(min(wanted, (netOf(figures) - figures.pending) as Money), setting.unit)
}

const settingOf = (sender: SenderTerms): AutoSetting | null => {
  const setting = fliesOut(sender) ? (sender.flyOut?.auto ?? null) : sender.acceptType === 0 ? null : sender.auto
  return setting?.enabled ? setting : null
}

export interface AutomaticTurn {
  readonly world: ReplenishmentWorld
  readonly book: BookState
  readonly item: ItemRef
  readonly causeOrderId: bigint | null
}

/** Runs the automatic of one path on one item. Applies its orders to the book and returns them. */
export const automaticTurn = ({ world, book, item, causeOrderId }: AutomaticTurn, path: PathId): readonly Order[] => {
  const sender = world.sender(path, item.gameId, item.groupId)
  const setting = sender && settingOf(sender)
  if (!sender || !setting) return []
  const figures = book.figures(path, item)
  let price: SendPrice | null | undefined
  let amount: Money
  if (setting.mode === 'stake') amount = excessStake(setting, figures, item)
  else {
    if (setting.maxLoss === null || -figures.ifWin <= setting.maxLoss) return []
    price = sendPrice(world, sender, item)
    if (!price) return []
    amount = excessLoss(setting, figures, price)
  }
  if (amount <= 0n) return []
  if (fliesOut(sender) && world.flyOutPaused(path, item)) return []
  return send({ world, book, sender, item, amount, causeOrderId }, price ?? undefined).orders
}

/** After an accepted order: runs the automatic of its holders, from the lowest role upward. */
export const automaticAfter = (turn: Omit<AutomaticTurn, 'item' | 'causeOrderId'>, order: Order): Order[] => {
  const made: Order[] = []
  for (const { path } of holdersOf(order.chain))
    made.push(...automaticTurn({ ...turn, item: order.item, causeOrderId: order.id }, path))
  return made
}

const byCode = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)

/**
 * A pass over items: at the period's end, or at once after a change of settings (then `paths` are the changed path and
 * its ancestors). For each item from the lowest role upward, then by path id.
 */
export const automaticPass = (
  turn: Omit<AutomaticTurn, 'item' | 'causeOrderId'>,
  touched: readonly { readonly item: ItemRef; readonly paths: readonly PathId[] }[],
): Order[] => {
  const made: Order[] = []
  for (const { item, paths } of [...touched].sort((one, two) => byCode(itemKey(one.item), itemKey(two.item)))) {
    const roleOf = (path: PathId): number => turn.world.sender(path, item.gameId, item.groupId)?.role ?? -1
    const turns = [...new Set(paths)].sort((one, two) => roleOf(two) - roleOf(one) || one - two)
    for (const path of turns) made.push(...automaticTurn({ ...turn, item, causeOrderId: null }, path))
  }
  return made
}

/** What a path's automatic still wants to send of an item. After a pass this is what nobody above takes. */
export const stillExcess = (
  at: { readonly world: Pick<ReplenishmentWorld, 'games'>; readonly sender: SenderTerms; readonly item: ItemRef },
  figures: Readonly<ExposureFigures>,
): Money => {
  const { world, sender, item } = at
  const setting = settingOf(sender)
  if (!setting) return ZERO
  if (setting.mode === 'stake') return excessStake(setting, figures, item)
  const price = setting.maxLoss === null ? null : sendPrice(world, sender, item)
  return price ? excessLoss(setting, figures, price) : ZERO
}
