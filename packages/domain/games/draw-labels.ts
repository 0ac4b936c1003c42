import { type GameCode, playOf } from './catalogue.ts'
import { DRAW_SHAPES, type Draw } from './draw.ts'
import { itemName, listedItems } from './item.ts'
import type { RuleOptions } from './options.ts'
import { colourOfSum } from './rules-pc.ts'
import { type PreparedDraw, prepareDraw } from './settle.ts'
import { SHAPE_NAMES, shapeOf } from './shapes.ts'
import { ANIMAL_NAMES, animalOf, COLOUR_NAMES, colourOf, ELEMENT_NAMES, elementOf, lunarYearOf } from './zodiac.ts'

/** One line of a results page about a draw. `value` is Chinese or a number. */
export type DrawLabel = { readonly code: string; readonly name: string; readonly value: string }

/** What one ball counts as by itself: its sides, and for 6HC colour, zodiac and element. */
export type BallLabels = {
  readonly sides: readonly string[]
  readonly animal: string | null
  readonly element: string | null
}

const big = (value: number, from: number): string => (value >= from ? '大' : '小')
const odd = (value: number): string => (value % 2 === 1 ? '单' : '双')
const dragon = (a: number, b: number): string => (a > b ? '龙' : a < b ? '虎' : '和')
const label = (code: string, name: string, value: string | number): DrawLabel => ({ code, name, value: String(value) })
const total = (balls: readonly number[]): number => balls.reduce((a, b) => a + b, 0)

const labels5M = (balls: readonly number[], options: RuleOptions): readonly DrawLabel[] => {
  const at = (index: number): number => balls[index] ?? 0
  const sum = total(balls)
  const trio = (from: number): string => SHAPE_NAMES[shapeOf(at(from), at(from + 1), at(from + 2), options.m5_wrap)]
  return [
    label('sum', '总和', sum),
    label('bigSmall', '总和大小', big(sum, 23)),
    label('oddEven', '总和单双', odd(sum)),
    label('dragonTiger', '龙虎', dragon(at(0), at(4))),
    label('front', '前三', trio(0)),
    label('middle', '中三', trio(1)),
    label('back', '后三', trio(2)),
  ]
}

const labelsPk = (balls: readonly number[], options: RuleOptions): readonly DrawLabel[] => {
  const at = (index: number): number => balls[index] ?? 0
  const sum = at(0) + at(1)
  const push = sum === 11 && options.pk_sum11 === 'refund'
  const dragons = [0, 1, 2, 3, 4].map((rank) => dragon(at(rank), at(9 - rank)))
  return [
    label('sum', '冠亚和', sum),
    label('bigSmall', '冠亚大小', push ? '和' : sum === 11 && options.pk_sum11 === 'lose_dx' ? '-' : big(sum, 12)),
    label('oddEven', '冠亚单双', push ? '和' : odd(sum)),
    label('dragonTiger', '1-5龙虎', dragons.join('')),
  ]
}

const labelsPc = (balls: readonly number[], options: RuleOptions): readonly DrawLabel[] => {
  const [a = 0, b = 0, c = 0] = balls
  const sum = a + b + c
  const colour = colourOfSum(sum)
  const extreme = sum <= options.pc_extreme ? '极小' : sum >= 27 - options.pc_extreme ? '极大' : '-'
  const [first, second] = options.pc_lhPair
  return [
    label('sum', '和值', sum),
    label('bigSmall', '大小', big(sum, 14)),
    label('oddEven', '单双', odd(sum)),
    label('colour', '波色', colour ? COLOUR_NAMES[colour] : '灰'),
    label('shape', '豹顺对', SHAPE_NAMES[shapeOf(a, b, c, options.pc_wrap)]),
    label('extreme', '极值', extreme),
    label('dragonTiger', '龙虎', dragon(balls[first] ?? 0, balls[second] ?? 0)),
  ]
}

/** Of these items of a play the one that wins, by its name; 和 where they are refunded, - where all lose. */
const wonOf = ({ draw, outcome }: PreparedDraw, playCode: string, codes?: readonly string[]): string => {
  const play = playOf(draw.game, playCode)
  if (!play) throw new Error(`no play ${playCode} in ${draw.game}`)
  const items = codes ?? listedItems(play)
  const won = items.find((item) => outcome(playCode, item).result === 'win')
  if (won !== undefined) return itemName(play, won)
  return items.some((item) => outcome(playCode, item).result === 'refund') ? '和' : '-'
}

const ANIMAL_PAIRS = [
  ['JIAQIN', 'YESHOU'],
  ['TIANXIAO', 'DIXIAO'],
  ['QIANXIAO', 'HOUXIAO'],
] as const

/** What the plays of the special and of the colours call the draw. Their own rules say it, 49 included. */
const playLabels6Hc = (draw: Draw, options: RuleOptions): readonly DrawLabel[] => {
  const prepared = prepareDraw(draw, options)
  // Their names begin with 特, as the label does.
  const side = (codes: readonly string[]): string => wonOf(prepared, 'TM_LM', codes).replace(/^特/, '')
  return [
    label('tail', '特码尾数', wonOf(prepared, 'TM_WEI')),
    label('tailBigSmall', '特码尾大小', side(['WEIDA', 'WEIXIAO'])),
    label('halfWave', '特码半波', wonOf(prepared, 'TM_BBB')),
    label('animalSides', '特肖类别', [...new Set(ANIMAL_PAIRS.map(side))].join(' ')),
    label('sevenWaves', '七色波', wonOf(prepared, 'QSB')),
  ]
}

const labels6Hc = (draw: Draw, options: RuleOptions): readonly DrawLabel[] => {
  const { balls, lunarYear } = draw
  const sum = total(balls)
  const special = balls[6] ?? 0
  const push = special === 49 && options.hk_49 === 'refund'
  const animals = new Set(balls.map((ball) => animalOf(ball, lunarYear)))
  const digitSum = Math.floor(special / 10) + (special % 10)
  return [
    label('special', '特码', String(special).padStart(2, '0')),
    label('bigSmall', '特码大小', push ? '和' : big(special, 25)),
    label('oddEven', '特码单双', push ? '和' : odd(special)),
    label('digitSum', '特码合数', push ? '和' : `合${big(digitSum, 7)}合${odd(digitSum)}`),
    label('colour', '特码波色', COLOUR_NAMES[colourOf(special)]),
    label('zodiac', '特码生肖', ANIMAL_NAMES[animalOf(special, lunarYear)]),
    label('element', '特码五行', ELEMENT_NAMES[elementOf(special, lunarYear)]),
    label('sum', '总和', sum),
    label('sumBigSmall', '总和大小', big(sum, 175)),
    label('sumOddEven', '总和单双', odd(sum)),
    label('animals', '总肖', animals.size),
  ]
}

/** 大 of one ball begins here. */
const BIG_BALL: Readonly<Record<GameCode, number>> = { '5M': 5, PK: 6, '6HC': 25, PC: 5 }

/** The labels of one ball, before the others are known; null outside its game's range. `date` of the draw: only for 6HC. */
export const labelsOfBall = (game: GameCode, ball: number, date: string, options: RuleOptions): BallLabels | null => {
  const { min, max } = DRAW_SHAPES[game]
  if (ball < min || ball > max) return null
  const sides = [big(ball, BIG_BALL[game]), odd(ball)]
  if (game !== '6HC') return { sides, animal: null, element: null }
  const year = lunarYearOf(date)
  const colour = COLOUR_NAMES[colourOf(ball)]
  return {
    sides: ball === 49 && options.hk_49 === 'refund' ? ['和', colour] : [...sides, colour],
    animal: year === null ? null : ANIMAL_NAMES[animalOf(ball, year)],
    element: year === null ? null : ELEMENT_NAMES[elementOf(ball, year)],
  }
}

/** The Chinese labels of a draw under its period's options that a row of results has room for: sum, 大小, 单双, 龙虎 ... */
export const rowLabelsOfDraw = (draw: Draw, options: RuleOptions): readonly DrawLabel[] => {
  switch (draw.game) {
    case '5M':
      return labels5M(draw.balls, options)
    case 'PK':
      return labelsPk(draw.balls, options)
    case '6HC':
      return labels6Hc(draw, options)
    case 'PC':
      return labelsPc(draw.balls, options)
  }
}

/** All labels of a draw: those of its row, and what the plays of 六合彩 call it. */
export const labelsOfDraw = (draw: Draw, options: RuleOptions): readonly DrawLabel[] => [
  ...rowLabelsOfDraw(draw, options),
  ...(draw.game === '6HC' ? playLabels6Hc(draw, options) : []),
]
