/** Replenishment in the model: routing, manual and automatic, written from section 7 of the design. */
import type { Role } from '@strata/domain/tree'
import {
  type Auto,
  above,
  type Book,
  isHolder,
  netOf,
  type Order,
  type Path,
  type Period,
  quietSettings,
  type Settings,
  topOf,
  upTo,
} from './book.ts'
import { ITEMS, type ModelItem, maxPayoutOf, quoteOf } from './items.ts'
import { least, wholeUnits } from './sums.ts'

export const settingsOf = (path: Path, item: ModelItem): Settings => path.settings.get(item.groupId) ?? quietSettings()

export interface Sent {
  readonly takes: readonly { readonly role: Role; readonly amount: bigint }[]
  readonly refused: bigint
  readonly reason: string | null
  readonly orders: readonly Order[]
}

interface Asked {
  readonly sender: Path
  readonly period: Period
  readonly item: ModelItem
  readonly amount: bigint
}

const blank = { no: '', voided: false, gone: false, booked: null, betNo: null, state: 'confirmed' } as const
const free = (limit: bigint | null, used: bigint): bigint | null =>
  limit === null ? null : limit > used ? limit - used : 0n
const within = (amount: bigint, room: bigint | null): bigint => (room === null ? amount : least(amount, room))

const flyOutQuote = (item: ModelItem, discount: bigint): bigint[] =>
  quoteOf(item).map((odds) => (odds * (10_000n - discount)) / 10_000n)

/** A path whose parent lets its excess fly out, and the head, send nothing up. */
const flies = (path: Path): boolean => path.parent === null || path.acceptType === 4

function sendOut(book: Book, { sender, period, item, amount }: Asked): Sent {
  const account = sender.flyOutAccount
  const refused = (reason: string): Sent => ({ takes: [], refused: amount, reason, orders: [] })
  if (!account || !settingsOf(sender, item).flyOut) return refused('flyoutOff')
  const outside = book.path(account.id)
  const used = book.figuresOf(outside, period, item)
  const stake = within(amount, free(account.maxPerItem, used.in + used.pending))
  if (stake <= 0n) return refused('flyoutLimit')
  const quote = flyOutQuote(item, account.discount)
  const order: Order = {
    ...blank,
    kind: 'flyout',
    merchantId: sender.merchantId,
    bettor: sender,
    chain: [],
    split: { shares: [10_000n], rates: [0n, account.rate] },
    stake,
    quote,
    most: maxPayoutOf(item, quote, stake),
    period,
    item,
    taker: outside,
    state: account.connector === 'record' ? 'confirmed' : 'pending',
  }
  book.add(order)
  return { takes: [], refused: amount - stake, reason: stake < amount ? 'flyoutLimit' : null, orders: [order] }
}

/** Who takes how much, and why the rest stays. */
function route(book: Book, { sender, period, item, amount }: Asked) {
  const takes: { path: Path; amount: bigint }[] = []
  let moving = within(amount, free(sender.maxFill, book.figuresOf(sender, period, item).out))
  let reason = moving < amount ? 'maxFill' : null
  let child = sender
  while (moving > 0n) {
    const { parent, acceptType } = child
    if (parent === null) reason ??= 'top'
    if (parent !== null && acceptType === 0) reason ??= 'forbidden'
    if (parent !== null && acceptType === 4) reason ??= 'flyoutOnly'
    if (parent === null || acceptType === 0 || acceptType === 4) break
    const used = book.figuresOf({ id: parent.id, merchantId: sender.merchantId }, period, item)
    const limits = parent.parent === null ? headSettings(book, sender, item) : settingsOf(parent, item)
    if (acceptType !== 2) {
      const taken = within(moving, free(limits.acceptLimit, used.in))
      if (taken > 0n) takes.push({ path: parent, amount: taken })
      moving -= taken
    }
    if (moving === 0n) break
    if (acceptType === 1) {
      reason ??= 'acceptLimit'
      break
    }
    const passed = within(moving, free(limits.sendLimit, used.through))
    if (passed < moving) reason ??= 'sendLimit'
    moving = passed
    child = parent
  }
  return { takes, reason }
}

/** The head's accept limits, one set per merchant: they lie at the merchant's path under a group of their own. */
export const headGroup = (groupId: number): number => -groupId
const headSettings = (_book: Book, sender: Path, item: ModelItem): Settings =>
  upTo(sender)[1]?.settings.get(headGroup(item.groupId)) ?? quietSettings()

export function send(book: Book, asked: Asked): Sent {
  if (flies(asked.sender)) return sendOut(book, asked)
  const { sender, period, item, amount } = asked
  const { takes, reason } = route(book, asked)
  const chain = above(sender)
  const quote = quoteOf(item)
  const orders = takes.map(({ path: taker, amount: stake }): Order => {
    const shares = chain.map((path) => (path === taker ? 10_000n : 0n))
    const rates = [...chain.map(({ commission }) => commission), sender.commission]
    const base = { ...blank, kind: 'replenishment', merchantId: sender.merchantId, bettor: sender } as const
    const most = maxPayoutOf(item, quote, stake)
    return { ...base, chain, split: { shares, rates }, stake, quote, most, period, item, taker }
  })
  for (const order of orders) book.add(order)
  const refused = amount - takes.reduce((sum, take) => sum + take.amount, 0n)
  const shown = takes.map((take) => ({ role: take.path.role, amount: take.amount }))
  return { takes: shown, refused, reason: refused === 0n ? null : reason, orders }
}

const restKey = (path: Path, period: Period, item: ModelItem): string =>
  `${path.id} ${period.id} ${item.play} ${item.code}`
export const rest = (book: Book, order: Order): void => {
  book.resting.set(restKey(order.bettor, order.period, order.item), book.now + 30_000)
}

const automaticOf = (path: Path, item: ModelItem): Auto | null => {
  const settings = settingsOf(path, item)
  if (path.parent === null) return null
  const auto = flies(path)
    ? path.flyOutAccount
      ? settings.flyOut
      : null
    : path.acceptType === 0
      ? null
      : settings.auto
  return auto?.enabled ? auto : null
}

/** What a path's automatic wants to send of an item now. */
function excess(book: Book, path: Path, period: Period, item: ModelItem): bigint {
  const auto = automaticOf(path, item)
  if (!auto) return 0n
  const figures = book.figuresOf(path, period, item)
  const here = netOf(figures) - figures.pending
  if (auto.mode === 'stake') return auto.holdLimit === null ? 0n : wholeUnits(here - auto.holdLimit, auto.unit)
  if (auto.maxLoss === null || -figures.ifWin <= auto.maxLoss) return 0n
  const out = flies(path)
  const top = topOf(item, out && path.flyOutAccount ? flyOutQuote(item, path.flyOutAccount.discount) : quoteOf(item))
  const gain = (top - 10_000n) * 10n + (out && path.flyOutAccount ? path.flyOutAccount.rate : path.commission)
  if (gain <= 0n) return 0n
  const wanted = ((-figures.ifWin - auto.maxLoss) * 100_000n) / gain - figures.pending
  return wholeUnits(least(wanted, here), auto.unit)
}

/** One path's turn on one item. */
function turn(book: Book, path: Path, period: Period, item: ModelItem): void {
  const amount = excess(book, path, period, item)
  if (amount <= 0n) return
  if (flies(path) && (book.resting.get(restKey(path, period, item)) ?? 0) > book.now) return
  send(book, { sender: path, period, item, amount })
}

/** After an order: its holders from the lowest role upward. */
export function turnsAfter(book: Book, holders: readonly Path[], period: Period, item: ModelItem): void {
  for (const path of [...holders].reverse()) turn(book, path, period, item)
}

const byCode = (one: ModelItem, two: ModelItem): number =>
  `${one.play} ${one.code}` < `${two.play} ${two.code}` ? -1 : 1

/** Every item of a period on which the given paths have figures: they and everybody above them, lowest role first. */
export function pass(book: Book, period: Period, of: readonly Path[]): void {
  for (const item of ITEMS.filter(({ gameId }) => gameId === period.gameId).toSorted(byCode)) {
    const here = of.filter((path) => book.hasTouched(path, path.merchantId, period, item))
    const turns = [...new Set(here.flatMap(upTo))].filter(isHolder)
    for (const path of turns.sort((one, two) => two.role - one.role || one.id - two.id)) turn(book, path, period, item)
  }
}

/** Sends by hand: at most what is held and not waiting for an answer. */
export function sendByHand(book: Book, asked: Asked): Sent {
  const { sender, period, item, amount } = asked
  const figures = book.figuresOf(sender, period, item)
  const most = netOf(figures) - figures.pending
  const here = within(amount, most > 0n ? most : 0n)
  if (here <= 0n) return { takes: [], refused: amount, reason: 'aboveNet', orders: [] }
  const sent = send(book, { ...asked, amount: here })
  for (const order of sent.orders) turnsAfter(book, upTo(order.bettor), period, item)
  const over = amount - here
  return { ...sent, refused: sent.refused + over, reason: over > 0n ? 'aboveNet' : sent.reason }
}
