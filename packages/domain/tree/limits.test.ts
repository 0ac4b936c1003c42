import { describe, expect, it } from 'vitest'
import { yuan } from '../money/money.ts'
import {
  capLimits,
  isTightened,
  LIMITS,
  type Limits,
  limitFault,
  limitRange,
  limitValues,
  someLimits,
} from './limits.ts'

const limits = (minStake: number, maxStake: number, maxItem: number, maxFill: number | null): Limits => ({
  minStake: yuan(minStake),
  maxStake: yuan(maxStake),
  maxItem: yuan(maxItem),
  maxFill: maxFill === null ? null : yuan(maxFill),
})
const parent = limits(10, 1000, 5000, 300)
const limit = (name: string) => {
  const found = LIMITS.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}
const faultsOf = (child: Limits) => LIMITS.flatMap((one) => limitFault(one, child, parent)?.refusal ?? [])

describe('limits of a play group', () => {
  it('are all present, and only those that may be left out are null', () => {
    expect(limitValues(({ name }) => parent[name])).toEqual(parent)
    expect(() => limitValues(() => null)).toThrow('minStake may not be left out')
    expect(someLimits(({ optional }) => (optional ? null : undefined))).toEqual({ maxFill: null })
  })

  it.each([
    ['within the parent’s', limits(10, 1000, 5000, 300), []],
    ['a floor below the parent’s', limits(9, 1000, 5000, 300), ['beyondParent']],
    ['a floor above the other end', limits(900, 800, 5000, 300), ['reversed']],
    ['every ceiling above the parent’s', limits(10, 1001, 5001, 301), ['beyondParent', 'beyondParent', 'beyondParent']],
    ['no limit where the parent has one', limits(10, 1000, 5000, null), ['beyondParent']],
    ['below 0', limits(10, 1000, -1, -1), ['negative', 'negative']],
  ])('%s', (_, child, refusals) => {
    expect(faultsOf(child)).toEqual(refusals)
  })

  it('may be set up to the other end of a range and to the parent’s', () => {
    const child = limits(20, 800, 100, null)
    expect(limitRange(limit('minStake'), child, parent)).toEqual({ min: yuan(10), max: yuan(800), why: 'otherStake' })
    expect(limitRange(limit('maxStake'), child, parent)).toEqual({ min: yuan(20), max: yuan(1000), why: 'parent' })
    expect(limitRange(limit('maxFill'), child, parent)).toEqual({ min: 0n, max: yuan(300), why: 'parent' })
  })

  it('are cut to the parent’s, a bettor’s without those that have no effect on it', () => {
    expect(capLimits(limits(1, 2000, 9000, null), parent, true)).toEqual(parent)
    expect(capLimits(limits(1, 2000, 9000, null), parent, false)).toEqual({ ...parent, maxFill: null })
    expect(capLimits(limits(1, 5, 4000, 200), parent, true)).toEqual(limits(10, 10, 4000, 200))
  })

  it.each([
    ['minStake', 1n, 2n, true],
    ['minStake', 2n, 1n, false],
    ['maxItem', 2n, 1n, true],
    ['maxItem', 1n, 2n, false],
    ['maxFill', null, 1n, true],
    ['maxFill', 1n, null, false],
  ] as const)('%s from %s to %s may lower paths below: %s', (name, before, after, lowers) => {
    expect(isTightened(limit(name), before, after)).toBe(lowers)
  })
})
