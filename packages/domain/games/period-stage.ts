/** What an operator sees a period in. A state of the database says less: what a period waits for follows from it. */
type PeriodStage = 'scheduled' | 'open' | 'closed' | 'waiting' | 'proposed' | 'drawn' | 'settling' | 'settled' | 'void'

type StagedPeriod = {
  readonly state: 'scheduled' | 'open' | 'closed' | 'drawn' | 'settled' | 'void'
  readonly closeAt: number
  readonly drawAt: number
  /** A first entry, a correction or a void waits for a second operator. */
  readonly isProposed: boolean
  /** Merchants with orders, and of them those that have the result. */
  readonly merchants: number
  readonly settled: number
}

/** A proposal comes first, then what is still to do, then the state. */
export const stageOf = (period: StagedPeriod, now: number): PeriodStage => {
  const { state, closeAt, drawAt, isProposed, merchants, settled } = period
  if (isProposed) return 'proposed'
  if (state === 'open' && closeAt <= now) return drawAt <= now ? 'waiting' : 'closed'
  if (state === 'closed' && drawAt <= now) return 'waiting'
  if (state === 'drawn' && settled < merchants) return 'settling'
  return state
}

type CloseRefusal = 'periodClosed' | 'closeNeverLater' | 'closeBeforeOpen'

type ClosingPeriod = {
  readonly state: StagedPeriod['state']
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
}

/**
 * Moves a close to an earlier time, at the earliest to now; replenishment ends as long after it as planned. A close that
 * was told is never moved later. Refused in this order: periodClosed, closeNeverLater, closeBeforeOpen (it would never open:
 * voiding it says so).
 */
export const judgeClose = (
  period: ClosingPeriod,
  asked: number | null,
  now: number,
): { readonly closeAt: number; readonly hedgeCloseAt: number } | { readonly refusal: CloseRefusal } => {
  const isOpen = period.state === 'open' || period.state === 'scheduled'
  if (!isOpen || period.closeAt <= now) return { refusal: 'periodClosed' }
  const closeAt = Math.max(asked ?? now, now)
  if (closeAt >= period.closeAt) return { refusal: 'closeNeverLater' }
  // Before it opens it may close earlier than planned, but not at once.
  if (closeAt <= period.openAt || (period.state === 'scheduled' && closeAt === now))
    return { refusal: 'closeBeforeOpen' }
  return { closeAt, hedgeCloseAt: closeAt + period.hedgeCloseAt - period.closeAt }
}
