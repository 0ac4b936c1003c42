import { describe, expect, it } from 'vitest'
import { odds, rate } from '../money/money.ts'
import { PANKOU } from '../pankou.ts'
import { COMMISSION_CEILING } from '../tree/terms.ts'
import { GAMES, type Play, playOf, playsOfGame } from './catalogue.ts'
import { itemOf, listedItems } from './item.ts'
import { DEFAULT_OPTIONS, type RuleOptions } from './options.ts'
import {
  defaultOdds,
  defaultQuote,
  formatOdds,
  formatQuote,
  pankouOdds,
  parseOdds,
  pricesOfItem,
  quoteOfItem,
} from './price.ts'
import {
  chancesOfKey,
  decidingDraws,
  edgeOf,
  enumerateItem,
  itemsOfKey,
  leastEdge,
  probabilityOf,
} from './probability.ts'
import { compareRatio, RATIO_ZERO, ratio, ratioText, sumRatio } from './ratio.ts'
import { prepareDraw } from './settle.ts'

const play = (game: string, code: string): Play => {
  const found = playOf(game, code)
  if (!found) throw new Error(`${game} ${code}`)
  return found
}
const all = GAMES.flatMap((game) => playsOfGame(game.code))
const context = { lunarYear: 2026, options: DEFAULT_OPTIONS }

describe('pankou', () => {
  it('cuts to 3 decimals and stops at 1.01', () => {
    expect(PANKOU.map((pankou) => pankouOdds(odds(19_820n), pankou))).toEqual([19_820n, 19_520n, 19_220n, 18_920n])
    expect(pankouOdds(odds(10_500n), 'D')).toBe(10_100n)
  })

  it('leaves the house an edge in any lunar year, with the whole commission paid', () => {
    for (const each of all)
      for (const { key } of each.prices)
        for (const pankou of PANKOU)
          for (const lunarYear of each.game === '6HC'
            ? [2024, 2025, 2026, 2027, 2028, 2029, 2030, 2031, 2032]
            : [2026]) {
            const quote = defaultOdds(each, key, pankou, lunarYear)
            const edge = leastEdge(
              chancesOfKey(each, key, { ...context, lunarYear }),
              quote,
              COMMISSION_CEILING[pankou],
            )
            if (compareRatio(edge, RATIO_ZERO) <= 0)
              throw new Error(`${each.game} ${each.code} ${key} ${pankou} ${lunarYear}`)
          }
  })

  it('leaves the house an edge on two legs of 过关, counted over all pairs of balls', () => {
    const leg = play('6HC', 'ZM1')
    const draws = [...(decidingDraws(leg, 2026) ?? [])].map((draw) => prepareDraw(draw, DEFAULT_OPTIONS))
    const total = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)
    expect(draws.length).toBe(49)
    for (const pankou of PANKOU) {
      // What each side returns for each number, in 1/10,000: its odds, 1 when pushed, 0 when lost.
      const returns = listedItems(leg).map((side) => {
        const price: bigint = defaultOdds(leg, side, pankou, 2026)[0] ?? 0n
        return draws.map((draw) => {
          const { result } = draw.outcome('ZM1', side)
          return result === 'win' ? price : result === 'refund' ? 10_000n : 0n
        })
      })
      for (const a of returns)
        for (const b of returns) {
          // The two balls differ and cannot both be 49, so nothing is refunded and all of it is turnover.
          const paid = total(a) * total(b) - total(a.map((value, number) => value * (b[number] ?? 0n)))
          const pairs = 49n * 48n * 10_000n * 10_000n
          expect(paid * 100_000n + COMMISSION_CEILING[pankou] * pairs < pairs * 100_000n).toBe(true)
        }
    }
  })
})

describe('probabilities', () => {
  it('agrees with a count over all draws, item by item', () => {
    for (const each of all) {
      if (each.form.kind === 'legs' || each.code === 'YZ_ALL' || (each.code === 'ZH' && each.game === '5M')) continue
      const items =
        each.form.kind === 'one'
          ? listedItems(each).map((code) => itemOf(each.game, each.code, code))
          : each.prices.flatMap(({ key }) => itemsOfKey(each, key, 2026))
      for (const item of items) {
        const counted = enumerateItem(item, context)
        if (!counted) break
        const stated = probabilityOf(item, context)
        expect([item.code, counted.refund, sumRatio(counted.chances.map((c) => c.probability))]).toEqual([
          item.code,
          stated.refund,
          sumRatio(stated.chances.map((c) => c.probability)),
        ])
      }
    }
  }, 60_000)

  it('follows the lunar year for 生肖, its sides and 五行', () => {
    for (const lunarYear of [2024, 2025, 2027, 2028, 2029, 2030, 2031])
      for (const code of ['TX', 'TM_LM', 'TM_WX', 'ZM3'])
        for (const item of listedItems(play('6HC', code)).map((each) => itemOf('6HC', code, each))) {
          const counted = enumerateItem(item, { ...context, lunarYear })
          const stated = probabilityOf(item, { ...context, lunarYear })
          expect([lunarYear, item.code, counted?.chances[0]?.probability]).toEqual([
            lunarYear,
            item.code,
            stated.chances[0]?.probability,
          ])
        }
    expect(defaultOdds(play('6HC', 'TX'), 'MA', 'A', 2027)).toEqual([116_370n])
    expect(defaultOdds(play('6HC', 'TX'), 'YANG', 'A', 2027)).toEqual([93_100n])
    expect(defaultOdds(play('6HC', 'TM_LM'), 'JIAQIN', 'A', 2028)).toEqual([19_650n])
    expect(defaultOdds(play('6HC', 'TM_LM'), 'YESHOU', 'A', 2028)).toEqual([19_000n])
  })

  it('follows the options: odds of one variant have an edge below 0 under the other', () => {
    const edge = (
      game: '5M' | 'PK' | '6HC' | 'PC',
      code: string,
      item: string,
      options: Partial<RuleOptions>,
    ): string => {
      const checked = itemOf(game, code, item)
      const given = { lunarYear: 2026, options: { ...DEFAULT_OPTIONS, ...options } }
      return ratioText(edgeOf(probabilityOf(checked, given), defaultQuote(checked, 'A', 2026), rate(0n)), 4)
    }
    expect(edge('5M', 'LH', 'LONG', {})).toBe('0.0100')
    expect(edge('5M', 'LH', 'LONG', { m5_lhTie: 'refund' })).toBe('-0.0900')
    expect(edge('PK', 'GYH_LM', 'DA', {})).toBe('0.0222')
    expect(edge('PK', 'GYH_LM', 'DA', { pk_sum11: 'refund' })).toBe('-0.0889')
    expect(edge('6HC', 'LM_4Z1', '01+02+03+04', { hk_4z1: 7 })).toBe('-0.0850')
    expect(edge('5M', 'Q3', 'SHUNZI', { m5_wrap: false })).toBe('0.3280')
    expect(edge('6HC', 'DZ5', '01+02+03+04+05', { hk_dxz1: 'exactly' })).toBe('0.2953')
    expect(edge('6HC', 'ZX', 'MA', { hk_zhengxiao: 'once' })).toMatch(/^0\.1/)
    expect(edge('6HC', 'ZH', 'WEIDA', {})).toBe('0.0174')
    expect(edge('6HC', 'ZH', 'WEIDA', { hk_zongwei: 7 })).toMatch(/^0\.017/)
  })

  it('prices 特码包三 by its triple', () => {
    expect(probabilityOf(itemOf('PC', 'B3', '12+13+14'), context).chances[0]?.probability).toEqual(ratio(223n, 1000n))
    expect(probabilityOf(itemOf('PC', 'B3', '0+1+27'), context).chances[0]?.probability).toEqual(ratio(5n, 1000n))
  })
})

describe('quotes', () => {
  const quote = (game: '5M' | '6HC', code: string, item: string) => {
    const checked = itemOf(game, code, item)
    const odds = defaultQuote(checked, 'A', 2026)
    return { checked, odds, wire: formatQuote(checked.play, checked.code, odds) }
  }

  it('is one price, one per tier, or one per leg', () => {
    expect(quote('6HC', 'TMA', '07').wire).toBe('48.5')
    expect(quote('6HC', 'LM_3Z2', '01+02+03').wire).toEqual({ ZHONG2: '20.8', ZHONG3: '109' })
    expect(quote('6HC', 'GG', 'ZM1:DA+ZM4:RED').wire).toEqual({ 'ZM1:DA': '1.965', 'ZM4:RED': '2.7' })
    expect(quote('6HC', 'LX2', 'SHU+MA').wire).toBe('3.626')
    expect(quote('6HC', 'LX2', 'SHU+ZHU').wire).toBe('4.289')
    expect(quote('6HC', 'HX', 'SHU+NIU+HU+TU+LONG+SHE').wire).toBe('1.96')
    expect(quote('5M', 'DW2_12', '07').wire).toBe('95')
  })

  it('has a price key for every item, and one quote part per name for every price key', () => {
    for (const each of all.filter((p) => p.form.kind !== 'legs'))
      for (const { key } of each.prices)
        for (const item of itemsOfKey(each, key, 2026)) {
          const odds = defaultQuote(item, 'C', 2026)
          expect(pricesOfItem(item, 2026)).toEqual([{ playCode: each.code, key }])
          const wire = formatQuote(each, item.code, odds)
          const parts = (typeof wire === 'string' ? [wire] : Object.values(wire)).map(parseOdds)
          expect(parts.map((part) => part.ok && part.value)).toEqual(odds)
        }
  })

  it('is undefined while a part has no price', () => {
    const legs = itemOf('6HC', 'GG', 'ZM1:DA+ZM4:RED')
    expect(quoteOfItem(legs, 2026, ({ key }) => (key === 'DA' ? [odds(19_650n)] : undefined))).toBeUndefined()
  })

  it('reads and writes odds without loss', () => {
    for (const text of ['1', '1.01', '1.9801', '109', '81723.6']) {
      const read = parseOdds(text)
      expect(read.ok && formatOdds(read.value)).toBe(text)
    }
    for (const text of ['', '0.5', '1.', '.5', '1.00001', '1e3', '01.5', '-1', ' 1', 1.98])
      expect(parseOdds(text).ok).toBe(false)
  })
})
