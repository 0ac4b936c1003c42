import { type Play, playsOfGame } from './catalogue.ts'
import { OPTION_KEYS, OPTION_SPECS, type OptionKey } from './options.ts'

/** The plays whose outcomes an option can turn. option-plays.test.ts holds them against the rules themselves. */
const TOUCHED: Readonly<Record<OptionKey, RegExp>> = {
  m5_wrap: /^[QZH]3$/,
  m5_lhTie: /^LH/,
  pk_sum11: /^GYH_(LM|ZU)$/,
  hk_49: /^(TM_(LM|BBB?|TAN)|HXB?|ZM[1-6]|GG)$/,
  hk_49_animal: /^(TM_LM|ZM[1-6]|GG)$/,
  hk_zhengxiao: /^ZX$/,
  hk_4z1: /^LM_4Z1$/,
  hk_zongwei: /^ZH$/,
  hk_dxz1: /^DZ\d+$/,
  pc_wrap: /^TS$/,
  pc_extreme: /^JZ$/,
  pc_grey: /^SB$/,
  pc_pairTriple: /^TS$/,
  pc_1314: /^(LM|ZU)$/,
  pc_lhPair: /^LH$/,
  pc_lhTie: /^LH$/,
}

/** The plays that an option touches, in the catalogue's order. */
export const playsOfOption = (key: OptionKey): readonly Play[] =>
  playsOfGame(OPTION_SPECS[key].game).filter(({ code }) => TOUCHED[key].test(code))

/** The options that touch a play. */
export const optionsOfPlay = ({ game, code }: Pick<Play, 'game' | 'code'>): readonly OptionKey[] =>
  OPTION_KEYS.filter((key) => OPTION_SPECS[key].game === game && TOUCHED[key].test(code))
