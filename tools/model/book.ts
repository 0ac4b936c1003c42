/** The model's facts: paths, terms, settings, periods, orders and wallets, all in memory and all by hand. */
import type { Role } from '@strata/domain/tree'
import { ITEMS, type ModelItem, maxPayoutOf, paidOf, type Result } from './items.ts'
import { type Fate, flowsOf, passedOf, profitOf, type Split } from './sums.ts'

export const HEAD = 1
export const yuan = (n: number): bigint => BigInt(Math.round(n * 100)) * 100n

export interface Shares {
  readonly from: string
  readonly uplineShare: bigint
  readonly downlineCap: bigint
  readonly remainder: 'head' | 'parent'
}
export interface Auto {
  readonly enabled: boolean
  readonly mode: 'stake' | 'loss'
  readonly holdLimit: bigint | null
  readonly unit: bigint
  readonly maxLoss: bigint | null
}
/** Replenishment settings of a path in one play group. */
export interface Settings {
  acceptLimit: bigint | null
  sendLimit: bigint | null
  auto: Auto | null
  flyOut: Auto | null
}
export interface Wallet {
  quota: bigint
  balance: bigint
  openStake: bigint
}
export interface FlyOutAccount {
  readonly id: number
  readonly connector: 'record' | 'http'
  readonly discount: bigint
  readonly rate: bigint
  readonly maxPerItem: bigint | null
}
export interface Path {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly parent: Path | null
  readonly merchantId: number
  readonly mode: 'credit' | 'cash'
  /** Ascending by day. */
  shares: Shares[]
  commission: bigint
  minStake: bigint
  maxStake: bigint
  maxItem: bigint
  maxFill: bigint | null
  acceptType: number
  status: 1 | 2 | 4
  readonly wallet: Wallet
  readonly settings: Map<number, Settings>
  flyOutAccount: FlyOutAccount | null
}
export interface Period {
  readonly id: number
  readonly gameId: number
  readonly no: string
  readonly day: string
  readonly date: string
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
  state: 'open' | 'closed' | 'drawn' | 'void'
  version: number
  balls: readonly number[] | null
  /** By merchant: the version that its books have. */
  readonly settled: Map<number, number>
}
export interface Order {
  /** The real number, known once it was read from the server. */
  no: string
  readonly kind: 'member' | 'replenishment' | 'flyout'
  readonly merchantId: number
  readonly bettor: Path
  /** From the head downward, without the bettor. A fly-out has none: it is between its sender and the outside book. */
  readonly chain: readonly Path[]
  readonly split: Split
  readonly stake: bigint
  readonly quote: readonly bigint[]
  readonly most: bigint
  readonly period: Period
  readonly item: ModelItem
  readonly taker: Path | null
  state: 'confirmed' | 'pending' | 'rejected' | 'unknown'
  voided: boolean
  /** Voided before its period was settled: it left the exposures. */
  gone: boolean
  /** What it was settled as, by its own merchant's last settlement. */
  booked: { readonly fate: Fate; readonly payout: bigint } | null
  readonly betNo: string | null
}

export interface Figures {
  betCount: bigint
  betAmount: bigint
  held: bigint
  in: bigint
  out: bigint
  through: bigint
  pending: bigint
  ifLose: bigint
  ifWin: bigint
}
export const FIGURES = [
  'betCount',
  'betAmount',
  'held',
  'in',
  'out',
  'through',
  'pending',
  'ifLose',
  'ifWin',
] as const satisfies readonly (keyof Figures)[]
export const noFigures = (): Figures => ({
  betCount: 0n,
  betAmount: 0n,
  held: 0n,
  in: 0n,
  out: 0n,
  through: 0n,
  pending: 0n,
  ifLose: 0n,
  ifWin: 0n,
})

/** From the head down to the path itself. */
export function upTo(path: Path): Path[] {
  return path.parent === null ? [path] : [...upTo(path.parent), path]
}
export const above = (path: Path): Path[] => upTo(path).slice(0, -1)
export const isHolder = (path: Path): boolean => path.role <= 3
export const quietSettings = (): Settings => ({ acceptLimit: null, sendLimit: null, auto: null, flyOut: null })

export class Book {
  readonly paths: Path[] = []
  readonly periods: Period[] = []
  readonly orders: Order[] = []
  readonly figures = new Map<string, Figures>()
  /** Until when a path's fly-outs of an item rest after a refusal. */
  readonly resting = new Map<string, number>()
  /** By merchant: the day of its last credit reset, and whether that was its first day. */
  readonly reset = new Map<number, { readonly day: string; readonly first: boolean }>()
  private readonly touched = new Set<string>()
  private readonly days = new Map<Path, Set<string>>()
  now = 0

  path(id: number): Path {
    const found = this.paths.find((path) => path.id === id)
    if (!found) throw new Error(`no path ${id}`)
    return found
  }
  figuresOf(path: Pick<Path, 'id'> & { merchantId: number }, period: Period, item: ModelItem): Figures {
    const key = `${path.merchantId} ${path.id} ${period.id} ${item.play} ${item.code}`
    const found = this.figures.get(key) ?? noFigures()
    this.figures.set(key, found)
    return found
  }
  /** The head holds a book of its own in each merchant. */
  private at(path: Path, order: Order): Figures {
    return this.figuresOf({ id: path.id, merchantId: order.merchantId }, order.period, order.item)
  }

  add(order: Order): void {
    this.orders.push(order)
    this.move(order, 1n)
  }
  /** Whether an order ever touched a holder's figures of an item. */
  hasTouched(path: Path, merchantId: number, period: Period, item: ModelItem): boolean {
    return this.touched.has(`${merchantId} ${path.id} ${period.id} ${item.play} ${item.code}`)
  }
  /** Business days on which a path has orders on its link. */
  daysOf(path: Path): string[] {
    return [...(this.days.get(path) ?? [])]
  }
  private note(path: Path, { merchantId, period, item }: Order): void {
    this.touched.add(`${merchantId} ${path.id} ${period.id} ${item.play} ${item.code}`)
    this.days.set(path, (this.days.get(path) ?? new Set()).add(period.day))
  }
  /** Adds an order to its holders' figures, or takes it out. */
  move(order: Order, sign: 1n | -1n): void {
    this.note(order.bettor, order)
    for (const [path, part] of partsOf(order)) {
      this.note(path, order)
      const figures = this.at(path, order)
      for (const name of FIGURES) figures[name] += sign * (part[name] ?? 0n)
    }
  }
}

type Part = Partial<Figures>

/** What one order adds to each holder's figures. */
export function partsOf(order: Order): (readonly [Path, Part])[] {
  const { chain, split, stake, most, kind, bettor, taker } = order
  const [lose, win] = [flowsOf(split, stake, 0n, 'lose'), flowsOf(split, stake, most, 'win')]
  if (kind === 'flyout') return flyOutParts(order, lose.at(-1) ?? 0n, win.at(-1) ?? 0n)
  const passed = passedOf(split, stake)
  const parts: (readonly [Path, Part])[] = []
  for (const [place, path] of chain.entries()) {
    const results = { ifLose: profitOf(lose, place), ifWin: profitOf(win, place) }
    if (kind === 'member') {
      const held = (passed[place + 1] ?? 0n) - (passed[place] ?? 0n)
      parts.push([path, { betCount: 1n, betAmount: stake, held, ...results }])
    } else if (taker && path.role >= taker.role)
      parts.push([path, path === taker ? { in: stake, ...results } : { through: stake, ...results }])
  }
  if (kind === 'member') return parts
  return [...parts, [bettor, { out: stake, ifLose: -(lose.at(-1) ?? 0n), ifWin: -(win.at(-1) ?? 0n) }]]
}

function flyOutParts({ state, stake, bettor, taker }: Order, lose: bigint, win: bigint): (readonly [Path, Part])[] {
  if (state === 'rejected' || !taker) return []
  if (state !== 'confirmed')
    return [
      [bettor, { pending: stake }],
      [taker, { pending: stake }],
    ]
  return [
    [bettor, { out: stake, ifLose: -lose, ifWin: -win }],
    [taker, { in: stake, ifLose: lose, ifWin: win }],
  ]
}

export const netOf = (figures: Figures): bigint => figures.held + figures.in - figures.out
export const itemAt = (index: number): ModelItem => ITEMS[index % ITEMS.length] as ModelItem
export const topOf = (item: ModelItem, quote: readonly bigint[]): bigint => maxPayoutOf(item, quote, 10_000n)

/** What an order is settled as under its period's result; null: it counts in no report. */
export function settledAs(order: Order, result: Result | null): { fate: Fate; payout: bigint } | null {
  if (order.kind === 'flyout' && order.state !== 'confirmed') return null
  if (order.voided || result === null) return { fate: 'refund', payout: order.stake }
  return { fate: result.fate, payout: payoutOf(order, result) }
}

const payoutOf = (order: Order, result: Result): bigint => paidOf(order.item, order.quote, order.stake, result)

/** A member's net of one settled order besides its stake: payout, commission or refund, summed. */
export function creditOf(order: Order): bigint {
  if (!order.booked) return 0n
  const { fate, payout } = order.booked
  if (fate === 'refund') return payout
  return order.stake - (flowsOf(order.split, order.stake, payout, fate).at(-1) ?? 0n)
}
