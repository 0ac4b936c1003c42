import { placeInSpan } from '@strata/domain/calendar/time-span'
import type { Answer } from '../../api/client.ts'

export type MaintenanceWindow = Answer<'notices.maintenanceNotice'>['items'][number]

/** A window as it stands at an instant: what was announced may have begun, what was running may be over. */
export const windowsAt = (items: readonly MaintenanceWindow[], now: number): MaintenanceWindow[] =>
  items.flatMap((item) => {
    const place = placeInSpan(item, now)
    return place === 'after' ? [] : [{ ...item, state: place === 'before' ? (1 as const) : (2 as const) }]
  })

const JUST_MS = 60_000

/** The windows that have just begun. Of one that runs longer the bar tells: whoever opens a page then is not surprised. */
export const begunAt = (windows: readonly MaintenanceWindow[], now: number): MaintenanceWindow[] =>
  windows.filter(({ state, from }) => state === 2 && now - from < JUST_MS)
