import type { ResponseOf } from '@strata/contract/endpoint'
import type { systemConfigQuery } from '@strata/contract/endpoints/admin'
import { type DayStart, FIRST_DAY_STARTS, startMsOf } from '@strata/domain/calendar/business-day'
import {
  type DayStartRefusal,
  dayStartText,
  planDayStart,
  scheduledStart,
} from '@strata/domain/calendar/day-start-change'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import { gameById } from '@strata/domain/games/catalogue'
import { addDayStart, lastChangeOfDayStart, readDayStarts } from '../access/platform-settings.ts'
import { type ComingPeriod, holdComingPeriods } from '../games/periods.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Pool, Queryable, Tx } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'

type Item = ResponseOf<typeof systemConfigQuery>['items'][number]

/** The setting with a table of its own: labels of past days need its history. */
export const DAY_START = {
  key: 'day.start',
  name: '业务日开始时间',
  kind: 'time',
  group: 'platform',
  unit: '北京时间',
  note: '报表、占成、额度与租期按业务日计算；00:00至12:00的整点或半点，两天后起的第一个业务日生效，此前各日不变',
  effect: 'twoDays',
} as const satisfies Partial<Item>

/** The setting as it is today, and what is to come. */
export async function dayStartItem(on: Queryable, now: number): Promise<Item> {
  const starts = await readDayStarts(on)
  const coming = scheduledStart(starts, now)
  return {
    ...DAY_START,
    value: dayStartText(startMsOf(businessDay(now), starts)),
    defaultValue: dayStartText(FIRST_DAY_STARTS[0].startMs),
    since: await lastChangeOfDayStart(on),
    ...(coming ? { coming: { day: coming.firstDay, value: dayStartText(coming.startMs) } } : {}),
  }
}

/** The words of a refusal. */
function refusalOf(refused: DayStartRefusal<ComingPeriod>): Refusal {
  const { name } = DAY_START
  if (refused.refusal === 'badTime') return refuse('dayStartWrong', { name })
  if (refused.refusal === 'same') return refuse('dayStartSame', { name })
  if (refused.refusal === 'scheduled') {
    const { firstDay, startMs } = refused.entry
    return refuse('dayStartWaits', { name, day: firstDay, time: dayStartText(startMs) })
  }
  const { gameId, periodNo, drawAt } = refused.period
  const game = gameById(gameId)?.name ?? String(gameId)
  return refuse('dayStartMoves', { name, game, periodNo, drawAt: wallClock(drawAt).slice(0, 16) })
}

/**
 * Changes when business days begin. Refused in this order: dayStartWrong, dayStartSame, dayStartWaits, dayStartMoves.
 * Returns the added entry and what was in force.
 */
export async function changeDayStart(
  tx: Tx,
  text: string,
  { pool, ...by }: { readonly pool: Pool; readonly operator: string; readonly at: number },
): Promise<{ readonly before: string; readonly entry: DayStart } | Refusal> {
  const starts = await readDayStarts(tx)
  const periods = await holdComingPeriods(tx, by.at)
  const planned = planDayStart(text, starts, { now: by.at, periods })
  if ('refusal' in planned) return refusalOf(planned)
  await addDayStart(tx, planned, { pool, ...by })
  return { before: dayStartText(startMsOf(businessDay(by.at), starts)), entry: planned }
}
