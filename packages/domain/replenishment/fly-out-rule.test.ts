import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { yuan } from '../money/money.ts'
import { type FlyOutPlace, type FlyOutRule, flyOutLimit, mayFlyTo, NO_FLY_OUT_RULE } from './fly-out-rule.ts'

const rule = (over: Partial<FlyOutRule>): FlyOutRule => ({ ...NO_FLY_OUT_RULE, ...over })
const RECORD: FlyOutPlace = { connector: 'record', bookId: null }
const book = (bookId: number | null): FlyOutPlace => ({ connector: 'http', bookId })

describe('where a path may fly out', () => {
  it.each([
    ['no rule, by hand', NO_FLY_OUT_RULE, RECORD, true],
    ['no rule, a book', NO_FLY_OUT_RULE, book(7), true],
    ['a named book', rule({ bookIds: [3, 7] }), book(7), true],
    ['another book', rule({ bookIds: [3, 7] }), book(8), false],
    ['no book at all', rule({ bookIds: [] }), book(7), false],
    ['no book at all, but by hand', rule({ bookIds: [] }), RECORD, true],
    ['not by hand', rule({ byHand: false }), RECORD, false],
    ['not by hand, a book', rule({ byHand: false }), book(7), true],
    ['an account whose book is gone', rule({ bookIds: [3] }), book(null), false],
  ])('%s', (_, given, place, may) => {
    expect(mayFlyTo(given, place)).toBe(may)
  })
})

describe('how much a path may fly out', () => {
  const limit = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null })
  it('never exceeds either limit, and is one of them', () => {
    fc.assert(
      fc.property(limit, limit, (own, parents) => {
        const [mine, theirs] = [own === null ? null : yuan(own), parents === null ? null : yuan(parents)]
        const least = flyOutLimit(mine, rule({ maxPerItem: theirs }))
        if (least === null) return mine === null && theirs === null
        return [mine, theirs].includes(least) && [mine, theirs].every((one) => one === null || least <= one)
      }),
    )
  })
})
