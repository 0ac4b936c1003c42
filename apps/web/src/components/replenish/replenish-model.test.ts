import { money, rate, share, yuan } from '@strata/domain/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount } from '../../lib/amount.ts'
import {
  amountProblem,
  fillAmounts,
  flownOut,
  type ManualResult,
  movedSince,
  ordersOf,
  previewIn,
  type ReplenishItem,
  resultsAfterSending,
  sendable,
  sumOf,
} from './replenish-model.ts'

const item = (itemCode: string, over: Partial<ReplenishItem> = {}): ReplenishItem => ({
  playCode: 'TMA',
  itemCode,
  itemName: itemCode,
  odds: '48.5',
  net: '4000',
  pending: '0',
  netAmount: '-100000',
  ...over,
})
const noRate = () => rate(0n)
const none = () => share(0n)

describe('typed amounts', () => {
  test.each([
    ['', '1', null],
    ['100', '1', null],
    ['4,000.00', '1', null],
    ['4000.01', '0.01', 'aboveNet'],
    ['105', '10', 'unit'],
    ['1.234', '1', 'amount'],
    ['-5', '1', 'amount'],
  ])('%s in units of %s: %s', (text, unit, problem) => {
    expect(amountProblem(item('01'), text, readAmount(unit))).toBe(problem)
  })

  test('what is pending at an outside book is not sent again', () => {
    expect(sendable(item('01', { pending: '1500' }))).toBe(yuan(2500))
    expect(sendable(item('01', { net: '-3' }))).toBe(0n)
  })

  test('zero and empty leave an item out', () => {
    const orders = ordersOf([item('01'), item('02'), item('03')], { 'TMA|01': '1,000', 'TMA|02': '0', 'TMA|03': ' ' })
    expect(orders).toEqual([{ playCode: 'TMA', itemCode: '01', amount: '1000' }])
    expect(sumOf(orders)).toBe('1000')
  })
})

const TO_RESULT = {
  kind: 'result',
  target: yuan(-5000),
  unitOf: () => yuan(1),
  rateOf: noRate,
  discountOf: none,
} as const

describe('quick fill', () => {
  test('to a held stake: everything above it, in whole units', () => {
    const items = [item('01'), item('02', { net: '1234.5' }), item('03', { net: '900' })]
    expect(
      fillAmounts(items, {
        kind: 'held',
        target: yuan(1000),
        unitOf: () => yuan(10),
        rateOf: noRate,
        discountOf: none,
      }),
    ).toEqual({
      'TMA|01': '3000',
      'TMA|02': '230',
      'TMA|03': '',
    })
  })

  test('to a result: one yuan improves it by odds - 1 + commission', () => {
    expect(fillAmounts([item('01')], TO_RESULT)).toEqual({ 'TMA|01': '2000' })
    expect(fillAmounts([item('01', { netAmount: '-4000' })], TO_RESULT)).toEqual({ 'TMA|01': '' })
    expect(fillAmounts([item('01', { net: '50' })], TO_RESULT)).toEqual({ 'TMA|01': '50' })
  })

  test('items of one outcome share the missing amount', () => {
    const both = [
      item('01', { net: '1000', outcome: '01' }),
      item('01', { playCode: 'TMB', odds: '42', outcome: '01' }),
    ]
    expect(fillAmounts(both, TO_RESULT)).toEqual({ 'TMA|01': '1000', 'TMB|01': '1159' })
  })

  test('reaches the result whenever the stake allows, and never sends more than is held', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
        fc.bigInt({ min: -(10n ** 13n), max: 0n }),
        (net, result, target) => {
          const one = item('01', { net: String(net / 10_000n), netAmount: String(result / 10_000n) })
          const filled = fillAmounts([one], {
            kind: 'result',
            target: money(target),
            unitOf: () => yuan(1),
            rateOf: noRate,
            discountOf: none,
          })
          const sent = filled['TMA|01'] === '' ? 0n : readAmount(filled['TMA|01'] ?? '0')
          expect(sent <= sendable(one)).toBe(true)
          const after = readAmount(one.netAmount) + (sent * 475_000n) / 10_000n
          const whole = sendable(one) - (sendable(one) % yuan(1))
          expect(after >= target || sent === whole).toBe(true)
        },
      ),
    )
  })
})

describe('the most that an item can pay', () => {
  const fill = { ...TO_RESULT, target: yuan(0) }
  const filled = (one: Partial<ReplenishItem>, more: object = {}) =>
    Object.values(fillAmounts([item('01', { net: '100000', netAmount: '-8000', ...one })], { ...fill, ...more }))

  test('is all hits of 正肖 and all legs of 过关, not one price', () => {
    // 1.8 on each of five numbers: a yuan pays 5 and gains 4.
    expect(filled({ odds: '1.8', hits: 5 })).toEqual(['2000'])
    // 1.95 times 2.7.
    const legs = { itemCode: 'ZM1:DA+ZM4:RED', odds: { 'ZM1:DA': '1.95', 'ZM4:RED': '2.7' } }
    expect(filled(legs)).toEqual([String(Math.ceil(8000 / (1.95 * 2.7 - 1)))])
    expect(filled({ odds: { ZHONG2: '11', ZHONG3: '41' } })).toEqual(['200'])
  })

  test('is less at an outside book, and its commission is what comes back', () => {
    expect(filled({ odds: '41' }, { discountOf: () => share(1000n) })).toEqual([String(Math.ceil(8000 / 35.9))])
    expect(filled({ odds: '41' }, { rateOf: () => rate(2_000n) })).toEqual([String(Math.ceil(8000 / 40.02))])
  })

  test('is that of the preview, which has the discount already', () => {
    const sent = { playCode: 'TMA', itemCode: '01', requested: '100', refused: '0', odds: '1.8' }
    const terms = { unitOf: () => yuan(1), rateOf: noRate, discountOf: () => share(1000n) }
    const after = resultsAfterSending([item('01', { odds: '2', hits: 5, netAmount: '-1000' })], [sent], terms)
    expect(after.get('TMA|01')).toBe('-600')
  })
})

describe('the results before and after', () => {
  const terms = { unitOf: () => yuan(1), rateOf: noRate, discountOf: none }
  const market = 'special'

  test('平均盈亏 raises the items below the average, and the preview shows what it does', () => {
    const items = [item('01', { market, outcome: '01' }), item('02', { market, outcome: '02', netAmount: '0' })]
    const amounts = fillAmounts(items, { kind: 'even', target: yuan(0), ...terms })
    // 50,000 below the average, at 48.5 against the other number.
    expect(amounts).toEqual({ 'TMA|01': '1030', 'TMA|02': '' })
    const sent = { playCode: 'TMA', itemCode: '01', requested: '1030', refused: '0', odds: '48.5' }
    expect(resultsAfterSending(items, [sent], terms)).toEqual(
      new Map([
        ['TMA|01', '-51075'],
        ['TMA|02', '-1030'],
      ]),
    )
  })

  test('a refused part does nothing, and the odds are those of the preview', () => {
    const sent = { playCode: 'TMA', itemCode: '01', requested: '1000', refused: '900', odds: '47.5' }
    expect(resultsAfterSending([item('01')], [sent], terms)).toEqual(new Map([['TMA|01', '-95350']]))
  })
})

const result = (over: Partial<ManualResult> = {}): ManualResult => ({
  playCode: 'TMA',
  itemCode: '01',
  requested: '1000',
  takes: [
    { roleId: 2, amount: '500' },
    { roleId: 1, amount: '300' },
  ],
  refused: '200',
  reason: 'acceptLimit',
  odds: '48.5',
  orderNos: [],
  ...over,
})

describe('changes since the preview', () => {
  test('none, however the amounts are written', () => {
    expect(movedSince(result(), result({ refused: '200.00' }))).toBeNull()
    expect(movedSince(undefined, result())).toBeNull()
  })

  test('takers, odds, refused parts and reasons', () => {
    const now = result({ odds: '47.5', takes: [{ roleId: 1, amount: '300' }], refused: '700', reason: 'sendLimit' })
    expect(movedSince(result(), now)).toEqual({
      odds: '48.5',
      refused: '200',
      reason: true,
      takes: new Map([[2, '500']]),
    })
  })

  test('the part that is neither taken nor refused has flown out', () => {
    expect(flownOut(result())).toBe('0')
    expect(flownOut(result({ takes: [] }))).toBe('800')
  })

  test('a refusal carries a new preview, or nothing', () => {
    expect(previewIn({ version: 'v2', results: [result()] })?.version).toBe('v2')
    expect(previewIn(null)).toBeNull()
    expect(previewIn({ issues: [] })).toBeNull()
  })
})
