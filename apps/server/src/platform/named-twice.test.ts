import { describe, expect, it } from 'vitest'
import { namedTwice } from './named-twice.ts'

describe('namedTwice', () => {
  it.each([
    [[], -1],
    [['a'], -1],
    [['a', 'b', 'c'], -1],
    [['a', 'b', 'a'], 2],
    [['a', 'b', 'b', 'a'], 2],
    [[null, 1, null], 2],
    [['1', 1], -1],
  ])('%j: %i', (names, at) => {
    expect(namedTwice(names)).toBe(at)
  })
})
