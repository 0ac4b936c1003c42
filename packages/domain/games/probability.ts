import { ODDS_SCALE, type Odds, RATE_SCALE, type Rate } from '../money/money.ts'
import { type Chance, type Play, SUMS } from './catalogue.ts'
import type { Draw } from './draw.ts'
import { type Item, itemOf } from './item.ts'
import { DEFAULT_OPTIONS, type OptionKey, optionsOfGame, type RuleOptions } from './options.ts'
import { priceFacts, pricesOfItem } from './price.ts'
import {
  addRatio,
  compareRatio,
  mulRatio,
  RATIO_ONE,
  RATIO_ZERO,
  type Ratio,
  ratio,
  subRatio,
  sumRatio,
} from './ratio.ts'
import { decidingOf, prepareDraw } from './settle.ts'
import { ANIMALS, yearAnimal } from './zodiac.ts'

/** Exact probabilities of one item under uniform draws. */
export type Odd = { readonly chances: readonly Chance[]; readonly refund: Ratio }

/** What probabilities and default prices depend on besides the item. */
export type PriceContext = { readonly lunarYear: number; readonly options: RuleOptions }

const filled = (count: number, min: number, at: ReadonlyMap<number, number>): readonly number[] => {
  const used = new Set(at.values())
  let next = min
  return Array.from({ length: count }, (_, place) => {
    const given = at.get(place)
    if (given !== undefined) return given
    while (used.has(next)) next += 1
    next += 1
    return next - 1
  })
}

function* arrangements(values: readonly number[], length: number, distinct: boolean): Generator<readonly number[]> {
  if (length === 0) {
    yield []
    return
  }
  for (const head of arrangements(values, length - 1, distinct))
    for (const value of values) if (!distinct || !head.includes(value)) yield [...head, value]
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/**
 * Equally likely draws, one for every arrangement of the balls that decide the play. Null when there are more than
 * 100,000. The other balls are arbitrary.
 */
export const decidingDraws = (play: Play, lunarYear: number): Generator<Draw> | null => {
  const places = decidingOf(play.game, play.code)
  const { game } = play
  if (game === '5M' || game === 'PC')
    return (function* () {
      const count = game === '5M' ? 5 : 3
      for (const digits of arrangements(range(0, 9), places.length, false)) {
        const balls: number[] = Array.from({ length: count }, () => 0)
        places.forEach((place, index) => {
          balls[place] = digits[index] ?? 0
        })
        yield { game, balls, date: null, lunarYear: 0 }
      }
    })()
  const [max, count] = game === 'PK' ? [10, 10] : [49, 7]
  if (places.length > (game === 'PK' ? 3 : 2)) return null
  return (function* () {
    for (const chosen of arrangements(range(1, max), places.length, true)) {
      const balls = filled(count, 1, new Map(places.map((place, index) => [place, chosen[index] ?? 0])))
      yield { game, balls, date: null, lunarYear: game === '6HC' ? lunarYear : 0 }
    }
  })()
}

/** Counts the outcomes of an item over all draws that differ for its play. Null when there are too many. */
export const enumerateItem = (item: Item, context: PriceContext): Odd | null => {
  const draws = decidingDraws(item.play, context.lunarYear)
  if (!draws) return null
  let all = 0n
  let refunds = 0n
  const wins = new Map<string, { tier: number; hits: number; count: bigint }>()
  for (const draw of draws) {
    const outcome = prepareDraw(draw, context.options).outcome(item.play.code, item.code)
    all += 1n
    if (outcome.result === 'refund') refunds += 1n
    if (outcome.result !== 'win') continue
    const key = `${outcome.tier}/${outcome.hits}`
    const seen = wins.get(key) ?? { tier: outcome.tier, hits: outcome.hits, count: 0n }
    seen.count += 1n
    wins.set(key, seen)
  }
  return {
    chances: [...wins.values()].map(({ tier, hits, count }) => ({ tier, hits, probability: ratio(count, all) })),
    refund: ratio(refunds, all),
  }
}

const single = (probability: Ratio): Odd => ({
  chances: [{ tier: 0, hits: 1, probability }],
  refund: RATIO_ZERO,
})

const choose = (n: bigint, k: bigint): bigint => {
  let result = 1n
  for (let i = 0n; i < k; i += 1n) result = (result * (n - i)) / (i + 1n)
  return result
}

/** How many sets of `count` of the numbers 1..49 have a sum whose last digit is 5..9. */
const bigTailShare = (count: number): Ratio => {
  const ways = Array.from({ length: count + 1 }, () => Array.from({ length: 10 }, () => 0n))
  const start = ways[0]
  if (start) start[0] = 1n
  for (let number = 1; number <= 49; number += 1)
    for (let size = count; size >= 1; size -= 1)
      for (let tail = 0; tail < 10; tail += 1) {
        const row = ways[size]
        const from = ways[size - 1]?.[(tail - (number % 10) + 10) % 10] ?? 0n
        if (row) row[tail] = (row[tail] ?? 0n) + from
      }
  const totals = ways[count] ?? []
  return ratio(
    totals.slice(5).reduce((a, b) => a + b, 0n),
    totals.reduce((a, b) => a + b, 0n),
  )
}

const sumShare = (sum: number): Ratio => {
  let ways = 0n
  for (let a = 0; a <= 9; a += 1) for (let b = 0; b <= 9; b += 1) if (sum - a - b >= 0 && sum - a - b <= 9) ways += 1n
  return ratio(ways, 1000n)
}

/** Plays with too many draws to enumerate whose probabilities depend on an option. */
const variantOf = (item: Item, { options, lunarYear }: PriceContext): Odd | null => {
  const { play, code } = item
  const facts = (): Odd => priceFacts(play, pricesOfItem(item, lunarYear)[0]?.key ?? '', lunarYear)
  if (play.code === 'ZX' && options.hk_zhengxiao === 'once')
    return single(sumRatio(facts().chances.map((chance) => chance.probability)))
  if (play.code === 'LM_4Z1' && options.hk_4z1 === 7)
    return single(subRatio(RATIO_ONE, ratio(choose(42n, 4n), choose(49n, 4n))))
  if (play.groupCode === 'DXZ1' && options.hk_dxz1 === 'exactly')
    return single(play.prices[0]?.exactlyOne ?? RATIO_ZERO)
  if (play.code === 'ZH' && code.startsWith('WEI') && options.hk_zongwei === 7) {
    const big = bigTailShare(7)
    return single(code === 'WEIDA' ? big : subRatio(RATIO_ONE, big))
  }
  return null
}

const hasDefaultRules = ({ play }: Item, options: RuleOptions): boolean =>
  Object.entries(optionsOfGame(play.game, options)).every(
    ([key, value]) => String(value) === String(DEFAULT_OPTIONS[key as OptionKey]),
  )

/**
 * Exact probabilities of an item under the given rules and lunar year, for uniform draws. Throws for 过关: use its legs.
 */
export const probabilityOf = (item: Item, context: PriceContext): Odd => {
  const { play } = item
  if (play.form.kind === 'legs') throw new Error('过关 has no probabilities of its own; use its legs')
  if (play.game === 'PC' && play.code === 'B3')
    return single(sumRatio(item.parts.map((part) => sumShare(Number(part)))))
  if (!hasDefaultRules(item, context.options)) {
    const counted = variantOf(item, context) ?? (play.code === 'YZ_ALL' ? null : enumerateItem(item, context))
    if (counted) return counted
  }
  const key = pricesOfItem(item, context.lunarYear)[0]?.key ?? ''
  const { chances, refund } = priceFacts(play, key, context.lunarYear)
  return { chances, refund }
}

/**
 * The house edge of an item at a quote and a commission rate: 1 - (sum P * odds + P(refund) + commission * (1 -
 * P(refund))). At 0 or below, the bettor does not lose on average.
 */
export const edgeOf = ({ chances, refund }: Odd, quote: readonly Odds[], commission: Rate): Ratio => {
  const paid = chances.map(({ tier, hits, probability }) => {
    const price = quote[tier]
    if (price === undefined) throw new Error(`a quote misses tier ${tier}`)
    const back = ODDS_SCALE + BigInt(hits) * (price - ODDS_SCALE)
    return mulRatio(probability, ratio(back, ODDS_SCALE))
  })
  const turnover = mulRatio(ratio(commission, RATE_SCALE), subRatio(RATIO_ONE, refund))
  return subRatio(RATIO_ONE, addRatio(addRatio(sumRatio(paid), refund), turnover))
}

/**
 * Representative items of a price key: one of them is its least favourable case for the house. Classes that may contain
 * 本命 have one item with it and one without; 特码包三 has 12, 13, 14.
 */
export const itemsOfKey = (play: Play, key: string, lunarYear: number): readonly Item[] => {
  const { form } = play
  const item = (code: string): Item => itemOf(play.game, play.code, code)
  if (form.kind === 'one') return [item(key)]
  if (form.kind === 'digits') return [item('0'.repeat(form.length))]
  if (form.kind === 'legs') throw new Error('过关 has no price keys')
  const count = /^N\d+$/.test(key) ? Number(key.slice(1)) : form.min
  if (form.universe === SUMS) return [item('12+13+14')]
  if (key === '*' || (form.universe !== ANIMALS && key.startsWith('N') && key !== 'NOZERO'))
    return [item(form.universe.slice(0, count).join('+'))]
  const benming = yearAnimal(lunarYear)
  const others = form.universe.filter((code) => code !== (form.universe === ANIMALS ? benming : '0'))
  const special = form.universe === ANIMALS ? benming : '0'
  const without = others.slice(0, count).join('+')
  const withIt = [special, ...others.slice(0, count - 1)].join('+')
  switch (key) {
    case 'BEN':
    case 'ZERO':
      return [canonical(play, withIt)]
    case 'NOBEN':
    case 'NOZERO':
      return [canonical(play, without)]
    default:
      return [canonical(play, without), canonical(play, withIt)]
  }
}

const canonical = (play: Play, code: string): Item => itemOf(play.game, play.code, code)

/** Probabilities of the representative items of a price key. */
export const chancesOfKey = (play: Play, key: string, context: PriceContext): readonly Odd[] =>
  itemsOfKey(play, key, context.lunarYear).map((item) => probabilityOf(item, context))

/** The house edge of a price key: the edge of its least favourable item. */
export const leastEdge = (chances: readonly Odd[], quote: readonly Odds[], commission: Rate): Ratio =>
  chances
    .map((odd) => edgeOf(odd, quote, commission))
    .reduce((least, edge) => (compareRatio(edge, least) < 0 ? edge : least))
