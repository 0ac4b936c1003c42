import { type GameCode, playsOfGame } from './catalogue.ts'
import { accept, type Checked } from './checked.ts'
import { type Draw, type DrawRefusal, readDraw } from './draw.ts'
import { type Item, type ItemRefusal, itemOfSelections, parseItem } from './item.ts'
import { type OptionRefusal, type RuleOptions, readOptions } from './options.ts'
import { type Judge, type Outcome, REFUND, type Rule, ruleIn } from './outcome.ts'
import { type Facts5M, factsOf5M, RULES_5M } from './rules-5m.ts'
import { type Facts6Hc, factsOf6Hc, RULES_6HC } from './rules-6hc.ts'
import { type FactsPc, factsOfPc, RULES_PC } from './rules-pc.ts'
import { type FactsPk, factsOfPk, RULES_PK } from './rules-pk.ts'

/**
 * The interpreter. Every play of the catalogue is bound to its rule once, when the module loads; a play without a rule
 * throws then. A draw is prepared once and then judges any number of items.
 */
const bind = <Facts>(game: GameCode, table: Parameters<typeof ruleIn<Facts>>[0]): ReadonlyMap<string, Rule<Facts>> =>
  new Map(playsOfGame(game).map((play) => [play.code, ruleIn(table, play.code)]))

const rules5M = bind<Facts5M>('5M', RULES_5M)
const rulesPk = bind<FactsPk>('PK', RULES_PK)
const rules6Hc = bind<Facts6Hc>('6HC', RULES_6HC)
const rulesPc = bind<FactsPc>('PC', RULES_PC)

const decidingByGame: Readonly<Record<GameCode, ReadonlyMap<string, { readonly deciding: readonly number[] }>>> = {
  '5M': rules5M,
  PK: rulesPk,
  '6HC': rules6Hc,
  PC: rulesPc,
}

/**
 * Which balls of a draw decide a play, as indexes into `Draw.balls`: 6HC's special is 6, 正码 are 0..5. Two draws with
 * the same balls there (and the same lunar year) give every item of the play the same outcome. Throws for an unknown
 * play.
 */
export const decidingOf = (game: GameCode, playCode: string): readonly number[] => {
  const rule = decidingByGame[game].get(playCode)
  if (!rule) throw new Error(`no play ${playCode} in ${game}`)
  return rule.deciding
}

/** A draw with its derived facts, ready to judge items. */
export type PreparedDraw = {
  readonly draw: Draw
  /** Throws when the code is not a canonical item of a play of the draw's game. */
  readonly outcome: (playCode: string, itemCode: string) => Outcome
}

const preparedWith = <Facts>(draw: Draw, facts: Facts, rules: ReadonlyMap<string, Rule<Facts>>): PreparedDraw => {
  const judges = new Map<string, Judge<Facts>>()
  return {
    draw,
    outcome: (playCode, itemCode) => {
      let judge = judges.get(playCode)
      if (!judge) {
        judge = rules.get(playCode)?.judge
        if (!judge) throw new Error(`no play ${playCode} in ${draw.game}`)
        judges.set(playCode, judge)
      }
      return judge(facts, itemCode.includes('+') ? itemCode.split('+') : [itemCode])
    },
  }
}

/** Derives the facts that the rules use, once per draw. */
export const prepareDraw = (draw: Draw, options: RuleOptions): PreparedDraw => {
  switch (draw.game) {
    case '5M':
      return preparedWith(draw, factsOf5M(draw, options), rules5M)
    case 'PK':
      return preparedWith(draw, factsOfPk(draw, options), rulesPk)
    case '6HC':
      return preparedWith(draw, factsOf6Hc(draw, options), rules6Hc)
    case 'PC':
      return preparedWith(draw, factsOfPc(draw, options), rulesPc)
  }
}

/** The outcome of every item of a void period. */
export const VOID_OUTCOME: Outcome = REFUND

/** An outcome in the form of the test vectors. */
export type Settlement = {
  readonly result: Outcome['result']
  /** The winning tier's code. X1..X5 for 正肖, N1..N11 for 合肖. */
  readonly tier?: string
  /** The hits that 正肖 pays for. */
  readonly units?: number
  /** The won legs of 过关, without pushed ones. */
  readonly legs?: readonly string[]
}

/** Converts an item's outcome to the form of the test vectors. */
export const describeOutcome = ({ play, parts }: Item, outcome: Outcome): Settlement => {
  const { result } = outcome
  if (result !== 'win') return { result }
  if (play.payoutKind === 'tiers') return { result, tier: play.tiers[outcome.tier]?.code ?? '' }
  if (play.payoutKind === 'multi') return { result, tier: `X${outcome.hits}`, units: outcome.hits }
  if (play.payoutKind === 'legs')
    return { result, legs: parts.filter((_, index) => (outcome.pushedLegs & (1 << index)) === 0) }
  return play.groupCode === 'HX' ? { result, tier: `N${parts.length}` } : { result }
}

export type SettleRefusal = ItemRefusal | DrawRefusal | OptionRefusal

export type SettleInput = {
  readonly game: string
  readonly play: string
  /** The picks of one unit bet in any order, or an item code. */
  readonly selections: readonly unknown[] | string
  /** As in the test vectors: an array of numbers, or for 6HC `{n, s, date}`. */
  readonly draw: unknown
  readonly opts?: unknown
}

/** Settles unchecked input. Order of refusals: game, play, selections, draw, options. */
export const settle = (input: SettleInput): Checked<Settlement, SettleRefusal> => {
  const { game, play, selections } = input
  const item =
    typeof selections === 'string' ? parseItem(game, play, selections) : itemOfSelections(game, play, selections)
  if (!item.ok) return item
  const draw = readDraw(game, input.draw)
  if (!draw.ok) return draw
  const options = readOptions(input.opts)
  if (!options.ok) return options
  const outcome = prepareDraw(draw.value, options.value).outcome(play, item.value.code)
  return accept(describeOutcome(item.value, outcome))
}
