import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admitBets, type BetAllowance } from './bet-rate.ts'

const NOW = 1_000_000

describe('bets a second', () => {
  it.each([
    [undefined, 10, true],
    [undefined, 11, true],
    [{ left: 9, at: NOW }, 10, false],
    [{ left: 0, at: NOW - 1000 }, 10, true],
    [{ left: -10, at: NOW - 1000 }, 1, false],
    [{ left: 5, at: NOW + 60_000 }, 5, true],
  ] satisfies [BetAllowance | undefined, number, boolean][])('%j admits %i of 10: %s', (before, bets, admitted) =>
    expect(admitBets(before, { limit: 10, bets, now: NOW }) !== null).toBe(admitted),
  )

  it('over any time admits no more than the limit for each second, one second ahead and one call', () => {
    const calls = fc.array(fc.record({ after: fc.nat(900), bets: fc.integer({ min: 1, max: 60 }) }), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), calls, (limit, all) => {
        let [now, admitted, largest] = [NOW, 0, 0]
        let allowance: BetAllowance | undefined
        for (const { after, bets } of all) {
          now += after
          const next = admitBets(allowance, { limit, bets, now })
          if (!next) continue
          allowance = next
          admitted += bets
          largest = Math.max(largest, bets)
        }
        expect(admitted).toBeLessThanOrEqual(((now - NOW) * limit) / 1000 + limit + largest + 1e-6)
      }),
    )
  })
})
