import type { Draw } from './draw.ts'
import type { RuleOptions } from './options.ts'
import { LOSE, REFUND, type Rule, type RuleTable, winIf } from './outcome.ts'
import { dragonTiger, isSide, type Shape, shapeOf } from './shapes.ts'

/** Facts of a draw that the rules of the 时时彩 plays use. */
export type Facts5M = {
  readonly digits: readonly number[]
  readonly sum: number
  /** 前三, 中三, 后三 */
  readonly shapes: readonly [Shape, Shape, Shape]
  readonly options: RuleOptions
}

export const factsOf5M = (draw: Draw, options: RuleOptions): Facts5M => {
  const digits = draw.balls
  const at = (index: number): number => digits[index] ?? 0
  const trio = (from: number): Shape => shapeOf(at(from), at(from + 1), at(from + 2), options.m5_wrap)
  return { digits, sum: digits.reduce((a, b) => a + b, 0), shapes: [trio(0), trio(1), trio(2)], options }
}

const ALL: readonly number[] = [0, 1, 2, 3, 4]
const TRIOS: Readonly<Record<string, number>> = { Q3: 0, Z3: 1, H3: 2 }
const PRIMES = new Set([1, 2, 3, 5, 7])

const trioFrom = (name: string | undefined): number => TRIOS[name ?? ''] ?? 0
const scopeOf = (name: string | undefined): readonly number[] => {
  const from = trioFrom(name)
  return name === 'ALL' ? ALL : [from, from + 1, from + 2]
}
const pairOf = (match: RegExpExecArray): readonly [number, number] => [Number(match[1]) - 1, Number(match[2]) - 1]

const one = (position: number, judge: (digit: number, code: string) => boolean): Rule<Facts5M> => ({
  deciding: [position],
  judge: (facts, parts) => winIf(judge(facts.digits[position] ?? 0, parts[0] ?? '')),
})

const dragonTigerOf = (a: number, b: number): Rule<Facts5M> => ({
  deciding: [a, b],
  judge: (facts, parts) =>
    dragonTiger(
      parts[0],
      facts.digits[a] ?? 0,
      facts.digits[b] ?? 0,
      facts.options.m5_lhTie === 'refund' ? REFUND : LOSE,
    ),
})

/** Judges the digits of a scope against the parts of the item. */
const scoped = (
  scope: readonly number[],
  judge: (digits: readonly number[], parts: readonly string[]) => boolean,
): Rule<Facts5M> => ({
  deciding: scope,
  judge: (facts, parts) =>
    winIf(
      judge(
        scope.map((position) => facts.digits[position] ?? 0),
        parts,
      ),
    ),
})

const holdsPair = (digits: readonly number[], pair: string): boolean => {
  const [a, b] = [Number(pair[0]), Number(pair[1])]
  return a === b ? digits.filter((digit) => digit === a).length >= 2 : digits.includes(a) && digits.includes(b)
}

const allPicked = (digits: readonly number[], parts: readonly string[]): boolean =>
  digits.every((digit) => parts.includes(String(digit)))

export const RULES_5M: RuleTable<Facts5M> = [
  [/^B([1-5])$/, (m) => one(Number(m[1]) - 1, (digit, code) => String(digit) === code)],
  [/^B([1-5])_LM$/, (m) => one(Number(m[1]) - 1, (digit, code) => isSide(code, digit, 5))],
  [/^B([1-5])_ZH$/, (m) => one(Number(m[1]) - 1, (digit, code) => PRIMES.has(digit) === (code === 'ZHI'))],
  [/^ZH$/, () => ({ deciding: ALL, judge: (facts, parts) => winIf(isSide(parts[0], facts.sum, 23)) })],
  [/^LH$/, () => dragonTigerOf(0, 4)],
  [/^LH([1-4])([2-5])$/, (m) => dragonTigerOf(...pairOf(m))],
  [
    /^(Q3|Z3|H3)$/,
    (m) => {
      const place = trioFrom(m[1])
      return { deciding: scopeOf(m[1]), judge: (facts, parts) => winIf(facts.shapes[place] === parts[0]) }
    },
  ],
  [/^YZ_(ALL|Q3|Z3|H3)$/, (m) => scoped(scopeOf(m[1]), (digits, parts) => digits.includes(Number(parts[0])))],
  [/^EZ_(Q3|Z3|H3)$/, (m) => scoped(scopeOf(m[1]), (digits, parts) => holdsPair(digits, parts[0] ?? ''))],
  [
    /^KD_(Q3|Z3|H3)$/,
    (m) => scoped(scopeOf(m[1]), (digits, parts) => Math.max(...digits) - Math.min(...digits) === Number(parts[0])),
  ],
  [/^DW3_(Q3|Z3|H3)$/, (m) => scoped(scopeOf(m[1]), (digits, parts) => digits.join('') === parts[0])],
  [
    /^ZX3_(Q3|Z3|H3)$/,
    (m) => scoped(scopeOf(m[1]), (digits, parts) => new Set(digits).size === 2 && allPicked(digits, parts)),
  ],
  [
    /^ZX6_(Q3|Z3|H3)$/,
    (m) => scoped(scopeOf(m[1]), (digits, parts) => new Set(digits).size === 3 && allPicked(digits, parts)),
  ],
  [/^DW2_([1-4])([2-5])$/, (m) => scoped(pairOf(m), (digits, parts) => digits.join('') === parts[0])],
  [
    /^HS2_([1-4])([2-5])$/,
    (m) => scoped(pairOf(m), (digits, parts) => isSide(parts[0], (digits[0] ?? 0) + (digits[1] ?? 0), 10)),
  ],
]
