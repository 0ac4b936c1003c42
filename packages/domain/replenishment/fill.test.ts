import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Money, money, type Odds, rate, yuan } from '../money/money.ts'
import { evenAmounts, type FillItem, resultsAfter } from './fill.ts'

const odds = (times: number): Odds => BigInt(Math.round(times * 10_000)) as Odds
const item = (outcome: string, over: Partial<FillItem> = {}): FillItem => ({
  outcome,
  market: 'TMA',
  result: yuan(0),
  sendable: yuan(100_000),
  topOdds: odds(50),
  rate: rate(0n),
  unit: yuan(1),
  ...over,
})

describe('results after sending', () => {
  test.each([
    ['a yuan gains the odds less the stake', { sent: yuan(100) }, yuan(4_900)],
    ['and the commission', { sent: yuan(100), rate: rate(1_000n) }, yuan(4_901)],
    ['nothing sent', { sent: yuan(0) }, yuan(0)],
  ])('%s', (_, over, after) => {
    expect(resultsAfter([{ ...item('01'), ...over }])).toEqual([after])
  })

  test('the other outcomes of the market lose the stake less the commission, other markets nothing', () => {
    const items = [
      { ...item('01', { rate: rate(1_000n) }), sent: yuan(100) },
      { ...item('02'), sent: yuan(0) },
      { ...item('大', { market: 'LM' }), sent: yuan(0) },
      { ...item('01+02', { market: null }), sent: yuan(0) },
    ]
    expect(resultsAfter(items)).toEqual([yuan(4_901), yuan(-99), yuan(0), yuan(0)])
  })

  test('both plays of one number add up', () => {
    const items = [
      { ...item('01'), sent: yuan(100) },
      { ...item('01', { topOdds: odds(42) }), sent: yuan(10) },
    ]
    expect(resultsAfter(items)).toEqual([yuan(5_310), yuan(5_310)])
  })
})

describe('平均盈亏', () => {
  test.each<[string, readonly FillItem[], readonly Money[]]>([
    ['one is its own average', [item('01', { result: yuan(-500) })], [yuan(0)]],
    [
      'the one below the average is raised to it: half of the difference, by the odds',
      [item('01', { result: yuan(-100_000) }), item('02')],
      [yuan(1_000), yuan(0)],
    ],
    [
      'at most what can be sent, in whole units',
      [item('01', { result: yuan(-100_000), sendable: yuan(777), unit: yuan(50) }), item('02')],
      [yuan(750), yuan(0)],
    ],
    [
      'without a market only the gain counts',
      [item('01', { market: null, topOdds: odds(51), result: yuan(-100_000) }), item('02', { market: null })],
      [yuan(1_000), yuan(0)],
    ],
    [
      'plays of one number are filled one after the other',
      [
        item('01', { result: yuan(-100_000), sendable: yuan(600) }),
        item('01', { result: yuan(-100_000), topOdds: odds(40) }),
        item('02'),
      ],
      [yuan(600), yuan(500), yuan(0)],
    ],
    ['nothing chosen', [], []],
  ])('%s', (_, items, amounts) => {
    expect(evenAmounts(items)).toEqual(amounts)
  })

  const chosen = fc
    .array(
      fc.record({
        result: fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }).map(money),
        sendable: fc.bigInt({ min: 0n, max: 10n ** 9n }).map(money),
        topOdds: fc.integer({ min: 11, max: 800 }).map((tenths) => odds(tenths / 10)),
        rate: fc.bigInt({ min: 0n, max: 20_000n }).map(rate),
        unit: fc.constantFrom(yuan(1), yuan(5), yuan(100)),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((all): FillItem[] => all.map((one, at) => ({ ...one, outcome: String(at), market: 'TMA' })))

  test('every amount is of its unit and can be sent; no outcome is raised above the average, or left below it', () => {
    fc.assert(
      fc.property(chosen, (items) => {
        const average = items.reduce((sum, { result }) => sum + result, 0n) / BigInt(items.length)
        for (const [at, amount] of evenAmounts(items).entries()) {
          const { result, sendable, unit, topOdds } = items[at] as FillItem
          const raisedBy = (sent: bigint): bigint => (sent * topOdds) / 10_000n
          expect(amount % unit).toBe(0n)
          expect(amount >= 0n && amount <= sendable).toBe(true)
          expect(amount === 0n || result + raisedBy(amount) <= average).toBe(true)
          const more = amount + unit
          expect(more > sendable || result + raisedBy(more) >= average - 1n || result >= average - 1n).toBe(true)
        }
      }),
    )
  })

  test('the worst chosen result never gets further from the best', () => {
    fc.assert(
      fc.property(chosen, (items) => {
        const amounts = evenAmounts(items)
        const after = resultsAfter(items.map((one, at) => ({ ...one, sent: amounts[at] ?? yuan(0) })))
        const spread = (results: readonly bigint[]): bigint =>
          results.reduce((a, b) => (a > b ? a : b)) - results.reduce((a, b) => (a < b ? a : b))
        // Each result is rounded down once.
        expect(spread(after) <= spread(items.map(({ result }) => result)) + 2n).toBe(true)
      }),
    )
  })

  test('the order of the items does not matter', () => {
    fc.assert(
      fc.property(chosen, (items) => {
        expect(evenAmounts(items.toReversed()).toReversed()).toEqual(evenAmounts(items))
      }),
    )
  })
})
