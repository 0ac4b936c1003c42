import { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import { drawOfOrder, formulasOf } from './order-worked.ts'
import type { OrderDetailRecord } from './store-orders.ts'

/** mem0021 of the design's picture: 1,000 on 特码A 33 at 47.045, rebate 1%. */
const order: OrderDetailRecord = {
  merchant_id: MerchantId(1),
  id: 1n,
  day: '2026-11-19',
  game_id: GameId(3),
  period_id: PeriodId(1),
  period_no: '2026130',
  kind: 0,
  taker: null,
  bettor: PathId(9),
  bettor_name: 'mem0021',
  m: PathId(2),
  g: PathId(3),
  a: PathId(4),
  holder: null,
  play: 'TMA',
  item: '33',
  pankou: 'C',
  pay_kind: 0,
  odds: 470_450n,
  odds_tiers: null,
  stake: 10_000_000n,
  s_h: 3000,
  s_m: 2000,
  s_g: 2000,
  s_a: 3000,
  r_m: 2500,
  r_g: 2000,
  r_a: 1500,
  r_b: 1000,
  bet_no: null,
  cause: null,
  at: 0n,
  settled: true,
  voided: false,
  period_void: false,
  corrected: false,
  void_by: null,
  void_reason: null,
  void_at: null,
  result: 1,
  tier: 0,
  amount: 470_450_000n,
  draw: [7, 18, 26, 31, 44, 12, 33],
  draw_date: '2026-11-19',
  options: {},
  drawn_at: 5n,
  settled_version: 1,
  settled_at: 6n,
}

const shown = (one: OrderDetailRecord): string[] =>
  formulasOf(one).map(
    ({ terms, total }) =>
      `${terms.map(({ sign, value, name }) => `${sign}${value}${name ? `(${name})` : ''}`).join(' ')} = ${total}`,
  )

describe('the formulas of an order', () => {
  it('are those of the design for a won order', () => {
    expect(shown(order)).toEqual(['1000 ×47.045 = 47045', '1000 ×1 = 10', '47045 −1000 +10 = 46055'])
  })

  it.each([
    ['lost', { result: null, amount: null, item: '34' }, ['1000 ×1 = 10', '0 −1000 +10 = -990']],
    ['refunded: no commission', { result: 2, amount: 10_000_000n }, ['1000 −1000 +0 = 0']],
    ['open', { settled: false }, []],
    ['void', { voided: true, amount: 10_000_000n, result: 2 }, []],
    [
      'won in a tier',
      { play: 'LM_3Z2', item: '07+18+26', odds_tiers: [220_000n, 1_000_000n], tier: 1, amount: 1_000_000_000n },
      ['1000 ×100(中三) = 100000', '1000 ×1 = 10', '100000 −1000 +10 = 99010'],
    ],
    [
      // Two of the six are 鼠 (07, 31): the stake once, and the price above 1 for each.
      '正肖',
      { play: 'ZX', item: 'SHU', odds: 19_500n, amount: 29_000_000n },
      ['1000 ×0.95(赔率 − 1) ×2 +1000 = 2900', '1000 ×1 = 10', '2900 −1000 +10 = 1910'],
    ],
    [
      '过关',
      { play: 'GG', item: 'ZM1:XIAO+ZM2:XIAO', odds_tiers: [19_500n, 20_000n], amount: 39_000_000n },
      ['1000 ×1.95(正码1 小) ×2(正码2 小) = 3900', '1000 ×1 = 10', '3900 −1000 +10 = 2910'],
    ],
  ])('%s', (_name, change, formulas) => {
    expect(shown({ ...order, ...change } as OrderDetailRecord)).toEqual(formulas)
  })
})

describe('the draw of an order', () => {
  it('names every ball and marks the one that was hit', () => {
    const draw = drawOfOrder(order)
    expect(draw?.balls.map(({ number, name, mark }) => `${number}${name}${mark === 'hit' ? '!' : ''}`)).toEqual([
      '7鼠',
      '18牛',
      '26蛇',
      '31鼠',
      '44猪',
      '12羊',
      '33狗!',
    ])
    expect(draw?.labels.find(({ name }) => name === '总和')?.value).toBe('171')
  })

  it('names the places of games without animals', () => {
    const one = { ...order, game_id: GameId(2), play: 'R1', item: '8', draw: [8, 3, 10, 1, 2, 4, 5, 6, 7, 9] }
    expect(
      drawOfOrder(one)
        ?.balls.map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['冠军', '亚军', '第三名'])
    expect(drawOfOrder({ ...order, draw: null })).toBeNull()
  })
})
