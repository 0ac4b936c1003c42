import { wallClock } from '@strata/domain/calendar/wall-clock'
import { judgeClose } from '@strata/domain/games/period-stage'
import type { GameId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { insertClose } from './store-closes.ts'
import { findPeriod, lockPeriod, moveClose, type PeriodRecord } from './store-periods.ts'

export interface AskedClose {
  readonly gameId: GameId
  readonly periodNo: string
  /** Null: at once. */
  readonly closeAt: number | null
  readonly reason: string
  /** Name of the operator. */
  readonly operator: string
  readonly at: number
}

export interface Closed {
  readonly before: PeriodRecord
  readonly after: PeriodRecord
}

/**
 * Moves the close of a period to an earlier time, for all merchants at once: batches of bets read the period's row, and
 * `onChange` tells the screens after the commit. Refused in this order: notFound, periodClosed, closeNeverLater, neverOpens.
 */
export async function closeEarly(
  tx: Tx,
  asked: AskedClose,
  onChange: (period: PeriodRecord) => void,
): Promise<Closed | Refusal> {
  const { at } = asked
  const found = await findPeriod(tx, asked.gameId, asked.periodNo)
  const before = found && (await lockPeriod(tx, found.id))
  if (!before) return refuse('notFound')
  const judged = judgeClose(before, asked.closeAt, at)
  if ('refusal' in judged) {
    if (judged.refusal === 'closeBeforeOpen') return refuse('neverOpens')
    return refuse(judged.refusal, { closeAt: wallClock(before.closeAt) })
  }
  const after = await moveClose(tx, before.id, { ...judged, now: at })
  await insertClose(tx, {
    periodId: before.id,
    at,
    operator: asked.operator,
    reason: asked.reason,
    wasAt: before.closeAt,
    closeAt: after.closeAt,
  })
  tx.afterCommit(() => onChange(after))
  return { before, after }
}
