import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { manualBet } from '@strata/contract/endpoints/replenishment'
import { noExposure } from '@strata/domain/book/exposure'
import { formatMoney, type Money, money, type Odds, parseOdds, parseRate, type Rate, rate } from '@strata/domain/money'
import { gainPerYuan } from '@strata/domain/replenishment/automatic'
import { fillToHeld, fillToResult } from '@strata/domain/replenishment/manual'
import { addAmounts, readAmount } from '../../lib/amount.ts'
import { readTyped } from '../../lib/typed-amount.ts'

/** An item that may be sent up, with the live figures of the board. */
export type ReplenishItem = {
  readonly playCode: string
  readonly itemCode: string
  readonly itemName: string
  /** Named beside the item where several plays stand in one list. */
  readonly playName?: string
  readonly odds: string | Readonly<Record<string, string>>
  readonly net: string
  readonly pending: string
  /** Result if the item wins. */
  readonly netAmount: string
  /** Items of one outcome share its result (特码A and 特码B of a number); absent: the item itself. */
  readonly outcome?: string
}

export type ManualAnswer = ResponseOf<typeof manualBet>
export type ManualResult = ManualAnswer['results'][number]
export type ManualOrders = RequestOf<typeof manualBet>['orders']

/** What is typed, by item. */
export type Amounts = Readonly<Record<string, string>>

/** How calls name the merchant whose book the head means. */
export const merchantField = (merchant: number | null): { readonly agentPathsId?: number } =>
  merchant === null ? {} : { agentPathsId: merchant }

/** Where typed amounts are kept: of the head for each merchant apart. */
export const amountsKey = (gameId: number, periodNo: string, merchant: number | null): string =>
  `send|${gameId}|${periodNo}${merchant === null ? '' : `|${merchant}`}`

export const replenishKey = (item: { readonly playCode: string; readonly itemCode: string }): string =>
  `${item.playCode}|${item.itemCode}`

/** What may be sent at most: what is held and not out already, never below zero. */
export const sendable = (item: ReplenishItem): Money => {
  const held = readAmount(item.net) - readAmount(item.pending)
  return money(held > 0n ? held : 0n)
}

export type AmountProblem = 'amount' | 'unit' | 'aboveNet'

/** What is wrong with a typed amount; an empty one is fine and means that the item is left out. */
export const amountProblem = (item: ReplenishItem, text: string, unit: Money): AmountProblem | null => {
  const typed = readTyped(text)
  if (!typed.ok) return 'amount'
  if (typed.value === null) return null
  const amount = readAmount(typed.value)
  if (amount % unit !== 0n) return 'unit'
  return amount > sendable(item) ? 'aboveNet' : null
}

/** The orders that are asked for, in the order of the items; zero and empty leave an item out. */
export const ordersOf = (items: readonly ReplenishItem[], amounts: Amounts): ManualOrders =>
  items.flatMap((item) => {
    const typed = readTyped(amounts[replenishKey(item)] ?? '')
    if (!typed.ok || typed.value === null || typed.value === '0') return []
    return [{ playCode: item.playCode, itemCode: item.itemCode, amount: typed.value }]
  })

export const sumOf = (orders: ManualOrders): string => addAmounts(orders.map(({ amount }) => amount))

/** The dearest part of a quote: what the item pays at most. */
const topOdds = (quote: ReplenishItem['odds']): Odds => {
  let top = 0n
  for (const text of typeof quote === 'string' ? [quote] : Object.values(quote)) {
    const parsed = parseOdds(text)
    if (parsed.ok && parsed.value > top) top = parsed.value
  }
  return top as Odds
}

/** A commission of the wire in percent as a rate; unknown counts as none. */
export const rateOf = (percent: string | undefined): Rate => {
  const parsed = parseRate(percent ?? '0')
  return parsed.ok ? parsed.value : rate(0n)
}

export type Fill = {
  readonly kind: 'result' | 'held'
  readonly target: Money
  readonly unitOf: (playCode: string) => Money
  /** Own commission on the pankou of replenishment, by play. */
  readonly rateOf: (playCode: string) => Rate
}

/**
 * Amounts that bring every item to the target: a result it should not fall below, or a stake it should keep. Items of one
 * outcome are filled one after the other, each counting what those before it already bring.
 */
export const fillAmounts = (items: readonly ReplenishItem[], fill: Fill): Amounts => {
  const gained = new Map<string, bigint>()
  const filled: Record<string, string> = {}
  for (const item of items) {
    const figures = { ...noExposure(), held: readAmount(item.net), pending: readAmount(item.pending) }
    const key = replenishKey(item)
    const outcome = item.outcome ?? key
    const own = fill.rateOf(item.playCode)
    const odds = topOdds(item.odds)
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

/** What left for an outside book: neither taken above nor refused. */
export const flownOut = (result: ManualResult): string => {
  const taken = result.takes.map(({ amount }) => readAmount(amount))
  const rest = readAmount(result.requested) - readAmount(result.refused) - taken.reduce((a, b) => a + b, 0n)
  return formatMoney(money(rest))
}

export const takenOf = (results: readonly ManualResult[]): string =>
  addAmounts(results.map(({ requested, refused }) => formatMoney(money(readAmount(requested) - readAmount(refused)))))

export const quoteText = (quote: ManualResult['odds']): string =>
  typeof quote === 'string' ? quote : Object.values(quote).join(' / ')

/** What moved in a result since the preview that the person saw; null where nothing did. */
export type Moved = {
  readonly odds: string | null
  readonly refused: string | null
  readonly reason: boolean
  /** By role: what it would have taken before. */
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

/** The data of a refusal as a new preview, if that is what it carries. */
export const previewIn = (data: unknown): ManualAnswer | null =>
  typeof data === 'object' && data !== null && 'version' in data && 'results' in data && Array.isArray(data.results)
    ? (data as ManualAnswer)
    : null
