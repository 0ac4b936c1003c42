import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gridKeyOf, nextSpot, type Spot, type Way } from './grid-keys.ts'

/** Three columns of four rows, filled downwards like the board. */
const GRID: readonly Spot[] = Array.from({ length: 12 }, (_, at) => ({
  key: String(at),
  x: Math.floor(at / 4) * 200,
  y: (at % 4) * 40,
}))
const at = (key: number): Spot => {
  const spot = GRID[key]
  if (!spot) throw new Error(`no spot ${key}`)
  return spot
}
const go = (key: number, way: Way): string | null => nextSpot(GRID, at(key), way)?.key ?? null

describe('arrows in the grid', () => {
  test('move to the neighbour in the same row or column', () => {
    expect([go(5, 'up'), go(5, 'down'), go(5, 'left'), go(5, 'right')]).toEqual(['4', '6', '1', '9'])
  })

  test('stop at the edges', () => {
    expect([go(0, 'up'), go(0, 'left'), go(11, 'down'), go(11, 'right')]).toEqual([null, null, null, null])
  })

  test('reach a section below with other columns', () => {
    const below = [...GRID, { key: 'below', x: 90, y: 220 }]
    expect(nextSpot(below, at(3), 'down')?.key).toBe('below')
  })

  test('the opposite key leads back', () => {
    const back = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 11 }), fc.constantFrom<Way>('up', 'down', 'left', 'right'), (from, way) => {
        const next = nextSpot(GRID, at(from), way)
        if (next) expect(nextSpot(GRID, next, back[way])?.key).toBe(String(from))
      }),
    )
  })
})

describe('keys', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false }
  test.each([
    ['ArrowUp', { kind: 'move', way: 'up' }],
    ['Home', { kind: 'first' }],
    ['End', { kind: 'last' }],
    ['Enter', { kind: 'open' }],
    ['7', { kind: 'digit', digit: '7' }],
    ['a', null],
    ['Tab', null],
  ])('%s', (key, asked) => {
    expect(gridKeyOf({ key, ...plain })).toEqual(asked)
  })
  test('a browser shortcut is not handled', () => {
    expect(gridKeyOf({ key: '1', ...plain, ctrlKey: true })).toBeNull()
  })
})
