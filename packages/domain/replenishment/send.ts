/** Sends an amount up the chain or to the outside book: routes it on the current book and makes its orders. */

import { losingFold } from '../book/book.ts'
import type { CurrentPrice, ResolvedItem } from '../book/intake.ts'
import { discountedOdds, type FlyOutOrder, type ItemRef, type Order, type ReplenishmentOrder } from '../book/order.ts'
import { type ChainRates, flyOutHolding, takerHolding } from '../book/shares.ts'
import type { PathId } from '../ids.ts'
import { type Money, min, type Odds, type Rate, yuan, ZERO } from '../money/money.ts'
import type { BookState } from './book-state.ts'
import { type RouteLink, type RouteRefusal, routeUp, type Take } from './routing.ts'
import type { FlyOutSetting, ReplenishmentWorld, SenderTerms } from './sender-terms.ts'

/**
 * Why a part stayed with the sender. `overNet`: it is more than the sender holds; `noPrice`: the item is not on sale.
 */
export type SendRefusal = RouteRefusal | 'overNet' | 'noPrice' | 'flyOutNotAllowed' | 'flyoutLimit'

export interface Sent {
  readonly asked: Money
  /** What ancestors took, without fly-outs. */
  readonly takes: readonly Take[]
  readonly flownOut: Money
  /** takes plus flownOut plus refused equal the amount asked. */
  readonly refused: Money
  readonly reason: SendRefusal | null
  readonly orders: readonly Order[]
}

export interface SendRequest {
  readonly world: ReplenishmentWorld
  readonly book: BookState
  readonly sender: SenderTerms
  readonly item: ItemRef
  readonly amount: Money
  readonly causeOrderId: bigint | null
}

/** Whether the path's excess flies out. Only acceptType decides; the head has no parent and can only fly out. */
export const fliesOut = (sender: SenderTerms): boolean => sender.acceptType === 4 || sender.parent === null

export interface SendPrice {
  readonly item: ResolvedItem
  readonly odds: CurrentPrice['odds']
  /** The highest tier's payout of one yuan. With several hits or legs it is more than any single price. */
  readonly topOdds: Odds
  /** The sender's commission rate on what it sends. */
  readonly rate: Rate
}

/**
 * The price at which a path sends: current odds of its replenishPankou, discounted for an outside book. Null: no price.
 */
export const sendPrice = (
  world: Pick<ReplenishmentWorld, 'games'>,
  sender: SenderTerms,
  item: ItemRef,
): SendPrice | null => {
  const pankou = sender.replenishPankou
  const resolved = pankou && world.games.resolveItem(item.gameId, item.playCode, item.itemCode)
  if (!pankou || !resolved) return null
  const at = { gameId: item.gameId, periodNo: item.periodNo, playCode: item.playCode, item: resolved }
  const current = world.games.currentPrice({ ...at, pankou })
  if (!current) return null
  const outside = fliesOut(sender) ? sender.flyOut : null
  const odds = outside ? discountedOdds(current.odds, outside.discount) : current.odds
  const perYuan = world.games.topPayout({ ...at, odds, stake: yuan(1) })
  return { item: resolved, odds, topOdds: BigInt(perYuan) as Odds, rate: outside ? outside.rate : sender.rate(pankou) }
}

const left = (limit: Money | null, used: Money): Money | null => (limit === null ? null : ((limit - used) as Money))

/** The links from the sender to the head, with what now remains of each limit. */
export const routeLinks = ({
  world,
  book,
  sender,
  item,
}: Omit<SendRequest, 'amount' | 'causeOrderId'>): RouteLink[] => {
  const links: RouteLink[] = []
  let child = sender
  while (child.parent !== null) {
    const parent = world.sender(child.parent, item.gameId, item.groupId)
    if (!parent) throw new Error(`no sender for path ${child.parent} above ${child.path}`)
    const figures = book.figures(parent.path, item)
    links.push({
      acceptType: child.acceptType,
      parent: {
        role: parent.role,
        pathId: parent.path,
        acceptLeft: left(parent.acceptLimit, figures.in),
        sendLeft: left(parent.sendLimit, figures.through),
      },
    })
    child = parent
  }
  return links
}

/** Rates on the sender's replenishPankou: the sender's rate for itself and its column, each ancestor's for its own. */
const ratesFor = (world: ReplenishmentWorld, sender: SenderTerms, item: ItemRef): ChainRates => {
  const pankou = sender.replenishPankou
  if (!pankou) throw new Error(`path ${sender.path} has no replenishPankou`)
  const own = sender.rate(pankou)
  const at = (path: PathId | null): Rate | null => {
    if (path === null || path === sender.path) return path === null ? null : own
    const above = world.sender(path, item.gameId, item.groupId)
    if (!above) throw new Error(`no sender for path ${path}`)
    return above.rate(pankou)
  }
  return { m: at(sender.chain.m), g: at(sender.chain.g), a: at(sender.chain.a), b: own }
}

const nothing = (asked: Money, reason: SendRefusal | null): Sent => ({
  asked,
  takes: [],
  flownOut: ZERO,
  refused: asked,
  reason,
  orders: [],
})

const flyOut = (request: SendRequest, price: SendPrice, outside: FlyOutSetting): Sent => {
  const { world, book, sender, item, amount } = request
  const pankou = sender.replenishPankou
  if (!pankou) return nothing(amount, 'noPrice')
  const used = book.figures(outside.flyOutAccount, item)
  const free = left(outside.maxPerItem, (used.in + used.pending) as Money)
  const stake = free === null ? amount : min(amount, free > 0n ? free : ZERO)
  if (stake <= 0n) return nothing(amount, 'flyoutLimit')
  const holding = flyOutHolding(outside.rate)
  const order: FlyOutOrder = {
    kind: 'flyout',
    id: world.nextOrderId(),
    item,
    pankou,
    stake,
    odds: price.odds,
    topPayout: world.games.topPayout({
      gameId: item.gameId,
      periodNo: item.periodNo,
      playCode: item.playCode,
      item: price.item,
      odds: price.odds,
      stake,
    }),
    bettor: sender.path,
    chain: sender.chain,
    holding,
    fold: losingFold(holding, stake),
    senderRole: sender.role,
    flyOutAccount: outside.flyOutAccount,
    state: outside.connector === 'record' ? 'confirmed' : 'pending',
    causeOrderId: request.causeOrderId,
  }
  book.apply(order)
  const refused = (amount - stake) as Money
  return {
    asked: amount,
    takes: [],
    flownOut: stake,
    refused,
    reason: refused > 0n ? 'flyoutLimit' : null,
    orders: [order],
  }
}

const sendUp = (request: SendRequest, price: SendPrice): Sent => {
  const { world, book, sender, item, amount } = request
  const pankou = sender.replenishPankou
  if (!pankou) return nothing(amount, 'noPrice')
  const fillLeft = left(sender.maxFill, book.figures(sender.path, item).out)
  const { takes, refused, reason } = routeUp({ amount, fillLeft, links: routeLinks(request) })
  if (takes.length === 0) return nothing(amount, reason)
  const rates = ratesFor(world, sender, item)
  const orders = takes.map((take): ReplenishmentOrder => {
    const holding = takerHolding(take.role, rates)
    return {
      kind: 'replenishment',
      id: world.nextOrderId(),
      item,
      pankou,
      stake: take.amount,
      odds: price.odds,
      topPayout: world.games.topPayout({
        gameId: item.gameId,
        periodNo: item.periodNo,
        playCode: item.playCode,
        item: price.item,
        odds: price.odds,
        stake: take.amount,
      }),
      bettor: sender.path,
      chain: sender.chain,
      holding,
      fold: losingFold(holding, take.amount),
      senderRole: sender.role,
      taker: take.pathId,
      takerRole: take.role,
      causeOrderId: request.causeOrderId,
    }
  })
  for (const order of orders) book.apply(order)
  return { asked: amount, takes, flownOut: ZERO, refused, reason, orders }
}

/**
 * Sends `amount` (> 0) and applies its orders to the book. What nobody takes stays with the sender without an order.
 */
export const send = (request: SendRequest, known?: SendPrice): Sent => {
  const { world, sender, item, amount } = request
  const out = fliesOut(sender)
  if (out && !sender.flyOut) return nothing(amount, 'flyOutNotAllowed')
  const price = known ?? sendPrice(world, sender, item)
  if (!price) return nothing(amount, 'noPrice')
  return out && sender.flyOut ? flyOut(request, price, sender.flyOut) : sendUp(request, price)
}
