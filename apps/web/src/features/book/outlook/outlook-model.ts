import type { ResponseOf } from '@strata/contract/endpoint'
import type { scenario } from '@strata/contract/endpoints/book'
import type { advise } from '@strata/contract/endpoints/replenishment'
import { type Amounts, type ReplenishItem, replenishKey } from '../../../components/replenish/replenish-model.ts'
import { readAmount } from '../../../lib/amount.ts'
import { groupDigits } from '../../../lib/typed-amount.ts'
import { type BoardRow, worstRows } from '../board-state/board-model.ts'
import { inItsNumber, itemOf, type SpecialNumbers, sendableOf } from '../replenish/replenish-items.ts'

export type Scenario = ResponseOf<typeof scenario>
export type ScenarioOutcome = Scenario['outcomes'][number]
export type Advice = ResponseOf<typeof advise>

/** "TMA:07" as an item; null: the code is a draw's. */
export const itemOfCode = (code: string): { readonly playCode: string; readonly itemCode: string } | null => {
  const parts = /^(\w+):(\w+)$/.exec(code)
  return parts?.[1] && parts[2] ? { playCode: parts[1], itemCode: parts[2] } : null
}

/** "03,12,23,34,40,49,07" as numbers; null: the code is an item's. */
export const ballsOfCode = (code: string): readonly number[] | null =>
  /^\d{1,2}(,\d{1,2})+$/.test(code) ? code.split(',').map(Number) : null

/** Outcomes in groups of alternatives: each place of 5M and PK is a row of its own. */
export const rowsOfOutcomes = (outcomes: readonly ScenarioOutcome[]): readonly (readonly ScenarioOutcome[])[] => {
  const rows = new Map<string, ScenarioOutcome[]>()
  for (const outcome of outcomes) {
    const play = itemOfCode(outcome.code)?.playCode ?? ''
    rows.set(play, [...(rows.get(play) ?? []), outcome])
  }
  return [...rows.values()]
}

/** The place an outcome belongs to: "第一球 3" is of 第一球. */
export const placeOf = (outcome: ScenarioOutcome): string => outcome.label.split(' ')[0] ?? ''

/** Two decimals, or more for values that would be rounded to zero. */
export const shortPercent = (percent: string): string => {
  const cut = percent.replace(/(\.\d\d)\d+$/, '$1').replace(/\.?0+$/, '')
  return cut === '0' || cut === '' ? percent : percent.includes('.') ? cut : percent
}

/** The short name of an outcome beside many others: the number of its ball. */
export const shortName = (outcome: ScenarioOutcome): string => {
  const percent = /^P(\d+)$/.exec(outcome.code)?.[1]
  return percent === undefined ? (itemOfCode(outcome.code)?.itemCode ?? outcome.code) : `${percent}%`
}

export const extremes = (outcomes: readonly ScenarioOutcome[]): { readonly worst: string; readonly best: string } => {
  let [worst, best] = [outcomes[0]?.result ?? '0', outcomes[0]?.result ?? '0']
  for (const { result } of outcomes) {
    if (readAmount(result) < readAmount(worst)) worst = result
    if (readAmount(result) > readAmount(best)) best = result
  }
  return { worst, best }
}

/** Bars of these lengths side by side, each one wide, in a picture that is 100 high; `zero` is where they begin. */
export const barPaths = (
  lengths: readonly number[],
): { readonly gains: string; readonly losses: string; readonly zero: number } => {
  const [top, bottom] = [Math.max(0, ...lengths), Math.min(0, ...lengths)]
  const span = top - bottom || 1
  const place = (length: number): number => Math.round(((top - length) * 10_000) / span) / 100
  const zero = place(0)
  const pathOf = (belongs: (length: number) => boolean): string =>
    lengths.map((length, at) => (belongs(length) ? `M${at}.1 ${zero}V${place(length)}h.8V${zero}z` : '')).join('')
  return { gains: pathOf((length) => length > 0), losses: pathOf((length) => length < 0), zero }
}

const MAX_LABELS = 5

/** Which bars have a name below them: the first, the last and those evenly between. */
export const labelledBars = (count: number): readonly number[] => {
  const labels = Math.min(count, MAX_LABELS)
  return Array.from({ length: labels }, (_, at) => (labels === 1 ? 0 : Math.round((at * (count - 1)) / (labels - 1))))
}

const WORST = 10

/**
 * The outcomes of the special number from the rows of its board: a row's result is that of its number over all plays
 * that the number decides. All numbers are equally likely, so at most 1 draw in 100 is worse than the worst only if it
 * is the worst itself.
 */
export const scenarioOfRows = (rows: readonly BoardRow[]): Scenario => {
  const probability = String(Math.round(1_000_000 / Math.max(1, rows.length)) / 10_000)
  const outcomes = rows.map(({ playCode, itemCode, itemName, netAmount }) => ({
    code: `${playCode}:${itemCode}`,
    label: itemName,
    probability,
    result: netAmount,
  }))
  const worst = worstRows(rows, WORST).map((row) => ({
    code: `${row.playCode}:${row.itemCode}`,
    label: row.itemName,
    probability,
    result: row.netAmount,
  }))
  const least = worst[0]?.result ?? '0'
  return {
    outcomes,
    worst,
    valueAtRisk: least.startsWith('-') ? least.slice(1) : '0',
    exact: true,
    draws: rows.length,
  }
}

/** Maximum number of orders in one call. */
const MAX_ORDERS = 500

/** The advised orders, the largest first, up to the maximum of one call. */
export const sendableOrders = (orders: Advice['orders']): Advice['orders'] =>
  orders
    .toSorted((one, two) => {
      const [a, b] = [readAmount(one.amount), readAmount(two.amount)]
      return a === b ? 0 : a < b ? 1 : -1
    })
    .slice(0, MAX_ORDERS)

/** The amounts for the replenish form. */
export const adviceAmounts = (orders: Advice['orders']): Amounts =>
  Object.fromEntries(orders.map((order) => [replenishKey(order), groupDigits(order.amount)]))

/**
 * The advised items with their live figures, in the order of the advice; items that the board does not have are
 * left out.
 */
export const adviceItems = (
  orders: Advice['orders'],
  { rows, numbers }: { readonly rows: readonly BoardRow[]; readonly numbers: SpecialNumbers | null },
  playName: (playCode: string) => string | undefined,
): readonly ReplenishItem[] => {
  const known = new Map(rows.map((row) => [replenishKey(row), row]))
  return orders.flatMap((order): ReplenishItem[] => {
    const row = known.get(replenishKey(order))
    return row ? [inItsNumber(itemOf(row, playName(row.playCode) ?? null), numbers)] : []
  })
}

/** What an advice was computed from, as far as the board shows it. */
export type AdviceBasis = {
  /** When it was asked, epoch ms of the server's clock. */
  readonly at: number
  /** By item: what could be sent. Absent: not known yet. */
  readonly sendable: ReadonlyMap<string, string> | null
}

export const sendableNow = (rows: readonly BoardRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [replenishKey(row), sendableOf(row)]))

/**
 * How far an advice is from the board now: it is out of date as soon as the worst result is another one, or of one of
 * its items more or less can be sent.
 */
export const adviceAge = (
  { orders, worstBefore }: Pick<Advice, 'orders' | 'worstBefore'>,
  basis: AdviceBasis,
  now: { readonly worst: string | null; readonly sendable: ReadonlyMap<string, string> },
): { readonly stale: boolean; readonly changed: number } => {
  const { sendable } = basis
  const changed =
    sendable === null
      ? 0
      : orders.filter((order) => {
          const key = replenishKey(order)
          const before = sendable.get(key)
          const after = now.sendable.get(key)
          return before !== undefined && after !== undefined && readAmount(before) !== readAmount(after)
        }).length
  const moved = now.worst !== null && readAmount(now.worst) !== readAmount(worstBefore)
  return { stale: moved || changed > 0, changed }
}
