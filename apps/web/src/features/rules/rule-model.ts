import { type GameCode, type Play, type PriceFacts, playOf, playsOfGroup } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES, type Draw, validateDraw } from '@strata/domain/games/draw'
import { type Item, itemName, listedItems, parseItem } from '@strata/domain/games/item'
import { optionsOfPlay } from '@strata/domain/games/option-plays'
import {
  DEFAULT_OPTIONS,
  OPTION_SPECS,
  type OptionKey,
  optionName,
  optionWire,
  type RuleOptions,
} from '@strata/domain/games/options'
import type { Outcome } from '@strata/domain/games/outcome'
import { payout } from '@strata/domain/games/payout'
import { defaultOdds, type PriceRef, parseOdds, priceFacts, quoteOfItem } from '@strata/domain/games/price'
import { compareRatio, mulRatio, type Ratio, ratio, ratioText, sumRatio } from '@strata/domain/games/ratio'
import { decidingOf, type PreparedDraw, prepareDraw } from '@strata/domain/games/settle'
import { ANIMALS, animalOf } from '@strata/domain/games/zodiac'
import type { GroupId } from '@strata/domain/ids'
import { formatOdds, type Money, type Odds, yuan } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { sampleBalls, sumBalls } from './sample-draws.ts'

export type PriceNow = { readonly odds: readonly Odds[]; readonly open: boolean }
/** Current prices by "play key"; a key without one shows the catalogue's. */
export type Prices = ReadonlyMap<string, PriceNow>

export const priceKey = ({ playCode, key }: PriceRef): string => `${playCode} ${key}`

/** A quote of the wire as odds, in the order of the play's tiers; null when it is not one. */
export const oddsOfQuote = (play: Play, quote: string | Readonly<Record<string, string>>): readonly Odds[] | null => {
  const texts = typeof quote === 'string' ? [quote] : play.tiers.map(({ code }) => quote[code])
  const parsed = texts.map((text) => parseOdds(text))
  return parsed.every((one) => one.ok) ? parsed.map((one) => (one.ok ? one.value : (0n as Odds))) : null
}

export type RuleContext = {
  /** The date in Beijing that decides zodiac and elements. */
  readonly date: string
  readonly lunarYear: number
  readonly pankou: Pankou
  readonly prices: Prices
  /** The rules by which the next draw is settled. */
  readonly options: RuleOptions
}

/** Options of the wire as the rules have them; one that is absent has its default. */
export const optionsFromWire = (wire: Readonly<Record<string, string | boolean>>): RuleOptions => {
  const found = Object.entries(OPTION_SPECS).flatMap(([key, { values }]) => {
    const all: readonly { readonly value: RuleOptions[OptionKey] }[] = values
    const one = all.find(({ value }) => optionWire(value) === wire[key])
    return one ? [[key, one.value]] : []
  })
  return { ...DEFAULT_OPTIONS, ...(Object.fromEntries(found) as Partial<RuleOptions>) }
}

/** The options that decide a play, as "名称：取值". */
export const optionTexts = (play: Play, options: RuleOptions): readonly string[] =>
  optionsOfPlay(play).map((key) => `${OPTION_SPECS[key].label}：${optionName(key, optionWire(options[key]))}`)

type Rules = Pick<RuleContext, 'date' | 'options'>

const drawOf = (game: GameCode, balls: readonly number[], { date, options }: Rules): PreparedDraw => {
  const draw = validateDraw(game, balls, date)
  if (!draw.ok) throw new Error(`the sample draw of ${game} is invalid: ${draw.refusal}`)
  return prepareDraw(draw.value, options)
}

// ---- when an item wins, computed from the rule itself
// ------------------------------------------------------------

/**
 * The values of one ball, or of the sum of the deciding balls, with which an item wins, and those with which it is
 * refunded.
 */
export type Wins = {
  readonly of: 'value' | 'sum'
  readonly wins: readonly number[]
  readonly refunds: readonly number[]
  /** All possible values. */
  readonly range: readonly number[]
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Draws by the value that may decide a play: every value of its one ball, or several draws for every sum. */
const decidedDraws = (
  play: Play,
  rules: Rules,
): { of: Wins['of']; draws: readonly [number, PreparedDraw][] } | null => {
  const places = decidingOf(play.game, play.code)
  const shape = DRAW_SHAPES[play.game]
  const [first] = places
  if (places.length === 1 && first !== undefined) {
    const draws = range(shape.min, shape.max).map((value): [number, PreparedDraw] => [
      value,
      drawOf(play.game, sampleBalls(play.game, 0, new Map([[first, value]])), rules),
    ])
    return { of: 'value', draws }
  }
  if (play.game === '6HC') return null
  const draws = sumBalls(play.game, places).map(([sum, balls]): [number, PreparedDraw] => [
    sum,
    drawOf(play.game, balls, rules),
  ])
  return { of: 'sum', draws }
}

/** Items' winning values, if the outcome depends on one ball or on a sum; null for all other plays. */
export const winsOfPlay = (play: Play, rules: Rules): ReadonlyMap<string, Wins> | null => {
  const decided = play.form.kind === 'one' ? decidedDraws(play, rules) : null
  if (!decided) return null
  const values = [...new Set(decided.draws.map(([value]) => value))].toSorted((a, b) => a - b)
  const found = new Map<string, Wins>()
  for (const code of listedItems(play)) {
    const results = new Map<number, Outcome['result']>()
    for (const [value, draw] of decided.draws) {
      const { result } = draw.outcome(play.code, code)
      if ((results.get(value) ?? result) !== result) return null
      results.set(value, result)
    }
    const at = (wanted: Outcome['result']): readonly number[] => values.filter((value) => results.get(value) === wanted)
    found.set(code, { of: decided.of, wins: at('win'), refunds: at('refund'), range: values })
  }
  return found
}

/** "0-4、7": adjacent values are joined. */
export const valuesText = (values: readonly number[], width = 1): string => {
  const parts: string[] = []
  const write = (value: number): string => String(value).padStart(width, '0')
  for (let from = 0; from < values.length; ) {
    let to = from
    while (to + 1 < values.length && values[to + 1] === (values[to] ?? 0) + 1) to += 1
    const [a, b] = [values[from] ?? 0, values[to] ?? 0]
    parts.push(a === b ? write(a) : to === from + 1 ? `${write(a)}、${write(b)}` : `${write(a)}-${write(b)}`)
    from = to + 1
  }
  return parts.join('、')
}

// ---- prices -----------------------------------------------------------------------------------------------------

const oddsOf = (context: RuleContext, play: Play, key: string): PriceNow =>
  context.prices.get(priceKey({ playCode: play.code, key })) ?? {
    odds: defaultOdds(play, key, context.pankou, context.lunarYear),
    open: true,
  }

export type PriceLine = {
  /** The items of the price: one, several with the same price, or a class of combinations. */
  readonly names: readonly string[]
  readonly codes: readonly string[]
  readonly odds: readonly string[]
  /** Percent per tier ("2.04"); '' if it depends on the selection. */
  readonly probability: readonly string[]
  readonly open: boolean
  readonly wins: Wins | null
}

/** Small chances get two more digits, so that none is shown as zero. */
const percent = (value: Ratio): string =>
  ratioText(mulRatio(value, ratio(100n)), compareRatio(value, ratio(1n, 1000n)) < 0 ? 4 : 2)

/** Probability per tier; the hits of 正肖 are added up. */
const probabilities = (play: Play, facts: PriceFacts): readonly string[] => {
  if (facts.chances.length === 0) return []
  if (play.payoutKind === 'tiers') return facts.chances.map(({ probability }) => percent(probability))
  return [percent(sumRatio(facts.chances.map(({ probability }) => probability)))]
}

/** An item that wins with its own number needs no condition text. */
const isOwnNumber = (code: string, wins: Wins | null): boolean =>
  wins !== null && wins.wins.length === 1 && wins.refunds.length === 0 && Number(code) === wins.wins[0]

/** The prices of a play; items that differ only in their number share a line. */
export const priceLines = (play: Play, context: RuleContext): readonly PriceLine[] => {
  const conditions = winsOfPlay(play, context)
  const lines: PriceLine[] = []
  const merged = new Map<string, number>()
  for (const { key, name } of play.prices) {
    const now = oddsOf(context, play, key)
    const line: PriceLine = {
      names: [name],
      codes: [key],
      odds: now.odds.map(formatOdds),
      probability: probabilities(play, priceFacts(play, key, context.lunarYear)),
      open: now.open,
      wins: conditions?.get(key) ?? null,
    }
    const plain = isOwnNumber(key, line.wins) || (line.wins === null && play.prices.length > 12)
    const like = plain ? JSON.stringify([line.odds, line.probability, line.open]) : `item ${key}`
    const held = lines[merged.get(like) ?? -1]
    if (held) {
      lines[merged.get(like) ?? 0] = { ...held, names: [...held.names, name], codes: [...held.codes, key] }
    } else {
      merged.set(like, lines.length)
      lines.push(plain ? { ...line, wins: null } : line)
    }
  }
  return lines
}

// ---- examples ---------------------------------------------------------------------------------------------------

export type Example = {
  readonly itemName: string
  readonly balls: readonly number[]
  readonly result: Outcome['result']
  /** The payout, stake included. */
  readonly paid: Money
}

export const EXAMPLE_STAKE = yuan(100)
const SAMPLES = 120

/** Sample draws in which examples are searched; for Mark Six also with 49 as special and as first number. */
const sampleDraws = (game: GameCode): readonly (readonly number[])[] => [
  ...Array.from({ length: SAMPLES }, (_, sample) => sampleBalls(game, sample)),
  ...(game === '6HC' ? [6, 0].map((place) => sampleBalls(game, 0, new Map([[place, 49]]))) : []),
]

/** Codes of a play's numbers that a draw contains, and those that it does not. */
const splitByDraw = (play: Play, { balls, lunarYear }: Draw): readonly [readonly string[], readonly string[]] => {
  if (play.form.kind !== 'pick') return [[], []]
  const { universe } = play.form
  const drawn = new Set<string>()
  for (const ball of balls)
    drawn.add(
      universe.length === ANIMALS.length
        ? animalOf(ball, lunarYear)
        : universe.length === 10
          ? String(ball % 10)
          : String(ball).padStart(2, '0'),
    )
  if (play.game === 'PC') drawn.add(String(balls.reduce((a, b) => a + b, 0)))
  return [universe.filter((code) => drawn.has(code)), universe.filter((code) => !drawn.has(code))]
}

/** Items to try on a draw: some that should win and some that should not. */
const candidates = (play: Play, draw: Draw): readonly string[] => {
  const { form } = play
  const { balls } = draw
  if (form.kind === 'one') return listedItems(play)
  if (form.kind === 'digits') {
    const places = decidingOf(play.game, play.code)
    const hit = places.map((place) => balls[place] ?? 0).join('')
    return [hit, [...hit].map((digit) => String((Number(digit) + 1) % 10)).join('')]
  }
  if (form.kind === 'legs')
    return ['DA', 'XIAO'].flatMap((one) => ['DAN', 'SHUANG'].map((two) => `ZM1:${one}+ZM2:${two}`))
  const [drawn, others] = splitByDraw(play, draw)
  const pick = (codes: readonly string[]): string => codes.slice(0, form.min).join('+')
  const number = (place: number): string => String(balls[place] ?? 0).padStart(2, '0')
  const six = [0, 1, 2, 3, 4, 5].map(number)
  return [
    pick([...drawn, ...others]),
    pick([...others, ...drawn]),
    pick([...six, ...others]),
    pick([number(0), number(6), ...others]),
    pick([number(0), number(1), ...others]),
  ]
}

const quoteOf = (item: Item, context: RuleContext): readonly Odds[] | undefined =>
  quoteOfItem(item, context.lunarYear, (ref) => {
    const play = playOf(item.play.game, ref.playCode)
    return play ? oddsOf(context, play, ref.key).odds : undefined
  })

/**
 * Examples of a play, settled by the rule itself: one for every tier or number of hits found, a loss, and a refund
 * if there is one.
 */
export const examplesOf = (play: Play, context: RuleContext): readonly Example[] => {
  const found = new Map<string, Example>()
  const wanted = 2 + (play.payoutKind === 'tiers' ? play.tiers.length : 1)
  for (const balls of sampleDraws(play.game)) {
    if (found.size >= wanted) break
    const draw = drawOf(play.game, balls, context)
    for (const code of candidates(play, draw.draw)) {
      const item = parseItem(play.game, play.code, code)
      if (!item.ok) continue
      const outcome = draw.outcome(play.code, item.value.code)
      const kind = outcome.result === 'win' ? `win ${play.payoutKind === 'tiers' ? outcome.tier : 0}` : outcome.result
      if (found.has(kind)) continue
      const quote = quoteOf(item.value, context)
      if (!quote) continue
      found.set(kind, {
        itemName: itemName(play, item.value.code),
        balls: draw.draw.balls,
        result: outcome.result,
        paid: payout(EXAMPLE_STAKE, quote, outcome, play.payoutKind, play.payoutCap),
      })
    }
  }
  const order = (example: Example): number => ['win', 'lose', 'refund'].indexOf(example.result)
  return [...found.values()].toSorted((a, b) => order(a) - order(b))
}

export const playsOf = (groupId: GroupId): readonly Play[] => playsOfGroup(groupId)
