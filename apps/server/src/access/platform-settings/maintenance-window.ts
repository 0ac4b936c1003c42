import { placeInSpan } from '@strata/domain/calendar/time-span'
import { z } from 'zod'

/** A maintenance of the whole platform or of one game, as stored. Times are epoch milliseconds. */
const storedWindow = z.object({
  enabled: z.literal(true).default(true),
  from: z.int(),
  /** null: until an operator ends it. */
  until: z.int().nullable(),
  message: z.string(),
  /** Reports, results and rules stay open meanwhile. */
  reading: z.boolean().default(false),
})

export interface MaintenanceWindow {
  /** 1 announced, 2 in progress. */
  readonly state: 1 | 2
  readonly from: number
  readonly until: number | null
  readonly message: string
  readonly reading: boolean
}

/**
 * The window of a stored setting as people see it at `now`: from `noticeMs` before its start until its end, and null
 * outside of that or when nothing valid is stored.
 */
export function windowAt(stored: unknown, now: number, noticeMs: number): MaintenanceWindow | null {
  const read = storedWindow.safeParse(stored)
  if (!read.success) return null
  const { from, until, message, reading } = read.data
  const place = placeInSpan({ from, until }, now)
  if (place === 'after' || now < from - noticeMs) return null
  return { state: place === 'before' ? 1 : 2, from, until, message, reading }
}
