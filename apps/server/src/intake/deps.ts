import type { BetSlip } from '@strata/domain/book/intake'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { CallMark } from '../access/session.ts'
import type { BatchGames, OpenGames } from '../book/open-games.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import type { SnapshotCache } from '../tree/snapshot.ts'

/** A bet in the queue. */
export interface Slip extends BetSlip {
  /** That of its call, if the same bytes might arrive again. */
  readonly mark?: CallMark | undefined
}

/** The statement that writes a batch with its commit: the orders are the ledger transactions of their stakes. */
export interface BatchWrite {
  readonly beganAt: number
  readonly endedAt: number
  readonly orders: number
  readonly periods: readonly PeriodId[]
}

export interface IntakeDeps {
  /** Any pool works. A pool of `intakePool` needs only two round trips per batch and plans every statement once. */
  readonly pool: Pool
  readonly live: Pick<LiveHub, 'publish'>
  readonly clock: Clock
  readonly snapshots: SnapshotCache
  readonly openGames: OpenGames
  /** Called after commit with a merchant that has fly-outs to deliver. */
  readonly onFlyOut?: (merchantId: MerchantId) => void
  /** Told of the last write of a merchant's batch. Set only while bets are traced. */
  readonly onWrite?: (merchantId: MerchantId, write: BatchWrite) => void
  /**
   * By merchant: members whose open stake was more than the limit of an item lately. Their totals are read with the
   * rest of a batch; without this a batch that needs them is decided twice.
   */
  readonly totalled?: Map<MerchantId, Set<PathId>>
  /** The games of each merchant's last batch. The next batch guesses its periods from them. */
  readonly lastGames?: Map<MerchantId, BatchGames>
}
