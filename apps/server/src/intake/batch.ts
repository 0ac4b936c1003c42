import { hash } from 'node:crypto'
import type { ExposureFigures } from '@strata/domain/book/exposure'
import type {
  BetAnswer,
  BetSlip,
  BettorFacts,
  BettorLimits,
  IntakeSnapshot,
  PeriodFacts,
} from '@strata/domain/book/intake'
import type { MemberOrder } from '@strata/domain/book/order'
import { holdingOf } from '@strata/domain/book/shares'
import { type Money, ZERO } from '@strata/domain/money'
import { type DecidedBatch, decideBatch } from '@strata/domain/replenishment/batch'
import type { BatchGames, BatchPeriod, OpenGames } from '../book/batch-games.ts'
import { type HolderItem, holderItemKey, readHolderItems } from '../book/store.ts'
import { sharePeriods } from '../book/store-periods.ts'
import { writeBatch } from '../book/store-write.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool, Tx } from '../platform/db.ts'
import { runTx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import type { LiveHub } from '../platform/live.ts'
import { announce } from '../replenishment/announce.ts'
import { isQuiet, seatOf } from '../replenishment/seats.ts'
import { gatherWrite } from '../replenishment/written.ts'
import type { MerchantSnapshot, SnapshotCache } from '../tree/snapshot.ts'
import { lockMerchant } from '../tree/store-snapshot.ts'
import { lockBalances, type MemberItem, memberItemKey, readItemTotals, readKeys } from './store.ts'

export interface IntakeDeps {
  readonly pool: Pool
  readonly live: LiveHub
  readonly clock: Clock
  readonly snapshots: SnapshotCache
  readonly openGames: OpenGames
  /** Merchants whose members ran into maxItem: so many of their next batches look at the totals before deciding. */
  readonly exactTotals?: Map<number, number>
}

/** After a member has run into maxItem, looking first is cheaper for a while than writing twice. */
const EXACT_BATCHES = 100

/** 128 bits of the content: what tells the same bet sent again from another one under its number. */
export const digest = (content: string): string => hash('sha256', content, 'base64url').slice(0, 22)

/** The clock passed hedgeCloseAt while the batch was being written: it is rolled back and judged again. */
class TooLate extends Error {
  override name = 'TooLate'
}

interface World {
  readonly merchant: MerchantSnapshot
  readonly games: BatchGames
  readonly balances: ReadonlyMap<number, Money>
  readonly settled: ReadonlySet<number>
  readonly totals: ReadonlyMap<string, Money>
  readonly exposures: ReadonlyMap<string, ExposureFigures>
  readonly known: ReadonlyMap<string, { content: string; orderId: bigint }>
}

/** A member would have more on an item than it may: the batch is rolled back and decided on the totals. */
class OverMost extends Error {
  override name = 'OverMost'
}

/** What a slip may touch, as far as it can be told before it is judged. */
interface Touch {
  readonly items: ReadonlyMap<string, MemberItem>
  readonly holders: ReadonlyMap<string, HolderItem>
  readonly periods: ReadonlyMap<number, BatchPeriod>
  readonly paths: readonly number[]
}

function touchedBy(merchant: MerchantSnapshot, games: BatchGames, slips: readonly BetSlip[]): Touch {
  const items = new Map<string, MemberItem>()
  const holders = new Map<string, HolderItem>()
  const periods = new Map<number, BatchPeriod>()
  const paths = new Set<number>()
  for (const slip of slips) {
    const member = merchant.member(slip.account)
    const period = games.period(slip.gameId, slip.periodNo)
    if (!member || period?.state !== 'open') continue
    const item = games.book.resolveItem(slip.gameId, slip.playCode, slip.itemCode)
    if (!item) continue
    paths.add(member.id)
    periods.set(period.periodId, period)
    const at = { periodId: period.periodId, play: slip.playCode, item: item.itemCode }
    const own = { ...at, path: member.id }
    items.set(memberItemKey(own), own)
    const { chain } = member
    if (isQuiet(merchant, chain, slip.gameId, item.groupId)) continue
    for (const path of [chain.h, chain.m, chain.g, chain.a]) {
      if (path !== null) holders.set(holderItemKey({ ...at, path }), { ...at, path })
    }
  }
  return { items, holders, periods, paths: [...paths].sort((one, two) => one - two) }
}

interface Asked {
  readonly merchantId: number
  readonly slips: readonly BetSlip[]
  /** Look at members' totals before deciding, rather than after writing. */
  readonly exact: boolean
}

async function readWorld(tx: Tx, deps: IntakeDeps, { merchantId, slips, exact }: Asked): Promise<World> {
  const version = await lockMerchant(tx, merchantId)
  const names = slips.map((slip) => slip.account)
  const merchant = await deps.snapshots.locked(tx, merchantId, version, { names })
  const wanted = new Map(slips.map((slip) => [`${slip.gameId} ${slip.periodNo}`, slip]))
  const games = await deps.openGames(tx, merchantId, [...wanted.values()])
  const keys = await readKeys(
    tx,
    merchantId,
    slips.map((slip) => slip.betNo),
  )
  const touch = touchedBy(merchant, games, slips)
  const known = new Map(keys.map((key) => [key.bet_no, { content: key.content_hash, orderId: key.order_id }]))
  if (touch.paths.length === 0) {
    return { merchant, games, known, balances: new Map(), settled: new Set(), totals: new Map(), exposures: new Map() }
  }
  const balances = await lockBalances(tx, merchantId, touch.paths)
  const settled = await sharePeriods(tx, merchantId, [...touch.periods.values()])
  const totals = exact ? await readItemTotals(tx, merchantId, touch.items.values()) : new Map()
  const quiet = touch.holders.size === 0
  const exposures = quiet ? new Map() : await readHolderItems(tx, merchantId, touch.holders.values())
  return { merchant, games, known, balances, settled, totals, exposures }
}

/** Limits and holding of a member in a play group on a day; kept with the snapshot. */
function limitsOf(
  merchant: MerchantSnapshot,
  pathId: number,
  gameId: number,
  groupId: number,
  day: string,
): BettorLimits | undefined {
  return merchant.memo(`limits ${pathId} ${gameId} ${groupId} ${day}`, () => {
    const group = merchant.groupTerms(pathId, gameId, groupId)
    const pankou = merchant.terms(pathId, gameId)?.pankou[0]
    if (!group || !pankou) return undefined
    // Not kept on its own: these limits are.
    const holding = holdingOf(merchant.shares(pathId, gameId, day), merchant.rates(pathId, gameId, groupId, pankou))
    return { minStake: group.minStake, maxStake: group.maxStake, maxItem: group.maxItem, holding }
  })
}

function snapshotOf(world: World, now: number): IntakeSnapshot {
  const { merchant, games } = world
  const bettors = new Map<string, BettorFacts | undefined>()
  const bettorOf = (account: string): BettorFacts | undefined => {
    const path = merchant.member(account)
    if (!path) return undefined
    return { path: path.id, status: path.status, balance: world.balances.get(path.id) ?? ZERO, chain: path.chain }
  }
  const dayOf = (period: PeriodFacts): string => (period as BatchPeriod).day
  return {
    now,
    maintenance: games.maintenance,
    period: (gameId, periodNo) => {
      const period = games.period(gameId, periodNo)
      return period && world.settled.has(period.periodId) ? { ...period, state: 'settled' } : period
    },
    bettor: (account) => {
      if (!bettors.has(account)) bettors.set(account, bettorOf(account))
      return bettors.get(account)
    },
    bettorGame: (bettor, gameId) => {
      const terms = merchant.terms(bettor.path, gameId)
      const pankou = terms?.pankou[0]
      return terms && pankou ? { enabled: terms.enabled, pankou } : undefined
    },
    bettorLimits: (bettor, gameId, groupId, period) => limitsOf(merchant, bettor.path, gameId, groupId, dayOf(period)),
    itemTotal: (bettor, item) => {
      const at = { periodId: item.periodId, path: bettor.path, play: item.playCode, item: item.itemCode }
      return world.totals.get(memberItemKey(at)) ?? ZERO
    },
    known: (betNo) => world.known.get(betNo),
    digest,
    nextOrderId: nextId,
    games: games.book,
  }
}

interface Accepted {
  readonly order: MemberOrder
  readonly balanceAfter: Money
}

const acceptedOf = (answers: readonly BetAnswer[]): Accepted[] => answers.filter((answer) => answer.kind === 'accepted')

async function write(
  tx: Tx,
  at: { readonly merchantId: number; readonly batch: bigint; readonly now: number },
  world: World,
  decided: DecidedBatch,
  periodById: ReadonlyMap<number, BatchPeriod>,
): Promise<boolean> {
  const accepted = acceptedOf(decided.answers)
  const balances = new Map(accepted.map((answer) => [answer.order.id, answer.balanceAfter]))
  const dayOf = (periodId: number): string => (periodById.get(periodId) as BatchPeriod).day
  const columns = gatherWrite(world.games, decided, dayOf, (id) => balances.get(id) ?? null)
  const stakes = new Map<number, bigint>()
  const items = new Map<string, MemberItem & { stake: bigint; most: bigint }>()
  for (const { order } of accepted) {
    const { periodId, gameId, groupId, playCode, itemCode } = order.item
    columns.addKey({ betNo: order.betNo, hash: digest(order.content), orderId: order.id, day: dayOf(periodId) })
    stakes.set(order.bettor, (stakes.get(order.bettor) ?? 0n) + order.stake)
    const item = { periodId, path: order.bettor, play: playCode, item: itemCode }
    const key = memberItemKey(item)
    const known = items.get(key)
    const most = limitsOf(world.merchant, order.bettor, gameId, groupId, dayOf(periodId))?.maxItem ?? ZERO
    if (known) known.stake += order.stake
    else items.set(key, { ...item, stake: order.stake, most })
  }
  for (const [path, stake] of stakes) columns.addWallet(path, stake)
  for (const item of items.values()) columns.addItem(item)
  return writeBatch(tx, at, columns)
}

async function attempt(deps: IntakeDeps, asked: Asked): Promise<readonly BetAnswer[]> {
  const { merchantId, slips, exact } = asked
  return runTx(deps.pool, { timeoutMs: 5_000 }, async (tx) => {
    const world = await readWorld(tx, deps, asked)
    const now = deps.clock()
    const { merchant, exposures } = world
    const decided = decideBatch(
      snapshotOf(world, now),
      {
        seat: (path, gameId, groupId) => seatOf(merchant, path, gameId, groupId) ?? undefined,
        flyoutPaused: () => false,
      },
      (path, item) =>
        exposures.get(holderItemKey({ path, periodId: item.periodId, play: item.playCode, item: item.itemCode })),
      slips,
    )
    if (decided.orders.length === 0) return decided.answers
    const at = { merchantId, batch: nextId(), now }
    const periodById = new Map<number, BatchPeriod>()
    for (const slip of slips) {
      const period = world.games.period(slip.gameId, slip.periodNo)
      if (period) periodById.set(period.periodId, period)
    }
    if (!(await write(tx, at, world, decided, periodById)) && !exact) throw new OverMost()
    const end = Math.min(...decided.orders.map((order) => periodById.get(order.item.periodId)?.hedgeCloseAt ?? 0))
    if (deps.clock() >= end) throw new TooLate()
    tx.afterCommit(() => announce(deps.live, at, decided))
    return decided.answers
  })
}

/**
 * Decides and stores a batch of one merchant in one transaction, in order. A batch that comes too late for a period is
 * rolled back and judged again by the later clock, which refuses that period's bets. Throws what the database threw.
 */
export async function takeBets(
  deps: IntakeDeps,
  merchantId: number,
  slips: readonly BetSlip[],
): Promise<readonly BetAnswer[]> {
  let left = deps.exactTotals?.get(merchantId) ?? 0
  if (left > 0) deps.exactTotals?.set(merchantId, left - 1)
  for (;;) {
    try {
      return await attempt(deps, { merchantId, slips, exact: left > 0 })
    } catch (error) {
      if (error instanceof OverMost) {
        left = EXACT_BATCHES
        deps.exactTotals?.set(merchantId, left)
      } else if (!(error instanceof TooLate)) throw error
    }
  }
}
