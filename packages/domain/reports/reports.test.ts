import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flows, type Holding, profits } from '../book/book.ts'
import { type Money, type Rate, type Share, yuan } from '../money/money.ts'
import { measuresOf, type OrderResult } from './fold.ts'
import { addMeasures, type Figures, figuresOf, type Measures, totalOf, ZERO_MEASURES } from './reports.ts'

const share = (value: number): Share => BigInt(value) as Share
const rate = (value: number): Rate => BigInt(value) as Rate

/** The worked example: shares A 30 G 20 M 20 H 30, rates b 1.0 A 1.5 G 2.0 M 2.5. */
const example: Holding = {
  sH: share(3000),
  sM: share(2000),
  sG: share(2000),
  sA: share(3000),
  rM: rate(2500),
  rG: rate(2000),
  rA: rate(1500),
  rB: rate(1000),
}

const whole = { min: share(0), max: share(10000) }
const child = (childRole: 0 | 1 | 2 | 3 | null) => ({ kind: 'child', childRole, shares: whole }) as const
const sumOf = (parts: Measures[]): Measures => parts.reduce(addMeasures, ZERO_MEASURES)

describe('the worked example read from every seat', () => {
  const won = measuresOf(example, yuan(1000), yuan(1980), 'win')
  const lost = measuresOf(example, yuan(1000), 0n as Money, 'lose')
  const table: [0 | 1 | 2 | 3, OrderResult, number, number, number][] = [
    // seat, result, receivable, payable, profit; in cents
    [3, 'win', -99000, -69650, -29350],
    [2, 'win', -69650, -50000, -19650],
    [1, 'win', -50000, -30150, -19850],
    [0, 'win', -30150, 0, -30150],
    [3, 'lose', 99000, 68950, 30050],
    [2, 'lose', 68950, 49000, 19950],
    [1, 'lose', 49000, 29250, 19750],
    [0, 'lose', 29250, 0, 29250],
  ]
  it.each(table)('seat %i, %s', (seat, result, receivable, payable, profit) => {
    const figures = figuresOf(result === 'win' ? won : lost, seat, child(seat === 3 ? null : ((seat + 1) as 1)))
    expect([figures.receivable, figures.payable, figures.result]).toEqual(
      [receivable, payable, profit].map((cents) => BigInt(cents) * 100n),
    )
    expect(figures.heldResult + figures.earnedCommission).toBe(figures.result)
    expect(figures.memberResult).toBe(result === 'win' ? 9900000n : -9900000n)
  })
  it('shows what the agent holds, with its own rate, and what it earns on the rest', () => {
    const figures = figuresOf(lost, 3, child(null))
    expect([figures.heldStake, figures.heldWinLoss, figures.heldCommission, figures.earnedCommission]).toEqual([
      3000000n,
      3000000n,
      -45000n,
      50000n,
    ])
    expect(figures.heldRatio).toBe(300000n)
    expect(figures.passedUp).toBe(7000000n)
  })
})

// ---- any orders of one general agent with two agents and a direct member ------------------------------------------

const amount = fc.bigInt({ min: 100n, max: 10n ** 12n }).map((units) => ((units / 100n) * 100n) as Money)
const outcome = fc.constantFrom<OrderResult>('win', 'lose', 'refund')
const memberOrder = fc.record({
  agent: fc.constantFrom('A1', 'A2', 'direct'),
  cuts: fc.tuple(fc.nat(3000), fc.nat(3000), fc.nat(3000)),
  rates: fc.tuple(fc.nat(4500), fc.nat(4500), fc.nat(4500), fc.nat(4500)),
  stake: amount,
  odds: fc.bigInt({ min: 10100n, max: 90_000_000n }),
  result: outcome,
})

type Sample = typeof memberOrder extends fc.Arbitrary<infer T> ? T : never

const payoutOf = (sample: Sample): Money =>
  (sample.result === 'win'
    ? (sample.stake * sample.odds) / 10_000n
    : sample.result === 'refund'
      ? sample.stake
      : 0n) as Money

const holdingOf = ({ agent, cuts: [a, g, m], rates }: Sample): Holding => {
  const [rM, rG, rA, rB] = rates.map(rate).sort((x, y) => Number(y - x)) as [Rate, Rate, Rate, Rate]
  const sA = agent === 'direct' ? 0 : a
  return {
    sA: share(sA),
    sG: share(g),
    sM: share(m),
    sH: share(10000 - sA - g - m),
    rM,
    rG,
    rA: agent === 'direct' ? rB : rA,
    rB,
  }
}

const seats = [0, 1, 2] as const

describe('any set of members orders', () => {
  it('adds up: child rows sum to the total, profits of all levels sum to the loss of the bettors', () => {
    fc.assert(
      fc.property(fc.array(memberOrder, { maxLength: 30 }), (samples) => {
        const measured = samples.map((sample) => ({
          agent: sample.agent,
          sums: measuresOf(holdingOf(sample), sample.stake, payoutOf(sample), sample.result),
        }))
        const all = sumOf(measured.map((entry) => entry.sums))
        const rows = (['A1', 'A2', 'direct'] as const).map((agent) =>
          figuresOf(
            sumOf(measured.filter((entry) => entry.agent === agent).map((entry) => entry.sums)),
            2,
            child(agent === 'direct' ? null : 3),
          ),
        )
        const total = totalOf(rows)
        const direct = figuresOf(all, 2, child(null))
        for (const name of [
          'orders',
          'stake',
          'valid',
          'receivable',
          'payable',
          'result',
          'heldStake',
          'earnedCommission',
          'passedUp',
        ] as const)
          expect(total[name]).toBe(direct[name])
        const results = [0, 1, 2, 3].map((seat) => figuresOf(all, seat as 0, child(null)).result)
        expect(results.reduce((sum, part) => sum + part, 0n)).toBe(all.uB)
      }),
    )
  })

  it('shows the payable of a level as the receivable of its parent, at every level', () => {
    fc.assert(
      fc.property(fc.array(memberOrder, { maxLength: 20 }), (samples) => {
        const all = sumOf(
          samples.map((sample) => measuresOf(holdingOf(sample), sample.stake, payoutOf(sample), sample.result)),
        )
        for (const seat of seats) {
          const above: Figures = figuresOf(all, seat, child((seat + 1) as 1))
          const below: Figures = figuresOf(all, (seat + 1) as 1, child(null))
          expect(below.payable).toBe(above.receivable)
          expect(above.childProfit).toBe(below.result)
        }
      }),
    )
  })
})

describe('replenishments and fly-outs', () => {
  // A sends 1,000 to M through G, rates A 1.5% G 2.0%, and it loses: A owes G 985, G owes M 980.
  const sent: Holding = {
    sH: share(0),
    sM: share(10000),
    sG: share(0),
    sA: share(0),
    rM: rate(2500),
    rG: rate(2000),
    rA: rate(1500),
    rB: rate(1500),
  }
  const lost = measuresOf(sent, yuan(1000), 0n as Money, 'lose')

  it('is owed by the sender, passed on by the level between and held by the taker', () => {
    const agent = figuresOf(lost, 3, { kind: 'ownReplenishment', isSeat: true })
    const between = figuresOf(lost, 2, { kind: 'childReplenishment', childRole: 3, childOwn: lost.uB })
    const taker = figuresOf(lost, 1, { kind: 'childReplenishment', childRole: 2, childOwn: 0n as Money })
    expect([agent.payable, agent.result]).toEqual([9850000n, -9850000n])
    expect([between.receivable, between.payable, between.result, between.childProfit]).toEqual([
      9850000n,
      9800000n,
      50000n,
      -9850000n,
    ])
    expect([taker.receivable, taker.payable, taker.result, taker.heldStake, taker.childProfit]).toEqual([
      9800000n,
      0n,
      9800000n,
      10000000n,
      50000n,
    ])
    expect(profits(flows(sent, yuan(1000), 0n as Money, true))).toEqual({ h: 0n, m: 9800000n, g: 50000n, a: 0n })
  })

  it('owes a fly-out to the outside book and nothing to the parent', () => {
    const flown: Holding = {
      sH: share(0),
      sM: share(0),
      sG: share(0),
      sA: share(0),
      rM: rate(1000),
      rG: rate(1000),
      rA: rate(1000),
      rB: rate(1000),
    }
    const figures = figuresOf(measuresOf(flown, yuan(100), yuan(198), 'win'), 3, { kind: 'ownFlyout' })
    expect([figures.external, figures.payable, figures.result]).toEqual([-990000n, 0n, 990000n])
  })
})
