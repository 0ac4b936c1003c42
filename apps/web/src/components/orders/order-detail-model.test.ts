import { describe, expect, it } from 'vitest'
import { tailOf } from './order-address.ts'
import { endOf, orderAsText, storyOf, sumOfDraw, termLabel, termText } from './order-detail-model.ts'

const ball = (number: number): string => String(number).padStart(2, '0')
const ORDER = {
  kind: 'member',
  accountName: 'mem0021',
  pankou: 'C',
  playName: '特码A',
  itemName: '33',
  stake: '1000',
  state: 'settled',
  result: 'win',
  draw: {
    balls: [
      { number: 7, mark: 'none' },
      { number: 33, mark: 'hit' },
    ],
  },
} as const

describe('the sentence of an order', () => {
  it.each([
    [{}, '会员 mem0021 以C盘下注特码A「33」，一千元整；开出 33，中奖。'],
    [{ result: 'lose' }, '会员 mem0021 以C盘下注特码A「33」，一千元整；未中奖。'],
    [{ result: 'refund' }, '会员 mem0021 以C盘下注特码A「33」，一千元整；和局，退回本金。'],
    [{ state: 'void', result: null }, '会员 mem0021 以C盘下注特码A「33」，一千元整；已作废，退回本金。'],
    [{ state: 'open', result: null, draw: null }, '会员 mem0021 以C盘下注特码A「33」，一千元整；尚未结算。'],
    [
      { kind: 'replenishment', accountName: 'agent001', playName: '总和', itemName: '大', draw: { balls: [] } },
      '补货 agent001 以C盘下注总和「大」，一千元整；中奖。',
    ],
  ] as const)('%j', (change, sentence) => {
    expect(storyOf({ ...ORDER, ...change }, ball)).toBe(sentence)
  })

  it('never calls a voided order a refund', () => {
    expect(endOf({ state: 'settled', result: 'refund', voided: { of: 'order', reason: '', by: '', at: 0 } })).toBe(
      'void',
    )
  })
})

describe('the sum of a draw', () => {
  const balls = [3, 9, 1].map((number) => ({ number, mark: 'counts' }))
  const order = { ...ORDER, playCode: 'HZ', draw: { balls } } as const
  it.each([
    ['a ball of its own in PC', {}, 'PC', { number: 13, hit: true }],
    ['not hit by a play of one ball', { playCode: 'Q1_LM' }, 'PC', { number: 13, hit: false }],
    ['not hit by a play of shapes', { playCode: 'TS' }, 'PC', { number: 13, hit: false }],
    ['not hit by an item that lost', { result: 'lose' }, 'PC', { number: 13, hit: false }],
    ['not hit by an order that is void', { state: 'void' }, 'PC', { number: 13, hit: false }],
    ['none before the draw', { draw: null }, 'PC', null],
    ['none in another game', {}, '5M', null],
  ] as const)('%s', (_name, change, game, sum) => {
    expect(sumOfDraw({ ...order, ...change }, game)).toEqual(sum)
  })
})

describe('the numbers of a formula', () => {
  const at = (formula: 'payout' | 'commission' | 'result') => ({ formula, pankou: 'C' })
  it.each([
    [{ sign: '', of: 'stake', value: '1000' }, 'payout', '下注金额', '1,000.00'],
    [{ sign: '×', of: 'odds', value: '47.045' }, 'payout', '赔率（C 盘）', '47.045'],
    [{ sign: '×', of: 'odds', value: '100', name: '中三' }, 'payout', '中三', '100'],
    [{ sign: '×', of: 'pushedLeg', value: '1', name: '正码1 大' }, 'payout', '正码1 大（和局计 1）', '1'],
    [{ sign: '+', of: 'stake', value: '1000' }, 'payout', '本金', '1,000.00'],
    [{ sign: '', of: 'stake', value: '1000' }, 'commission', '有效金额', '1,000.00'],
    [{ sign: '×', of: 'rate', value: '1.25' }, 'commission', '退水率', '1.25%'],
    [{ sign: '+', of: 'commission', value: '10.0125' }, 'result', '退水', '10.0125'],
  ] as const)('%j of %s', (term, formula, label, text) => {
    expect([termLabel(term, at(formula)), termText(term)]).toEqual([label, text])
  })
})

it('shows the last digits of a number, because the first are the same for days', () => {
  expect(tailOf('7530354445053530112')).toBe('530112')
  expect(tailOf('12')).toBe('12')
})

it('writes an order as text with its number and its explanation', () => {
  const text = orderAsText({ orderNo: '12', at: 0, periodNo: '2026130', explain: ['结果：中奖。'] }, '六合彩')
  expect(text.split('\n')).toEqual([
    '【注单】六合彩 2026130期',
    '注单号：12',
    '下注时间：1970-01-01 08:00:00',
    '结果：中奖。',
  ])
})
