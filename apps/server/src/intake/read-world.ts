/** Reads what deciding a batch needs: at once by a guess from the last batch, or step by step. */

import type { ExposureFigures } from '@strata/domain/book/exposure'
import type { BetSlip } from '@strata/domain/book/intake'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, parseMoney } from '@strata/domain/money'
import { type CallMark, haveBeenRefused } from '../access/session.ts'
import {
  type HolderItem,
  holderItemKey,
  type KnownKey,
  readHolderItems,
  readItemTotals,
  readKeys,
} from '../book/exposures.ts'
import { type BatchGames, type BatchPeriod, sharePeriods } from '../book/open-games.ts'
import { type BettorWallet, lockBettorWallets, readOpenStake } from '../ledger/wallets.ts'
import type { Tx } from '../platform/db.ts'
import { Pace } from '../platform/pace.ts'
import { readPaused } from '../replenishment/fly-out.ts'
import { flyOutAccountOf, isQuiet } from '../replenishment/sending.ts'
import { type LockedMerchant, lockMerchantRules } from '../tree/merchants.ts'
import type { MerchantSnapshot } from '../tree/snapshot.ts'
import type { IntakeDeps, Slip } from './deps.ts'

export interface Asked {
  readonly merchantId: MerchantId
  readonly slips: readonly Slip[]
}

export interface World {
  readonly rules: LockedMerchant
  readonly merchant: MerchantSnapshot
  readonly games: BatchGames
  readonly wallets: ReadonlyMap<PathId, BettorWallet>
  readonly settled: ReadonlySet<PeriodId>
  /** Members whose stakes on items are in `totals`. Of the others only what they have open is known. */
  readonly totalled: ReadonlySet<PathId>
  readonly totals: ReadonlyMap<string, Money>
  readonly exposures: ReadonlyMap<string, ExposureFigures>
  /** Items that a path's automatic fly-out skips, because the outside book has just rejected them. */
  readonly paused: ReadonlySet<string>
  readonly known: ReadonlyMap<string, { content: string; orderId: bigint }>
  /** What was read of wallets, exposures and periods: all that the slips may touch. */
  readonly touch: Touch
}

/** The guess of what a batch needs was wrong. The batch is rolled back and reads step by step. */
export class WrongGuess extends Error {
  override name = 'WrongGuess'
}

/** Calls of the batch were refused before. The batch is rolled back and judged without them. */
export class Replayed extends Error {
  override name = 'Replayed'
  readonly marks: ReadonlySet<CallMark>

  constructor(marks: Iterable<CallMark>) {
    super()
    this.marks = new Set(marks)
  }
}

/** What a batch needs if nothing changed since the last one, so that all of it is read at once. */
export interface Guess {
  readonly merchant: MerchantSnapshot
  readonly games: BatchGames
  /** Periods that may be open. */
  readonly open: ReadonlySet<PeriodId>
  readonly touch: Touch
}

/**
 * Reads all that the batch needs: at once by a guess, which may throw WrongGuess; without a guess step by step. Throws
 * Replayed when it has calls that were refused before.
 */
export async function readWorld(tx: Tx, deps: IntakeDeps, asked: Asked, guess: Guess | undefined): Promise<World> {
  const world = guess ? readGuessed(tx, deps, asked, guess) : readInSteps(tx, deps, asked)
  const [read, replayed] = await Promise.all([world, readReplayed(tx, asked.slips)])
  if (replayed.length > 0) throw new Replayed(replayed)
  return read
}

/** Marks of calls that were refused before. */
async function readReplayed(tx: Tx, slips: readonly Slip[]): Promise<readonly CallMark[]> {
  const marks = [...new Set(slips.flatMap(({ mark }) => mark ?? []))]
  if (marks.length === 0) return []
  const refused = await haveBeenRefused(tx, marks)
  return marks.filter((_, index) => refused[index])
}

/** Undefined: there is nothing to guess by. */
export async function guessWorld(
  deps: Pick<IntakeDeps, 'snapshots' | 'lastGames'>,
  asked: Asked,
): Promise<Guess | undefined> {
  const { merchantId, slips } = asked
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
  return { merchant, games, open, touch: await touchedBy({ merchant, games }, asked, mayBeOpen) }
}

/** One round trip: every statement is sent before the first is answered. Throws WrongGuess when the guess was wrong. */
async function readGuessed(tx: Tx, deps: IntakeDeps, asked: Asked, { merchant, open, touch }: Guess): Promise<World> {
  const { merchantId, slips } = asked
  const [rules, games, keys, touched] = await Promise.all([
    lockMerchantRules(tx, merchantId),
    deps.openGames(tx, merchantId, periodsOf(slips)),
    readKeys(tx, merchantId, betNosOf(slips)),
    readTouched(tx, deps, asked, touch),
  ])
  if (rules.configVersion !== merchant.configVersion) throw new WrongGuess()
  for (const { gameId, periodNo } of periodsOf(slips)) {
    const period = games.period(gameId, periodNo)
    if (period && isOpen(period) && !open.has(period.periodId)) throw new WrongGuess()
  }
  return { rules, merchant, games, known: knownBy(keys), ...touched }
}

async function readInSteps(tx: Tx, deps: IntakeDeps, asked: Asked): Promise<World> {
  const { merchantId, slips } = asked
  const rules = await lockMerchantRules(tx, merchantId)
  const names = slips.map((slip) => slip.account)
  const merchant = await deps.snapshots.locked(tx, merchantId, rules.configVersion, { names })
  const games = await deps.openGames(tx, merchantId, periodsOf(slips))
  const keys = await readKeys(tx, merchantId, betNosOf(slips))
  const touch = await touchedBy({ merchant, games }, asked, isOpen)
  return { rules, merchant, games, known: knownBy(keys), ...(await readTouched(tx, deps, asked, touch)) }
}

/** What slips may touch, as far as it is known before they are judged. */
export interface Touch {
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
  { slips }: Asked,
  takes: Takes,
): Promise<Touch> {
  const pace = new Pace()
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
  return { holders, periods, paths: [...paths].sort((one, two) => one - two), flyers: [...flyers] }
}

type GameAndPeriod = Pick<BetSlip, 'gameId' | 'periodNo'>

export const periodsOf = (slips: readonly BetSlip[]): GameAndPeriod[] => {
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
async function readTouched(tx: Tx, deps: IntakeDeps, { merchantId }: Asked, touch: Touch) {
  const nothing = touch.paths.length === 0
  const periods = [...touch.periods.values()]
  const often = deps.totalled?.get(merchantId)
  const totalled = new Set(often && touch.paths.filter((path) => often.has(path)))
  const [wallets, settled, totals, exposures, paused] = await Promise.all([
    nothing ? new Map<PathId, BettorWallet>() : lockBettorWallets(tx, merchantId, touch.paths),
    nothing ? new Set<PeriodId>() : sharePeriods(tx, merchantId, periods),
    totalled.size === 0 ? new Map<string, Money>() : readItemTotals(tx, merchantId, totalled, periods),
    touch.holders.size === 0
      ? new Map<string, ExposureFigures>()
      : readHolderItems(tx, merchantId, touch.holders.values()),
    readPaused(tx, merchantId, touch.flyers, deps.clock()),
  ])
  return { touch, wallets, settled, totalled, totals, exposures, paused }
}

/** The world with the totals of some members too. */
export async function withTotals(
  tx: Tx,
  world: World,
  { merchantId, slips }: Asked,
  members: ReadonlySet<PathId>,
): Promise<World> {
  const periods = periodsOf(slips).flatMap(({ gameId, periodNo }) => world.games.period(gameId, periodNo) ?? [])
  const totals = await readItemTotals(tx, merchantId, members, periods)
  return { ...world, totalled: new Set([...world.totalled, ...members]), totals: new Map([...world.totals, ...totals]) }
}

const stakeOf = (slip: BetSlip): bigint => {
  const parsed = parseMoney(slip.stake, { maxDecimals: 2 })
  return parsed.ok && parsed.value > 0n ? parsed.value : 0n
}

/**
 * The stakes that are open at most, where the merchant has a limit on them; null: it has none. Undefined: the batch might
 * pass the limit by the stored bound, which is above what is open until settlement lowers it.
 */
export function openBefore(
  slips: readonly BetSlip[],
  { maxOpen, openBound }: LockedMerchant,
): bigint | null | undefined {
  if (maxOpen === null) return null
  const asked = slips.reduce((sum, slip) => sum + stakeOf(slip), 0n)
  return openBound !== null && openBound + asked <= maxOpen ? openBound : undefined
}

/** As `openBefore`. The sum of the wallets is read only when the batch might pass the limit. */
export async function readOpenBefore(tx: Tx, { merchantId, slips }: Asked, rules: LockedMerchant) {
  const open = openBefore(slips, rules)
  return open === undefined ? readOpenStake(tx, merchantId) : open
}
