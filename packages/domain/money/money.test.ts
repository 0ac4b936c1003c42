import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  displayMoney,
  divideFloor,
  divideHalfEven,
  formatMoney,
  formatOdds,
  formatRate,
  formatShare,
  groupThousands,
  money,
  parseAmountTyped,
  parseMoney,
  parseOdds,
  parseRate,
  parseShare,
} from './money.ts'
import { amountInWords } from './words.ts'

const SEED = 20_260_101
const amounts = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })

describe('parsing', () => {
  it.each([
    ['0', 0n],
    ['1234.5', 12_345_000n],
    ['-0.0001', -1n],
    ['007.10', 71_000n],
    ['999999999999999.9999', 9_999_999_999_999_999_999n],
  ])('reads %s', (text, units) => expect(parseMoney(text)).toEqual({ ok: true, value: units }))

  it.each([
    ['', 'notANumber'],
    ['.5', 'notANumber'],
    ['5.', 'notANumber'],
    ['1e3', 'notANumber'],
    ['1,000', 'notANumber'],
    ['+1', 'notANumber'],
    [' 1', 'notANumber'],
    ['１', 'notANumber'],
    ['1.00001', 'tooManyDecimals'],
    ['1000000000000000', 'tooLarge'],
  ])('refuses %s as %s', (text, refusal) => expect(parseMoney(text)).toEqual({ ok: false, refusal }))

  it('limits typed amounts to two decimals and accepts separators only in their places', () => {
    expect(parseAmountTyped(' 1,234.56 ')).toEqual({ ok: true, value: 12_345_600n })
    expect(parseAmountTyped('1.234')).toEqual({ ok: false, refusal: 'tooManyDecimals' })
    expect(parseAmountTyped('12,34')).toEqual({ ok: false, refusal: 'notANumber' })
  })

  it('reads percents and odds', () => {
    expect(parseShare('25')).toEqual({ ok: true, value: 2500n })
    expect(parseShare('0.001')).toEqual({ ok: false, refusal: 'tooManyDecimals' })
    expect(parseRate('1.25')).toEqual({ ok: true, value: 1250n })
    expect(parseOdds('1.98')).toEqual({ ok: true, value: 19_800n })
    expect(formatShare(parseShare('33.30').ok ? (3330n as never) : (0n as never))).toBe('33.3')
    expect(formatRate(1n as never)).toBe('0.001')
    expect(formatOdds(19_800n as never)).toBe('1.98')
  })
})

describe('writing', () => {
  it.each([
    [-12_390n, '-1.2390', '-1.23'],
    [-99n, '-0.0099', '0.00'],
    [-100n, '-0.01', '-0.01'],
    [12_345_678_999n, '1234567.8999', '1,234,567.89'],
    [0n, '0', '0.00'],
    [10_000_000n, '1000', '1,000.00'],
  ])('shows %s', (units, wire, shown) => {
    expect(formatMoney(money(units))).toBe(wire.includes('.') ? wire.replace(/0+$/, '') : wire)
    expect(displayMoney(money(units))).toBe(shown)
  })

  it('reads back what it wrote, and never displays more than the amount', () => {
    fc.assert(
      fc.property(amounts, (units) => {
        expect(parseMoney(formatMoney(money(units)))).toEqual({ ok: true, value: units })
        const shown = parseMoney(displayMoney(money(units)).replaceAll(',', ''))
        if (!shown.ok) throw new Error('unreadable')
        const lost = units < 0n ? shown.value - units : units - shown.value
        expect(lost >= 0n && lost < 100n).toBe(true)
      }),
      { seed: SEED },
    )
  })
})

describe('thousands', () => {
  it.each([
    ['0', '0'],
    ['-5', '-5'],
    ['999', '999'],
    ['-999', '-999'],
    ['1000', '1,000'],
    ['-1000', '-1,000'],
    ['123456', '123,456'],
    ['-123456', '-123,456'],
    ['1234567', '1,234,567'],
  ])('of %s stand apart', (whole, shown) => expect(groupThousands(whole)).toBe(shown))

  it('are separated as in the locale of the screens', () => {
    fc.assert(
      fc.property(amounts, (units) => {
        expect(groupThousands(String(units))).toBe(units.toLocaleString('en-US'))
      }),
      { seed: SEED },
    )
  })
})

describe('division', () => {
  it('rounds half to even and down, on both sides of zero', () => {
    const table: [bigint, bigint, bigint, bigint][] = [
      [5n, 2n, 2n, 2n],
      [7n, 2n, 4n, 3n],
      [-5n, 2n, -2n, -3n],
      [-7n, 2n, -4n, -4n],
      [-1n, 3n, 0n, -1n],
      [8n, 4n, 2n, 2n],
    ]
    for (const [n, d, even, floor] of table) expect([divideHalfEven(n, d), divideFloor(n, d)]).toEqual([even, floor])
  })

  it('is at most half a unit away', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 10n }), (n, d) => {
        const off = 2n * (n - divideHalfEven(n, d) * d)
        expect(off <= d && off >= -d).toBe(true)
      }),
      { seed: SEED },
    )
  })
})

describe('in words', () => {
  it.each([
    ['0', '零元整'],
    ['1200', '一千二百元整'],
    ['10', '十元整'],
    ['15.5', '十五元五角整'],
    ['110', '一百一十元整'],
    ['1005', '一千零五元整'],
    ['10005', '一万零五元整'],
    ['100000', '十万元整'],
    ['1001000', '一百万一千元整'],
    ['10010000.07', '一千零一万元零七分'],
    ['100000001', '一亿零一元整'],
    ['100010000', '一亿零一万元整'],
    ['0.05', '五分'],
    ['0.5', '五角整'],
    ['12.34', '十二元三角四分'],
    ['-3', '负三元整'],
    ['-0.009', '零元整'],
  ])('says %s as %s', (text, words) => {
    const amount = parseMoney(text)
    expect(amount.ok && amountInWords(amount.value)).toBe(words)
  })
})
