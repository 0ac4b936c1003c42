import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { windowAt } from './maintenance-window.ts'

const stored = { enabled: true, from: 1000, until: 2000, message: '升级', reading: true }
const seen = { from: 1000, until: 2000, message: '升级', reading: true }

describe('a maintenance window', () => {
  it.each([
    [899, null],
    [900, { state: 1, ...seen }],
    [999, { state: 1, ...seen }],
    [1000, { state: 2, ...seen }],
    [1999, { state: 2, ...seen }],
    [2000, null],
  ] as const)('at %i, announced 100 before', (now, expected) => expect(windowAt(stored, now, 100)).toEqual(expected))

  it('lasts until it is ended when it has no end', () =>
    expect(windowAt({ ...stored, until: null }, 9e15, 0)).toMatchObject({ state: 2, until: null }))

  it.each([[null], [{ ...stored, enabled: false }], [{ from: 'x' }], ['text']])('is none for %j', (value) =>
    expect(windowAt(value, 1500, 0)).toBeNull(),
  )

  it('is in progress exactly from its start to its end, whatever the notice', () =>
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), fc.nat(5000), fc.nat(12_000), (from, length, noticeMs, now) => {
        const until = from + length + 1
        const on = windowAt({ ...stored, from, until }, now, noticeMs)?.state === 2
        expect(on).toBe(now >= from && now < until)
      }),
    ))
})
