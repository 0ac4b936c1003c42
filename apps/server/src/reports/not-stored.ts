import type { Day } from '@strata/domain/calendar'
import { daysOfPeriods, lastDroppedDay } from '../games/periods.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Queryable } from '../platform/db.ts'
import { idMs } from '../platform/ids.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { OrderRange } from './delivery/store-rollups.ts'

/** A report that reads single orders is refused for days that have none: its sums would be too small. */
export async function refuseDropped(on: Queryable, range: OrderRange): Promise<Refusal | null> {
  const through = await lastDroppedDay(on)
  if (through === null) return null
  const days = range.days ? [range.days.from] : await daysOfPeriods(on, range.periodIds ?? [])
  return days.some((day) => day <= through) ? refuse('ordersGone', { through }) : null
}

/** No order of a day that was dropped was placed after it; some of the last days' draws were bet on a day before. */
export const placedBefore = (orderId: bigint, through: Day): boolean => businessDay(idMs(orderId)) <= through
