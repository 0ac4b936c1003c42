/**
 * Exposure figures: the effect of the orders on one item for one holder. Each figure is a plain sum over orders, so
 * folding order by order and recomputing from all orders give the same rows.
 */

import type { PathId } from '../ids.ts'
import { divideHalfEven, type Money, ZERO } from '../money/money.ts'
import { type Chain, flows, losingFlows } from './book.ts'
import type { Order } from './order.ts'

export interface ExposureFigures {
  /** Members' orders that came through the holder, and their stake. */
  betCount: number
  betAmount: Money
  /** The holder's part of members' stakes. */
  held: Money
  /** Taken from below. */
  in: Money
  /** Own, taken above or confirmed outside. */
  out: Money
  /** Passed through this path and taken above it. */
  through: Money
  /** Own fly-outs not answered yet. */
  pending: Money
  /** The holder's result over all its orders if the item loses, and if it wins its highest tier. */
  ifLose: Money
  ifWin: Money
  /** The same over members' orders only. */
  heldIfLose: Money
  heldIfWin: Money
  /** Members' whole payout at the highest tier. */
  payWin: Money
  /** Commission on members' whole stakes at the holder's own rate. */
  ownCommission: Money
}

/** One order's change to one holder's row (holder, period, play, item, pankou of the order). */
export interface ExposureDelta {
  readonly path: PathId
  readonly figures: ExposureFigures
}

export const noExposure = (): ExposureFigures => ({
  betCount: 0,
  betAmount: ZERO,
  held: ZERO,
  in: ZERO,
  out: ZERO,
  through: ZERO,
  pending: ZERO,
  ifLose: ZERO,
  ifWin: ZERO,
  heldIfLose: ZERO,
  heldIfWin: ZERO,
  payWin: ZERO,
  ownCommission: ZERO,
})

/** Adds `delta` to `total` in place. It runs for every holder of every bet; most of a bet's figures are zero. */
export const addExposure = (total: ExposureFigures, delta: Readonly<ExposureFigures>): void => {
  if (delta.betCount !== 0) {
    total.betCount += delta.betCount
    total.betAmount = (total.betAmount + delta.betAmount) as Money
    total.held = (total.held + delta.held) as Money
    total.heldIfLose = (total.heldIfLose + delta.heldIfLose) as Money
    total.heldIfWin = (total.heldIfWin + delta.heldIfWin) as Money
    total.payWin = (total.payWin + delta.payWin) as Money
    total.ownCommission = (total.ownCommission + delta.ownCommission) as Money
  }
  if (delta.in !== 0n) total.in = (total.in + delta.in) as Money
  if (delta.out !== 0n) total.out = (total.out + delta.out) as Money
  if (delta.through !== 0n) total.through = (total.through + delta.through) as Money
  if (delta.pending !== 0n) total.pending = (total.pending + delta.pending) as Money
  total.ifLose = (total.ifLose + delta.ifLose) as Money
  total.ifWin = (total.ifWin + delta.ifWin) as Money
}

/** What the holder still carries: its own part plus what it took in, less what it sent out. */
export const netOf = (figures: Readonly<ExposureFigures>): Money => (figures.held + figures.in - figures.out) as Money

/** The holders of a chain with their roles, bottom-up. */
export const holdersOf = (chain: Chain): { readonly role: 0 | 1 | 2 | 3; readonly path: PathId }[] => {
  const holders: { role: 0 | 1 | 2 | 3; path: PathId }[] = []
  if (chain.a !== null) holders.push({ role: 3, path: chain.a })
  if (chain.g !== null) holders.push({ role: 2, path: chain.g })
  if (chain.m !== null) holders.push({ role: 1, path: chain.m })
  holders.push({ role: 0, path: chain.h })
  return holders
}

type Visit = (path: PathId, figures: Readonly<ExposureFigures>) => void

const visitMember = (order: Extract<Order, { kind: 'member' }>, visit: Visit): void => {
  const { fold, stake, topPayout, holding, chain } = order
  const win = flows(holding, stake, topPayout, true)
  const figures = noExposure()
  figures.betCount = 1
  figures.betAmount = stake
  figures.payWin = topPayout
  const tell = (path: PathId, held: bigint, lose: bigint, wins: bigint, ownRate: bigint): void => {
    figures.held = held as Money
    figures.ifLose = lose as Money
    figures.ifWin = wins as Money
    figures.heldIfLose = lose as Money
    figures.heldIfWin = wins as Money
    figures.ownCommission = divideHalfEven(ownRate * stake, 100_000n) as Money
    visit(path, figures)
  }
  if (chain.a !== null) tell(chain.a, stake - fold.psA, fold.luB - fold.luA, win.uB - win.uA, holding.rA)
  if (chain.g !== null) tell(chain.g, fold.psA - fold.psG, fold.luA - fold.luG, win.uA - win.uG, holding.rG)
  if (chain.m !== null) tell(chain.m, fold.psG - fold.psM, fold.luG - fold.luM, win.uG - win.uM, holding.rM)
  tell(chain.h, fold.psM, fold.luM, win.uM, holding.rM)
}

const replenishmentDeltas = (order: Extract<Order, { kind: 'replenishment' }>): ExposureDelta[] => {
  const { stake, topPayout, holding, chain, bettor, takerRole } = order
  const lose = losingFlows(order.fold)
  const win = flows(holding, stake, topPayout, true)
  const sender = noExposure()
  sender.out = stake
  sender.ifLose = -lose.uB as Money
  sender.ifWin = -win.uB as Money
  const deltas: ExposureDelta[] = [{ path: bettor, figures: sender }]
  const push = (role: 0 | 1 | 2 | 3, path: PathId | null, profitLose: bigint, profitWin: bigint): void => {
    if (path === null || path === bettor || role < takerRole) return
    const figures = noExposure()
    if (role === takerRole) figures.in = stake
    else figures.through = stake
    figures.ifLose = profitLose as Money
    figures.ifWin = profitWin as Money
    deltas.push({ path, figures })
  }
  push(3, chain.a, lose.uB - lose.uA, win.uB - win.uA)
  push(2, chain.g, lose.uA - lose.uG, win.uA - win.uG)
  push(1, chain.m, lose.uG - lose.uM, win.uG - win.uM)
  push(0, chain.h, lose.uM, win.uM)
  return deltas
}

/** The rows of a fly-out's sender and of its fly-order account, whose `in` and `pending` count against maxPerItem. */
const flyOutDeltas = (order: Extract<Order, { kind: 'flyout' }>): ExposureDelta[] => {
  if (order.state === 'rejected') return []
  const sender = noExposure()
  const outside = noExposure()
  if (order.state === 'pending') {
    sender.pending = order.stake
    outside.pending = order.stake
  } else {
    const lose = order.fold.luB
    const win = flows(order.holding, order.stake, order.topPayout, true).uB
    sender.out = order.stake
    sender.ifLose = -lose as Money
    sender.ifWin = -win as Money
    outside.in = order.stake
    outside.ifLose = lose
    outside.ifWin = win
  }
  return [
    { path: order.bettor, figures: sender },
    { path: order.flyOutAccount, figures: outside },
  ]
}

/**
 * Calls `visit` with what one order adds to each holder's row. A rejected fly-out adds nothing. `figures` is reused:
 * read it only during the call.
 */
export const visitExposure = (order: Order, visit: Visit): void => {
  if (order.kind === 'member') visitMember(order, visit)
  else {
    const deltas = order.kind === 'replenishment' ? replenishmentDeltas(order) : flyOutDeltas(order)
    for (const { path, figures } of deltas) visit(path, figures)
  }
}

/** The same as `visitExposure`, as a list. */
export const exposureDeltas = (order: Order): ExposureDelta[] => {
  const deltas: ExposureDelta[] = []
  visitExposure(order, (path, figures) => deltas.push({ path, figures: { ...figures } }))
  return deltas
}

/** One row with its key: holder, item within period, pankou. */
export interface ExposureRow {
  readonly path: PathId
  readonly order: Pick<Order, 'item' | 'pankou'>
  readonly figures: ExposureFigures
}

/** Recomputes all rows from orders. A rebuild and `verify` compare the stored rows with it. */
export const foldExposures = (orders: Iterable<Order>): Map<string, ExposureRow> => {
  const rows = new Map<string, ExposureRow>()
  for (const order of orders) {
    for (const { path, figures } of exposureDeltas(order)) {
      const { periodId, playCode, itemCode } = order.item
      const key = `${path} ${periodId} ${playCode} ${itemCode} ${order.pankou}`
      let row = rows.get(key)
      if (!row) {
        row = { path, order: { item: order.item, pankou: order.pankou }, figures: noExposure() }
        rows.set(key, row)
      }
      addExposure(row.figures, figures)
    }
  }
  return rows
}
