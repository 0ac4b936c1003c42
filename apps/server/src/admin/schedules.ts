import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { schedulePreview, scheduleQuery, scheduleSet } from '@strata/contract/endpoints/periods'
import { WEEKDAY_WORDS } from '@strata/contract/words'
import type { Period, Schedule } from '@strata/domain/games/schedule'
import type { AccessContext, Caller } from '../access/session.ts'
import { previewSchedule, setSchedule, showSchedule } from '../games/setup.ts'
import { Refusal } from '../platform/refusal.ts'
import { changeAs, logForHead } from './change.ts'

type Days = Schedule['days']
type WireDays = NonNullable<ResponseOf<typeof scheduleQuery>['days']>

const daysOnWire = (days: Days): WireDays =>
  days.kind === 'weekly'
    ? { ...days, weekdays: [...days.weekdays] }
    : { ...days, segments: days.segments.map((segment) => ({ ...segment })) }

const two = (part: number): string => String(part).padStart(2, '0')
const timeText = (seconds: number): string => {
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds >= 86_400 ? `次日 ${clock}` : clock
}

/** A schedule as people read it in the log. */
function daysText(days: Days): string {
  if (days.kind === 'weekly') {
    const names = days.weekdays.toSorted((a, b) => a - b).map((day) => WEEKDAY_WORDS[day] ?? '')
    return `每${names.join('、')} ${timeText(days.openAt)} 开盘，${timeText(days.drawAt)} 开奖`
  }
  const segments = days.segments.map(
    ({ firstDraw, everySeconds, count }) => `${timeText(firstDraw)} 起每 ${everySeconds} 秒一期，共 ${count} 期`,
  )
  return `${days.continuous ? '全天连续；' : ''}${segments.join('；')}`
}

/** game/schedule/query: the schedule in force today and its changes. */
export async function querySchedule(
  { pool, clock }: AccessContext,
  { gameId }: ParsedRequestOf<typeof scheduleQuery>,
): Promise<ResponseOf<typeof scheduleQuery> | Refusal> {
  const shown = await showSchedule(pool, gameId, clock())
  if (shown instanceof Refusal) return shown
  const { days, changes, ...rest } = shown
  return {
    gameId,
    ...rest,
    days: days && daysOnWire(days),
    changes: changes.map(({ fromDay, days: own, operator: by, at }) => ({ fromDay, days: daysOnWire(own), by, at })),
  }
}

const shown = ({ periodNo, openAt, closeAt, drawAt }: Period) => ({ periodNo, openAt, closeAt, drawAt })

/** game/schedule/preview: the first day of a change. */
export async function previewScheduleCall(
  { pool, clock }: AccessContext,
  { gameId, fromDay, days }: ParsedRequestOf<typeof schedulePreview>,
): Promise<ResponseOf<typeof schedulePreview> | Refusal> {
  const found = await previewSchedule(pool, { gameId, fromDay, days, at: clock() })
  if (found instanceof Refusal) return found
  const { day, count, first, last } = found.preview
  return { day, count, first: first.map(shown), last: last.map(shown), clashes: [...found.clashes] }
}

/** game/schedule/set: another schedule from a day on. */
export function setScheduleCall(
  context: AccessContext,
  caller: Caller,
  input: ParsedRequestOf<typeof scheduleSet>,
): Promise<ResponseOf<typeof scheduleSet> | Refusal> {
  return changeAs(context, caller, { call: 'game/schedule/set', input }, async (tx, at) => {
    const { gameId, version, fromDay, days } = input
    const done = await setSchedule(tx, { gameId, version, fromDay, days, operator: caller.account.name, at })
    if (done instanceof Refusal) return done
    const changes = [
      { field: 'fromDay', label: '生效日期', before: null, after: fromDay },
      { field: 'days', label: '时间表', before: daysText(done.before), after: daysText(days) },
    ]
    await logForHead(tx, caller, { action: 'schedule', targetName: done.name, changes }, at)
    return { version: done.version }
  })
}
