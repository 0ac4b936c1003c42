import { EVENT_LAG_MS } from '@strata/contract/stream-beat'

/** So many beats in a row stand for a read. After them the page reads in any case, should an event ever be lost. */
const BEATS_A_READ = 4

type Shown = {
  readonly status: 'pending' | 'error' | 'success'
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly isInvalidated: boolean
  readonly dataUpdatedAt: number
}

type Moment = {
  /** A change was reported, and its read has not begun. */
  readonly isAsked: boolean
  readonly now: number
}

/**
 * Decides at each beat of the stream whether what is shown is confirmed as of now. Returns the time up to which it is
 * confirmed, or null: a change is on its way, it is being read, the last read failed, it is newer, or it is time to read.
 */
export const createConfirmer = (): ((shown: Shown | undefined, moment: Moment) => number | null) => {
  let confirmedAt = 0
  let beats = 0
  return (shown, { isAsked, now }) => {
    if (shown?.status !== 'success' || shown.fetchStatus !== 'idle' || shown.isInvalidated || isAsked) return null
    if (shown.dataUpdatedAt !== confirmedAt) beats = 0
    const until = now - EVENT_LAG_MS
    if (until <= shown.dataUpdatedAt || beats >= BEATS_A_READ) return null
    beats += 1
    confirmedAt = until
    return until
  }
}
