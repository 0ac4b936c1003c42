import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { manualBet } from '@strata/contract/endpoints/replenishment'
import { noExposure } from '@strata/domain/book/exposure'
import {
  formatMoney,
  type Money,
  money,
  NO_SHARE,
  type Odds,
  parseOdds,
  parseRate,
  parseShare,
  type Rate,
  rate,
  type Share,
} from '@strata/domain/money'
import { gainPerYuan } from '@strata/domain/replenishment/automatic'
import { evenAmounts, type FillItem, resultsAfter } from '@strata/domain/replenishment/fill'
import { fillToHeld, fillToResult } from '@strata/domain/replenishment/manual'
import { topOddsOf } from '@strata/domain/replenishment/top-odds'
import { addAmounts, readAmount } from '../../lib/amount.ts'
import { readTyped } from '../../lib/typed-amount.ts'

/** An item that can be replenished, with the live figures of the board. */
export type ReplenishItem = {
  readonly playCode: string
  readonly itemCode: string
  readonly itemName: string
  /** Shown beside the item if the list has several plays. */
  readonly playName?: string
  readonly odds: string | Readonly<Record<string, string>>
  readonly net: string
  readonly pending: string
  /** Result if the item wins. */
  readonly netAmount: string
  /** The outcomes of which every draw makes exactly one true; absent: sending affects no other item. */
  readonly market?: string
  /** 正肖: the most often that it can win in one draw; absent: once. */
  readonly hits?: number
  /** Items of one outcome share its result (特码A and 特码B of a number); absent: the item itself. */
  readonly outcome?: string
}

export type ManualAnswer = ResponseOf<typeof manualBet>
export type ManualResult = ManualAnswer['results'][number]
export type ManualOrders = RequestOf<typeof manualBet>['orders']

/** Typed amounts by item. */
export type Amounts = Readonly<Record<string, string>>

/** The request field that names the merchant whose book the head acts for. */
export const merchantField = (merchant: number | null): { readonly agentPathsId?: number } =>
  merchant === null ? {} : { agentPathsId: merchant }

/** The key of stored amounts; for the head one per merchant. */
export const amountsKey = (gameId: number, periodNo: string, merchant: number | null): string =>
  `send|${gameId}|${periodNo}${merchant === null ? '' : `|${merchant}`}`

export const replenishKey = (item: { readonly playCode: string; readonly itemCode: string }): string =>
  `${item.playCode}|${item.itemCode}`

/** Live items, and under them those of the preview: an item that is sent whole leaves the board, its order keeps the name. */
export const withPreviewed = (
  items: readonly ReplenishItem[],
  previewed: readonly ReplenishItem[],
): ReadonlyMap<string, ReplenishItem> => new Map([...previewed, ...items].map((item) => [replenishKey(item), item]))

/** The largest amount that can be sent: held less already sent and pending, never below zero. */
export const sendable = (item: ReplenishItem): Money => {
  const held = readAmount(item.net) - readAmount(item.pending)
  return money(held > 0n ? held : 0n)
}

export type AmountProblem = 'amount' | 'unit' | 'aboveNet'

/** The problem of a typed amount; an empty one is valid and leaves the item out. */
export const amountProblem = (item: ReplenishItem, text: string, unit: Money): AmountProblem | null => {
  const typed = readTyped(text)
  if (!typed.ok) return 'amount'
  if (typed.value === null) return null
  const amount = readAmount(typed.value)
  if (amount % unit !== 0n) return 'unit'
  return amount > sendable(item) ? 'aboveNet' : null
}

/** The requested orders, in the order of the items; zero and empty amounts are left out. */
export const ordersOf = (items: readonly ReplenishItem[], amounts: Amounts): ManualOrders =>
  items.flatMap((item) => {
    const typed = readTyped(amounts[replenishKey(item)] ?? '')
    if (!typed.ok || typed.value === null || typed.value === '0') return []
    return [{ playCode: item.playCode, itemCode: item.itemCode, amount: typed.value }]
  })

export const sumOf = (orders: ManualOrders): string => addAmounts(orders.map(({ amount }) => amount))

/** The most that a yuan on the item can pay. */
const topOdds = (item: Pick<ReplenishItem, 'itemCode' | 'odds' | 'hits'>, discount: Share): Odds => {
  const texts = typeof item.odds === 'string' ? [item.odds] : Object.values(item.odds)
  const [first = 0n as Odds, ...more] = texts.map((text) => {
    const parsed = parseOdds(text)
    return parsed.ok ? parsed.value : (0n as Odds)
  })
  return topOddsOf({ odds: [first, ...more], itemCode: item.itemCode, hits: item.hits ?? 1 }, discount)
}

/** A share of the wire; absent counts as 0. */
export const shareOf = (percent: string | undefined): Share => {
  const parsed = parseShare(percent ?? '0')
  return parsed.ok ? parsed.value : NO_SHARE
}

/** A percentage of the wire as a rate; absent counts as 0. */
export const rateOf = (percent: string | undefined): Rate => {
  const parsed = parseRate(percent ?? '0')
  return parsed.ok ? parsed.value : rate(0n)
}

/** How amounts are filled: to a least result, to a held stake, or to the average result of the items. */
export type FillKind = 'result' | 'held' | 'even'

export type Fill = {
  readonly kind: FillKind
  /** Not used for the average. */
  readonly target: Money
  readonly unitOf: (playCode: string) => Money
  /** The user's own commission on the replenishment pankou, or the outside book's, by play. */
  readonly rateOf: (playCode: string) => Rate
  /** How much less the outside book pays, by play; 0 where what is sent goes up. */
  readonly discountOf: (playCode: string) => Share
}

type Terms = Pick<Fill, 'unitOf' | 'rateOf' | 'discountOf'>

const fillItem = (item: ReplenishItem, { unitOf, rateOf: ownRate, discountOf }: Terms): FillItem => ({
  outcome: item.outcome ?? replenishKey(item),
  market: item.market ?? null,
  result: readAmount(item.netAmount),
  sendable: sendable(item),
  topOdds: topOdds(item, discountOf(item.playCode)),
  rate: ownRate(item.playCode),
  unit: unitOf(item.playCode),
})

/** Amounts that bring the items below the average result of all of them up to it. */
const fillEven = (items: readonly ReplenishItem[], terms: Terms): Amounts => {
  const amounts = evenAmounts(items.map((item) => fillItem(item, terms)))
  return Object.fromEntries(
    items.map((item, at) => [
      replenishKey(item),
      (amounts[at] ?? 0n) > 0n ? formatMoney(amounts[at] ?? money(0n)) : '',
    ]),
  )
}

/** By item: its result after these parts have been sent, at these odds. */
export const resultsAfterSending = (
  items: readonly ReplenishItem[],
  results: readonly Pick<ManualResult, 'playCode' | 'itemCode' | 'requested' | 'refused' | 'odds'>[],
  terms: Terms,
): ReadonlyMap<string, string> => {
  const sent = new Map(results.map((result) => [replenishKey(result), result]))
  const after = resultsAfter(
    items.map((item) => {
      const own = sent.get(replenishKey(item))
      const amount = own === undefined ? 0n : readAmount(own.requested) - readAmount(own.refused)
      // The odds of a preview are those at which it is sent, less the discount of an outside book.
      const priced = own === undefined ? {} : { topOdds: topOdds({ ...item, odds: own.odds }, NO_SHARE) }
      return { ...fillItem(item, terms), ...priced, sent: money(amount) }
    }),
  )
  return new Map(items.map((item, at) => [replenishKey(item), formatMoney(after[at] ?? money(0n))]))
}

/**
 * Amounts that bring every item to the target: a minimum result, or a held stake. Items of one outcome are filled
 * one after the other, each counting the effect of those before it.
 */
export const fillAmounts = (items: readonly ReplenishItem[], fill: Fill): Amounts => {
  if (fill.kind === 'even') return fillEven(items, fill)
  const gained = new Map<string, bigint>()
  const filled: Record<string, string> = {}
  for (const item of items) {
    const figures = { ...noExposure(), held: readAmount(item.net), pending: readAmount(item.pending) }
    const key = replenishKey(item)
    const outcome = item.outcome ?? key
    const own = fill.rateOf(item.playCode)
    const odds = topOdds(item, fill.discountOf(item.playCode))
    const unit = fill.unitOf(item.playCode)
    const already = gained.get(outcome) ?? 0n
    const amount =
      fill.kind === 'held'
        ? fillToHeld(figures, { held: fill.target, unit })
        : fillToResult(
            { figures, netAmount: money(readAmount(item.netAmount) + already), topOdds: odds, rate: own },
            { result: fill.target, unit },
          )
    gained.set(outcome, already + (amount * gainPerYuan(odds, own)) / 100_000n)
    filled[key] = amount > 0n ? formatMoney(amount) : ''
  }
  return filled
}

/** The part that flew out to an outside book: neither taken above nor refused. */
export const flownOut = (result: ManualResult): string => {
  const taken = result.takes.map(({ amount }) => readAmount(amount))
  const rest = readAmount(result.requested) - readAmount(result.refused) - taken.reduce((a, b) => a + b, 0n)
  return formatMoney(money(rest))
}

export const takenOf = (results: readonly ManualResult[]): string =>
  addAmounts(results.map(({ requested, refused }) => formatMoney(money(readAmount(requested) - readAmount(refused)))))

export const quoteText = (quote: ManualResult['odds']): string =>
  typeof quote === 'string' ? quote : Object.values(quote).join(' / ')

/** What has changed since the preview that the user saw; null: nothing. */
export type Moved = {
  readonly odds: string | null
  readonly refused: string | null
  readonly reason: boolean
  /** By role: the amount that it would have taken before. */
  readonly takes: ReadonlyMap<number, string>
}

const takesByRole = (result: ManualResult): Map<number, string> => {
  const byRole = new Map<number, string>()
  for (const { roleId, amount } of result.takes) byRole.set(roleId, addAmounts([byRole.get(roleId) ?? '0', amount]))
  return byRole
}

export const movedSince = (before: ManualResult | undefined, now: ManualResult): Moved | null => {
  if (!before) return null
  const [old, next] = [takesByRole(before), takesByRole(now)]
  const takes = new Map<number, string>()
  for (const role of new Set([...old.keys(), ...next.keys()])) {
    const was = old.get(role) ?? '0'
    if (readAmount(was) !== readAmount(next.get(role) ?? '0')) takes.set(role, was)
  }
  const odds = quoteText(before.odds) === quoteText(now.odds) ? null : quoteText(before.odds)
  const refused = readAmount(before.refused) === readAmount(now.refused) ? null : before.refused
  const reason = before.reason !== now.reason
  return odds === null && refused === null && !reason && takes.size === 0 ? null : { odds, refused, reason, takes }
}

/** The new preview in the data of a refusal, if there is one. */
export const previewIn = (data: unknown): ManualAnswer | null =>
  typeof data === 'object' && data !== null && 'version' in data && 'results' in data && Array.isArray(data.results)
    ? (data as ManualAnswer)
    : null
