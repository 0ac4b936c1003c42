import { addDays, calendarDay } from '@strata/domain/calendar'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import { dayOfDate, type Period, type Schedule } from '@strata/domain/games/schedule'
import {
  type Clash,
  drawsOfScheduleDay,
  MAX_DAY_PERIODS,
  previewChange,
  type ScheduleChange,
  type SchedulePreview,
  scheduleBy,
} from '@strata/domain/games/schedule-changes'
import type { GameId } from '@strata/domain/ids'
import type { Queryable, Tx } from '../../platform/db.ts'
import { badField, type Refusal, refuse } from '../../platform/refusal.ts'
import { BY_HAND } from '../periods/open-by-hand.ts'
import {
  hasDraws,
  lockSchedule,
  readSchedule,
  readScheduleChanges,
  type StoredChange,
  type StoredSchedule,
  saveScheduleChange,
} from './store-schedules.ts'

type Days = Schedule['days']

/** How far ahead the first day without a generated period is searched. */
const SEARCHED_DAYS = 120

/** Null: operators open its periods. */
const scheduleOf = ({ gameType, schedule }: StoredSchedule): Schedule | null => {
  if (gameType === BY_HAND) return null
  const held = schedule as Partial<Schedule> | null
  return held !== null && 'closeBefore' in held ? (held as Schedule) : null
}

/** Whether a period of a schedule day has been generated. */
async function isGenerated(on: Queryable, gameId: GameId, current: Current, day: string): Promise<boolean> {
  const span = drawsOfScheduleDay(scheduleBy(current.first, current.changes), day)
  return span !== null && (await hasDraws(on, gameId, span))
}

interface Current {
  readonly first: Schedule
  readonly changes: readonly StoredChange[]
}

async function currentOf(on: Queryable, gameId: GameId, stored: StoredSchedule): Promise<Current | null> {
  const first = scheduleOf(stored)
  return first && { first, changes: await readScheduleChanges(on, gameId) }
}

export interface ShownSchedule {
  readonly version: number
  readonly days: Days | null
  readonly closeSeconds: number
  readonly hedgeSeconds: number
  readonly freeDay: string
  readonly changes: readonly StoredChange[]
}

/** The schedule in force today, its changes, and the first day from which it may be changed. */
export async function showSchedule(on: Queryable, gameId: GameId, now: number): Promise<ShownSchedule | Refusal> {
  const stored = await readSchedule(on, gameId)
  if (!stored) return refuse('notFound')
  const today = calendarDay(now)
  const current = await currentOf(on, gameId, stored)
  const none = { version: stored.version, days: null, closeSeconds: 0, hedgeSeconds: 0, freeDay: today, changes: [] }
  if (!current) return none
  let freeDay = today
  for (let tried = 0; tried < SEARCHED_DAYS && (await isGenerated(on, gameId, current, freeDay)); tried += 1)
    freeDay = addDays(freeDay, 1)
  const { closeBefore, hedgeCloseBefore } = current.first
  return {
    version: stored.version,
    days: scheduleBy(current.first, current.changes)(dayOfDate(today)).days,
    closeSeconds: closeBefore,
    hedgeSeconds: closeBefore - hedgeCloseBefore,
    freeDay,
    changes: current.changes.toReversed(),
  }
}

/** Both times of a period to the minute; with seconds where one of them has any. */
const nameOf = ({ periodNo, openAt, drawAt }: Period): string => {
  const hasSeconds = [openAt, drawAt].some((at) => at % 60_000 !== 0)
  const text = (at: number): string => wallClock(at).slice(5, hasSeconds ? 19 : 16)
  return `第${periodNo}期（${text(openAt)} 开盘，${text(drawAt)} 开奖）`
}

export const clashText = (clash: Clash, kind: Days['kind']): string => {
  const name = nameOf(clash.period)
  if (clash.kind === 'overlap') return `${name}：早于${nameOf(clash.other)}的开奖`
  const { openAt, drawAt } = clash.period
  if (drawAt <= openAt) return kind === 'weekly' ? `${name}：开奖须晚于开盘` : `${name}：时段重叠或先后颠倒`
  return kind === 'weekly' ? `${name}：开盘到开奖须长于封盘秒数` : `${name}：每期秒数须大于封盘秒数`
}

/** More clashes than these nobody reads one by one. */
const SHOWN_CLASHES = 20

export interface AskedSchedule extends ScheduleChange {
  readonly gameId: GameId
  readonly at: number
}

interface Judged {
  readonly preview: SchedulePreview
  readonly clashes: readonly string[]
}

const perDay = (days: Days): number =>
  days.kind === 'weekly' ? 1 : days.segments.reduce((sum, { count }) => sum + count, 0)

/** The preview of a change, with why it cannot be saved. */
function judge({ fromDay, days }: AskedSchedule, current: Current): Judged {
  const changes = [...current.changes.filter((one) => one.fromDay !== fromDay), { fromDay, days }]
  const preview = previewChange(scheduleBy(current.first, changes), fromDay)
  return { preview, clashes: preview.clashes.slice(0, SHOWN_CLASHES).map((clash) => clashText(clash, days.kind)) }
}

type DayRefusal = 'past' | 'tooMany' | 'generated'

async function dayRefusal(on: Queryable, asked: AskedSchedule, current: Current): Promise<DayRefusal | null> {
  if (asked.fromDay < calendarDay(asked.at)) return 'past'
  if (perDay(asked.days) > MAX_DAY_PERIODS) return 'tooMany'
  return (await isGenerated(on, asked.gameId, current, asked.fromDay)) ? 'generated' : null
}

const refusedDay = (why: DayRefusal, fromDay: string): Refusal => {
  if (why === 'past') return badField('fromDay', '生效日期不能早于今天')
  if (why === 'tooMany') return badField('days', `每天期数不能超过${MAX_DAY_PERIODS}`)
  return refuse('dayGenerated', { day: fromDay })
}

/** What a change would draw on its first day. Refused in this order: notFound, notBySchedule, badParameter, dayGenerated. */
export async function previewSchedule(on: Queryable, asked: AskedSchedule): Promise<Judged | Refusal> {
  const stored = await readSchedule(on, asked.gameId)
  if (!stored) return refuse('notFound')
  const current = await currentOf(on, asked.gameId, stored)
  if (!current) return refuse('notBySchedule')
  const why = await dayRefusal(on, asked, current)
  return why === null ? judge(asked, current) : refusedDay(why, asked.fromDay)
}

export interface SavedSchedule {
  readonly name: string
  readonly before: Days
  readonly version: number
}

/**
 * Changes a game's schedule from a day on that has no generated period. Refused in this order: notFound, notBySchedule,
 * changed, badParameter (day, number of periods), dayGenerated, badParameter (clashes).
 */
export async function setSchedule(
  tx: Tx,
  asked: AskedSchedule & { readonly version: number; readonly operator: string },
): Promise<SavedSchedule | Refusal> {
  const { gameId, fromDay, days, operator, at } = asked
  const stored = await lockSchedule(tx, gameId)
  if (!stored) return refuse('notFound')
  const current = await currentOf(tx, gameId, stored)
  if (!current) return refuse('notBySchedule')
  if (stored.version !== asked.version) return refuse('changed', {}, { version: stored.version, yours: asked.version })
  const why = await dayRefusal(tx, asked, current)
  if (why !== null) return refusedDay(why, fromDay)
  const { clashes } = judge(asked, current)
  if (clashes[0] !== undefined) return badField('days', clashes[0])
  const before = scheduleBy(current.first, current.changes)(dayOfDate(fromDay)).days
  await saveScheduleChange(tx, gameId, { fromDay, days, operator, at })
  return { name: stored.name, before, version: stored.version + 1 }
}
