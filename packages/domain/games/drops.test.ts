import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Odds, odds, yuan } from '../money/money.ts'
import {
  checkDropSteps,
  countedHeld,
  type Drop,
  type DropStep,
  dropAt,
  heldByPriceKey,
  MAX_DROP_STEPS,
  NO_DROP,
  oddsAfter,
} from './drops.ts'
import { itemOf } from './item.ts'

const step = (stake: number, drop: number, floor = 400_000): DropStep => ({
  stake: yuan(stake),
  drop: odds(BigInt(drop)),
  floor: odds(BigInt(floor)),
})
/** From 10,000 held 0.5 less, from 20,000 1 less, from 50,000 3 less. Each step has its own floor. */
const STEPS = [step(10_000, 5_000), step(20_000, 10_000, 390_000), step(50_000, 30_000, 380_000)]

describe('the step that a held stake has reached', () => {
  it.each([
    [0, 0, 10_100],
    [9_999, 0, 10_100],
    [10_000, 5_000, 400_000],
    [19_999, 5_000, 400_000],
    [20_000, 10_000, 390_000],
    [50_000, 30_000, 380_000],
    [9_000_000, 30_000, 380_000],
  ])('%d yuan: %d off, not below %d', (held, drop, floor) => {
    expect(dropAt(STEPS, yuan(held))).toEqual({ drop: odds(BigInt(drop)), floor: odds(BigInt(floor)) })
  })
  it('is none without steps', () => {
    expect(dropAt([], yuan(1_000_000))).toEqual(NO_DROP)
  })
})

describe('the held stake that counts after a reset', () => {
  it.each([
    [5_000, undefined, 5_000],
    [5_000, 0, 5_000],
    [5_000, 4_000, 1_000],
    [5_000, 5_000, 0],
    // Stakes were voided since.
    [3_000, 5_000, 0],
  ])('%d held, %s at the reset: %d', (held, atReset, counted) => {
    expect(countedHeld(yuan(held), atReset === undefined ? undefined : yuan(atReset))).toBe(yuan(counted))
  })
})

describe('odds after a cut', () => {
  const cut = (offset: number, floor: number, drop: number, dropFloor: number) => ({
    offset: BigInt(offset),
    floor: BigInt(floor),
    drops: [{ drop: odds(BigInt(drop)), floor: odds(BigInt(dropFloor)) }],
  })
  it.each([
    ['nothing off', cut(0, 10_100, 0, 10_100), 480_000],
    ['the drop is subtracted', cut(0, 10_100, 5_000, 10_100), 475_000],
    ['the offset is subtracted first', cut(2_000, 10_100, 5_000, 10_100), 473_000],
    ["the drop stops at its step's floor", cut(0, 10_100, 30_000, 460_000), 460_000],
    ["the price's own floor is higher", cut(0, 470_000, 30_000, 460_000), 470_000],
    ['a floor above the odds does not raise them', cut(0, 10_100, 5_000, 500_000), 480_000],
    ['an offset alone stops at the floor of the price', cut(300_000, 470_000, 0, 10_100), 470_000],
    ['below a floor already', cut(30_000, 10_100, 5_000, 460_000), 450_000],
  ])('%s', (_, given, expected) => {
    expect(oddsAfter(odds(480_000n), given)).toBe(odds(BigInt(expected)))
  })

  const amount = fc.bigInt({ min: 0n, max: 5_000_000n })
  const anyDrop = fc.record({ drop: amount, floor: fc.bigInt({ min: 10_100n, max: 5_000_000n }) })
  it('is never above what it would be without the drop, never below the floor, and falls with the drop', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10_100n, max: 5_000_000n }), amount, anyDrop, amount, (base, offset, drop, more) => {
        const given = { offset, floor: 10_100n, drops: [drop as Drop] }
        const after = oddsAfter(base as Odds, given)
        const without = oddsAfter(base as Odds, { ...given, drops: [NO_DROP] })
        const further = oddsAfter(base as Odds, { ...given, drops: [{ ...drop, drop: drop.drop + more } as Drop] })
        expect(after <= without && after >= 10_100n && further <= after).toBe(true)
        expect(without).toBe(oddsAfter(base as Odds, { ...given, drops: [] }))
      }),
    )
  })

  it.each([
    ['one after the other', [5_000, 10_100], [10_000, 10_100], 465_000],
    ['the second stops at its own floor', [5_000, 10_100], [30_000, 460_000], 460_000],
    ['the first at its floor, the second still applies', [30_000, 470_000], [5_000, 10_100], 465_000],
    ['a floor of the second above the odds does not raise them', [30_000, 10_100], [5_000, 470_000], 450_000],
  ] as const)('two drops: %s', (_, first, second, expected) => {
    const drops = [first, second].map(([drop, floor]) => ({ drop: odds(BigInt(drop)), floor: odds(BigInt(floor)) }))
    expect(oddsAfter(odds(480_000n), { offset: 0n, floor: 10_100n, drops })).toBe(odds(BigInt(expected)))
  })

  it('is never higher with another drop, whatever its floor and position', () => {
    const price = fc.bigInt({ min: 10_100n, max: 5_000_000n })
    fc.assert(
      fc.property(
        price,
        amount,
        fc.array(anyDrop, { maxLength: 3 }),
        anyDrop,
        fc.nat(3),
        (base, offset, some, one, at) => {
          const cutBy = (drops: readonly object[]) => ({ offset, floor: 10_100n, drops: drops as Drop[] })
          const less = oddsAfter(base as Odds, cutBy(some.toSpliced(at, 0, one)))
          expect(less <= oddsAfter(base as Odds, cutBy(some)) && less >= 10_100n).toBe(true)
        },
      ),
    )
  })
})

describe('validation of steps', () => {
  it.each([
    ['none', [], null],
    ['rising', STEPS, null],
    ['too many', Array.from({ length: MAX_DROP_STEPS + 1 }, (_, i) => step(i + 1, i + 1)), 'tooManySteps'],
    ['a stake of zero', [step(0, 5_000)], 'stakeTooLow'],
    ['the same stake twice', [step(10, 1), step(10, 2)], 'stakesNotRising'],
    ['a drop of zero', [step(10, 0)], 'dropTooLow'],
    ['a drop that does not grow', [step(10, 5), step(20, 5)], 'dropsNotRising'],
    ['a floor below the lowest odds', [step(10, 5, 10_099)], 'floorTooLow'],
    ['several faults: the first in order', [step(20, 0, 1), step(10, 0, 1)], 'stakesNotRising'],
  ] as const)('%s', (_, steps, expected) => {
    expect(checkDropSteps(steps)).toBe(expected)
  })
})

describe('held stakes by price key', () => {
  const held = (playCode: string, code: string, amount: number) => ({
    item: itemOf('6HC', playCode, code),
    held: yuan(amount),
  })
  it('adds up the classes of combinations and every leg of 过关', () => {
    const sums = heldByPriceKey(
      [
        held('TMA', '07', 100),
        held('TMA', '08', 30),
        held('LM_2QZ', '01+02', 10),
        held('LM_2QZ', '03+04', 5),
        held('LX2', 'MA+HOU', 7),
        held('LX2', 'SHU+HOU', 2),
        held('GG', 'ZM1:DA+ZM4:RED', 50),
        held('ZM1', 'DA', 1),
      ],
      2026,
    )
    expect(Object.fromEntries(sums)).toEqual({
      'TMA 07': yuan(100),
      'TMA 08': yuan(30),
      'LM_2QZ *': yuan(15),
      'LX2 BEN': yuan(7),
      'LX2 NOBEN': yuan(2),
      'ZM1 DA': yuan(51),
      'ZM4 RED': yuan(50),
    })
  })
})
