import { hash } from 'node:crypto'
import type { ExposureFigures } from '@strata/domain/book/exposure'
import {
  type BetAnswer,
  type BetSlip,
  type BettorFacts,
  type IntakeSnapshot,
  mayStillCommit,
  type PeriodFacts,
} from '@strata/domain/book/intake'
import type { MemberOrder } from '@strata/domain/book/order'
import { businessDay } from '@strata/domain/calendar'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, parseMoney, ZERO } from '@strata/domain/money'
import { type DecidedBatch, openBatch } from '@strata/domain/replenishment/batch'
import { isLeased } from '@strata/domain/tree/lease'
import {
  type BatchWrite,
  type HolderItem,
  holderItemKey,
  isOverMost,
  type KnownKey,
  type MemberItem,
  memberItemKey,
  readHolderItems,
  readItemTotals,
  readKeys,
  writeStatement,
} from '../book/exposures.ts'
import { type BatchGames, type BatchPeriod, type OpenGames, sharePeriods } from '../book/open-games.ts'
import { lockBalances, readOpenStake } from '../ledger/wallets.ts'
import type { Clock } from '../platform/clock.ts'
import { type Pool, runTx, siblingPool, type Tx } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import type { LiveHub } from '../platform/live.ts'
import { must } from '../platform/must.ts'
import { Pace } from '../platform/pace.ts'
import { insertFlyOuts, pauseKey, readPaused } from '../replenishment/fly-out.ts'
import { announce, flyOutAccountOf, gatherWrite, isQuiet, senderTermsOf } from '../replenishment/sending.ts'
import { type LockedMerchant, lockMerchantRules, saveOpenBound } from '../tree/merchants.ts'
import type { MerchantSnapshot, SnapshotCache } from '../tree/snapshot.ts'
import { limitsOf } from './member-limits.ts'

export interface IntakeDeps {
  /** Any pool works. A pool of `intakePool` needs only two round trips per batch and plans every statement once. */
  readonly pool: Pool
  readonly live: Pick<LiveHub, 'publish'>
  readonly clock: Clock
  readonly snapshots: SnapshotCache
  readonly openGames: OpenGames
  /** Called after commit with a merchant that has fly-outs to deliver. */
  readonly onFlyOut?: (merchantId: MerchantId) => void
  /** By merchant: for how many more batches totals are read before deciding, because a member exceeded maxItem. */
  readonly exactTotals?: Map<MerchantId, number>
  /** The games of each merchant's last batch. The next batch guesses its periods from them. */
  readonly lastGames?: Map<MerchantId, BatchGames>
}

/**
 * A pool only for intake, so that reports never delay bets. Every statement is prepared, and written so that one plan
 * is good for all sizes of tables and lists: planning for each batch would cost more than most batches.
 */
export const intakePool = (pool: Pool, max: number): Pool => siblingPool(pool, { max, pipeline: true, settings: PLANS })

/** Nested loops over indexes, planned once. The plans must be right even when the tables were empty at that moment. */
const PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

/** After a member exceeded maxItem, reading totals first is cheaper for a while than writing twice. */
const EXACT_BATCHES = 100

/** 128 bits of the content. They tell a repeated bet from another bet under the same number. */
export const digest = (content: string): string => hash('sha256', content, 'base64url').slice(0, 22)

/** The clock passed hedgeCloseAt while the batch was written. It is rolled back and judged again. */
class TooLate extends Error {
  override name = 'TooLate'
}

interface World {
  readonly rules: LockedMerchant
  readonly merchant: MerchantSnapshot
  readonly games: BatchGames
  readonly balances: ReadonlyMap<PathId, Money>
  readonly settled: ReadonlySet<PeriodId>
  readonly totals: ReadonlyMap<string, Money>
  readonly exposures: ReadonlyMap<string, ExposureFigures>
  /** Items that a path's automatic fly-out skips, because the outside book has just rejected them. */
  readonly paused: ReadonlySet<string>
  readonly known: ReadonlyMap<string, { content: string; orderId: bigint }>
}

/** The guess of what a batch needs was wrong. The batch is rolled back and reads step by step. */
class WrongGuess extends Error {
  override name = 'WrongGuess'
}

/** What slips may touch, as far as it is known before they are judged. */
interface Touch {
  readonly items: ReadonlyMap<string, MemberItem>
  readonly holders: ReadonlyMap<string, HolderItem>
  readonly periods: ReadonlyMap<PeriodId, BatchPeriod>
  readonly paths: readonly PathId[]
  /** Holders whose excess flies out. */
  readonly flyers: readonly PathId[]
}

/** Whether a period accepts bets. For a guess from older reads: whether it may accept them now. */
type Takes = (period: BatchPeriod) => boolean
const isOpen: Takes = (period) => period.state === 'open'
const mayBeOpen: Takes = (period) => period.state === 'open' || period.state === 'scheduled'

async function touchedBy(
  { merchant, games }: { merchant: MerchantSnapshot; games: BatchGames },
  slips: readonly BetSlip[],
  takes: Takes,
): Promise<Touch> {
  const pace = new Pace()
  const items = new Map<string, MemberItem>()
  const holders = new Map<string, HolderItem>()
  const periods = new Map<PeriodId, BatchPeriod>()
  const paths = new Set<PathId>()
  const flyers = new Set<PathId>()
  for (const slip of slips) {
    if (pace.step()) await pace.rest()
    const member = merchant.member(slip.account)
    const period = games.period(slip.gameId, slip.periodNo)
    if (!member || !period || !takes(period)) continue
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
      if (path === null) continue
      holders.set(holderItemKey({ ...at, path }), { ...at, path })
      const flyOutAccount = flyOutAccountOf(merchant, path, slip.gameId, item.groupId)
      if (flyOutAccount === null) continue
      holders.set(holderItemKey({ ...at, path: flyOutAccount }), { ...at, path: flyOutAccount })
      flyers.add(path)
    }
  }
  return { items, holders, periods, paths: [...paths].sort((one, two) => one - two), flyers: [...flyers] }
}

interface Asked {
  readonly merchantId: MerchantId
  readonly slips: readonly BetSlip[]
  /** True: read members' totals before deciding. False: check them while writing. */
  readonly exact: boolean
}

type GameAndPeriod = Pick<BetSlip, 'gameId' | 'periodNo'>

const periodsOf = (slips: readonly BetSlip[]): GameAndPeriod[] => {
  const wanted: GameAndPeriod[] = []
  let last: GameAndPeriod | undefined
  for (const slip of slips) {
    const same = (one: GameAndPeriod): boolean => one.gameId === slip.gameId && one.periodNo === slip.periodNo
    if (last && same(last)) continue
    last = wanted.find(same)
    if (last) continue
    last = slip
    wanted.push(slip)
  }
  return wanted
}

const betNosOf = (slips: readonly BetSlip[]): string[] => slips.map((slip) => slip.betNo)
const knownBy = (keys: readonly KnownKey[]): World['known'] =>
  new Map(keys.map((key) => [key.bet_no, { content: key.content_hash, orderId: key.order_id }]))

/** Locks and reads what the touched items, paths and periods need, in the order of locks. */
function readTouched(tx: Tx, { merchantId, exact }: Asked, touch: Touch, now: number) {
  const nothing = touch.paths.length === 0
  return Promise.all([
    nothing ? new Map<PathId, Money>() : lockBalances(tx, merchantId, touch.paths),
    nothing ? new Set<PeriodId>() : sharePeriods(tx, merchantId, [...touch.periods.values()]),
    exact ? readItemTotals(tx, merchantId, touch.items.values()) : new Map<string, Money>(),
    touch.holders.size === 0
      ? new Map<string, ExposureFigures>()
      : readHolderItems(tx, merchantId, touch.holders.values()),
    readPaused(tx, merchantId, touch.flyers, now),
  ])
}

/**
 * What the batch needs if nothing changed since the last one, so that all of it is read at once. Undefined: no guess.
 */
async function guess(deps: IntakeDeps, { merchantId, slips }: Asked) {
  const merchant = deps.snapshots.known(merchantId)
  const games = deps.lastGames?.get(merchantId)
  const names = slips.map((slip) => slip.account)
  if (!merchant || !games || !merchant.hasAll(names, [])) return undefined
  const open = new Set<PeriodId>()
  for (const { gameId, periodNo } of periodsOf(slips)) {
    const period = games.period(gameId, periodNo)
    if (!period) return undefined
    if (mayBeOpen(period)) open.add(period.periodId)
  }
  return { merchant, open, touch: await touchedBy({ merchant, games }, slips, mayBeOpen) }
}

/** One round trip: every statement is sent before the first is answered. Throws WrongGuess when the guess was wrong. */
async function readGuessed(
  tx: Tx,
  deps: IntakeDeps,
  asked: Asked,
  { merchant, open, touch }: NonNullable<Awaited<ReturnType<typeof guess>>>,
): Promise<World> {
  const { merchantId, slips } = asked
  const [rules, games, keys, [balances, settled, totals, exposures, paused]] = await Promise.all([
    lockMerchantRules(tx, merchantId),
    deps.openGames(tx, merchantId, periodsOf(slips)),
    readKeys(tx, merchantId, betNosOf(slips)),
    readTouched(tx, asked, touch, deps.clock()),
  ])
  if (rules.configVersion !== merchant.configVersion) throw new WrongGuess()
  for (const { gameId, periodNo } of periodsOf(slips)) {
    const period = games.period(gameId, periodNo)
    if (period && isOpen(period) && !open.has(period.periodId)) throw new WrongGuess()
  }
  return { rules, merchant, games, known: knownBy(keys), balances, settled, totals, exposures, paused }
}

async function readInSteps(tx: Tx, deps: IntakeDeps, asked: Asked): Promise<World> {
  const { merchantId, slips } = asked
  const rules = await lockMerchantRules(tx, merchantId)
  const names = slips.map((slip) => slip.account)
  const merchant = await deps.snapshots.locked(tx, merchantId, rules.configVersion, { names })
  const games = await deps.openGames(tx, merchantId, periodsOf(slips))
  const keys = await readKeys(tx, merchantId, betNosOf(slips))
  const touch = await touchedBy({ merchant, games }, slips, isOpen)
  const [balances, settled, totals, exposures, paused] = await readTouched(tx, asked, touch, deps.clock())
  return { rules, merchant, games, known: knownBy(keys), balances, settled, totals, exposures, paused }
}

function snapshotOf(world: World, now: number, open: bigint | null): IntakeSnapshot {
  const { merchant, games, rules } = world
  const bettors = new Map<string, BettorFacts | undefined>()
  const bettorOf = (account: string): BettorFacts | undefined => {
    const path = merchant.member(account)
    if (!path) return undefined
    return { path: path.id, status: path.status, balance: world.balances.get(path.id) ?? ZERO, chain: path.chain }
  }
  const dayOf = (period: PeriodFacts): string => (period as BatchPeriod).day
  const { lease, maxOpen } = rules
  return {
    now,
    leased: isLeased(lease, businessDay(now)),
    openRoom: maxOpen === null || open === null ? null : ((maxOpen - open) as Money),
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

const stakesOf = ({ answers }: DecidedBatch): bigint =>
  acceptedOf(answers).reduce((sum, { order }) => sum + order.stake, 0n)

interface Batch {
  readonly merchantId: MerchantId
  readonly batch: bigint
  readonly now: number
}

/** Everything the batch writes. With `exact` the totals were checked before, so the statement has no limit to check. */
async function gather(
  world: World,
  decided: DecidedBatch,
  periodById: ReadonlyMap<PeriodId, BatchPeriod>,
  exact: boolean,
): Promise<BatchWrite> {
  const accepted = acceptedOf(decided.answers)
  const balances = new Map(accepted.map((answer) => [answer.order.id, answer.balanceAfter]))
  const dayOf = (periodId: PeriodId): string => must(periodById.get(periodId), 'the period').day
  const columns = await gatherWrite(world.games, decided, dayOf, (id) => balances.get(id) ?? null)
  const stakes = new Map<PathId, bigint>()
  const items = new Map<string, MemberItem & { stake: bigint; most: bigint }>()
  const pace = new Pace()
  for (const { order } of accepted) {
    if (pace.step()) await pace.rest()
    const { periodId, gameId, groupId, playCode, itemCode } = order.item
    const day = dayOf(periodId)
    columns.addKey({ betNo: order.betNo, hash: digest(order.content), orderId: order.id, day })
    stakes.set(order.bettor, (stakes.get(order.bettor) ?? 0n) + order.stake)
    const item = { periodId, path: order.bettor, play: playCode, item: itemCode }
    const key = memberItemKey(item)
    const known = items.get(key)
    if (known) known.stake += order.stake
    else {
      const most = exact ? ANY : (limitsOf(world.merchant, order.bettor, gameId, groupId, day)?.maxItem ?? ZERO)
      items.set(key, { ...item, stake: order.stake, most })
    }
  }
  for (const [path, stake] of stakes) columns.addWallet(path, stake)
  for (const item of items.values()) columns.addItem(item)
  return columns
}

const ANY = 2n ** 63n - 1n

const TIMEOUT_MS = 5_000
/**
 * With this much time left, a batch is written or cut off before hedgeCloseAt, so its commit need not check the clock.
 */
const SAFE_MS = TIMEOUT_MS + 1_000

const stakeOf = (slip: BetSlip): bigint => {
  const parsed = parseMoney(slip.stake, { maxDecimals: 2 })
  return parsed.ok && parsed.value > 0n ? parsed.value : 0n
}

/**
 * The stakes that are open at most, where the merchant has a limit on them; null: it has none. The sum of the wallets is
 * read only when the batch might pass the limit: settlement lowers them, and until then the stored bound is above them.
 */
async function openBefore(tx: Tx, { merchantId, slips }: Asked, rules: LockedMerchant): Promise<bigint | null> {
  const { maxOpen, openBound } = rules
  if (maxOpen === null) return null
  const asked = slips.reduce((sum, slip) => sum + stakeOf(slip), 0n)
  return openBound !== null && openBound + asked <= maxOpen ? openBound : readOpenStake(tx, merchantId)
}

async function decide(
  deps: IntakeDeps,
  world: World,
  slips: readonly BetSlip[],
  open: bigint | null,
): Promise<DecidedBatch> {
  const { merchant, exposures, paused } = world
  const batch = openBatch(
    snapshotOf(world, deps.clock(), open),
    {
      sender: (path, gameId, groupId) => senderTermsOf(merchant, path, gameId, groupId) ?? undefined,
      flyOutPaused: (path, { periodId, playCode: play, itemCode: item }) =>
        paused.has(pauseKey({ owner: path, periodId, play, item })),
    },
    (path, item) =>
      exposures.get(holderItemKey({ path, periodId: item.periodId, play: item.playCode, item: item.itemCode })),
  )
  const pace = new Pace()
  for (const slip of slips) {
    batch.decide(slip)
    if (pace.step()) await pace.rest()
  }
  return batch.end()
}

async function attempt(deps: IntakeDeps, asked: Asked, mayGuess: boolean): Promise<readonly BetAnswer[]> {
  const { merchantId, slips } = asked
  return runTx(deps.pool, { timeoutMs: TIMEOUT_MS }, async (tx) => {
    const guessed = mayGuess ? await guess(deps, asked) : undefined
    const world = guessed ? await readGuessed(tx, deps, asked, guessed) : await readInSteps(tx, deps, asked)
    deps.lastGames?.set(merchantId, world.games)
    const now = deps.clock()
    const open = await openBefore(tx, asked, world.rules)
    const decided = await decide(deps, world, slips, open)
    if (decided.orders.length === 0) return decided.answers
    if (open !== null) await saveOpenBound(tx, merchantId, open + stakesOf(decided))
    const at: Batch = { merchantId, batch: nextId(), now }
    const periodById = new Map<PeriodId, BatchPeriod>()
    for (const { gameId, periodNo } of periodsOf(slips)) {
      const period = world.games.period(gameId, periodNo)
      if (period) periodById.set(period.periodId, period)
    }
    if (await insertFlyOuts(tx, at, decided.orders)) tx.afterCommit(() => deps.onFlyOut?.(merchantId))
    const write = await gather(world, decided, periodById, asked.exact)
    const statement = await writeStatement(at, write)
    tx.afterCommit(() => announce(deps.live, at, decided))
    const periods = new Set(decided.orders.map((order) => must(periodById.get(order.item.periodId), 'the period')))
    if (mayStillCommit(periods, deps.clock() + SAFE_MS)) await tx.finish(statement)
    else {
      await tx.query(statement)
      if (!mayStillCommit(periods, deps.clock())) throw new TooLate()
    }
    return decided.answers
  })
}

/**
 * Decides and stores a batch of one merchant in one transaction, in order. A batch that is too late for a period is
 * rolled back and judged again by the later clock, which refuses that period's bets. Rethrows errors of the database.
 */
export async function takeBets(
  deps: IntakeDeps,
  merchantId: MerchantId,
  slips: readonly BetSlip[],
): Promise<readonly BetAnswer[]> {
  let left = deps.exactTotals?.get(merchantId) ?? 0
  if (left > 0) deps.exactTotals?.set(merchantId, left - 1)
  for (let mayGuess = true; ; ) {
    try {
      return await attempt(deps, { merchantId, slips, exact: left > 0 }, mayGuess)
    } catch (error) {
      if (isOverMost(error)) {
        left = EXACT_BATCHES
        deps.exactTotals?.set(merchantId, left)
      } else if (error instanceof WrongGuess) mayGuess = false
      else if (!(error instanceof TooLate)) throw error
    }
  }
}
