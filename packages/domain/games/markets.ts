import { type GameCode, type Play, playOf } from './catalogue.ts'
import type { RuleOptions } from './options.ts'

/**
 * Markets: sets of items of one play of which every draw makes exactly one win, except for refunds and PC's grey sums.
 * When complete sets overlap (总肖 2 3 4 against 2-4, 边球 边 against 大边 小边), the finer one is the market; the other items
 * have none.
 */
type Sets = readonly (readonly [name: string, items: readonly string[]])[]

const SIZE: Sets[number] = ['size', ['DA', 'XIAO']]
const PARITY: Sets[number] = ['parity', ['DAN', 'SHUANG']]
const QUARTERS: Sets[number] = ['quarters', ['DADAN', 'DASHUANG', 'XIAODAN', 'XIAOSHUANG']]
const COLOURS: Sets[number] = ['colour', ['RED', 'BLUE', 'GREEN']]
const NUMBER_SIDES: Sets = [
  SIZE,
  PARITY,
  ['digitSumSize', ['HEDA', 'HEXIAO']],
  ['digitSumParity', ['HEDAN', 'HESHUANG']],
  ['tailSize', ['WEIDA', 'WEIXIAO']],
  QUARTERS,
  ['kept', ['JIAQIN', 'YESHOU']],
  ['heaven', ['TIANXIAO', 'DIXIAO']],
  ['front', ['QIANXIAO', 'HOUXIAO']],
]
const halfWaves = (...sides: readonly string[]): readonly string[] =>
  ['RED', 'BLUE', 'GREEN'].flatMap((colour) => sides.map((side) => `${colour}_${side}`))

/** Plays with several markets, or with items outside their market. */
const SETS: readonly (readonly [GameCode, RegExp, Sets])[] = [
  ['5M', /^(?:B[1-5]_LM|ZH)$/, [SIZE, PARITY]],
  ['PK', /^(?:R\d+_LM|GYH_LM|GYJH_LM)$/, [SIZE, PARITY]],
  ['6HC', /^TM_LM$/, NUMBER_SIDES],
  ['6HC', /^ZM[1-6]$/, [...NUMBER_SIDES, COLOURS]],
  [
    '6HC',
    /^TM_BB$/,
    [
      ['size', halfWaves('DA', 'XIAO')],
      ['parity', halfWaves('DAN', 'SHUANG')],
      ['digitSumParity', halfWaves('HEDAN', 'HESHUANG')],
    ],
  ],
  ['6HC', /^ZH$/, [SIZE, PARITY, ['tailSize', ['WEIDA', 'WEIXIAO']]]],
  [
    '6HC',
    /^ZONGX$/,
    [
      ['count', ['2', '3', '4', '5', '6', '7']],
      ['parity', ['DAN', 'SHUANG']],
    ],
  ],
  ['PC', /^(?:LM|Q[1-3]_LM)$/, [SIZE, PARITY]],
  ['PC', /^BIAN$/, [['zone', ['ZHONG', 'DABIAN', 'XIAOBIAN']]]],
  ['PC', /^WQ$/, [['tail', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']]]],
]

/** Plays whose items can win together, or that a draw may leave without a winning item. */
const NONE: readonly (readonly [GameCode, RegExp])[] = [
  ['5M', /^(?:YZ|EZ|ZX3|ZX6)_/],
  ['6HC', /^(?:HXB?|ZM|GG|LM_.*|BZ\d+|DZ\d+|TPZ\d|YXB?|WSB?|ZX|LXB?\d|LWB?\d)$/],
  ['PC', /^(?:JZ|B3)$/],
]

const setsOf = (play: Play): Sets | 'whole' | 'none' => {
  const several = SETS.find(([game, pattern]) => game === play.game && pattern.test(play.code))
  if (several) return several[2]
  return NONE.some(([game, pattern]) => game === play.game && pattern.test(play.code)) ? 'none' : 'whole'
}

const cache = new Map<number, Sets | 'whole' | 'none'>()
const cachedSets = (play: Play): Sets | 'whole' | 'none' => {
  const known = cache.get(play.id)
  if (known) return known
  const sets = setsOf(play)
  cache.set(play.id, sets)
  return sets
}

/** Whether an option lets two items of the play's market win together. */
const brokenBy = (play: Play, options: RuleOptions | undefined): boolean =>
  options?.pc_pairTriple === true && play.game === 'PC' && play.code === 'TS'

/**
 * The market of an item, as a name unique within the game ("B1_LM/size"; for a play with a single market its code), or
 * null. Pass the period's options: under 豹子算对子, 豹顺对 is not a market.
 */
export const marketOf = (play: Play, itemCode: string, options?: RuleOptions): string | null => {
  if (brokenBy(play, options)) return null
  const sets = cachedSets(play)
  if (sets === 'none') return null
  if (sets === 'whole') return play.code
  const set = sets.find(([, items]) => items.includes(itemCode))
  return set ? `${play.code}/${set[0]}` : null
}

const digitStrings = (length: number): readonly string[] =>
  Array.from({ length: 10 ** length }, (_, value) => String(value).padStart(length, '0'))

/** All items of a market. Throws when the market does not exist or cannot be listed. */
export const itemsOfMarket = (game: GameCode, market: string): readonly string[] => {
  const [playCode = '', name] = market.split('/')
  const play = playOf(game, playCode)
  const sets = play && cachedSets(play)
  if (!play || !sets || sets === 'none') throw new Error(`no market ${market} in ${game}`)
  if (sets === 'whole') {
    if (play.form.kind === 'digits') return digitStrings(play.form.length)
    if (play.form.kind === 'one') return [...play.form.codes.keys()]
    throw new Error(`${market} cannot be listed`)
  }
  const set = sets.find(([setName]) => setName === name)
  if (!set) throw new Error(`no market ${market} in ${game}`)
  return set[1]
}

/** The markets of a play. */
export const marketsOfPlay = (play: Play): readonly string[] => {
  const sets = cachedSets(play)
  return sets === 'none' ? [] : sets === 'whole' ? [play.code] : sets.map(([name]) => `${play.code}/${name}`)
}
