import type { Draw } from './draw.ts'
import { legOf } from './item.ts'
import type { RuleOptions } from './options.ts'
import { LOSE, type Outcome, REFUND, type Rule, type RuleTable, winHits, winIf, winTier } from './outcome.ts'
import { dragonTiger, isSide } from './shapes.ts'
import { ANIMAL_SIDES, ANIMALS, animalIndexOf, animalOf, type Colour, colourOf, elementOf } from './zodiac.ts'

/** Facts of a draw that the rules of the 六合彩 plays use. */
export type Facts6Hc = {
  /** Draw order, the special last. */
  readonly balls: readonly number[]
  readonly special: number
  /** By number: 0 not drawn, 1 among the six, 2 the special. */
  readonly place: Uint8Array
  /** By animal (0 鼠): how often among the six, and among the seven. */
  readonly animals6: Uint8Array
  readonly animals7: Uint8Array
  /** By last digit, among the seven. */
  readonly tails7: Uint8Array
  readonly animalCount: number
  readonly sum6: number
  readonly sum7: number
  /** The colour(s) with the most points in 七色波: one, or two on a tie. */
  readonly topColours: readonly Colour[]
  readonly lunarYear: number
  readonly options: RuleOptions
}

const topColoursOf = (balls: readonly number[]): readonly Colour[] => {
  // In half points: a 正码 counts 1, the special 1.5.
  const points: Record<Colour, number> = { RED: 0, BLUE: 0, GREEN: 0 }
  balls.forEach((ball, index) => {
    points[colourOf(ball)] += index === 6 ? 3 : 2
  })
  const most = Math.max(points.RED, points.BLUE, points.GREEN)
  return (['RED', 'BLUE', 'GREEN'] as const).filter((colour) => points[colour] === most)
}

export const factsOf6Hc = (draw: Draw, options: RuleOptions): Facts6Hc => {
  const { balls, lunarYear } = draw
  const place = new Uint8Array(50)
  const animals6 = new Uint8Array(12)
  const animals7 = new Uint8Array(12)
  const tails7 = new Uint8Array(10)
  const count = (list: Uint8Array, index: number): void => {
    list[index] = (list[index] ?? 0) + 1
  }
  let sum7 = 0
  balls.forEach((ball, index) => {
    const animal = animalIndexOf(ball, lunarYear)
    place[ball] = index === 6 ? 2 : 1
    if (index < 6) count(animals6, animal)
    count(animals7, animal)
    count(tails7, ball % 10)
    sum7 += ball
  })
  const special = balls[6] ?? 0
  return {
    balls,
    special,
    place,
    animals6,
    animals7,
    tails7,
    animalCount: animals7.filter((n) => n > 0).length,
    sum6: sum7 - special,
    sum7,
    topColours: topColoursOf(balls),
    lunarYear,
    options,
  }
}

const SIX: readonly number[] = [0, 1, 2, 3, 4, 5]
const SEVEN: readonly number[] = [0, 1, 2, 3, 4, 5, 6]

/** A two-sided or colour condition of one number. 49 is treated like any other number. */
const isNumberSide = (side: string, number: number, lunarYear: number): boolean => {
  const digitSum = Math.floor(number / 10) + (number % 10)
  switch (side) {
    case 'HEDA':
      return digitSum >= 7
    case 'HEXIAO':
      return digitSum < 7
    case 'HEDAN':
      return digitSum % 2 === 1
    case 'HESHUANG':
      return digitSum % 2 === 0
    case 'WEIDA':
      return number % 10 >= 5
    case 'WEIXIAO':
      return number % 10 < 5
    default: {
      const animals = ANIMAL_SIDES[side]
      return animals ? animals.has(animalOf(number, lunarYear)) : isSide(side, number, 25)
    }
  }
}

/** The outcome of a bet for which option hk_49 decides how 49 counts. */
const judge49 = (facts: Facts6Hc, number: number, won: () => boolean): Outcome => {
  if (number === 49 && facts.options.hk_49 !== 'normal') return facts.options.hk_49 === 'refund' ? REFUND : LOSE
  return winIf(won())
}

/** 特码两面, 正码1-6 and the legs of 过关. */
const judgeSide = (facts: Facts6Hc, number: number, side: string): Outcome => {
  if (side === 'RED' || side === 'BLUE' || side === 'GREEN') return winIf(colourOf(number) === side)
  const won = (): boolean => isNumberSide(side, number, facts.lunarYear)
  if (!ANIMAL_SIDES[side]) return judge49(facts, number, won)
  return number === 49 && facts.options.hk_49_animal === 'refund' ? REFUND : winIf(won())
}

const ofSpecial = (judge: (facts: Facts6Hc, parts: readonly string[]) => Outcome): Rule<Facts6Hc> => ({
  deciding: [6],
  judge,
})
const ofSix = (judge: (facts: Facts6Hc, parts: readonly string[]) => Outcome): Rule<Facts6Hc> => ({
  deciding: SIX,
  judge,
})
const ofSeven = (judge: (facts: Facts6Hc, parts: readonly string[]) => Outcome): Rule<Facts6Hc> => ({
  deciding: SEVEN,
  judge,
})

/** 半波 RED_DA, 半半波 RED_DADAN: colour and side combined. */
const judgeHalfWave = (facts: Facts6Hc, parts: readonly string[]): Outcome => {
  const [colour, side = ''] = (parts[0] ?? '').split('_')
  const number = facts.special
  return judge49(facts, number, () => colourOf(number) === colour && isNumberSide(side, number, facts.lunarYear))
}

const animalIndex = new Map<string, number>(ANIMALS.map((animal, index) => [animal, index]))
const hasAnimal = (counts: Uint8Array, code: string | undefined): boolean =>
  (counts[animalIndex.get(code ?? '') ?? 0] ?? 0) > 0
const hasTail = (facts: Facts6Hc, code: string | undefined): boolean => (facts.tails7[Number(code)] ?? 0) > 0

/** How many of the picked numbers are among the six (`1`) or the special (`2`). */
const countPlaced = (facts: Facts6Hc, parts: readonly string[], place: 1 | 2): number => {
  let count = 0
  for (const part of parts) if (facts.place[Number(part)] === place) count += 1
  return count
}

const judgeZhengxiao = (facts: Facts6Hc, parts: readonly string[]): Outcome => {
  const hits = facts.animals6[animalIndex.get(parts[0] ?? '') ?? 0] ?? 0
  if (hits === 0) return LOSE
  return winHits(facts.options.hk_zhengxiao === 'once' ? 1 : hits)
}

const judgeLinked = (code: string): ((facts: Facts6Hc, parts: readonly string[]) => Outcome) => {
  switch (code) {
    case '3Z2':
      return (facts, parts) => {
        const hits = countPlaced(facts, parts, 1)
        return hits === 3 ? winTier(1) : hits === 2 ? winTier(0) : LOSE
      }
    case '2ZT':
      return (facts, parts) => {
        const hits = countPlaced(facts, parts, 1)
        return hits === 2 ? winTier(0) : hits === 1 && countPlaced(facts, parts, 2) === 1 ? winTier(1) : LOSE
      }
    case 'TC':
      return (facts, parts) => winIf(countPlaced(facts, parts, 1) === 1 && countPlaced(facts, parts, 2) === 1)
    case '4Z1':
      return (facts, parts) =>
        winIf(countPlaced(facts, parts, 1) + (facts.options.hk_4z1 === 7 ? countPlaced(facts, parts, 2) : 0) > 0)
    default:
      return (facts, parts) => winIf(countPlaced(facts, parts, 1) === parts.length)
  }
}

const placed7 = (facts: Facts6Hc, parts: readonly string[]): number =>
  countPlaced(facts, parts, 1) + countPlaced(facts, parts, 2)

const judgeTotal = (facts: Facts6Hc, parts: readonly string[]): Outcome => {
  const side = parts[0] ?? ''
  if (side === 'WEIDA' || side === 'WEIXIAO') {
    const tail = (facts.options.hk_zongwei === 7 ? facts.sum7 : facts.sum6) % 10
    return winIf(tail >= 5 === (side === 'WEIDA'))
  }
  return winIf(isSide(side, facts.sum7, 175))
}

const judgeAnimalCount = (facts: Facts6Hc, parts: readonly string[]): Outcome => {
  const count = facts.animalCount
  switch (parts[0]) {
    case '234':
      return winIf(count <= 4)
    case 'DAN':
    case 'SHUANG':
      return winIf(isSide(parts[0], count, 5))
    default:
      return winIf(String(count) === parts[0])
  }
}

const judgeSevenWaves = (facts: Facts6Hc, parts: readonly string[]): Outcome => {
  const tie = facts.topColours.length > 1
  if (parts[0] === 'HE') return winIf(tie)
  return tie ? REFUND : winIf(facts.topColours[0] === parts[0])
}

/** 过关: a lost leg loses all; pushed legs count as odds 1; all pushed is a refund. */
const judgePassing = (facts: Facts6Hc, parts: readonly string[]): Outcome => {
  let pushed = 0
  for (const [index, part] of parts.entries()) {
    const leg = legOf(part)
    if (!leg) throw new Error(`not a leg: ${part}`)
    const { result } = judgeSide(facts, facts.balls[leg.ball - 1] ?? 0, leg.side)
    if (result === 'lose') return LOSE
    if (result === 'refund') pushed |= 1 << index
  }
  return pushed === (1 << parts.length) - 1 ? REFUND : { result: 'win', tier: 0, hits: 1, pushedLegs: pushed }
}

export const RULES_6HC: RuleTable<Facts6Hc> = [
  [/^TM[AB]$/, () => ofSpecial((facts, parts) => winIf(facts.special === Number(parts[0])))],
  [/^TM_LM$/, () => ofSpecial((facts, parts) => judgeSide(facts, facts.special, parts[0] ?? ''))],
  [/^TM_SB$/, () => ofSpecial((facts, parts) => winIf(colourOf(facts.special) === parts[0]))],
  [/^TM_BBB?$/, () => ofSpecial(judgeHalfWave)],
  [/^TX$/, () => ofSpecial((facts, parts) => winIf(animalOf(facts.special, facts.lunarYear) === parts[0]))],
  [/^TM_TOU$/, () => ofSpecial((facts, parts) => winIf(Math.floor(facts.special / 10) === Number(parts[0])))],
  [/^TM_WEI$/, () => ofSpecial((facts, parts) => winIf(facts.special % 10 === Number(parts[0])))],
  [/^TM_DUAN$/, () => ofSpecial((facts, parts) => winIf(Math.ceil(facts.special / 10) === Number(parts[0])))],
  [/^TM_WX$/, () => ofSpecial((facts, parts) => winIf(elementOf(facts.special, facts.lunarYear) === parts[0]))],
  [
    /^TM_TAN$/,
    () =>
      ofSpecial((facts, parts) =>
        judge49(facts, facts.special, () => ((facts.special - 1) % 4) + 1 === Number(parts[0])),
      ),
  ],
  [
    /^HX(B?)$/,
    (m) => {
      const wanted = m[1] === ''
      return ofSpecial((facts, parts) =>
        judge49(facts, facts.special, () => parts.includes(animalOf(facts.special, facts.lunarYear)) === wanted),
      )
    },
  ],
  [/^ZM$/, () => ofSix((facts, parts) => winIf(facts.place[Number(parts[0])] === 1))],
  [/^ZH$/, () => ofSeven(judgeTotal)],
  [
    /^ZT([1-6])$/,
    (m) => {
      const at = Number(m[1]) - 1
      return { deciding: [at], judge: (facts, parts) => winIf(facts.balls[at] === Number(parts[0])) }
    },
  ],
  [
    /^ZM([1-6])$/,
    (m) => {
      const at = Number(m[1]) - 1
      return { deciding: [at], judge: (facts, parts) => judgeSide(facts, facts.balls[at] ?? 0, parts[0] ?? '') }
    },
  ],
  [
    /^LH([1-5])([2-6])$/,
    (m) => {
      const [a, b] = [Number(m[1]) - 1, Number(m[2]) - 1]
      return {
        deciding: [a, b],
        judge: (facts, parts) => dragonTiger(parts[0], facts.balls[a] ?? 0, facts.balls[b] ?? 0),
      }
    },
  ],
  [/^GG$/, () => ofSix(judgePassing)],
  [/^LM_(4QZ|3QZ|3Z2|2QZ)$/, (m) => ofSix(judgeLinked(m[1] ?? ''))],
  [/^LM_(2ZT|TC|4Z1)$/, (m) => ofSeven(judgeLinked(m[1] ?? ''))],
  [/^BZ\d+$/, () => ofSeven((facts, parts) => winIf(placed7(facts, parts) === 0))],
  [
    /^DZ\d+$/,
    () =>
      ofSeven((facts, parts) => {
        const hits = placed7(facts, parts)
        return winIf(facts.options.hk_dxz1 === 'exactly' ? hits === 1 : hits > 0)
      }),
  ],
  [/^TPZ\d$/, () => ofSeven((facts, parts) => winIf(placed7(facts, parts) === parts.length))],
  [/^(?:YX|LX\d)$/, () => ofSeven((facts, parts) => winIf(parts.every((part) => hasAnimal(facts.animals7, part))))],
  [/^(?:YXB|LXB\d)$/, () => ofSeven((facts, parts) => winIf(!parts.some((part) => hasAnimal(facts.animals7, part))))],
  [/^(?:WS|LW\d)$/, () => ofSeven((facts, parts) => winIf(parts.every((part) => hasTail(facts, part))))],
  [/^(?:WSB|LWB\d)$/, () => ofSeven((facts, parts) => winIf(!parts.some((part) => hasTail(facts, part))))],
  [/^ZX$/, () => ofSix(judgeZhengxiao)],
  [/^ZONGX$/, () => ofSeven(judgeAnimalCount)],
  [/^QSB$/, () => ofSeven(judgeSevenWaves)],
  [
    /^QM_(DAN|SHUANG|DA|XIAO)$/,
    (m) =>
      ofSeven((facts, parts) => {
        const count = facts.balls.filter((ball) => isSide(m[1], ball, 25)).length
        return winIf(String(count) === parts[0])
      }),
  ],
]
