import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountedOdds } from '../book/order.ts'
import { playOf } from '../games/catalogue.ts'
import { DEFAULT_OPTIONS } from '../games/options.ts'
import { highestOutcome, payout } from '../games/payout.ts'
import { type Odds, share, yuan } from '../money/money.ts'
import { must } from '../must.ts'
import { topOddsOf } from './top-odds.ts'

const price = fc.bigInt({ min: 10_100n, max: 500_000n }).map((value) => value as Odds)
const quote = fc.tuple(price, fc.array(price, { maxLength: 3 })).map(([one, more]): [Odds, ...Odds[]] => [one, ...more])
const context = { lunarYear: 2026, options: DEFAULT_OPTIONS }

/** A play of each way to pay, an item of it, and what the form knows of the item. */
const WAYS = [
  { code: 'TMA', item: '07', hits: 1 },
  { code: 'LM_3Z2', item: '01+02+03', hits: 1 },
  { code: 'ZX', item: 'MA', hits: 5 },
  { code: 'ZX', item: 'SHU', hits: 4 },
  { code: 'GG', item: 'ZM1:DA+ZM4:RED', hits: 1 },
] as const

test('is what a yuan pays at most, for every way to pay and every discount of an outside book', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WAYS), quote, fc.bigInt({ min: 0n, max: 2_000n }), (way, odds, cut) => {
      const play = must(playOf('6HC', way.code), way.code)
      const kept = play.payoutKind === 'single' || play.payoutKind === 'multi' ? ([odds[0]] as const) : odds
      const asked = { odds: kept, itemCode: way.item, hits: way.hits }
      const sold = cut === 0n ? kept : discountedOdds(kept, share(cut))
      const top = highestOutcome(play, way.item, sold, context)
      expect(topOddsOf(asked, share(cut))).toBe(payout(yuan(1), sold, top, play.payoutKind, null))
    }),
  )
})
