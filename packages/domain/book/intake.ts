/**
 * Taking bets: judges each bet of a batch on one snapshot, in the written order of checks, with running totals inside
 * the batch. Pure: the clock, ids and all state are arguments. Game rules come through a small interface.
 */

import type { GameId, GroupId, PathId, PeriodId } from '../ids.ts'
import { formatMoney, type Money, type Odds, parseMoney, parseOdds } from '../money/money.ts'
import type { Pankou } from '../pankou.ts'
import type { RequiredLimits } from '../tree/limits.ts'
import { type Chain, type Holding, knownFold } from './book.ts'
import { type ItemRef, itemKey, type MemberOrder } from './order.ts'

/** A price on the wire: one text, or one per tier or leg. */
export type Quote = string | Readonly<Record<string, string>>

/** A bet as received: its fields are well-formed, but nothing is checked against the state. */
export interface BetSlip {
  /** The call that brought it. A refused number is refused again only within the same call. */
  readonly callId: number
  readonly betNo: string
  readonly account: string
  readonly gameId: GameId
  readonly periodNo: string
  readonly playCode: string
  readonly itemCode: string
  readonly pankou: string | undefined
  readonly odds: Quote
  readonly stake: string
}

/** Why a bet is refused, in the order of the checks. */
export type IntakeRefusal =
  | 'duplicateMismatch'
  | 'leaseOver'
  | 'stakeWrong'
  | 'unknownMember'
  | 'disabled'
  | 'frozen'
  | 'gameOff'
  | 'maintenance'
  | 'periodClosed'
  | 'unknownItem'
  | 'pankouWrong'
  | 'notOnSale'
  | 'oddsChanged'
  | 'belowMinStake'
  | 'aboveMaxStake'
  | 'aboveMaxItem'
  | 'balanceTooLow'
  | 'aboveMaxOpen'

export interface ResolvedItem {
  /** In catalogue order, whatever the order in the slip. */
  readonly itemCode: string
  readonly groupId: GroupId
  readonly priceKey: string
}

export interface CurrentPrice {
  readonly quote: Quote
  /** In canonical order: tiers as the play lists them, legs as the item does. A single price has one. */
  readonly odds: readonly [Odds, ...Odds[]]
}

/** The game-specific part of intake. The games room implements it with the catalogue and the current prices. */
export interface GameBook {
  readonly resolveItem: (gameId: GameId, playCode: string, itemCode: string) => ResolvedItem | null
  /** Null: not on sale. */
  readonly currentPrice: (at: {
    gameId: GameId
    /** Odds can fall within a period, and a period's rules are frozen when it opens. */
    periodNo: string
    playCode: string
    item: ResolvedItem
    pankou: Pankou
  }) => CurrentPrice | null
  /** Payout of the highest tier, with the cap applied, rounded down once. */
  readonly topPayout: (at: {
    gameId: GameId
    periodNo: string
    playCode: string
    item: ResolvedItem
    odds: readonly [Odds, ...Odds[]]
    stake: Money
  }) => Money
}

export interface PeriodFacts {
  readonly periodId: PeriodId
  readonly state: 'scheduled' | 'open' | 'closed' | 'drawn' | 'settled' | 'void'
  /** Epoch milliseconds. */
  readonly closeAt: number
  readonly hedgeCloseAt: number
}

export interface BettorFacts {
  readonly path: PathId
  /** The effective status: the strictest of the path and its ancestors. 1 normal, 2 disabled, 4 frozen. */
  readonly status: 1 | 2 | 4
  readonly balance: Money
  /** All that the bettor has open. Its stake on one item is never more. */
  readonly openStake: Money
  readonly chain: Chain
}

export interface BettorGame {
  readonly enabled: boolean
  readonly pankou: Pankou
}

export interface BettorLimits extends RequiredLimits {
  /** Shares in force on the period's business day, rates on the bettor's pankou. */
  readonly holding: Holding
}

export interface IntakeSnapshot {
  /** The server's clock, read when the bets are decided under the lock. */
  readonly now: number
  /** Whether the merchant's lease includes this day. */
  readonly leased: boolean
  /** How much more may be open over all members of the merchant; null: no limit. */
  readonly openRoom: Money | null
  /** Undefined: the game does not exist. */
  readonly maintenance: (gameId: GameId) => boolean | undefined
  readonly period: (gameId: GameId, periodNo: string) => PeriodFacts | undefined
  readonly bettor: (account: string) => BettorFacts | undefined
  readonly bettorGame: (bettor: BettorFacts, gameId: GameId) => BettorGame | undefined
  readonly bettorLimits: (
    bettor: BettorFacts,
    gameId: GameId,
    groupId: GroupId,
    period: PeriodFacts,
  ) => BettorLimits | undefined
  /** The member's stake on the item in the period so far. Undefined: not read for this member. */
  readonly itemTotal: (bettor: BettorFacts, item: ItemRef) => Money | undefined
  /** A number accepted before this batch. `content` is in the form that `digest` returns. */
  readonly known: (betNo: string) => { readonly content: string; readonly orderId: bigint } | undefined
  /** How contents are stored and compared: a hash, or the text itself. */
  readonly digest: (content: string) => string
  readonly nextOrderId: () => bigint
  readonly games: GameBook
}

export type BetAnswer =
  | { readonly kind: 'accepted'; readonly order: MemberOrder; readonly balanceAfter: Money }
  /** The same bet was accepted before. The first order is returned and nothing changes. */
  | { readonly kind: 'repeated'; readonly orderId: bigint }
  | { readonly kind: 'refused'; readonly refusal: IntakeRefusal; readonly quote?: Quote }

/**
 * Odds as integers in one spelling, so "1.980" and "1.98" are one quote. Unreadable text stays as it is after a `?`.
 */
export const quoteKey = (quote: Quote): string => {
  if (typeof quote === 'string') return oddsKey(quote)
  return Object.keys(quote)
    .sort()
    .map((tier) => `${tier}=${oddsKey(quote[tier] ?? '')}`)
    .join(',')
}

const MAX_CACHED_ODDS = 10_000
const oddsKeys = new Map<string, string>()

/** Cached, because every batch brings a few hundred prices. */
const oddsKey = (text: string): string => {
  const known = oddsKeys.get(text)
  if (known !== undefined) return known
  const parsed = parseOdds(text)
  if (!parsed.ok) return `?${text}`
  if (oddsKeys.size >= MAX_CACHED_ODDS) oddsKeys.clear()
  const key = parsed.value.toString()
  oddsKeys.set(text, key)
  return key
}

/**
 * Whether a transaction that writes orders of these periods may still commit. At and after the first of their
 * `hedgeCloseAt` all its bets and replenishments are refused.
 */
export const mayStillCommit = (periods: Iterable<Pick<PeriodFacts, 'hedgeCloseAt'>>, now: number): boolean => {
  for (const { hedgeCloseAt } of periods) if (now >= hedgeCloseAt) return false
  return true
}

export interface Intake {
  readonly decide: (slip: BetSlip) => BetAnswer
  /**
   * Bettors with a bet that may be above its item's limit, whose totals were not read: all that they have open and ask
   * for is more than the limit. With one of them the answers are void: read their totals and judge the batch again, until
   * nobody is left. The second time is nearly always the last: what a bettor asks for does not depend on answers. Only of
   * two members' bets with one number the second may be judged first then.
   */
  readonly unsure: ReadonlySet<PathId>
}

interface Facts {
  readonly slip: BetSlip
  readonly stake: Money | null
  readonly item: ResolvedItem | null
  readonly bettor: BettorFacts | undefined
  readonly game: BettorGame | undefined
  readonly content: string
}

const isPankou = (text: string): text is Pankou => text === 'A' || text === 'B' || text === 'C' || text === 'D'

interface Stake {
  /** Above zero with at most 2 decimals. Null otherwise. */
  readonly value: Money | null
  /** In one spelling; an unreadable one as it is after a `?`. */
  readonly text: string
}

const readStake = (text: string): Stake => {
  const parsed = parseMoney(text, { maxDecimals: 2 })
  const value = parsed.ok && parsed.value > 0n ? parsed.value : null
  return { value, text: value === null ? `?${text}` : formatMoney(value) }
}

const MAX_CACHED_STAKES = 10_000
const stakes = new Map<string, Stake>()

/** Cached, because most stakes are round. */
const stakeOf = (text: string): Stake => {
  const known = stakes.get(text)
  if (known) return known
  const stake = readStake(text)
  if (stake.value === null) return stake
  if (stakes.size >= MAX_CACHED_STAKES) stakes.clear()
  stakes.set(text, stake)
  return stake
}

/** Texts that JSON only puts in quotes. */
const plain = /^[ !#-[\]-~]*$/
const inJson = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** The same text as JSON.stringify of the list, put together by hand because it is made for every bet. */
export const contentText = (first: string, second: number, rest: readonly string[]): string => {
  let text = `[${inJson(first)},${second}`
  for (const one of rest) text += `,${inJson(one)}`
  return `${text}]`
}

const gather = (snapshot: IntakeSnapshot, slip: BetSlip): Facts => {
  const { value: stake, text: stakeText } = stakeOf(slip.stake)
  const item = snapshot.games.resolveItem(slip.gameId, slip.playCode, slip.itemCode)
  const bettor = snapshot.bettor(slip.account)
  const game = bettor && snapshot.bettorGame(bettor, slip.gameId)
  // Account names ignore case.
  const content = contentText(slip.account.toLowerCase(), slip.gameId, [
    slip.periodNo,
    slip.playCode,
    item ? item.itemCode : `?${slip.itemCode}`,
    slip.pankou ?? game?.pankou ?? '',
    quoteKey(slip.odds),
    stakeText,
  ])
  return { slip, stake, item, bettor, game, content }
}

const refuse = (refusal: IntakeRefusal, quote?: Quote): BetAnswer =>
  quote === undefined ? { kind: 'refused', refusal } : { kind: 'refused', refusal, quote }

/**
 * Starts judging a batch on one snapshot. It tracks balances, item totals and accepted numbers itself, so one batch on
 * one snapshot and single bets on fresh snapshots give the same answers.
 */
export const startIntake = (snapshot: IntakeSnapshot): Intake => {
  let openRoom = snapshot.openRoom
  const balances = new Map<PathId, Money>()
  const totals = new Map<string, Money>()
  const asked = new Map<PathId, bigint>()
  const unsure = new Set<PathId>()
  const accepted = new Map<string, { readonly content: string; readonly orderId: bigint }>()
  const refusedInCall = new Map<string, { readonly content: string; readonly answer: BetAnswer }>()

  const repeated = (facts: Facts): BetAnswer | null => {
    const { betNo, callId } = facts.slip
    const inBatch = accepted.get(betNo)
    if (inBatch)
      return inBatch.content === facts.content
        ? { kind: 'repeated', orderId: inBatch.orderId }
        : refuse('duplicateMismatch')
    const stored = snapshot.known(betNo)
    if (stored) {
      const same = stored.content === snapshot.digest(facts.content)
      return same ? { kind: 'repeated', orderId: stored.orderId } : refuse('duplicateMismatch')
    }
    const earlier = refusedInCall.get(`${callId} ${betNo}`)
    if (!earlier) return null
    return earlier.content === facts.content ? earlier.answer : refuse('duplicateMismatch')
  }

  const totalOf = (bettor: BettorFacts, ref: ItemRef): Money | undefined => {
    const read = snapshot.itemTotal(bettor, ref)
    return read === undefined ? undefined : (totals.get(`${bettor.path} ${itemKey(ref)}`) ?? read)
  }

  const isAboveItem = (
    bettor: BettorFacts,
    ref: ItemRef,
    { stake, maxItem }: { readonly stake: Money; readonly maxItem: Money },
  ): boolean => {
    if (bettor.openStake + (asked.get(bettor.path) ?? 0n) <= maxItem) return false
    const total = totalOf(bettor, ref)
    if (total === undefined) unsure.add(bettor.path)
    return total === undefined || total + stake > maxItem
  }

  /** Totals that were not read are not kept: with them the batch is judged again. */
  const addToItem = (bettor: BettorFacts, ref: ItemRef, stake: Money): void => {
    const total = totalOf(bettor, ref)
    if (total !== undefined) totals.set(`${bettor.path} ${itemKey(ref)}`, (total + stake) as Money)
  }

  const judge = ({ slip, stake, item, bettor, game, content }: Facts): BetAnswer => {
    if (!snapshot.leased) return refuse('leaseOver')
    if (stake === null) return refuse('stakeWrong')
    if (!bettor) return refuse('unknownMember')
    if (bettor.status !== 1) return refuse(bettor.status === 2 ? 'disabled' : 'frozen')
    if (!game?.enabled) return refuse('gameOff')
    const maintenance = snapshot.maintenance(slip.gameId)
    if (maintenance === undefined) return refuse('unknownItem')
    if (maintenance) return refuse('maintenance')
    const period = snapshot.period(slip.gameId, slip.periodNo)
    if (period?.state !== 'open' || snapshot.now >= period.closeAt) return refuse('periodClosed')
    if (!item) return refuse('unknownItem')
    const pankou = slip.pankou ?? game.pankou
    if (!isPankou(pankou) || pankou !== game.pankou) return refuse('pankouWrong')
    const at = { gameId: slip.gameId, periodNo: slip.periodNo, playCode: slip.playCode, item }
    const price = snapshot.games.currentPrice({ ...at, pankou })
    if (!price) return refuse('notOnSale')
    if (price.quote !== slip.odds && quoteKey(price.quote) !== quoteKey(slip.odds))
      return refuse('oddsChanged', price.quote)
    const limits = snapshot.bettorLimits(bettor, slip.gameId, item.groupId, period)
    if (!limits) return refuse('gameOff')
    if (stake < limits.minStake) return refuse('belowMinStake')
    if (stake > limits.maxStake) return refuse('aboveMaxStake')
    const ref: ItemRef = {
      periodId: period.periodId,
      gameId: slip.gameId,
      periodNo: slip.periodNo,
      groupId: item.groupId,
      playCode: slip.playCode,
      itemCode: item.itemCode,
    }
    if (isAboveItem(bettor, ref, { stake, maxItem: limits.maxItem })) return refuse('aboveMaxItem')
    const balanceAfter = ((balances.get(bettor.path) ?? bettor.balance) - stake) as Money
    if (balanceAfter < 0n) return refuse('balanceTooLow')
    if (openRoom !== null && stake > openRoom) return refuse('aboveMaxOpen')

    if (openRoom !== null) openRoom = (openRoom - stake) as Money
    addToItem(bettor, ref, stake)
    balances.set(bettor.path, balanceAfter)
    const order: MemberOrder = {
      kind: 'member',
      id: snapshot.nextOrderId(),
      item: ref,
      pankou,
      stake,
      odds: price.odds,
      topPayout: snapshot.games.topPayout({ ...at, odds: price.odds, stake }),
      bettor: bettor.path,
      chain: bettor.chain,
      holding: limits.holding,
      fold: knownFold(limits.holding, stake),
      betNo: slip.betNo,
      content,
    }
    return { kind: 'accepted', order, balanceAfter }
  }

  const decide = (slip: BetSlip): BetAnswer => {
    const facts = gather(snapshot, slip)
    const { bettor, stake } = facts
    if (bettor && stake !== null) asked.set(bettor.path, (asked.get(bettor.path) ?? 0n) + stake)
    const earlier = repeated(facts)
    if (earlier) return earlier
    const answer = judge(facts)
    if (answer.kind === 'accepted') accepted.set(slip.betNo, { content: facts.content, orderId: answer.order.id })
    else refusedInCall.set(`${slip.callId} ${slip.betNo}`, { content: facts.content, answer })
    return answer
  }

  return { decide, unsure }
}
