import type { Draw } from './draw.ts'
import type { RuleOptions } from './options.ts'
import { LOSE, type Outcome, REFUND, type Rule, type RuleTable, winIf } from './outcome.ts'
import { dragonTiger, isSide, type Shape, shapeOf } from './shapes.ts'

/** Facts of a draw that the rules of the PC蛋蛋 plays use. */
export type FactsPc = {
  readonly digits: readonly number[]
  readonly sum: number
  readonly shape: Shape
  readonly options: RuleOptions
}

export const factsOfPc = (draw: Draw, options: RuleOptions): FactsPc => {
  const [a = 0, b = 0, c = 0] = draw.balls
  return { digits: draw.balls, sum: a + b + c, shape: shapeOf(a, b, c, options.pc_wrap), options }
}

const ALL: readonly number[] = [0, 1, 2]
const GREY = new Set([0, 13, 14, 27])
const COLOURS = ['RED', 'GREEN', 'BLUE'] as const

/** 波色 of a sum. Null for the four grey ones. */
export const colourOfSum = (sum: number): (typeof COLOURS)[number] | null =>
  GREY.has(sum) ? null : (COLOURS[sum % 3] ?? null)

const isHighShape = (shape: Shape): boolean => shape === 'BAOZI' || shape === 'SHUNZI' || shape === 'DUIZI'

/** Whether the 13/14 option refunds a hit of 大小单双 or 组合. A miss still loses. */
const givenBack = (facts: FactsPc, combination: boolean): boolean => {
  const is1314 = facts.sum === 13 || facts.sum === 14
  switch (facts.options.pc_1314) {
    case 'none':
      return false
    case 'refund_combo':
      return is1314 && combination
    case 'refund_all':
      return is1314
    case 'high':
      return is1314 || isHighShape(facts.shape)
  }
}

const sides =
  (combination: boolean) =>
  (facts: FactsPc, parts: readonly string[]): Outcome => {
    const hit = isSide(parts[0], facts.sum, 14)
    return hit && givenBack(facts, combination) ? REFUND : winIf(hit)
  }

const judgeColour = (facts: FactsPc, parts: readonly string[]): Outcome => {
  const colour = colourOfSum(facts.sum)
  if (colour === null) return facts.options.pc_grey === 'refund' ? REFUND : LOSE
  return winIf(colour === parts[0])
}

const judgeShape = (facts: FactsPc, parts: readonly string[]): Outcome =>
  winIf(facts.shape === parts[0] || (facts.options.pc_pairTriple && parts[0] === 'DUIZI' && facts.shape === 'BAOZI'))

const judgeEdge = (facts: FactsPc, parts: readonly string[]): Outcome => {
  const small = facts.sum <= 9
  const big = facts.sum >= 18
  switch (parts[0]) {
    case 'BIAN':
      return winIf(small || big)
    case 'ZHONG':
      return winIf(!small && !big)
    case 'DABIAN':
      return winIf(big)
    default:
      return winIf(small)
  }
}

/** 尾球: last digit of the sum; 0 and 9 win no side. */
const judgeTail = (facts: FactsPc, parts: readonly string[]): Outcome => {
  const tail = facts.sum % 10
  const code = parts[0] ?? ''
  if (/^\d$/.test(code)) return winIf(String(tail) === code)
  return tail === 0 || tail === 9 ? LOSE : winIf(isSide(code, tail, 5))
}

const ofSum = (judge: (facts: FactsPc, parts: readonly string[]) => Outcome): Rule<FactsPc> => ({
  deciding: ALL,
  judge,
})

const DRAGON_TIGER_LEOPARD = ['LONG', 'HU', 'BAO'] as const

export const RULES_PC: RuleTable<FactsPc> = [
  [/^HZ$/, () => ofSum((facts, parts) => winIf(String(facts.sum) === parts[0]))],
  [/^LM$/, () => ofSum(sides(false))],
  [/^ZU$/, () => ofSum(sides(true))],
  [
    /^JZ$/,
    () =>
      ofSum((facts, parts) => {
        const reach = facts.options.pc_extreme
        return winIf(parts[0] === 'JIDA' ? facts.sum >= 27 - reach : facts.sum <= reach)
      }),
  ],
  [/^SB$/, () => ofSum(judgeColour)],
  [/^TS$/, () => ofSum(judgeShape)],
  [/^BIAN$/, () => ofSum(judgeEdge)],
  [/^WQ$/, () => ofSum(judgeTail)],
  [/^LHB$/, () => ofSum((facts, parts) => winIf(DRAGON_TIGER_LEOPARD[facts.sum % 3] === parts[0]))],
  [/^B3$/, () => ofSum((facts, parts) => winIf(parts.includes(String(facts.sum))))],
  [
    /^LH$/,
    () =>
      ofSum((facts, parts) => {
        const [first, second] = facts.options.pc_lhPair
        const tie = facts.options.pc_lhTie === 'refund' ? REFUND : LOSE
        return dragonTiger(parts[0], facts.digits[first] ?? 0, facts.digits[second] ?? 0, tie)
      }),
  ],
  [
    /^Q([1-3])$/,
    (m) => {
      const at = Number(m[1]) - 1
      return { deciding: [at], judge: (facts, parts) => winIf(String(facts.digits[at]) === parts[0]) }
    },
  ],
  [
    /^Q([1-3])_LM$/,
    (m) => {
      const at = Number(m[1]) - 1
      return { deciding: [at], judge: (facts, parts) => winIf(isSide(parts[0], facts.digits[at] ?? 0, 5)) }
    },
  ],
]
