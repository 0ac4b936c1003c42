import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfEven, type Money, money, parseMoney, rate, share, yuan, ZERO } from '../money/money.ts'
import {
  flows,
  type Holding,
  heldCommission,
  knownFold,
  losingFlows,
  losingFold,
  passedStakes,
  passedWinLoss,
  profits,
} from './book.ts'
import { flyOutHolding, holdingOf, type ShareLink, splitShares, takerHolding } from './shares.ts'

const SEED = 20_260_102
const at = (text: string): Money => {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

/** Section 4's example: A 30% G 20% M 20% H 30%, rates b 1.0% A 1.5% G 2.0% M 2.5%. */
const EXAMPLE: Holding = holdingOf(
  { sH: share(3000n), sM: share(2000n), sG: share(2000n), sA: share(3000n) },
  { m: rate(2500n), g: rate(2000n), a: rate(1500n), b: rate(1000n) },
)

/** Any chain: any set of levels, shares that sum to the whole, rates that never fall from the bettor upward. */
const holdings = fc
  .record({
    levels: fc.tuple(fc.boolean(), fc.boolean()),
    cuts: fc.tuple(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
    ),
    rates: fc.array(fc.integer({ min: 0, max: 4500 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ levels: [hasG, hasA], cuts, rates }) => {
    const [one = 0, two = 0, three = 0] = [...cuts].sort((x, y) => x - y)
    const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = [...rates].sort((x, y) => y - x)
    const g = hasG ? two - one : 0
    const a = hasA ? three - two : 0
    const m = one
    return holdingOf(
      { sH: share(BigInt(10_000 - m - g - a)), sM: share(BigInt(m)), sG: share(BigInt(g)), sA: share(BigInt(a)) },
      {
        m: rate(BigInt(r0)),
        g: hasG ? rate(BigInt(r1)) : null,
        a: hasA ? rate(BigInt(r2)) : null,
        b: rate(BigInt(r3)),
      },
    )
  })
const stakes = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((cents) => money(cents * 100n))
const payouts = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 13n })).map(money)

describe('the worked example', () => {
  it.each([
    ['1980', true, ['-990', '-696.5', '-500', '-301.5'], ['-293.5', '-196.5', '-198.5', '-301.5']],
    ['0', true, ['990', '689.5', '490', '292.5'], ['300.5', '199.5', '197.5', '292.5']],
    ['1000', false, ['0', '0', '0', '0'], ['0', '0', '0', '0']],
  ] as const)('payout %s', (payout, counts, owed, earned) => {
    const u = flows(EXAMPLE, yuan(1000), at(payout), counts)
    expect([u.uB, u.uA, u.uG, u.uM]).toEqual(owed.map(at))
    const profit = profits(u)
    expect([profit.a, profit.g, profit.m, profit.h]).toEqual(earned.map(at))
  })

  it('stores the losing side', () => {
    expect(losingFold(EXAMPLE, yuan(1000))).toEqual({
      luM: at('292.5'),
      luG: at('490'),
      luA: at('689.5'),
      luB: at('990'),
      psM: at('300'),
      psG: at('500'),
      psA: at('700'),
      hcH: at('-7.5'),
      hcM: at('-5'),
      hcG: at('-4'),
      hcA: at('-4.5'),
    })
  })
})

const isAscending = (parts: readonly bigint[]): boolean =>
  parts.every((part, index) => index === 0 || part >= (parts[index - 1] ?? part))

describe('properties', () => {
  it('the profits sum to zero, and the parts of all levels sum to the whole', () => {
    fc.assert(
      fc.property(holdings, stakes, payouts, fc.boolean(), (holding, x, p, counts) => {
        const u = flows(holding, x, p, counts)
        const profit = profits(u)
        expect(profit.h + profit.m + profit.g + profit.a).toBe(u.uB)
        const ps = passedStakes(holding, x)
        // The part of a level is what was passed to it less what it passes on, so no part is negative.
        expect(isAscending([0n, ps.psM, ps.psG, ps.psA, x])).toBe(true)
        const pw = passedWinLoss(holding, x, p)
        const down = [0n, pw.pwM, pw.pwG, pw.pwA, x - p]
        expect(isAscending(x < p ? down.map((part) => -part) : down)).toBe(true)
        expect(pw.pwB).toBe(x - p)
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })

  it('every flow is the exact product rounded half-even once', () => {
    fc.assert(
      fc.property(holdings, stakes, payouts, fc.boolean(), (holding, x, p, counts) => {
        const exact = (above: bigint, r: bigint) =>
          divideHalfEven(above * ((x - p) * 100_000n - (counts ? r * x : 0n)), 1_000_000_000n)
        const { sH, sM, sG, sA } = holding
        expect(flows(holding, x, p, counts)).toEqual({
          uM: exact(sH, holding.rM),
          uG: exact(sH + sM, holding.rG),
          uA: exact(sH + sM + sG, holding.rA),
          uB: exact(sH + sM + sG + sA, holding.rB),
        })
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })

  it('the losing fold equals the single functions', () => {
    fc.assert(
      fc.property(holdings, stakes, (holding, x) => {
        const fold = losingFold(holding, x)
        expect(losingFlows(fold)).toEqual(flows(holding, x, ZERO, true))
        expect({ psM: fold.psM, psG: fold.psG, psA: fold.psA }).toEqual(passedStakes(holding, x))
        expect({ h: fold.hcH, m: fold.hcM, g: fold.hcG, a: fold.hcA }).toEqual(heldCommission(holding, x))
      }),
      { seed: SEED },
    )
  })

  it('a skipped level earns nothing and holds nothing', () => {
    const direct = holdingOf(
      { sH: share(6000n), sM: share(4000n), sG: share(0n), sA: share(0n) },
      { m: rate(2500n), g: null, a: null, b: rate(1000n) },
    )
    const u = flows(direct, yuan(333), yuan(650), true)
    expect([u.uG, u.uA]).toEqual([u.uB, u.uB])
    expect([profits(u).g, profits(u).a]).toEqual([0n, 0n])
  })
})

describe('the remainder rule', () => {
  const link = (
    parentRole: 0 | 1 | 2 | 3,
    uplineShare: number,
    downlineCap: number,
    remainder: 'head' | 'parent' = 'head',
  ): ShareLink => ({
    parentRole,
    uplineShare: share(BigInt(uplineShare)),
    downlineCap: share(BigInt(downlineCap)),
    remainder,
  })
  it.each([
    [
      'the example',
      [link(3, 3000, 0), link(2, 2000, 3000), link(1, 2000, 5000), link(0, 3000, 7000)],
      [3000n, 2000n, 2000n, 3000n],
    ],
    [
      'left to the head',
      [link(3, 1000, 0), link(2, 2000, 3000), link(1, 2000, 5000), link(0, 3000, 7000)],
      [5000n, 2000n, 2000n, 1000n],
    ],
    [
      'left to G',
      [link(3, 1000, 0), link(2, 2000, 3000, 'parent'), link(1, 2000, 5000), link(0, 3000, 7000)],
      [3000n, 2000n, 4000n, 1000n],
    ],
    [
      'left to M',
      [link(3, 1000, 0), link(2, 2000, 3000), link(1, 2000, 5000, 'parent'), link(0, 3000, 7000)],
      [3000n, 4000n, 2000n, 1000n],
    ],
    ['a member of the merchant', [link(1, 2500, 0), link(0, 3000, 7000)], [7500n, 2500n, 0n, 0n]],
    ['nobody below', [link(1, 0, 0), link(0, 3000, 7000)], [10_000n, 0n, 0n, 0n]],
  ] as const)('%s', (_, links, [sH, sM, sG, sA]) => expect(splitShares(links)).toEqual({ sH, sM, sG, sA }))

  it('stays within every cap, sums to the whole, and leaves the head at least its own share', () => {
    const percent = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ cut: percent, cap: percent, parent: fc.boolean() }), { minLength: 4, maxLength: 4 }),
        fc.subarray([2, 3] as const),
        (raw, levels) => {
          const parents = [0, 1, ...levels] as (0 | 1 | 2 | 3)[]
          let cap = 10_000
          const links: ShareLink[] = []
          parents.forEach((role, index) => {
            const { cut, cap: wanted, parent } = raw[index] ?? { cut: 0, cap: 0, parent: false }
            const bettor = index === parents.length - 1
            const uplineShare = Math.trunc((cap * cut) / 10_000)
            const downlineCap = bettor ? 0 : Math.trunc(((cap - uplineShare) * wanted) / 10_000)
            links.unshift(link(role, uplineShare, downlineCap, parent && !bettor ? 'parent' : 'head'))
            cap = downlineCap
          })
          const { sH, sM, sG, sA } = splitShares(links)
          expect(sH + sM + sG + sA).toBe(10_000n)
          const byRole = [sH, sM, sG, sA]
          const heldFrom = (role: number) => byRole.slice(role).reduce((sum, part) => sum + part, 0n)
          links.forEach((one, index) => {
            const child = index === 0 ? 4 : (links[index - 1]?.parentRole ?? 4)
            expect(heldFrom(child)).toBeLessThanOrEqual(one.downlineCap)
          })
          expect(sH).toBeGreaterThanOrEqual(links.at(-1)?.uplineShare ?? 0n)
        },
      ),
      { seed: SEED, numRuns: 2000 },
    )
  })

  it('throws on terms that give away more than the whole', () => {
    expect(() => splitShares([link(3, 6000, 0), link(1, 5000, 5000), link(0, 0, 10_000)])).toThrow('exceed')
  })
})

describe('replenishments and fly-outs', () => {
  it('pays the level between its rate difference', () => {
    const u = flows(
      takerHolding(1, { m: rate(2500n), g: rate(2000n), a: rate(1500n), b: rate(1500n) }),
      yuan(1000),
      ZERO,
      true,
    )
    expect([u.uB, u.uG, u.uM]).toEqual([yuan(985), yuan(980), ZERO])
    expect(profits(u)).toEqual({ h: 0n, m: yuan(980), g: yuan(5), a: 0n })
  })
  it('changes nothing above a fly-out', () => {
    const u = flows(flyOutHolding(rate(1000n)), yuan(100), yuan(190), true)
    expect(u).toEqual({ uM: 0n, uG: 0n, uA: 0n, uB: yuan(-91) })
  })
})

it('remembers folds as they are reckoned, beyond what it can remember', () => {
  const few = fc.bigInt({ min: 1n, max: 30n }).map((cents) => money(cents * 100n))
  fc.assert(
    fc.property(
      fc.array(holdings, { minLength: 1, maxLength: 4 }),
      fc.array(few, { maxLength: 80 }),
      (owners, list) => {
        for (const [index, stake] of list.entries()) {
          const holding = owners[index % owners.length] ?? EXAMPLE
          expect(knownFold(holding, stake)).toEqual(losingFold(holding, stake))
        }
      },
    ),
  )
  const before = knownFold(EXAMPLE, money(7n))
  expect(knownFold(EXAMPLE, money(7n))).toBe(before)
  for (let stake = 1n; stake <= 20_001n; stake++) knownFold(EXAMPLE, money(stake * 100n))
  expect(knownFold(EXAMPLE, money(7n))).not.toBe(before)
  expect(knownFold(EXAMPLE, money(7n))).toEqual(before)
})
