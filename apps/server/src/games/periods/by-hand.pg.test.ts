import { calendarDay } from '@strata/domain/calendar'
import { GameId, MerchantId } from '@strata/domain/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { GamesReader } from '../../book/open-games/read-open-games.ts'
import { runTx } from '../../platform/db.ts'
import type { LiveEvent } from '../../platform/live.ts'
import { Refusal, refusalText } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { judgeManualDraw } from '../results/manual-draw.ts'
import type { PeriodDeps } from '../results/put-result.ts'
import { previewSchedule, setSchedule, showSchedule } from '../setup/schedules.ts'
import { setupGames } from '../setup/setup-games.ts'
import { type GameSettings, updateGame } from '../setup/update-game.ts'
import { closeEarly } from './close-early.ts'
import { changeByHand, openByHand, setMonth, showMonth } from './open-by-hand.ts'
import { ensurePartitionsUntil } from './order-partitions.ts'
import { advancePeriods, planPeriods } from './plan-periods.ts'
import { findPeriod, type PeriodRecord } from './store-periods.ts'

const { pool, raw } = await createTestDatabase()
const [SIX, DIGITS] = [GameId(3), GameId(1)]
const at = (text: string): number => Date.parse(`${text}+08:00`)
/** A Wednesday. */
const START = at('2026-05-20T10:00:00')
const HOUR = 3_600_000

let now = START
let told: PeriodRecord[] = []
const deps: PeriodDeps = { pool, clock: () => now, onChange: (period) => void told.push(period) }
const tell = (period: PeriodRecord): void => void told.push(period)
const textOf = (refusal: unknown): string => (refusal instanceof Refusal ? refusalText(refusal) : 'accepted')
const nameOf = (answer: unknown): string => (answer instanceof Refusal ? answer.name : 'accepted')

beforeEach(async () => {
  await raw.query(
    `truncate games, prices, periods, period_seeds, period_closes, period_templates, schedule_changes, draws
       restart identity`,
  )
  now = START
  told = []
  // A real installation: every game is closed until an operator opens it.
  await setupGames(pool, { demo: false, demoResults: 'demo', now })
})

const period = (periodNo = '26/060', day = '2026-05-20') => ({
  periodNo,
  openAt: at(`${day}T17:00:00`),
  closeAt: at(`${day}T21:25:00`),
  drawAt: at(`${day}T21:30:00`),
})
const open = (...openings: ReturnType<typeof period>[]) =>
  runTx(pool, {}, (tx) => openByHand(tx, { gameId: SIX, openings, at: now }))
const close = (gameId: GameId, periodNo: string, closeAt: number | null = null) =>
  runTx(pool, {}, (tx) => closeEarly(tx, { gameId, periodNo, closeAt, reason: '停电', operator: 'op', at: now }, tell))
const stateOf = async (gameId: GameId, periodNo: string) => (await findPeriod(pool, gameId, periodNo))?.state

describe('六合彩 outside the demo', () => {
  test('an opened period goes on sale when the game is on, closes, and waits for two people', async () => {
    await planPeriods(deps)
    expect(await open(period())).toEqual({ name: '六合彩' })
    const opened = await findPeriod(pool, SIX, '26/060')
    expect(opened).toMatchObject({ state: 'scheduled', day: '2026-05-20', commitment: null })
    // The template's seconds after the close.
    expect(opened?.hedgeCloseAt).toBe(period().closeAt + 60_000)
    now = at('2026-05-20T17:00:01')
    await advancePeriods(deps)
    expect(await stateOf(SIX, '26/060')).toBe('scheduled')
    await raw.query('update games set enabled = true where id = 3')
    await advancePeriods(deps)
    expect(await stateOf(SIX, '26/060')).toBe('open')
    now = at('2026-05-20T21:29:59')
    await advancePeriods(deps)
    expect(await stateOf(SIX, '26/060')).toBe('closed')
    const early = { periodId: opened?.id ?? (0 as never), result: [1, 2, 3, 4, 5, 6, 7] }
    // Replenishment is over, but nothing has been drawn yet.
    expect(await runTx(pool, {}, (tx) => judgeManualDraw(tx, deps, early))).toEqual({ refusal: 'stateForbids' })
    now = at('2026-05-20T21:30:00')
    const result = [1, 2, 3, 4, 5, 6, 7]
    const periodId = opened?.id ?? (0 as never)
    expect(await runTx(pool, {}, (tx) => judgeManualDraw(tx, deps, { periodId, result }))).toMatchObject({
      balls: result,
    })
    // Nothing plans it by itself.
    await planPeriods(deps)
    expect((await raw.query('select from periods')).rowCount).toBe(1)
  })

  test('a bad field is named with its period, and nothing is opened', async () => {
    await open(period('26/059', '2026-05-19'.replace('19', '21')))
    const cases: [ReturnType<typeof period>, string][] = [
      [{ ...period(), closeAt: period().openAt }, '第26/060期：封盘时间须晚于开盘时间'],
      [{ ...period(), closeAt: period().drawAt }, '第26/060期：封盘时间须早于开奖时间'],
      [period('26/060', '2026-05-18'), '第26/060期：封盘时间已过'],
      [period('26/060', '2026-07-20'), '第26/060期：开奖时间不能超过60天以后'],
      [{ ...period(), openAt: period().drawAt - 61 * 24 * HOUR }, '第26/060期：开盘时间不能早于开奖前60天'],
      [period('26/059'), '第26/059期：期号已存在'],
      [{ ...period('26/060', '2026-05-21') }, '第26/060期：开盘时间与其他期次重叠（第26/059期）'],
    ]
    for (const [asked, message] of cases) {
      const answer = await open(period('26/070', '2026-05-30'), asked)
      expect(textOf(answer)).toBe(message)
    }
    expect((await raw.query('select from periods')).rowCount).toBe(1)
    expect(nameOf(await open(period('26/060'), period('26/060', '2026-05-22')))).toBe('badParameter')
    expect(
      nameOf(await runTx(pool, {}, (tx) => openByHand(tx, { gameId: DIGITS, openings: [period()], at: now }))),
    ).toBe('notByHand')
  })

  test('the month shows what is open and what the template proposes', async () => {
    await open(period('26/060', '2026-05-21'))
    const shown = await showMonth(pool, SIX, '2026-05', now)
    expect(shown).toMatchObject({ version: 0, today: '2026-05-20', lastDay: '2026-07-19' })
    expect(shown.periods.map(({ periodNo }) => periodNo)).toEqual(['26/060'])
    const days = (proposed: readonly { periodNo: string; drawAt: number }[]) =>
      proposed.map(({ periodNo, drawAt }) => `${periodNo} ${calendarDay(drawAt).slice(5)}`)
    expect(days(shown.proposed)).toEqual(['26/061 05-23', '26/062 05-26', '26/063 05-28', '26/064 05-30'])
    const { template } = shown.plan
    const save = (version: number, plan: object = {}) =>
      runTx(pool, {}, (tx) =>
        setMonth(tx, {
          gameId: SIX,
          version,
          plan: { template, leftOut: ['2026-05-19', '2026-05-23'], added: ['2026-05-24'], ...plan },
          at: now,
        }),
      )
    expect(textOf(await save(0, { template: { ...template, closeAt: template.drawAt } }))).toBe(
      '封盘时间须早于开奖时间',
    )
    expect(await save(0)).toMatchObject({ version: 1, after: { leftOut: ['2026-05-23'], added: ['2026-05-24'] } })
    expect(await save(0)).toMatchObject({ name: 'changed', data: { version: 1, yours: 0 } })
    const after = await showMonth(pool, SIX, '2026-05', now)
    expect(days(after.proposed).slice(0, 2)).toEqual(['26/061 05-24', '26/062 05-26'])
    // What is proposed may be opened as it is, the next month too.
    const next = await showMonth(pool, SIX, '2026-06', now)
    expect(await open(...after.proposed, ...next.proposed)).toEqual({ name: '六合彩' })
    expect((await showMonth(pool, SIX, '2026-06', now)).proposed).toEqual([])
  })
})

describe('a change of a period that has not closed', () => {
  const change = (seen: ReturnType<typeof period>, to: Partial<ReturnType<typeof period>>, gameId = SIX) =>
    runTx(pool, {}, (tx) => changeByHand(tx, { gameId, seen, to: { ...seen, ...to }, at: now }, tell))

  test('moves its times and its number before it opens, and tells the screens', async () => {
    await open(period())
    const to = { ...period('26/061', '2026-05-21'), closeAt: at('2026-05-21T21:29:40') }
    expect(await change(period(), to)).toMatchObject({ before: { periodNo: '26/060' }, after: to })
    // Replenishment ends as long after the close as planned, at the latest with the draw.
    expect(await findPeriod(pool, SIX, '26/061')).toMatchObject({ day: '2026-05-21', hedgeCloseAt: to.drawAt })
    expect(await findPeriod(pool, SIX, '26/060')).toBeUndefined()
    expect(told.map(({ periodNo, closeAt }) => [periodNo, closeAt])).toEqual([['26/061', to.closeAt]])
  })

  test('is refused in the written order', async () => {
    await raw.query('update games set enabled = true where id = 3')
    await open(period(), period('26/061', '2026-05-21'))
    const later = { closeAt: period().closeAt + 60_000 }
    expect(nameOf(await change(period('none'), later, GameId(99)))).toBe('notFound')
    expect(nameOf(await change(period('none'), later, DIGITS))).toBe('notByHand')
    expect(nameOf(await change(period('none'), later))).toBe('notFound')
    // Before it opens its close may move either way; on sale it was told.
    expect(await change(period(), later)).toMatchObject({ after: later })
    expect(await change({ ...period(), ...later }, { closeAt: period().closeAt })).toMatchObject({ after: period() })
    now = at('2026-05-20T18:00:00')
    await advancePeriods(deps)
    told = []
    const stale = { ...period(), drawAt: period().drawAt + 1 }
    expect(await change(stale, { periodNo: '26/061', ...later })).toMatchObject({
      name: 'changed',
      data: { period: period() },
    })
    const cases: [Partial<ReturnType<typeof period>>, string][] = [
      [{ periodNo: '26/061', openAt: 1, ...later }, '第26/061期：期号已开盘或已公布承诺值，不能修改'],
      [{ openAt: 1, ...later }, '第26/060期：开盘时间已到，不能修改'],
      [later, '第26/060期：封盘时间已公布，只能提前，不能推后'],
      [{ closeAt: now }, '第26/060期：封盘时间已过'],
      [{ drawAt: at('2026-05-21T17:00:01') }, '第26/060期：开盘时间与其他期次重叠（第26/061期）'],
      [{ drawAt: at('2026-05-21T06:00:00') }, '第26/060期：开奖时间不能改到另一个业务日：已开盘受注'],
    ]
    for (const [asked, message] of cases) expect(textOf(await change(period(), asked))).toBe(message)
    expect(told).toEqual([])
    const drawAt = at('2026-05-20T22:00:00')
    expect(await change(period(), { closeAt: now + 60_000, drawAt })).toMatchObject({
      after: { state: 'open', closeAt: now + 60_000, hedgeCloseAt: now + 120_000, drawAt },
    })
    now += 60_000
    expect(nameOf(await change(period(), { drawAt: 0 }))).toBe('periodClosed')
  })

  test('two at the same time: one changes it, the other sees what is in force', async () => {
    await open(period())
    const answers = await Promise.all([1, 2].map((by) => change(period(), { closeAt: period().closeAt - by * HOUR })))
    expect(answers.map(nameOf).toSorted()).toEqual(['accepted', 'changed'])
  })

  test('a period far ahead has a place for its orders', async () => {
    const day = '2026-07-18'
    const known = async (name: string) =>
      (await raw.query('select to_regclass($1) is not null as known', [`orders_${name}`])).rows[0]?.['known']
    expect(await known('20260718')).toBe(false)
    const asked = { ...period('26/090', day), openAt: now }
    await ensurePartitionsUntil(pool, now, [asked.drawAt, at('2027-01-01T00:00:00')])
    expect(await known('20260718')).toBe(false)
    await ensurePartitionsUntil(pool, now, [asked.drawAt])
    expect([await known('20260718'), await known('20260620')]).toEqual([true, true])
    expect(await open(asked)).toEqual({ name: '六合彩' })
  })

  test('a void period makes room for another one at its time', async () => {
    await open(period())
    await raw.query(`update periods set state = 'void'`)
    expect(nameOf(await open(period()))).toBe('badParameter')
    expect((await showMonth(pool, SIX, '2026-05', now)).proposed[0]).toMatchObject({ periodNo: '26/061' })
    expect(await open(period('26/062'))).toEqual({ name: '六合彩' })
  })
})

describe('an early close', () => {
  test('counts for the next batch of every merchant, is told, and is never taken back', async () => {
    await raw.query('update games set enabled = true where id = 3')
    await open(period())
    expect(nameOf(await close(SIX, '26/060'))).toBe('neverOpens')
    now = at('2026-05-20T18:00:00')
    await advancePeriods(deps)
    told = []
    const planned = period().closeAt
    expect(nameOf(await close(SIX, 'none'))).toBe('notFound')
    expect(await close(SIX, '26/060', planned + 1)).toMatchObject({ name: 'closeNeverLater' })
    expect(textOf(await close(SIX, '26/060', planned))).toBe('封盘时间已公布为2026-05-20 21:25:00，只能提前，不能推后')
    // Earlier than planned, but not at once.
    expect(await close(SIX, '26/060', planned - HOUR)).toMatchObject({
      after: { state: 'open', closeAt: planned - HOUR },
    })
    expect(textOf(await close(SIX, '26/060', planned - 1))).toContain('只能提前')
    expect(await close(SIX, '26/060')).toMatchObject({
      after: { state: 'closed', closeAt: now, hedgeCloseAt: now + 60_000, drawAt: period().drawAt },
    })
    expect(told.map(({ state, closeAt }) => [state, closeAt])).toEqual([
      ['open', planned - HOUR],
      ['closed', now],
    ])
    const games = await new GamesReader(() => now).open(pool, MerchantId(1), [{ gameId: SIX, periodNo: '26/060' }])
    expect(games.period(SIX, '26/060')).toMatchObject({ state: 'closed', closeAt: now })
    expect(nameOf(await close(SIX, '26/060'))).toBe('periodClosed')
    const log = await raw.query(
      'select operator, reason, was_at, close_at from period_closes order by at, close_at desc',
    )
    expect(log.rows).toEqual([
      { operator: 'op', reason: '停电', was_at: BigInt(planned), close_at: BigInt(planned - HOUR) },
      { operator: 'op', reason: '停电', was_at: BigInt(planned - HOUR), close_at: BigInt(now) },
    ])
  })

  test('two at the same time: one closes it, the other is told that it is closed', async () => {
    await raw.query('update games set enabled = true where id = 3')
    await open(period())
    now = at('2026-05-20T18:00:00')
    await advancePeriods(deps)
    const names = await Promise.all([close(SIX, '26/060'), close(SIX, '26/060')])
    expect(names.map(nameOf).toSorted()).toEqual(['accepted', 'periodClosed'])
  })
})

describe('settings of a whole game', () => {
  const update = (gameId: GameId, version: number, asked: Partial<GameSettings>, events: LiveEvent[] = []) => {
    const live = { publish: (event: LiveEvent) => void events.push(event) }
    return runTx(pool, {}, (tx) => updateGame(tx, { gameId, version, asked, demo: false, live, at: now }))
  }

  test('a switch is told to the screens of everybody, and nothing else is', async () => {
    const events: LiveEvent[] = []
    expect(await update(SIX, 1, { enabled: true }, events)).toMatchObject({ after: { enabled: true } })
    const told = (enabled: boolean) => ({ type: 'game', merchantId: 0, data: { gameId: 3, enabled, at: now } })
    expect(events).toMatchObject([told(true)])
    await update(SIX, 2, { enabled: true, twoSources: true }, events)
    expect(await update(SIX, 2, { enabled: false }, events)).toMatchObject({ name: 'changed' })
    expect(events).toHaveLength(1)
    await update(SIX, 3, { enabled: false }, events)
    expect(events).toMatchObject([told(true), told(false)])
  })

  test('other close seconds leave generated periods as they were told, and may not swallow a period', async () => {
    await raw.query('update games set enabled = true where id = 1')
    await planPeriods(deps)
    const closes = async () =>
      (await raw.query('select period_no, close_at from periods where game_id = 1 order by draw_at')).rows
    const told = await closes()
    expect(told.length).toBeGreaterThan(2)
    // A period lasts ten minutes by day and five minutes in the evening.
    expect(textOf(await update(DIGITS, 1, { closeSeconds: 1200 }))).toContain('每期秒数须大于封盘秒数')
    expect(await update(DIGITS, 1, { closeSeconds: 20, hedgeSeconds: 10 })).toMatchObject({ after: { version: 2 } })
    expect(await closes()).toEqual(told)
    now = Number(told.at(-1)?.['close_at']) + 60_000
    await planPeriods(deps)
    const after = (await closes()).slice(told.length)
    expect(after.length).toBeGreaterThan(0)
    const draws = await raw.query('select draw_at - close_at as seconds from periods where period_no = $1', [
      after.at(-1)?.['period_no'],
    ])
    expect(Number(draws.rows[0]?.['seconds'])).toBe(20_000)
    // A later schedule counts too.
    const hourly = { kind: 'daily' as const, segments: [{ firstDraw: 9 * 3600, everySeconds: 60, count: 12 }] }
    const days = { ...hourly, continuous: false }
    const asked = { gameId: DIGITS, fromDay: '2026-06-20', days, version: 0, operator: 'op', at: now }
    expect(await runTx(pool, {}, (tx) => setSchedule(tx, asked))).toMatchObject({ version: 1 })
    expect(textOf(await update(DIGITS, 2, { closeSeconds: 60, hedgeSeconds: 0 }))).toContain('06-20')
  })
})

describe('a schedule', () => {
  const days = (firstDraw: number, everySeconds: number, count: number) => ({
    kind: 'daily' as const,
    segments: [{ firstDraw, everySeconds, count }],
    continuous: false,
  })
  const hourly = days(9 * 3600, 3600, 12)
  const save = (fromDay: string, asked: ReturnType<typeof days>, version: number, gameId = DIGITS) =>
    runTx(pool, {}, (tx) => setSchedule(tx, { gameId, fromDay, days: asked, version, operator: 'op', at: now }))

  test('changes from a day on that has no period, and planning follows it', async () => {
    await raw.query('update games set enabled = true where id = 1')
    await planPeriods(deps)
    expect(await showSchedule(pool, DIGITS, now)).toMatchObject({ version: 0, freeDay: '2026-05-21', closeSeconds: 60 })
    expect(await save('2026-05-21', hourly, 0)).toMatchObject({ name: '时时彩', version: 1 })
    now = at('2026-05-20T23:58:00')
    await planPeriods(deps)
    const drawn = await raw.query('select period_no, draw_at from periods where draw_at > $1 order by draw_at', [
      at('2026-05-21T00:00:00'),
    ])
    expect(drawn.rows.map(({ period_no }) => period_no)).toEqual(['20260521001', '20260521002', '20260521003'])
    expect(Number(drawn.rows[0]?.['draw_at'])).toBe(at('2026-05-21T09:00:00'))
    expect(await showSchedule(pool, DIGITS, now)).toMatchObject({
      freeDay: '2026-05-22',
      changes: [{ fromDay: '2026-05-21' }],
    })
  })

  test('is refused in the written order', async () => {
    await raw.query('update games set enabled = true where id = 1')
    await planPeriods(deps)
    const clash = days(9 * 3600, 60, 12)
    expect(nameOf(await save('2026-05-19', clash, 9, GameId(99)))).toBe('notFound')
    expect(nameOf(await save('2026-05-19', clash, 9, SIX))).toBe('notBySchedule')
    expect(await save('2026-05-19', clash, 9)).toMatchObject({ name: 'changed', data: { version: 0, yours: 9 } })
    expect(textOf(await save('2026-05-19', clash, 0))).toBe('生效日期不能早于今天')
    expect(textOf(await save('2026-05-21', days(0, 30, 2881), 0))).toBe('每天期数不能超过2880')
    expect(textOf(await save('2026-05-20', clash, 0))).toContain('2026-05-20已生成期次')
    expect(textOf(await save('2026-05-21', clash, 0))).toContain('每期秒数须大于封盘秒数')
    expect(textOf(await save('2026-05-21', days(0, 3600, 12), 0))).toContain('早于第20260520120期')
    // A second segment inside the first one; seconds are shown where a time has any.
    const night = { firstDraw: 3600, everySeconds: 3600, count: 23 }
    const inside = {
      ...hourly,
      continuous: true,
      segments: [night, { firstDraw: 5 * 3600, everySeconds: 600, count: 2 }],
    }
    expect(textOf(await save('2026-05-21', inside, 0))).toBe(
      '第20260521024期（05-21 23:00 开盘，05-21 05:00 开奖）：时段重叠或先后颠倒',
    )
    expect(textOf(await save('2026-05-21', { ...days(3630, 30, 12), continuous: false }, 0))).toContain(
      '（05-21 01:00:00 开盘，05-21 01:00:30 开奖）：每期秒数须大于封盘秒数',
    )
    const asked = { gameId: DIGITS, fromDay: '2026-05-21', days: hourly, at: now }
    expect(await previewSchedule(pool, asked)).toMatchObject({ preview: { day: '2026-05-21', count: 12 }, clashes: [] })
    expect((await raw.query('select from schedule_changes')).rowCount).toBe(0)
  })
})
