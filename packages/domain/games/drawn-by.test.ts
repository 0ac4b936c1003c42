import { describe, expect, it } from 'vitest'
import { drawnBy, mayEnter } from './drawn-by.ts'

describe('who says the balls', () => {
  it.each([
    ['seed', 'a1', 'demo'],
    ['seed', 'a1', 'manual'],
    ['seed', 'a1', 'feed'],
    ['feed', null, 'feed'],
    ['hand', null, 'manual'],
    ['hand', null, 'demo'],
  ] as const)('is the %s: commitment %s, source %s', (by, commitment, resultSource) => {
    expect(drawnBy({ commitment, resultSource })).toBe(by)
  })

  const period = { state: 'closed', closeAt: 10, hedgeCloseAt: 20, drawAt: 30, by: 'hand' } as const
  it.each([
    [true, 'closed, replenishment over, the draw due', period, 30],
    [false, 'replenishment over, the draw not due', period, 29],
    [false, 'the draw due, replenishment still open', { ...period, hedgeCloseAt: 40 }, 39],
    [true, 'its time is over, but nobody closed it yet', { ...period, state: 'open' }, 30],
    [false, 'open', { ...period, state: 'open', closeAt: 50, hedgeCloseAt: 60, drawAt: 70 }, 40],
    [false, 'drawn', { ...period, state: 'drawn' }, 99],
    [false, 'void', { ...period, state: 'void' }, 99],
    [false, 'scheduled', { ...period, state: 'scheduled' }, 99],
    [false, 'of a seed', { ...period, by: 'seed' }, 99],
    [false, 'of a feed', { ...period, by: 'feed' }, 99],
  ] as const)('may be two operators: %s, %s', (expected, _name, asked, now) => {
    expect(mayEnter(asked, now)).toBe(expected)
  })
})
