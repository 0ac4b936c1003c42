import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIRST_DAY_STARTS } from '../calendar/business-day.ts'
import { addDays, calendarDay, DAY_MS, instantOf } from '../calendar/calendar.ts'
import {
  judgeChange,
  judgeOpening,
  lastPreparedDay,
  type MonthPlan,
  mayChange,
  type OpeningPeriod,
  PREPARED_DAYS,
  proposePeriods,
  replenishmentEndOf,
} from './month.ts'

const SEED = 20_260_105
const at = (text: string): number => Date.parse(`${text}+08:00`)
const clock = (hours: number, minutes = 0): number => hours * 3600 + minutes * 60
const template = {
  weekdays: [2, 4, 6],
  openAt: clock(17),
  closeAt: clock(21, 25),
  drawAt: clock(21, 30),
  hedgeSeconds: 60,
}
const plan: MonthPlan = { template, leftOut: [], added: [] }
/** A Tuesday, noon. */
const NOW = at('2026-03-03T12:00:00')
const period = (periodNo: string, day: string): OpeningPeriod => ({
  periodNo,
  openAt: at(`${day}T17:00:00`),
  closeAt: at(`${day}T21:25:00`),
  drawAt: at(`${day}T21:30:00`),
})
const show = ({ periodNo, drawAt }: OpeningPeriod): string => `${periodNo} ${calendarDay(drawAt).slice(5)}`

describe('the numbers', () => {
  // The last period before the month, and the day of the next draw: a year may begin in between.
  it.each([
    [null, '2026-03-03', '26/001'],
    ['26/024', '2026-03-03', '26/025'],
    ['25/156', '2026-01-01', '26/001'],
    ['2026131', '2026-11-21', '2026132'],
    ['2025152', '2026-01-01', '2026001'],
    ['202611230927', '2026-11-24', '26/001'],
    ['A099', '2026-03-03', 'A100'],
    ['A999', '2026-03-03', 'A1000'],
    ['abc', '2026-03-03', '26/001'],
  ])('%s, then on %s: %s', (last, day, next) => {
    const every = { ...plan, template: { ...template, weekdays: [0, 1, 2, 3, 4, 5, 6] } }
    const now = at(`${day}T12:00:00`)
    const known = last === null ? [] : [period(last, calendarDay(now - DAY_MS))]
    expect(proposePeriods(every, known, now)[0]?.periodNo).toBe(next)
  })
})

describe('a template', () => {
  it('proposes its weekdays, numbered on from the last period, without days that have one', () => {
    const known = [period('26/024', '2026-02-28'), period('26/026', '2026-03-05')]
    expect(proposePeriods(plan, known, NOW).slice(0, 4).map(show)).toEqual([
      '26/025 03-03',
      '26/027 03-07',
      '26/028 03-10',
      '26/029 03-12',
    ])
  })
  it('passes over numbers that are taken', () => {
    const known = [period('26/024', '2026-02-28'), period('26/025', '2026-03-05')]
    expect(proposePeriods(plan, known, NOW).slice(0, 2).map(show)).toEqual(['26/026 03-03', '26/027 03-07'])
  })
  it('leaves single days out and adds others', () => {
    const changed = { ...plan, leftOut: ['2026-03-05'], added: ['2026-03-06'] }
    expect(proposePeriods(changed, [], NOW).slice(0, 3).map(show)).toEqual([
      '26/001 03-03',
      '26/002 03-06',
      '26/003 03-07',
    ])
  })
  it('proposes nothing whose close has passed', () => {
    expect(proposePeriods(plan, [], at('2026-03-03T21:25:00')).slice(0, 1).map(show)).toEqual(['26/001 03-05'])
  })
  it('whatever the plan and the day: every proposal may be opened beside all others', () => {
    const days = fc.array(fc.integer({ min: 0, max: PREPARED_DAYS + 5 }), { maxLength: 6 })
    const arbitrary = fc.record({
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      open: fc.integer({ min: 0, max: 50_000 }),
      lasts: fc.integer({ min: 1, max: 20_000 }),
      waits: fc.integer({ min: 1, max: 10_000 }),
      now: fc.integer({ min: at('2026-01-01T00:00:00'), max: at('2030-01-01T00:00:00') }),
      out: days,
      added: days,
      known: fc.uniqueArray(fc.integer({ min: 0, max: PREPARED_DAYS }), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(arbitrary, ({ weekdays, open, lasts, waits, now, out, added, known }) => {
        const day = (offset: number) => addDays(calendarDay(now), offset)
        const own: MonthPlan = {
          template: { weekdays, openAt: open, closeAt: open + lasts, drawAt: open + lasts + waits, hedgeSeconds: 60 },
          leftOut: out.map(day),
          added: added.map(day),
        }
        const there = known
          .toSorted((a, b) => a - b)
          .map((offset, index) => ({ ...period(`26/${String(index * 3 + 1).padStart(3, '0')}`, day(offset)) }))
        const proposed = proposePeriods(own, there, now)
        const all = [...there]
        for (const one of proposed) {
          expect(judgeOpening(one, all, now)).toBeNull()
          all.push(one)
        }
        expect(new Set(proposed.map(({ periodNo }) => periodNo)).size).toBe(proposed.length)
      }),
      { seed: SEED, numRuns: 60 },
    )
  })
})

describe('opening a period', () => {
  const asked = period('26/030', '2026-03-10')
  const known = [period('26/029', '2026-03-07'), period('26/031', '2026-03-12')]
  it.each([
    ['fine', {}, null],
    ['closes as it opens', { openAt: asked.closeAt }, 'closeBeforeOpen'],
    ['closes with the draw', { closeAt: asked.drawAt }, 'closeAfterDraw'],
    ['is over', period('26/020', '2026-03-02'), 'past'],
    ['day 60', period('26/050', lastPreparedDay(NOW)), null],
    ['day 61', period('26/050', addDays(lastPreparedDay(NOW), 1)), 'tooFar'],
    ['opens weeks before', { openAt: asked.drawAt - 61 * DAY_MS }, 'opensTooEarly'],
    ['has a taken number', { periodNo: '26/031' }, 'numberTaken'],
    ['opens before another is drawn', { openAt: at('2026-03-07T21:29:59') }, 'overlaps'],
    ['opens when another is drawn', { openAt: at('2026-03-07T21:30:00') }, null],
  ] as const)('%s', (_name, change, refusal) => {
    expect(judgeOpening({ ...asked, ...change }, known, NOW)?.refusal ?? null).toBe(refusal)
  })
  it('replenishment ends after the close, at the latest with the draw', () => {
    expect(replenishmentEndOf(asked, 60)).toBe(asked.closeAt + 60_000)
    expect(replenishmentEndOf(asked, 3600)).toBe(asked.drawAt)
  })
  it('a day is Beijing’s', () => {
    expect(calendarDay(instantOf(calendarDay(NOW), 0))).toBe('2026-03-03')
  })
})

describe('changing a period', () => {
  const standing = { ...period('26/030', '2026-03-10'), state: 'scheduled', isCommitted: false }
  const onSale = { ...standing, openAt: at('2026-03-02T17:00:00'), state: 'open' }
  const known = [period('26/029', '2026-03-01'), period('26/031', '2026-03-12')]
  const hour = 3_600_000

  it.each([
    ['nothing', standing, {}, null],
    ['another number before it opens', standing, { periodNo: '26/032' }, null],
    ['another number of a published seed', { ...standing, isCommitted: true }, { periodNo: '26/032' }, 'numberFixed'],
    ['another number on sale', onSale, { periodNo: '26/032' }, 'numberFixed'],
    ['the number of another period', standing, { periodNo: '26/031' }, 'numberTaken'],
    ['another opening before it opens', standing, { openAt: standing.openAt - hour }, null],
    ['another opening on sale', onSale, { openAt: onSale.openAt - hour }, 'openFixed'],
    ['a later close before it opens', standing, { closeAt: standing.closeAt + 60_000 }, null],
    ['a later close on sale', onSale, { closeAt: onSale.closeAt + 1 }, 'closeNeverLater'],
    ['an earlier close on sale', onSale, { closeAt: onSale.closeAt - hour }, null],
    ['a close that is over', onSale, { closeAt: NOW }, 'past'],
    ['a close after the draw', standing, { closeAt: standing.drawAt + 1 }, 'closeAfterDraw'],
    ['a later draw on sale', onSale, { drawAt: onSale.drawAt + hour }, null],
    ['a draw on another business day on sale', onSale, { drawAt: at('2026-03-11T06:00:00') }, 'dayFixed'],
    ['a draw before six the next morning on sale', onSale, { drawAt: at('2026-03-11T05:59:59') }, null],
    ['a draw on another day before it opens', standing, { drawAt: at('2026-03-11T21:30:00') }, null],
    ['a draw within another period', standing, { drawAt: at('2026-03-12T17:00:01') }, 'overlaps'],
    // Several faults at once prove the order.
    ['number, opening and close', onSale, { periodNo: '26/031', openAt: 1, closeAt: onSale.drawAt }, 'numberFixed'],
    ['opening, close and draw', onSale, { openAt: 1, closeAt: onSale.drawAt, drawAt: 0 }, 'openFixed'],
    ['close and draw', onSale, { closeAt: onSale.drawAt, drawAt: at('2026-03-11T21:30:00') }, 'closeNeverLater'],
  ] as const)('%s', (_name, before, change, refusal) => {
    const { state: _state, isCommitted: _is, ...times } = before
    expect(
      judgeChange(before, { ...times, ...change }, known, { now: NOW, starts: FIRST_DAY_STARTS })?.refusal ?? null,
    ).toBe(refusal)
  })

  it.each([
    ['scheduled', NOW + 1, true],
    ['open', NOW + 1, true],
    ['open', NOW, false],
    ['closed', NOW + 1, false],
    ['drawn', NOW + 1, false],
    ['void', NOW + 1, false],
  ])('%s, closing at %i: %s', (state, closeAt, expected) => {
    expect(mayChange({ state, closeAt }, NOW)).toBe(expected)
  })

  it('a void period is in nobody’s way, but its number stays taken', () => {
    const gone = { ...period('26/030', '2026-03-10'), isVoid: true }
    expect(judgeOpening(period('26/032', '2026-03-10'), [gone], NOW)).toBeNull()
    expect(judgeOpening(period('26/030', '2026-03-10'), [gone], NOW)?.refusal).toBe('numberTaken')
    const proposed = (own: MonthPlan) => proposePeriods(own, [period('26/026', '2026-02-28'), gone], NOW).map(show)
    // Its day is proposed again only when it is added.
    expect(proposed(plan).slice(2, 4)).toEqual(['26/029 03-07', '26/031 03-12'])
    expect(proposed({ ...plan, added: ['2026-03-10'] }).slice(2, 4)).toEqual(['26/029 03-07', '26/031 03-10'])
  })
})
