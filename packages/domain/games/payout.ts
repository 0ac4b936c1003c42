import { type Money, money, ODDS_SCALE, type Odds, ZERO } from '../money/money.ts'
import type { PayoutKind, Play } from './catalogue.ts'
import type { RuleOptions } from './options.ts'
import { type Outcome, WIN } from './outcome.ts'
import { yearAnimal } from './zodiac.ts'

const priceAt = (quote: readonly Odds[], tier: number): Odds => {
  const price = quote[tier]
  if (price === undefined) throw new Error(`no price for tier ${tier}`)
  return price
}

const productOfLegs = (stake: Money, quote: readonly Odds[], pushedLegs: number): bigint => {
  let paid: bigint = stake
  let scale = 1n
  for (const [index, price] of quote.entries()) {
    if ((pushedLegs & (1 << index)) !== 0) continue
    paid *= price
    scale *= ODDS_SCALE
  }
  return paid / scale
}

/**
 * What a bet gets back, including the stake: the stake on a refund and 0 on a loss. On a win stake * odds(tier); for 正肖
 * stake * (1 + hits * (odds - 1)); for 过关 stake * the product of the odds of legs that were not pushed. Rounded down
 * ONCE to 1/10,000 yuan, at most `cap`. `stake` >= 0; `quote` as stored in the order, in canonical order.
 */
export const payout = (
  stake: Money,
  quote: readonly Odds[],
  outcome: Outcome,
  kind: PayoutKind,
  cap: Money | null,
): Money => {
  if (outcome.result === 'lose') return ZERO
  if (outcome.result === 'refund') return stake
  const paid = winnings(stake, quote, outcome, kind)
  return cap !== null && paid > cap ? cap : money(paid)
}

const winnings = (stake: Money, quote: readonly Odds[], outcome: Outcome, kind: PayoutKind): bigint => {
  switch (kind) {
    case 'single':
    case 'tiers':
      return (stake * priceAt(quote, outcome.tier)) / ODDS_SCALE
    case 'multi':
      return (stake * (ODDS_SCALE + BigInt(outcome.hits) * (priceAt(quote, 0) - ODDS_SCALE))) / ODDS_SCALE
    case 'legs':
      return productOfLegs(stake, quote, outcome.pushedLegs)
  }
}

/** The most hits 正肖 can have: how many numbers the animal has, 5 for 本命, else 4. */
const maxHits = (itemCode: string, lunarYear: number, options: RuleOptions): number =>
  options.hk_zhengxiao === 'once' ? 1 : itemCode === yearAnimal(lunarYear) ? 5 : 4

/**
 * The outcome that pays an item the most: its highest-paid tier, most hits, no leg pushed. Used for exposure's ifWin.
 */
export const highestOutcome = (
  play: Play,
  itemCode: string,
  quote: readonly Odds[],
  context: { readonly lunarYear: number; readonly options: RuleOptions },
): Outcome => {
  if (play.payoutKind === 'multi') return { ...WIN, hits: maxHits(itemCode, context.lunarYear, context.options) }
  if (play.payoutKind !== 'tiers') return WIN
  let tier = 0
  for (const [index, price] of quote.entries()) if (price > priceAt(quote, tier)) tier = index
  return { ...WIN, tier }
}
