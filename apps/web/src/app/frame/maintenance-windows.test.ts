import { expect, it } from 'vitest'
import { begunAt, windowsAt } from './maintenance-windows.ts'

const item = { gameId: null, state: 1 as const, from: 1000, until: 2000, message: '', reading: false }

it.each([
  [999, [1]],
  [1000, [2]],
  [1999, [2]],
  [2000, []],
])('a window at %i', (now, states) => expect(windowsAt([item], now).map(({ state }) => state)).toEqual(states))

it('without an end lasts', () => expect(windowsAt([{ ...item, until: null }], 9e9)).toHaveLength(1))

it.each([
  [999, 0],
  [1000, 1],
  [60_999, 1],
  [61_000, 0],
])('has just begun at %i: %i', (now, count) =>
  expect(begunAt(windowsAt([{ ...item, until: null }], now), now)).toHaveLength(count),
)
