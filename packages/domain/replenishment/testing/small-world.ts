/**
 * A small world for tests: one merchant's tree with skipped levels, a toy game with a market and a play outside every
 * market, and a store on which batches are decided and committed.
 */

import type { Chain, Holding } from '../../book/book.ts'
import { addExposure, type ExposureFigures, exposureDeltas, noExposure } from '../../book/exposure.ts'
import type { BetSlip, BettorFacts, GameBook, IntakeSnapshot, PeriodFacts } from '../../book/intake.ts'
import { type ItemRef, itemKey, type MemberOrder, type Order } from '../../book/order.ts'
import { type ChainRates, type HolderRole, holdingOf, type Shares } from '../../book/shares.ts'
import { GameId, GroupId, PathId, PeriodId } from '../../ids.ts'
import {
  divideFloor,
  type Money,
  money,
  type Odds,
  odds,
  type Rate,
  rate,
  share,
  yuan,
  ZERO,
} from '../../money/money.ts'
import { type DecidedBatch, decideBatch } from '../batch.ts'
import type { LoadExposure } from '../book-state.ts'
import type { AcceptType } from '../routing.ts'
import type { AutoSetting, FlyOutSetting, SenderTerms } from '../sender-terms.ts'

export const HEAD = PathId(1)
export const MERCHANT = PathId(2)
export const GENERAL = PathId(3)
export const AGENT = PathId(4)
/** An agent directly under the merchant. */
export const DIRECT_AGENT = PathId(5)
export const HOLDERS = [HEAD, MERCHANT, GENERAL, AGENT, DIRECT_AGENT]
const FLY_OUT_OFFSET = 900

interface Node {
  readonly role: HolderRole
  readonly parent: PathId | null
  readonly chain: Chain
}

const NODES: Record<number, Node> = {
  [HEAD]: { role: 0, parent: null, chain: { h: HEAD, m: null, g: null, a: null } },
  [MERCHANT]: { role: 1, parent: HEAD, chain: { h: HEAD, m: MERCHANT, g: null, a: null } },
  [GENERAL]: { role: 2, parent: MERCHANT, chain: { h: HEAD, m: MERCHANT, g: GENERAL, a: null } },
  [AGENT]: { role: 3, parent: GENERAL, chain: { h: HEAD, m: MERCHANT, g: GENERAL, a: AGENT } },
  [DIRECT_AGENT]: { role: 3, parent: MERCHANT, chain: { h: HEAD, m: MERCHANT, g: null, a: DIRECT_AGENT } },
}
export const nodeOf = (path: PathId): Node => {
  const node = NODES[path]
  if (!node) throw new Error(`no node ${path}`)
  return node
}

/** Members by account name, and the path above each. */
export const MEMBERS: Record<
  string,
  { readonly path: PathId; readonly parent: PathId; readonly shares: Shares; readonly own: bigint }
> = {
  mem1: { path: PathId(101), parent: AGENT, shares: sharesOf(3000, 2000, 2000, 3000), own: 1000n },
  mem2: { path: PathId(102), parent: AGENT, shares: sharesOf(3333, 1111, 2223, 3333), own: 1333n },
  mem3: { path: PathId(103), parent: GENERAL, shares: sharesOf(2500, 2500, 5000, 0), own: 0n },
  mem4: { path: PathId(104), parent: MERCHANT, shares: sharesOf(9999, 1, 0, 0), own: 1001n },
  mem5: { path: PathId(105), parent: DIRECT_AGENT, shares: sharesOf(0, 4000, 0, 6000), own: 1250n },
}

function sharesOf(h: number, m: number, g: number, a: number): Shares {
  return { sH: share(BigInt(h)), sM: share(BigInt(m)), sG: share(BigInt(g)), sA: share(BigInt(a)) }
}

const OWN_RATES: Record<number, bigint> = { [MERCHANT]: 2500n, [GENERAL]: 2000n, [AGENT]: 1500n, [DIRECT_AGENT]: 1700n }
export const ownRate = (path: PathId): Rate => rate(OWN_RATES[path] ?? 2500n)

export const memberHolding = (account: string): Holding => {
  const member = MEMBERS[account]
  if (!member) throw new Error(account)
  const { chain } = nodeOf(member.parent)
  const at = (path: PathId | null): Rate | null => (path === null ? null : ownRate(path))
  const rates: ChainRates = { m: at(chain.m), g: at(chain.g), a: at(chain.a), b: rate(member.own) }
  return holdingOf(member.shares, rates)
}

/** Play W is a market of three. S is in no market and pays on two tiers. */
const PRICES: Record<string, readonly [Odds, ...Odds[]]> = {
  'W a': [odds(28_500n)],
  'W b': [odds(19_800n)],
  'W c': [odds(47_777n)],
  'S x': [odds(1_090_000n), odds(208_000n)],
  'S y': [odds(900_000n), odds(100_000n)],
}
const wire = (value: Odds): string => `${value / 10_000n}.${(value % 10_000n).toString().padStart(4, '0')}`

export const GAMES: GameBook = {
  resolveItem: (_gameId, playCode, itemCode) =>
    PRICES[`${playCode} ${itemCode}`]
      ? { itemCode, groupId: GroupId(playCode === 'W' ? 1 : 2), priceKey: `${playCode} ${itemCode}` }
      : null,
  currentPrice: ({ item }) => {
    const price = PRICES[item.priceKey]
    if (!price) return null
    return { odds: price, quote: price[1] ? { ZHONG3: wire(price[0]), ZHONG2: wire(price[1]) } : wire(price[0]) }
  },
  topPayout: ({ odds: tiers, stake }) => divideFloor(stake * tiers[0], 10_000n) as Money,
}

export interface SenderSettings {
  acceptType: AcceptType
  acceptLimit: Money | null
  sendLimit: Money | null
  maxFill: Money | null
  auto: AutoSetting | null
  flyOut: Omit<FlyOutSetting, 'flyOutAccount'> | null
}
export const QUIET: SenderSettings = {
  acceptType: 3,
  acceptLimit: null,
  sendLimit: null,
  maxFill: null,
  auto: null,
  flyOut: null,
}

export const autoStake = (holdLimit: number, unit: number): AutoSetting => ({
  enabled: true,
  mode: 'stake',
  holdLimit: yuan(holdLimit),
  unit: yuan(unit),
  maxLoss: null,
  items: new Map(),
})

export const PERIOD: PeriodFacts = { periodId: PeriodId(7), state: 'open', closeAt: 1000, hedgeCloseAt: 1010 }
export const itemOf = (playCode: string, itemCode: string): ItemRef => ({
  periodId: PeriodId(7),
  gameId: GameId(1),
  periodNo: '20260101-001',
  groupId: GroupId(playCode === 'W' ? 1 : 2),
  playCode,
  itemCode,
})

/** A slip at the current price. Override what a test wants to be wrong. */
export const slip = (
  betNo: string,
  account: string,
  item: string,
  stake: string,
  override: Partial<BetSlip> = {},
): BetSlip => {
  const [playCode = '', itemCode = ''] = item.split(' ')
  const resolved = GAMES.resolveItem(GameId(1), playCode, itemCode)
  const price =
    resolved &&
    GAMES.currentPrice({ gameId: GameId(1), periodNo: '20260101-001', playCode, item: resolved, pankou: 'C' })
  return {
    callId: 1,
    betNo,
    account,
    gameId: GameId(1),
    periodNo: '20260101-001',
    playCode,
    itemCode,
    pankou: undefined,
    odds: price?.quote ?? '1',
    stake,
    ...override,
  }
}

export class SmallWorld {
  readonly orders: Order[] = []
  readonly exposures = new Map<string, ExposureFigures>()
  readonly balances = new Map<string, Money>()
  now = 0
  maintenance = false
  /** Set by tests. Everything left out describes an open period without restrictions. */
  overrides: Partial<IntakeSnapshot> = {}
  private nextId = 1n
  private readonly senders: Record<number, SenderSettings>
  readonly start: Money
  readonly maxItem: Money

  constructor(
    senders: Record<number, Partial<SenderSettings>> = {},
    limits: { start?: number; maxItem?: number } = {},
  ) {
    this.senders = Object.fromEntries(HOLDERS.map((path) => [path, { ...QUIET, ...senders[path] }]))
    this.start = yuan(limits.start ?? 1_000_000)
    this.maxItem = yuan(limits.maxItem ?? 1_000_000)
  }

  sender = (path: PathId): SenderTerms | undefined => {
    const settings = this.senders[path]
    if (!settings) return undefined
    const { role, parent, chain } = nodeOf(path)
    const flyOut = settings.flyOut && { ...settings.flyOut, flyOutAccount: PathId(path + FLY_OUT_OFFSET) }
    return {
      ...settings,
      flyOut,
      path,
      role,
      parent,
      chain,
      replenishPankou: 'C',
      rate: () => ownRate(path),
      acceptType: parent === null ? 4 : settings.acceptType,
    }
  }

  load: LoadExposure = (path, item) => this.exposures.get(`${path} ${itemKey(item)}`)

  snapshot(): IntakeSnapshot {
    const bettor = (account: string): BettorFacts | undefined => {
      const member = MEMBERS[account]
      return (
        member && {
          path: member.path,
          status: 1,
          balance: this.balances.get(account) ?? this.start,
          openStake: this.stakeOf(member.path, () => true),
          chain: nodeOf(member.parent).chain,
        }
      )
    }
    const accountOf = new Map(Object.entries(MEMBERS).map(([account, member]) => [member.path, account]))
    return {
      now: this.now,
      leased: true,
      openRoom: null,
      maintenance: () => this.maintenance,
      period: (_gameId, periodNo) => (periodNo === '20260101-001' ? PERIOD : undefined),
      bettor,
      bettorGame: () => ({ enabled: true, pankou: 'C' }),
      bettorLimits: ({ path }) => ({
        minStake: yuan(1),
        maxStake: yuan(500_000),
        maxItem: this.maxItem,
        holding: memberHolding(accountOf.get(path) ?? ''),
      }),
      itemTotal: ({ path }, item) => this.stakeOf(path, (order) => itemKey(order.item) === itemKey(item)),
      known: (betNo) => {
        for (const order of this.orders)
          if (order.kind === 'member' && order.betNo === betNo)
            return { content: `#${order.content}`, orderId: order.id }
        return undefined
      },
      digest: (content) => `#${content}`,
      nextOrderId: () => this.nextId++,
      games: GAMES,
      ...this.overrides,
    }
  }

  private stakeOf(bettor: PathId, counts: (order: MemberOrder) => boolean): Money {
    const own = this.orders.filter((order) => order.kind === 'member' && order.bettor === bettor && counts(order))
    return money(own.reduce((sum, order) => sum + order.stake, 0n))
  }

  /** Decides a batch and commits it, as one transaction would. */
  take(slips: readonly BetSlip[]): DecidedBatch {
    const batch = decideBatch(this.snapshot(), { sender: this.sender, flyOutPaused: () => false }, this.load, slips)
    for (const order of batch.orders) this.store(order)
    const accountOf = new Map(Object.entries(MEMBERS).map(([account, member]) => [member.path, account]))
    for (const answer of batch.answers) {
      if (answer.kind === 'accepted') this.balances.set(accountOf.get(answer.order.bettor) ?? '', answer.balanceAfter)
    }
    return batch
  }

  private store(order: Order): void {
    this.orders.push(order)
    for (const { path, figures } of exposureDeltas(order)) {
      const key = `${path} ${itemKey(order.item)}`
      const total = this.exposures.get(key) ?? noExposure()
      addExposure(total, figures)
      this.exposures.set(key, total)
    }
  }

  figures(path: PathId, item: ItemRef): Readonly<ExposureFigures> {
    return this.load(path, item) ?? noExposure()
  }
}

/** The payout of an order under a draw: `winners` are item keys such as "W a" that win their highest tier. */
export const payoutOf = (order: Order, winners: ReadonlySet<string>): Money =>
  winners.has(`${order.item.playCode} ${order.item.itemCode}`) ? order.topPayout : ZERO
