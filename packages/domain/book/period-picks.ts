/**
 * Picks of numbers of 6HC (正码, 连码, 自选不中 ...): an item's outcome depends on how many of its numbers are among the six
 * and whether the special is one of them. The rules are evaluated once for each play.
 *
 * The value f(hits) is written as a sum over the subsets that were hit: f(h) = c0 + c1 h + c2 C(h,2) + ... with
 * integers c. Tables by number, pair, triple and quadruple, summed over all items, then give a draw's sum with one
 * lookup per subset, however many items there are. Longer picks are handled as bits.
 */

import { type Play, playOf } from '../games/catalogue.ts'
import { type DrawSpace, drawOf } from '../games/draw-space.ts'
import type { Outcome } from '../games/outcome.ts'
import { prepareDraw } from '../games/settle.ts'
import { addLiving, type CrossedItem } from './period-crossed.ts'
import { SubsetTables, subsetWeights } from './period-subsets.ts'
import type { ValueOf } from './period-values.ts'
import type { PeriodItem } from './scenario.ts'

export const isNumberPick = (play: Play): boolean =>
  play.game === '6HC' && /^(?:ZM|LM_\w+|BZ\d+|DZ\d+|TPZ\d)$/.test(play.code)

const numbersOf = (itemCode: string): number[] => itemCode.split('+').map(Number)

/** The outcome of a pick of `count` numbers with `hits` hits among the six and the special hit or not. */
type AnswerAt = (hits: number, special: boolean) => Outcome

const answersOf = (space: DrawSpace, play: Play, count: number): AnswerAt => {
  const picked = Array.from({ length: count }, (_, index) => index + 1)
  const others = Array.from({ length: 49 - count }, (_, index) => count + 1 + index)
  const code = picked.map((number) => String(number).padStart(2, '0')).join('+')
  return (hits, special) => {
    const six = [...picked.slice(0, hits), ...others.slice(0, 6 - hits)]
    const last = special ? (picked.at(-1) as number) : (others.at(-1) as number)
    const draw = drawOf('6HC', space.rules, [...six, last])
    return prepareDraw(draw, space.rules.options).outcome(play.code, code)
  }
}

const same = (one: Outcome, two: Outcome): boolean =>
  one.result === two.result && one.tier === two.tier && one.hits === two.hits

/** Which balls count: the six, all seven equally, or the special under a rule of its own. */
type Family = 'six' | 'seven' | 'mixed'

interface PickRule {
  readonly count: number
  readonly family: Family
  /** By hits among the family's balls. For `mixed`: by hits among the six with the special not hit. */
  readonly answers: readonly Outcome[]
  /** `mixed`: by hits among the six with the special hit. */
  readonly withSpecial: readonly Outcome[]
}

const ruleOf = (space: DrawSpace, play: Play, count: number): PickRule => {
  const at = answersOf(space, play, count)
  const most = Math.min(count, 6)
  const plain = Array.from({ length: most + 1 }, (_, hits) => at(hits, false))
  const special = Array.from({ length: Math.min(count - 1, 6) + 1 }, (_, hits) => at(hits, true))
  const family: Family = special.every((answer, hits) => same(answer, plain[hits] as Outcome))
    ? 'six'
    : special.every((answer, hits) => plain[hits + 1] === undefined || same(answer, plain[hits + 1] as Outcome))
      ? 'seven'
      : 'mixed'
  if (family === 'mixed' && count > 2) throw new Error(`${play.code} has an unsupported rule for the special`)
  const answers = family === 'seven' && special[6] ? [...plain, special[6]] : plain
  return { count, family, answers, withSpecial: special }
}

const ruleMemo = new WeakMap<DrawSpace, Map<string, PickRule>>()
const cachedRule = (space: DrawSpace, play: Play, count: number): PickRule => {
  let rules = ruleMemo.get(space)
  if (!rules) {
    rules = new Map()
    ruleMemo.set(space, rules)
  }
  const key = `${play.code} ${count}`
  let rule = rules.get(key)
  if (!rule) {
    rule = ruleOf(space, play, count)
    rules.set(key, rule)
  }
  return rule
}

const sortedMemo = new WeakMap<DrawSpace, Map<number, Uint8Array>>()

/** The first six, or all seven, numbers of every draw, ascending and counted from 0. */
const sortedOf = (space: DrawSpace, width: number): Uint8Array => {
  const known = sortedMemo.get(space)?.get(width)
  if (known) return known
  const sorted = new Uint8Array(space.count * width)
  for (let draw = 0; draw < space.count; draw++) {
    const row = sorted.subarray(draw * width, (draw + 1) * width)
    for (let place = 0; place < width; place++) row[place] = (space.balls[draw * 7 + place] as number) - 1
    row.sort()
  }
  const memo = sortedMemo.get(space) ?? new Map<number, Uint8Array>()
  sortedMemo.set(space, memo.set(width, sorted))
  return sorted
}

interface Bits {
  readonly low: Int32Array
  readonly high: Int32Array
}
const bitsMemo = new WeakMap<DrawSpace, Map<number, Bits>>()

/** The first six, or all seven, numbers of every draw as a bit set. */
const bitsOf = (space: DrawSpace, width: number): Bits => {
  const known = bitsMemo.get(space)?.get(width)
  if (known) return known
  const bits = { low: new Int32Array(space.count), high: new Int32Array(space.count) }
  for (let draw = 0; draw < space.count; draw++) {
    const numbers = [...space.balls.subarray(draw * 7, draw * 7 + width)].map((ball) => ball - 1)
    const { low, high } = setOf(numbers)
    bits.low[draw] = low
    bits.high[draw] = high
  }
  const memo = bitsMemo.get(space) ?? new Map<number, Bits>()
  bitsMemo.set(space, memo.set(width, bits))
  return bits
}

const setOf = (numbers: readonly number[]): { low: number; high: number } => {
  let [low, high] = [0, 0]
  for (const number of numbers) {
    if (number < 32) low |= 1 << number
    else high |= 1 << (number - 32)
  }
  return { low, high }
}

const countBits = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Adds a long pick whose value depends on the number of hits: one pass over the draws. */
const addCounted = (sums: Float64Array, bits: Bits, numbers: readonly number[], values: readonly number[]): void => {
  const { low, high } = setOf(numbers)
  for (let draw = 0; draw < sums.length; draw++) {
    const hits = countBits((bits.low[draw] as number) & low) + countBits((bits.high[draw] as number) & high)
    sums[draw] = (sums[draw] as number) + (values[hits] as number)
  }
}

/** Row 49 belongs to no number. It stays empty and is used for the special by the family of six balls. */
const EMPTY = 49
const rowMemo = new WeakMap<DrawSpace, Map<number, Uint16Array>>()
const rowsOf = (space: DrawSpace, width: number): Uint16Array => {
  const known = rowMemo.get(space)?.get(width)
  if (known) return known
  const rows = Uint16Array.from(space.balls, (ball, at) => (at % 7 < width ? ball - 1 : EMPTY))
  const memo = rowMemo.get(space) ?? new Map<number, Uint16Array>()
  rowMemo.set(space, memo.set(width, rows))
  return rows
}

/** Long picks. Most depend only on whether any number was hit; these are handled together. */
class LongPicks {
  readonly #living: { six: CrossedItem[]; seven: CrossedItem[] } = { six: [], seven: [] }
  /** Added to every draw: the items' value when one of their numbers is hit. */
  always = 0

  add(
    at: { sums: Float64Array; space: DrawSpace; family: 'six' | 'seven' },
    places: readonly number[],
    values: readonly number[],
  ): void {
    const [none = 0, any = 0, ...more] = values
    if (more.some((value) => value !== any)) {
      addCounted(at.sums, bitsOf(at.space, at.family === 'six' ? 6 : 7), places, values)
      return
    }
    this.always += any
    this.#living[at.family].push({ alive: none - any, rows: places })
  }

  addTo(sums: Float64Array, space: DrawSpace): void {
    const { six, seven } = this.#living
    if (six.length > 0) addLiving(sums, six, { rowsOf: rowsOf(space, 6), rowCount: 50 })
    if (seven.length > 0) addLiving(sums, seven, { rowsOf: rowsOf(space, 7), rowCount: 50 })
  }
}

/** For pairs: what the special adds beyond the six, by its number, and by its number together with one of the six. */
class SpecialTables {
  readonly one = new Float64Array(50)
  readonly two = new Float64Array(50 * 50)
  used = false

  add(numbers: readonly number[], extra: readonly number[]): void {
    const [none = 0, one = 0] = extra
    for (const special of numbers) {
      this.one[special] = (this.one[special] as number) + none
      for (const other of numbers)
        if (other !== special) this.two[special * 50 + other] = (this.two[special * 50 + other] as number) + one - none
    }
    this.used = true
  }

  addTo(sums: Float64Array, balls: Uint8Array): void {
    if (!this.used) return
    for (let draw = 0; draw < sums.length; draw++) {
      const from = draw * 7
      const special = balls[from + 6] as number
      let sum = (sums[draw] as number) + (this.one[special] as number)
      for (let place = 0; place < 6; place++) sum += this.two[special * 50 + (balls[from + place] as number)] as number
      sums[draw] = sum
    }
  }
}

/** Longer picks have no tables and are evaluated in every draw. */
export const LONGEST_TABLED = 5

/** Adds the results of picks of numbers to the sum of every draw. */
export const addPicks = (
  sums: Float64Array,
  space: DrawSpace,
  items: readonly PeriodItem[],
  valueFor: ValueOf,
): void => {
  const tables = { six: new SubsetTables(), seven: new SubsetTables() }
  const special = new SpecialTables()
  const long = new LongPicks()
  let always = 0
  for (const item of items) {
    const play = playOf('6HC', item.playCode)
    if (!play) throw new Error(`no play ${item.playCode}`)
    const numbers = numbersOf(item.itemCode)
    const rule = cachedRule(space, play, numbers.length)
    const values = rule.answers.map((answer) => valueFor(item, answer))
    const family = rule.family === 'seven' ? 'seven' : 'six'
    const places = numbers.map((number) => number - 1)
    if (rule.count > LONGEST_TABLED) {
      long.add({ sums, space, family }, places, values)
      continue
    }
    const weights = subsetWeights(values)
    always += weights[0] ?? 0
    tables[family].add(places, weights)
    if (rule.family !== 'mixed') continue
    const extra = rule.withSpecial.map((answer, hits) => valueFor(item, answer) - (values[hits] as number))
    special.add(numbers, extra)
  }
  always += long.always
  if (always !== 0) for (let draw = 0; draw < sums.length; draw++) sums[draw] = (sums[draw] as number) + always
  tables.six.addTo(sums, sortedOf(space, 6), 6)
  tables.seven.addTo(sums, sortedOf(space, 7), 7)
  special.addTo(sums, space.balls)
  long.addTo(sums, space)
}
