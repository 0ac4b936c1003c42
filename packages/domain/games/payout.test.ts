import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, type Odds, odds, yuan } from '../money/money.ts'
import { playOf } from './catalogue.ts'
import { readDraw } from './draw.ts'
import { itemOfSelections } from './item.ts'
import { DEFAULT_OPTIONS, readOptions } from './options.ts'
import { LOSE, type Outcome, REFUND, WIN } from './outcome.ts'
import { highestOutcome, payout } from './payout.ts'
import { defaultQuote, parseOdds } from './price.ts'
import { prepareDraw } from './settle.ts'

type Vector = {
  id: string
  game: string
  play: string
  selections: string[]
  draw: unknown
  opts?: unknown
  odds?: string
  stakeMinor?: number
  returnMinor?: number
}
const { vectors } = JSON.parse(readFileSync(new URL('./testdata/vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[]
}

describe('payout', () => {
  it('returns what every priced test vector returns', () => {
    const priced = vectors.filter((vector) => vector.odds !== undefined)
    expect(priced.length).toBe(2615)
    for (const vector of priced) {
      const item = itemOfSelections(vector.game, vector.play, vector.selections)
      const draw = readDraw(vector.game, vector.draw)
      const options = readOptions(vector.opts)
      const price = parseOdds(vector.odds)
      if (!item.ok || !draw.ok || !options.ok || !price.ok) throw new Error(vector.id)
      const { play, code } = item.value
      // The catalogue's odds are cut to 3 decimals; those of a few vectors are not.
      expect(defaultQuote(item.value, 'A', 2026)).toEqual([price.value - (price.value % 10n)])
      const outcome = prepareDraw(draw.value, options.value).outcome(play.code, code)
      // The vectors are in fen; money is in hundredths of a fen.
      const stake = money(BigInt(vector.stakeMinor ?? 0) * 100n)
      const paid = payout(stake, [price.value], outcome, play.payoutKind, play.payoutCap)
      expect([vector.id, paid / 100n]).toEqual([vector.id, BigInt(vector.returnMinor ?? -1)])
    }
  })

  it('pays the stake back on a refund and nothing on a loss, whatever the kind', () => {
    for (const kind of ['single', 'tiers', 'multi', 'legs'] as const) {
      expect(payout(yuan(7), [odds(19_800n)], REFUND, kind, yuan(1))).toBe(yuan(7))
      expect(payout(yuan(7), [odds(19_800n)], LOSE, kind, null)).toBe(0n)
    }
  })

  it('rounds down once', () => {
    expect(payout(money(3n), [odds(19_999n)], WIN, 'single', null)).toBe(5n)
    // 0.0007 * 1.5 * 1.5 = 0.001575: rounding each leg would give 0.0015 - 0.0001.
    expect(payout(money(7n), [odds(15_000n), odds(15_000n)], WIN, 'legs', null)).toBe(15n)
  })

  it('pays the tier that won', () => {
    const quote = [odds(208_000n), odds(1_090_000n)]
    expect(payout(yuan(10), quote, { ...WIN, tier: 0 }, 'tiers', null)).toBe(yuan(208))
    expect(payout(yuan(10), quote, { ...WIN, tier: 1 }, 'tiers', null)).toBe(yuan(1090))
  })

  it('pays 正肖 per hit', () => {
    expect(payout(yuan(100), [odds(20_870n)], { ...WIN, hits: 4 }, 'multi', null)).toBe(money(5_348_000n))
  })

  it('leaves pushed legs out and caps 过关', () => {
    const quote = [odds(20_000n), odds(30_000n), odds(50_000n)]
    const pushed = (pushedLegs: number): Outcome => ({ ...WIN, pushedLegs })
    expect(payout(yuan(10), quote, pushed(0), 'legs', null)).toBe(yuan(300))
    expect(payout(yuan(10), quote, pushed(0b010), 'legs', null)).toBe(yuan(100))
    expect(payout(yuan(10), quote, pushed(0b101), 'legs', null)).toBe(yuan(30))
    expect(payout(yuan(100_000), quote, WIN, 'legs', playOf('6HC', 'GG')?.payoutCap ?? null)).toBe(yuan(250_000))
  })

  it('is the exact product rounded down, for any stake and odds', () => {
    const anOdds = fc.bigInt(10_100n, 900_000_000n).map(odds)
    const stake = fc.bigInt(1n, 10_000_000_000_000n).map(money)
    fc.assert(
      fc.property(stake, anOdds, fc.integer({ min: 1, max: 5 }), (x, price, hits) => {
        const single = payout(x, [price], WIN, 'single', null)
        expect(single * 10_000n <= x * price && x * price < (single + 1n) * 10_000n).toBe(true)
        const multi = payout(x, [price], { ...WIN, hits }, 'multi', null)
        const exact = x * (10_000n + BigInt(hits) * (price - 10_000n))
        expect(multi * 10_000n <= exact && exact < (multi + 1n) * 10_000n).toBe(true)
      }),
    )
  })
})

describe('highest outcome', () => {
  const context = { lunarYear: 2026, options: DEFAULT_OPTIONS }
  const highest = (code: string, item: string, quote: readonly Odds[], year = 2026): Outcome => {
    const play = playOf('6HC', code)
    if (!play) throw new Error(code)
    return highestOutcome(play, item, quote, { ...context, lunarYear: year })
  }

  it('takes the highest-paid tier, the most hits and no push', () => {
    expect(highest('LM_3Z2', '01+02+03', [odds(208_000n), odds(1_090_000n)]).tier).toBe(1)
    expect(highest('LM_2ZT', '01+02', [odds(530_000n), odds(330_000n)]).tier).toBe(0)
    expect(highest('ZX', 'MA', [odds(17_420n)]).hits).toBe(5)
    expect(highest('ZX', 'MA', [odds(17_420n)], 2027).hits).toBe(4)
    expect(highest('GG', 'ZM1:DA+ZM2:DA', [odds(19_650n), odds(19_650n)])).toEqual(WIN)
  })
})
