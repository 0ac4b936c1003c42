/** What each act does to the model's book, written from the design alone. */
import {
  above,
  type Book,
  creditOf,
  isHolder,
  type Order,
  type Path,
  type Period,
  type Shares,
  settledAs,
  upTo,
} from './book.ts'
import { type ModelItem, maxPayoutOf, quoteOf, resultOf } from './items.ts'
import { turnsAfter } from './replenish.ts'
import type { Split } from './sums.ts'

const HOUR = 3_600_000
/** The business day begins at 06:00 in Shanghai (UTC+8): no command of the model changes that. */
export const dayOf = (at: number): string => new Date(at + 2 * HOUR).toISOString().slice(0, 10)
export const dateOf = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 10)
/** The first instant of the business day after this instant's. */
export const nextDayAt = (at: number): number => Date.parse(`${dayOf(at)}T00:00:00Z`) + 22 * HOUR
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10)

/** The strictest status on the way up: disabled, then frozen. */
export function statusOf(path: Path): 1 | 2 | 4 {
  const all = upTo(path).map(({ status }) => status)
  return all.includes(2) ? 2 : all.includes(4) ? 4 : 1
}

export const sharesOn = (path: Path, day: string): Shares => {
  const found = path.shares.findLast(({ from }) => from <= day) ?? path.shares[0]
  if (!found) throw new Error(`path ${path.id} has no shares`)
  return found
}

/** Who holds what of a bettor's order on a day: section 4. */
export function splitOf(bettor: Path, day: string): Split {
  const chain = above(bettor)
  const shares = chain.map(() => 0n)
  let below = 0n
  for (let place = chain.length - 1; place >= 0; place--) {
    const link = sharesOn(chain[place + 1] ?? bettor, day)
    const own = link.uplineShare + (link.remainder === 'parent' ? link.downlineCap - below : 0n)
    shares[place] = own
    below += own
  }
  const others = shares.slice(1).reduce((sum, one) => sum + one, 0n)
  shares[0] = 10_000n - others
  return { shares, rates: [...chain.map(({ commission }) => commission), bettor.commission] }
}

// ---- bets -----------------------------------------------------------------------------------------------------------

export interface Slip {
  readonly betNo: string
  readonly account: string
  readonly gameId: number
  readonly periodNo: string
  readonly play: string
  readonly code: string
  readonly pankou?: string
  /** Whether the price is the current one. */
  readonly priced: boolean
  readonly stake: bigint
  readonly item: ModelItem
}
export type BetAnswer = { readonly code: number } | { readonly order: Order; readonly repeated: boolean }

const sameBet = (order: Order, slip: Slip): boolean =>
  order.bettor.name === slip.account &&
  order.period.no === slip.periodNo &&
  order.item === slip.item &&
  slip.code === slip.item.code &&
  (slip.pankou ?? 'C') === 'C' &&
  order.stake === slip.stake &&
  slip.priced

export function takeBet(book: Book, merchantId: number, slip: Slip): BetAnswer {
  const known = book.orders.find((order) => order.betNo === slip.betNo && order.merchantId === merchantId)
  if (known) return sameBet(known, slip) ? { order: known, repeated: true } : { code: 40902 }
  const { stake, item } = slip
  if (stake <= 0n) return { code: 40001 }
  const bettor = book.paths.find((path) => path.name === slip.account && path.merchantId === merchantId)
  if (bettor?.role !== 10001) return { code: 40401 }
  const status = statusOf(bettor)
  if (status !== 1) return { code: status === 2 ? 40006 : 40007 }
  const period = book.periods.find(({ gameId, no }) => gameId === slip.gameId && no === slip.periodNo)
  if (period?.state !== 'open' || book.now >= period.closeAt) return { code: 42204 }
  if (slip.code !== item.code) return { code: 40401 }
  if (slip.pankou !== undefined && slip.pankou !== 'C') return { code: 42202 }
  if (!slip.priced) return { code: 42205 }
  if (stake < bettor.minStake || stake > bettor.maxStake) return { code: 42203 }
  const before = book.orders.filter((one) => one.bettor === bettor && one.period === period && one.item === item)
  if (before.reduce((sum, one) => sum + (one.gone ? 0n : one.stake), stake) > bettor.maxItem) return { code: 42203 }
  if (bettor.wallet.balance < stake) return { code: 42201 }
  bettor.wallet.balance -= stake
  bettor.wallet.openStake += stake
  const quote = quoteOf(item)
  const order: Order = {
    no: '',
    kind: 'member',
    merchantId,
    bettor,
    chain: above(bettor),
    split: splitOf(bettor, period.day),
    stake,
    quote,
    most: maxPayoutOf(item, quote, stake),
    period,
    item,
    taker: null,
    state: 'confirmed',
    voided: false,
    gone: false,
    booked: null,
    betNo: slip.betNo,
  }
  book.add(order)
  turnsAfter(book, order.chain, period, item)
  return { order, repeated: false }
}

// ---- settlement -------------------------------------------------------------------------------------------------------

/** Whether the day's credit was reset before this posting: what is posted now is taken back at once. */
const isForestalled = (book: Book, path: Path, period: Period): boolean => {
  const reset = book.reset.get(path.merchantId)
  return path.mode === 'credit' && reset !== undefined && !reset.first && period.day < reset.day
}

/** Brings one order to what its period's result says, and its bettor's wallet with it. */
function bookOrder(book: Book, order: Order, balls: readonly number[] | null): void {
  const { period, item, bettor } = order
  const first = order.booked === null && !order.gone
  const old = first ? order.stake : creditOf(order)
  order.booked = settledAs(order, balls === null ? null : resultOf(item, balls, period.date))
  if (order.kind !== 'member' || order.gone) return
  const { wallet } = bettor
  if (first) {
    wallet.openStake -= order.stake
    wallet.balance += order.stake
  }
  if (!isForestalled(book, bettor, period)) wallet.balance += creditOf(order) - old
}

/** Settles one merchant's part of a period under the result in force. False: there is nothing to do. */
export function settle(book: Book, period: Period, merchantId: number): boolean {
  if (period.version === 0 || period.settled.get(merchantId) === period.version) return false
  const orders = book.orders.filter((order) => order.period === period && order.merchantId === merchantId)
  if (orders.length === 0) return false
  for (const order of orders) bookOrder(book, order, period.balls)
  period.settled.set(merchantId, period.version)
  return true
}

export function voidOrder(book: Book, order: Order): void {
  order.voided = true
  if (isOpen(order)) {
    order.gone = true
    book.move(order, -1n)
    if (order.kind === 'member') {
      order.bettor.wallet.openStake -= order.stake
      order.bettor.wallet.balance += order.stake
    }
    return
  }
  bookOrder(book, order, order.period.balls)
}
const isOpen = ({ period, merchantId }: Order): boolean => !period.settled.has(merchantId)

/** An outside book's answer to an order that waits for one. */
export function answerFlyOut(book: Book, order: Order, state: 'confirmed' | 'rejected' | 'unknown'): void {
  book.move(order, -1n)
  order.state = state
  book.move(order, 1n)
  if (state === 'confirmed' && !isOpen(order)) bookOrder(book, order, order.period.balls)
}

export function resetCredit(book: Book, merchantId: number): void {
  const day = dayOf(book.now)
  const before = book.reset.get(merchantId)
  if (before?.day === day) return
  book.reset.set(merchantId, { day, first: before === undefined })
  if (before === undefined) return
  for (const { role, merchantId: own, wallet } of book.paths)
    if (role === 10001 && own === merchantId) wallet.balance = wallet.quota - wallet.openStake
}

// ---- terms ------------------------------------------------------------------------------------------------------------

const latest = (path: Path): Shares => path.shares.at(-1) as Shares
const least = (one: bigint, two: bigint): bigint => (one < two ? one : two)
/** A version to come, not yet in force. */
const scheduled = (path: Path, today: string): string | null =>
  path.shares.findLast(({ from }) => from > today)?.from ?? null

export interface ShareChange {
  readonly uplineShare: bigint
  readonly downlineCap: bigint
  readonly remainder: 'head' | 'parent'
}
interface NewShares {
  readonly path: Path
  readonly to: ShareChange
}

const sameShares = (one: ShareChange, two: ShareChange): boolean =>
  one.uplineShare === two.uplineShare && one.downlineCap === two.downlineCap && one.remainder === two.remainder

/** Everything that a change of shares changes, from top to bottom, and its first day; null: beyond the parent's. */
export function planShares(book: Book, path: Path, to: ShareChange) {
  const today = dayOf(book.now)
  const changed: NewShares[] = sameShares(latest(path), to) ? [] : [{ path, to }]
  // What is scheduled is part of the change, and its caps below begin with it.
  const waits = changed.flatMap(({ path: own }) => scheduled(own, today) ?? [])
  const walk = (parent: Path, cap: bigint, moves: boolean): void => {
    for (const child of book.paths.filter((one) => one.parent === parent && one.role !== 10002)) {
      const now = latest(child)
      const uplineShare = least(now.uplineShare, cap)
      const next = { ...now, uplineShare, downlineCap: least(now.downlineCap, cap - uplineShare) }
      const cut = !sameShares(now, next)
      if (cut) changed.push({ path: child, to: next })
      const plan = scheduled(child, today)
      if ((cut || moves) && plan !== null) waits.push(plan)
      if (cut) walk(child, next.downlineCap, next.downlineCap < now.downlineCap)
    }
  }
  if (isHolder(path) && to.downlineCap < latest(path).downlineCap) walk(path, to.downlineCap, true)
  const ordered = changed.flatMap((one) => book.daysOf(one.path)).filter((day) => day >= today)
  const from = [today, ...ordered.map(dayAfter), ...waits].toSorted().at(-1) as string
  const caps = path.parent?.shares.filter((_one, place, all) => (all[place + 1]?.from ?? '9999') > from) ?? []
  const cap = caps.map(({ downlineCap }) => downlineCap).reduce(least)
  if (changed.length > 0 && to.uplineShare + to.downlineCap > cap) return null
  return { changed, from }
}

/** What was scheduled for an earlier day still begins on it (docs/decisions/0170). */
export function applyShares(plan: { readonly changed: readonly NewShares[]; readonly from: string }): void {
  for (const { path, to } of plan.changed) {
    path.shares = path.shares.filter(({ from }) => from < plan.from)
    path.shares.push({ ...to, from: plan.from })
  }
}

/** Lowers a ceiling of everybody below. Returns who is above it. */
export function whoIsAbove(book: Book, path: Path, field: 'commission' | 'maxItem', most: bigint): Path[] {
  return book.paths
    .filter((child) => child.parent === path && child.role !== 10002)
    .flatMap((child) => (child[field] > most ? [child, ...whoIsAbove(book, child, field, most)] : []))
}
