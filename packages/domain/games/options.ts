import { accept, type Checked, refuse } from './checked.ts'

/** The switches of the rules. They are frozen into a period when it opens, so a change never re-settles old bets. */
export type RuleOptions = {
  /** 0 and 9 are neighbours in 前中后三. */
  readonly m5_wrap: boolean
  readonly m5_lhTie: 'lose' | 'refund'
  /** How 冠亚和 = 11 counts: as 小单 (default), as a refund of every side, or as neither 大 nor 小. */
  readonly pk_sum11: 'xiao_dan' | 'refund' | 'lose_dx'
  /** How 49 counts for 大小 单双 合 尾 半特 半波 摊子 合肖 and for 过关 legs of these. */
  readonly hk_49: 'refund' | 'normal' | 'lose'
  /** How 49 counts for 家禽/野兽, 天/地肖, 前/后肖. */
  readonly hk_49_animal: 'zodiac' | 'refund'
  readonly hk_zhengxiao: 'multi' | 'once'
  /** The number of balls that count for 四中一. */
  readonly hk_4z1: 6 | 7
  /** The number of balls that 总尾大小 sums. */
  readonly hk_zongwei: 6 | 7
  readonly hk_dxz1: 'atleast' | 'exactly'
  readonly pc_wrap: boolean
  /** 极小 is 0..this, 极大 27-this..27. */
  readonly pc_extreme: 5 | 4
  readonly pc_grey: 'lose' | 'refund'
  /** A 豹子 also wins 对子. */
  readonly pc_pairTriple: boolean
  readonly pc_1314: 'none' | 'refund_combo' | 'refund_all' | 'high'
  /** Positions (from 0) that 龙虎和 compares. */
  readonly pc_lhPair: readonly [0, 2] | readonly [0, 1]
  readonly pc_lhTie: 'lose' | 'refund'
}

export type OptionKey = keyof RuleOptions

type OptionSpec<K extends OptionKey> = {
  readonly game: '5M' | 'PK' | '6HC' | 'PC'
  readonly label: string
  /** The default first. */
  readonly values: readonly { readonly value: RuleOptions[K]; readonly label: string }[]
}

const loseOrRefund = [
  { value: 'lose', label: '输' },
  { value: 'refund', label: '和局退本金' },
] as const
const wraps = [
  { value: true, label: '0与9相连' },
  { value: false, label: '0与9不相连' },
] as const

/** Every option with its game, Chinese label and values, the default first. */
export const OPTION_SPECS: { readonly [K in OptionKey]: OptionSpec<K> } = {
  m5_wrap: { game: '5M', label: '前中后三顺子', values: wraps },
  m5_lhTie: { game: '5M', label: '龙虎遇和', values: loseOrRefund },
  pk_sum11: {
    game: 'PK',
    label: '冠亚和11',
    values: [
      { value: 'xiao_dan', label: '算小、单' },
      { value: 'refund', label: '两面和局退本金' },
      { value: 'lose_dx', label: '大小皆输' },
    ],
  },
  hk_49: {
    game: '6HC',
    label: '两面遇49',
    values: [
      { value: 'refund', label: '和局退本金' },
      { value: 'normal', label: '按普通号码' },
      { value: 'lose', label: '皆输' },
    ],
  },
  hk_49_animal: {
    game: '6HC',
    label: '家禽野兽遇49',
    values: [
      { value: 'zodiac', label: '按生肖' },
      { value: 'refund', label: '和局退本金' },
    ],
  },
  hk_zhengxiao: {
    game: '6HC',
    label: '正肖派彩',
    values: [
      { value: 'multi', label: '按命中个数' },
      { value: 'once', label: '只派一次' },
    ],
  },
  hk_4z1: {
    game: '6HC',
    label: '四中一范围',
    values: [
      { value: 6, label: '六个正码' },
      { value: 7, label: '七个号码' },
    ],
  },
  hk_zongwei: {
    game: '6HC',
    label: '总尾范围',
    values: [
      { value: 6, label: '六个正码' },
      { value: 7, label: '七个号码' },
    ],
  },
  hk_dxz1: {
    game: '6HC',
    label: '多选中一',
    values: [
      { value: 'atleast', label: '至少中一个' },
      { value: 'exactly', label: '恰好中一个' },
    ],
  },
  pc_wrap: { game: 'PC', label: '顺子', values: wraps },
  pc_extreme: {
    game: 'PC',
    label: '极值',
    values: [
      { value: 5, label: '0-5 / 22-27' },
      { value: 4, label: '0-4 / 23-27' },
    ],
  },
  pc_grey: { game: 'PC', label: '波色遇灰', values: loseOrRefund },
  pc_pairTriple: {
    game: 'PC',
    label: '豹子算对子',
    values: [
      { value: false, label: '不算' },
      { value: true, label: '算' },
    ],
  },
  pc_1314: {
    game: 'PC',
    label: '开13、14',
    values: [
      { value: 'none', label: '照常' },
      { value: 'refund_combo', label: '组合退本金' },
      { value: 'refund_all', label: '两面与组合退本金' },
      { value: 'high', label: '高赔：13、14、豹顺对退本金' },
    ],
  },
  pc_lhPair: {
    game: 'PC',
    label: '龙虎和比较',
    values: [
      { value: [0, 2], label: '第一球与第三球' },
      { value: [0, 1], label: '第一球与第二球' },
    ],
  },
  pc_lhTie: { game: 'PC', label: '龙虎遇和', values: loseOrRefund },
}

export const DEFAULT_OPTIONS: RuleOptions = {
  m5_wrap: true,
  m5_lhTie: 'lose',
  pk_sum11: 'xiao_dan',
  hk_49: 'refund',
  hk_49_animal: 'zodiac',
  hk_zhengxiao: 'multi',
  hk_4z1: 6,
  hk_zongwei: 6,
  hk_dxz1: 'atleast',
  pc_wrap: true,
  pc_extreme: 5,
  pc_grey: 'lose',
  pc_pairTriple: false,
  pc_1314: 'none',
  pc_lhPair: [0, 2],
  pc_lhTie: 'lose',
}

export const OPTION_KEYS = Object.keys(OPTION_SPECS) as readonly OptionKey[]

/** A value in the wire's form: a number as text, several joined by a comma. */
export const optionWire = (value: RuleOptions[OptionKey]): string | boolean =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join(',') : String(value)

/** The name of a value in the wire's form; an unknown one stands for itself. */
export const optionName = (key: OptionKey, wire: string | boolean): string => {
  const values: readonly { readonly value: RuleOptions[OptionKey]; readonly label: string }[] = OPTION_SPECS[key].values
  return values.find(({ value }) => optionWire(value) === wire)?.label ?? String(wire)
}

export type OptionRefusal = 'unknownOption' | 'badOptionValue'

const sameValue = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((x, i) => x === b[i]) : a === b

const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(OPTION_SPECS, key)

/**
 * Reads a partial object of options (a setting, a test vector) and fills in defaults. Unknown keys and values are
 * refused.
 */
export const readOptions = (input: unknown): Checked<RuleOptions, OptionRefusal> => {
  if (input === undefined || input === null) return accept(DEFAULT_OPTIONS)
  if (typeof input !== 'object' || Array.isArray(input)) return refuse('badOptionValue')
  const merged: Record<OptionKey, RuleOptions[OptionKey]> = { ...DEFAULT_OPTIONS }
  for (const [key, value] of Object.entries(input)) {
    if (!isOptionKey(key)) return refuse('unknownOption')
    const known = OPTION_SPECS[key].values.find((candidate) => sameValue(candidate.value, value))
    if (!known) return refuse('badOptionValue')
    merged[key] = known.value
  }
  return accept(merged as RuleOptions)
}

/** The options of one game with their values, as frozen into a period. */
export const optionsOfGame = (game: '5M' | 'PK' | '6HC' | 'PC', options: RuleOptions): Partial<RuleOptions> =>
  Object.fromEntries(
    Object.entries(options).filter(([key]) => isOptionKey(key) && OPTION_SPECS[key].game === game),
  ) as Partial<RuleOptions>
