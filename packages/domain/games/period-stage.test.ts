import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeClose, stageOf } from './period-stage.ts'

const period: Parameters<typeof stageOf>[0] = {
  state: 'open',
  closeAt: 100,
  drawAt: 200,
  isProposed: false,
  merchants: 7,
  settled: 3,
}

it.each([
  [{ state: 'scheduled' }, 50, 'scheduled'],
  [{}, 99, 'open'],
  [{}, 100, 'closed'],
  [{}, 200, 'waiting'],
  [{ state: 'closed' }, 199, 'closed'],
  [{ state: 'closed' }, 200, 'waiting'],
  [{ state: 'closed', isProposed: true }, 200, 'proposed'],
  [{ state: 'drawn' }, 300, 'settling'],
  [{ state: 'drawn', settled: 7 }, 300, 'drawn'],
  [{ state: 'drawn', merchants: 0, settled: 0 }, 300, 'drawn'],
  [{ state: 'settled', settled: 7 }, 300, 'settled'],
  [{ state: 'void' }, 300, 'void'],
] as const)('%j at %i: %s', (change, now, stage) => expect(stageOf({ ...period, ...change }, now)).toBe(stage))

describe('closing early', () => {
  const open = { state: 'open', openAt: 10, closeAt: 100, hedgeCloseAt: 130 } as const
  it.each([
    ['now', open, null, { closeAt: 50, hedgeCloseAt: 80 }],
    ['at an earlier time', open, 70, { closeAt: 70, hedgeCloseAt: 100 }],
    ['not before now', open, 20, { closeAt: 50, hedgeCloseAt: 80 }],
    ['later', open, 101, { refusal: 'closeNeverLater' }],
    ['at the same time', open, 100, { refusal: 'closeNeverLater' }],
    ['one that is closed', { ...open, closeAt: 50 }, null, { refusal: 'periodClosed' }],
    ['one that is drawn', { ...open, state: 'drawn' as const }, null, { refusal: 'periodClosed' }],
    ['at once, before it opened', { ...open, state: 'scheduled' as const }, null, { refusal: 'closeBeforeOpen' }],
    ['earlier, before it opened', { ...open, state: 'scheduled' as const }, 60, { closeAt: 60, hedgeCloseAt: 90 }],
    ['one that opens later', { ...open, openAt: 60 }, null, { refusal: 'closeBeforeOpen' }],
  ])('%s', (_name, given, asked, expected) => expect(judgeClose(given, asked, 50)).toEqual(expected))
  it('never moves a close later, and keeps the order of the times', () => {
    const times = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.option(fc.nat(3000)), fc.nat(3000))
    fc.assert(
      fc.property(times, ([openAt, lasts, waits, asked, now]) => {
        const given = {
          state: 'open' as const,
          openAt,
          closeAt: openAt + lasts + 1,
          hedgeCloseAt: openAt + lasts + 1 + waits,
        }
        const judged = judgeClose(given, asked, now)
        if ('refusal' in judged) return
        expect(judged.closeAt).toBeLessThan(given.closeAt)
        expect(judged.closeAt).toBeGreaterThanOrEqual(now)
        expect(judged.closeAt).toBeGreaterThan(openAt)
        expect(judged.hedgeCloseAt - judged.closeAt).toBe(waits)
      }),
      { seed: 20_260_105 },
    )
  })
})
