import type { PeriodRecord } from '../../games/periods.ts'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'

/**
 * Tells operators' screens, after the commit, that a proposal about the period or one of its orders was made or is over.
 * Has no word of what is proposed: who may read it reads it.
 */
export const tellChanged = (
  tx: Tx,
  live: LiveHub,
  { id, gameId, periodNo }: Pick<PeriodRecord, 'id' | 'gameId' | 'periodNo'>,
): void =>
  tx.afterCommit(() =>
    live.publish({ type: 'proposal', merchantId: HEAD_MERCHANT, key: String(id), data: { gameId, periodNo } }),
  )
