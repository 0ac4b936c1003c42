import { ODDS_SCALE, type Odds, odds } from '../money/money.ts'
import type { Pankou } from '../pankou.ts'
import { CATALOGUE_LUNAR_YEAR, NUMBERS, type Play, type PriceFacts, playOf } from './catalogue.ts'
import { accept, type Checked, refuse } from './checked.ts'
import { type Item, legOf } from './item.ts'
import { ratio } from './ratio.ts'
import { ANIMAL_SIDES, ANIMALS, elementOf, yearAnimal } from './zodiac.ts'

/**
 * Price keys, default odds, pankou ladder, quotes.
 *
 * A price key of a play has odds: the key is the item, or the class of a combination. An item's quote is a list of
 * Odds: one; one per tier (in the order of `Play.tiers`); or for 过关 one per leg (in canonical order), each the price of
 * that side in 正码1-6.
 */
export type PriceRef = { readonly playCode: string; readonly key: string }

/** Thousandths of the default odds that each pankou offers. */
const LADDER: Readonly<Record<Pankou, bigint>> = { A: 1000n, B: 985n, C: 970n, D: 955n }
/** A pankou's default odds as thousandths of pankou A's. */
export const ladderOf = (pankou: Pankou): bigint => LADDER[pankou]
/** No price is below 1.01. */
export const LOWEST_ODDS: Odds = odds(10_100n)

/** Odds of pankou A converted to another pankou: cut to 3 decimals, never below 1.01. */
export const pankouOdds = (base: Odds, pankou: Pankou): Odds => {
  const cut = ((base * LADDER[pankou]) / 1000n / 10n) * 10n
  return pankou === 'A' ? base : cut < LOWEST_ODDS ? LOWEST_ODDS : odds(cut)
}

/** 特肖, 一肖, 正肖: one item per animal. (LONG also means 龙 of 龙虎, and TU also 土, so the code alone does not tell.) */
const soldByAnimal = ({ form }: Play): boolean =>
  form.kind === 'one' && ANIMALS.every((animal) => form.codes.has(animal))

const catalogueFacts = (play: Play, key: string): PriceFacts => {
  const facts = play.prices.find((price) => price.key === key)
  if (!facts) throw new Error(`${play.game} ${play.code} has no price key ${key}`)
  return facts
}

/** 五行: depends on how many numbers the element has in the year; odds are 0.95 of fair, cut to 2 decimals. */
const elementFacts = (facts: PriceFacts, lunarYear: number): PriceFacts => {
  const count = NUMBERS.filter((number) => elementOf(Number(number), lunarYear) === facts.key).length
  return {
    ...facts,
    odds: [odds(((95n * 49n) / BigInt(count)) * 100n)],
    chances: [{ tier: 0, hits: 1, probability: ratio(BigInt(count), 49n) }],
  }
}

/** The key that has in the catalogue's year the same figures as `key` in the given year. */
const sameFiguresKey = (play: Play, key: string, lunarYear: number): string => {
  const benming = yearAnimal(lunarYear)
  const catalogueBenming = yearAnimal(CATALOGUE_LUNAR_YEAR)
  const sides = ANIMAL_SIDES[key]
  // A side has 25 numbers in the years of its own animals and 24 in others. In the catalogue's year (马) 家禽 has 25.
  if (sides) return sides.has(benming) ? 'JIAQIN' : 'YESHOU'
  if (soldByAnimal(play)) return key === benming ? catalogueBenming : key === catalogueBenming ? benming : key
  return key
}

/**
 * Default odds (pankou A) and probabilities of a price key in a lunar year (used by 6HC only; other games pass any
 * number). Throws when the play does not have the key. Probabilities are those of the default rules.
 */
export const priceFacts = (play: Play, key: string, lunarYear: number): PriceFacts => {
  const own = catalogueFacts(play, key)
  if (play.game !== '6HC' || lunarYear === CATALOGUE_LUNAR_YEAR) return own
  if (play.code === 'TM_WX') return elementFacts(own, lunarYear)
  const like = sameFiguresKey(play, key, lunarYear)
  return like === key ? own : { ...catalogueFacts(play, like), key: own.key, name: own.name }
}

/** The default odds of a price key on a pankou, one per tier. */
export const defaultOdds = (play: Play, key: string, pankou: Pankou, lunarYear: number): readonly Odds[] =>
  priceFacts(play, key, lunarYear).odds.map((base) => pankouOdds(base, pankou))

const classOf = ({ play, parts }: Item, lunarYear: number): string => {
  if (play.groupCode === 'LX') return parts.includes(yearAnimal(lunarYear)) ? 'BEN' : 'NOBEN'
  if (play.groupCode === 'LW') return parts.includes('0') ? 'ZERO' : 'NOZERO'
  return play.prices[0]?.key === '*' ? '*' : `N${parts.length}`
}

/** The price keys of an item's quote: one, or one per leg of 过关. */
export const pricesOfItem = (item: Item, lunarYear: number): readonly PriceRef[] => {
  const { play, parts } = item
  if (play.form.kind === 'legs')
    return parts.map((part) => {
      const leg = legOf(part)
      if (!leg) throw new Error(`not a leg: ${part}`)
      return { playCode: `ZM${leg.ball}`, key: leg.side }
    })
  const key = play.form.kind === 'one' ? item.code : classOf(item, lunarYear)
  return [{ playCode: play.code, key }]
}

/** The quote of an item from current prices. Undefined when `oddsOf` has no price for one of its keys. */
export const quoteOfItem = (
  item: Item,
  lunarYear: number,
  oddsOf: (ref: PriceRef) => readonly Odds[] | undefined,
): readonly Odds[] | undefined => {
  const quote: Odds[] = []
  for (const ref of pricesOfItem(item, lunarYear)) {
    const prices = oddsOf(ref)
    if (!prices || prices.length === 0) return undefined
    quote.push(...prices)
  }
  return quote
}

/** The default quote of an item on a pankou. */
export const defaultQuote = (item: Item, pankou: Pankou, lunarYear: number): readonly Odds[] =>
  pricesOfItem(item, lunarYear).flatMap(({ playCode, key }) => {
    const play = playOf(item.play.game, playCode)
    if (!play) throw new Error(`no play ${playCode}`)
    return defaultOdds(play, key, pankou, lunarYear)
  })

/** Reads odds from the wire: "1.98", at most 4 decimals, no exponent, at least 1. */
export const parseOdds = (text: unknown): Checked<Odds, 'badOdds'> => {
  const match = typeof text === 'string' ? /^([1-9]\d{0,6})(?:\.(\d{1,4}))?$/.exec(text) : null
  return match?.[1] ? accept(odds(BigInt(match[1] + (match[2] ?? '').padEnd(4, '0')))) : refuse('badOdds')
}

/** 19800n is "1.98". */
export const formatOdds = (value: Odds): string => {
  const fraction = (value % ODDS_SCALE).toString().padStart(4, '0').replace(/0+$/, '')
  return fraction === '' ? `${value / ODDS_SCALE}` : `${value / ODDS_SCALE}.${fraction}`
}

/** A quote on the wire: "1.98"; `{"ZHONG2":"20.8","ZHONG3":"109"}`; `{"ZM1:DA":"1.965","ZM4:RED":"2.7"}`. */
export type WireQuote = string | Readonly<Record<string, string>>

/** The names of a quote's parts in canonical order; null for a single price. */
const quoteNames = (play: Play, parts: readonly string[]): readonly string[] | null => {
  if (play.payoutKind === 'tiers') return play.tiers.map((tier) => tier.code)
  return play.payoutKind === 'legs' ? parts : null
}

/** A quote for the wire. `itemCode` is needed only for 过关; for the quote of a price key pass the key. */
export const formatQuote = (play: Play, itemCode: string, quote: readonly Odds[]): WireQuote => {
  const names = quoteNames(play, itemCode.split('+'))
  const text = (index: number): string => {
    const part = quote[index]
    if (part === undefined) throw new Error(`quote of ${play.code} misses part ${index}`)
    return formatOdds(part)
  }
  return names ? Object.fromEntries(names.map((name, index) => [name, text(index)])) : text(0)
}

/** Whether two quotes of the same item are exactly equal. */
export const sameQuote = (a: readonly Odds[], b: readonly Odds[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index])
