import { describe, expect, it } from 'vitest'
import { firstIdOf, idMs, idOf, nextId } from './ids.ts'

describe('ids', () => {
  it('rise strictly, even faster than the clock ticks', () => {
    let last = nextId()
    for (let i = 0; i < 20_000; i++) {
      const id = nextId()
      expect(id > last).toBe(true)
      last = id
    }
  })

  it('carry their millisecond', () => {
    const before = Date.now()
    const ms = idMs(nextId())
    expect(ms).toBeGreaterThanOrEqual(before)
    expect(idMs(firstIdOf(before))).toBe(before)
    expect(firstIdOf(ms + 60_000) > nextId()).toBe(true)
  })

  it('of the wire that no column can hold become an id that no row has', () => {
    expect([idOf('0'), idOf('9223372036854775806')]).toEqual([0n, 2n ** 63n - 2n])
    expect([idOf('9223372036854775808'), idOf('99999999999999999999')]).toEqual([2n ** 63n - 1n, 2n ** 63n - 1n])
  })

  it('fit a signed 64-bit column for centuries', () => {
    expect(firstIdOf(Date.UTC(2039, 0, 1)) < 2n ** 63n).toBe(true)
  })
})
