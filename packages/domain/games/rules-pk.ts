import type { Draw } from './draw.ts'
import type { RuleOptions } from './options.ts'
import { LOSE, type Outcome, REFUND, type Rule, type RuleTable, winIf } from './outcome.ts'
import { dragonTiger, isSide } from './shapes.ts'

/** Facts of a draw that the rules of the 赛车 plays use. */
export type FactsPk = {
  readonly cars: readonly number[]
  /** 冠亚和 3..19 */
  readonly sum2: number
  /** 冠亚季和 6..27 */
  readonly sum3: number
  readonly options: RuleOptions
}

export const factsOfPk = (draw: Draw, options: RuleOptions): FactsPk => {
  const [first = 0, second = 0, third = 0] = draw.balls
  return { cars: draw.balls, sum2: first + second, sum3: first + second + third, options }
}

const FIRST_TWO: readonly number[] = [0, 1]
const FIRST_THREE: readonly number[] = [0, 1, 2]

/** 冠亚和 两面 and 组合. The option decides how 11 counts (lose_dx affects only 大 and 小). */
const judgeSum = (facts: FactsPk, parts: readonly string[]): Outcome => {
  const side = parts[0] ?? ''
  if (facts.sum2 === 11) {
    if (facts.options.pk_sum11 === 'refund') return REFUND
    if (facts.options.pk_sum11 === 'lose_dx' && (side === 'DA' || side === 'XIAO')) return LOSE
  }
  return winIf(isSide(side, facts.sum2, 12))
}

const zoneOf = (sum: number): string => (sum <= 7 ? 'A' : sum <= 14 ? 'B' : 'C')

const ofRank = (rank: number, judge: (car: number, code: string) => boolean): Rule<FactsPk> => ({
  deciding: [rank],
  judge: (facts, parts) => winIf(judge(facts.cars[rank] ?? 0, parts[0] ?? '')),
})

export const RULES_PK: RuleTable<FactsPk> = [
  [/^R(\d+)$/, (m) => ofRank(Number(m[1]) - 1, (car, code) => String(car) === code)],
  [/^R(\d+)_LM$/, (m) => ofRank(Number(m[1]) - 1, (car, code) => isSide(code, car, 6))],
  [
    /^LH([1-5])$/,
    (m) => {
      const [front, back] = [Number(m[1]) - 1, 10 - Number(m[1])]
      return {
        deciding: [front, back],
        judge: (facts, parts) => dragonTiger(parts[0], facts.cars[front] ?? 0, facts.cars[back] ?? 0),
      }
    },
  ],
  [/^GYH$/, () => ({ deciding: FIRST_TWO, judge: (facts, parts) => winIf(String(facts.sum2) === parts[0]) })],
  [/^GYH_(LM|ZU)$/, () => ({ deciding: FIRST_TWO, judge: judgeSum })],
  [/^GYH_QD$/, () => ({ deciding: FIRST_TWO, judge: (facts, parts) => winIf(zoneOf(facts.sum2) === parts[0]) })],
  [
    /^GYZ$/,
    () => ({
      deciding: FIRST_TWO,
      judge: (facts, parts) => {
        const [first = 0, second = 0] = facts.cars
        return winIf(`${Math.min(first, second)}-${Math.max(first, second)}` === parts[0])
      },
    }),
  ],
  [/^GYJH$/, () => ({ deciding: FIRST_THREE, judge: (facts, parts) => winIf(String(facts.sum3) === parts[0]) })],
  [/^GYJH_LM$/, () => ({ deciding: FIRST_THREE, judge: (facts, parts) => winIf(isSide(parts[0], facts.sum3, 17)) })],
]
