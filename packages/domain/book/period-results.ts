/** A holder's exact result under every draw of a space, and the outlook of a period. */

import { playOf } from '../games/catalogue.ts'
import { ballsAt, type DrawSpace, preparedAt } from '../games/draw-space.ts'
import { type Lens, lensOf } from '../games/lenses.ts'
import { WIN } from '../games/outcome.ts'
import { type Money, money } from '../money/money.ts'
import { addLegs } from './period-legs.ts'
import { addPicks, isNumberPick, LONGEST_TABLED } from './period-picks.ts'
import { joinParts, partsFor, type ValueOf, valuesOfPart } from './period-values.ts'
import { type PeriodItem, RISK_PART } from './scenario.ts'

const keyMemo = new WeakMap<DrawSpace, Map<string, Uint16Array>>()

const keysOf = (space: DrawSpace, lens: Lens): Uint16Array => {
  let memo = keyMemo.get(space)
  if (!memo) {
    memo = new Map()
    keyMemo.set(space, memo)
  }
  // Lenses that differ only in `wins` have the same bits.
  const name = lens.name.replace(/ (?:all|none)$/, '').replace(/^number/, 'places')
  let keys = memo.get(name)
  if (!keys) {
    keys = lens.keysOf(space)
    memo.set(name, keys)
  }
  return keys
}

type Fill = (key: number, draw: number) => number

const fillByBits = (bits: NonNullable<Lens['bits']>, items: readonly PeriodItem[], valueFor: ValueOf): Fill => {
  const masks = Int32Array.from(items, (item) => bits.ofItem(item.itemCode))
  const values = Float64Array.from(items, (item) => valueFor(item, WIN))
  const wins = {
    all: (key: number, mask: number) => (mask & key) === mask,
    none: (key: number, mask: number) => (mask & key) === 0,
    cover: (key: number, mask: number) => key !== 0 && (key & ~mask) === 0,
    equal: (key: number, mask: number) => key === mask,
  }[bits.wins]
  return (key) => {
    let sum = 0
    for (let index = 0; index < masks.length; index++)
      if (wins(key, masks[index] as number)) sum += values[index] as number
    return sum
  }
}

const fillByRules = (space: DrawSpace, items: readonly PeriodItem[], valueFor: ValueOf): Fill => {
  return (_key, draw) => {
    const judged = preparedAt(space, draw)
    let sum = 0
    for (const item of items) {
      const outcome = judged.outcome(item.playCode, item.itemCode)
      if (outcome.result !== 'lose') sum += valueFor(item, outcome)
    }
    return sum
  }
}

interface Group {
  readonly lens: Lens
  readonly items: PeriodItem[]
}

interface Sorted {
  readonly groups: readonly Group[]
  readonly picks: readonly PeriodItem[]
  readonly legs: readonly PeriodItem[]
}

const sortItems = (space: DrawSpace, items: readonly PeriodItem[]): Sorted => {
  const groups = new Map<string, Group>()
  const picks: PeriodItem[] = []
  const legs: PeriodItem[] = []
  for (const item of items) {
    const play = playOf(space.game, item.playCode)
    if (!play) throw new Error(`no play ${item.playCode} in ${space.game}`)
    if (play.form.kind === 'legs') legs.push(item)
    else if (isNumberPick(play)) picks.push(item)
    else {
      const lens = lensOf(play, item.itemCode, space.rules)
      if (!lens) throw new Error(`no lens for ${play.code}`)
      const group = groups.get(lens.name) ?? { lens, items: [] }
      groups.set(lens.name, group)
      group.items.push(item)
    }
  }
  return { groups: [...groups.values()], picks, legs }
}

const addGroup = (sums: Float64Array, space: DrawSpace, { lens, items }: Group, valueFor: ValueOf): void => {
  const keys = keysOf(space, lens)
  const fill = lens.bits ? fillByBits(lens.bits, items, valueFor) : fillByRules(space, items, valueFor)
  const table = new Float64Array(lens.size).fill(Number.NaN)
  for (let draw = 0; draw < sums.length; draw++) {
    const key = keys[draw] as number
    let value = table[key] as number
    if (Number.isNaN(value)) {
      value = fill(key, draw)
      table[key] = value
    }
    sums[draw] = (sums[draw] as number) + value
  }
}

const sumsOf = (space: DrawSpace, sorted: Sorted, valueFor: ValueOf): Float64Array => {
  const sums = new Float64Array(space.count)
  for (const group of sorted.groups) addGroup(sums, space, group, valueFor)
  if (sorted.picks.length > 0) addPicks(sums, space, sorted.picks, valueFor)
  addLegs(sums, space, sorted.legs, valueFor)
  return sums
}

/** The result of every draw of the space, in 1/10,000 yuan. */
export const periodResults = (space: DrawSpace, items: readonly PeriodItem[]): BigInt64Array => {
  const sorted = sortItems(space, items)
  const parts = partsFor(items)
  const sums = Array.from({ length: parts }, (_, part) => sumsOf(space, sorted, valuesOfPart(part, parts)))
  const base = items.reduce((sum, item) => sum + item.ifLose, 0n)
  return joinParts(sums, money(base))
}

/** The number of items that are evaluated in every draw. The cost of a period grows with it. */
export const slowItems = (items: readonly Pick<PeriodItem, 'playCode' | 'itemCode'>[]): number =>
  items.filter(({ playCode, itemCode }) => {
    const play = playOf('6HC', playCode)
    if (!play) return false
    return play.form.kind === 'legs' || (isNumberPick(play) && itemCode.split('+').length > LONGEST_TABLED)
  }).length

export interface DrawResult {
  readonly balls: readonly number[]
  readonly result: Money
}

export interface PeriodOutlook {
  readonly draws: number
  readonly exact: boolean
  /** Different draws, the worst first. Draws with equal results keep their order. */
  readonly worst: readonly DrawResult[]
  /** The loss that at most 1 in 100 draws exceed; 0 when there is no such loss. */
  readonly valueAtRisk: Money
  /** The sorted results at these percentages of the draws. The first is the worst, the last the best. */
  readonly percentiles: readonly { readonly percent: number; readonly result: Money }[]
}

const PERCENTS = [0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100]

/** The `count` worst draws, each once. */
export const worstDraws = (space: DrawSpace, results: BigInt64Array, count: number): DrawResult[] => {
  const sorted = results.toSorted()
  return worstOf(space, results, sorted, count)
}

const worstOf = (space: DrawSpace, results: BigInt64Array, sorted: BigInt64Array, count: number): DrawResult[] => {
  // A sample may hold a draw twice, so take more than `count` candidates.
  const enough = Math.min(count * 2, sorted.length)
  const line = sorted[enough - 1] ?? 0n
  const found: { index: number; result: bigint }[] = []
  let equal = 0
  for (let index = 0; index < results.length; index++) {
    const result = results[index] as bigint
    if (result > line) continue
    if (result === line && equal++ >= enough) continue
    found.push({ index, result })
  }
  found.sort((one, two) => (one.result < two.result ? -1 : one.result > two.result ? 1 : one.index - two.index))
  const worst: DrawResult[] = []
  const seen = new Set<string>()
  for (const { index, result } of found) {
    const balls = ballsAt(space, index)
    const key = balls.join()
    if (seen.has(key)) continue
    seen.add(key)
    worst.push({ balls, result: money(result) })
    if (worst.length === count) break
  }
  return worst
}

/** The outlook of a period, computed from the results of its draws. */
export const outlookOf = (space: DrawSpace, results: BigInt64Array, worstCount: number): PeriodOutlook => {
  const sorted = results.toSorted()
  const last = sorted.length - 1
  const at = (index: number): Money => money(sorted[index] ?? 0n)
  const atRisk = at(Math.floor(sorted.length / RISK_PART))
  return {
    draws: space.count,
    exact: space.exact,
    worst: worstOf(space, results, sorted, worstCount),
    valueAtRisk: money(atRisk < 0n ? -atRisk : 0n),
    percentiles: PERCENTS.map((percent) => ({ percent, result: at(Math.floor((last * percent) / 100)) })),
  }
}
