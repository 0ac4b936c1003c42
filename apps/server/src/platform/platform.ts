import type { Background } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Pool } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { LiveHub } from './live.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { ReadinessCheck } from './readiness.ts'
import type { EventStreams } from './streams.ts'
import type { Tracer } from './tracing.ts'

/** What every room gets. */
export interface Platform {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly pool: Pool
  /** For reports, with connections and a statement time-out of their own, on the database that takes the bets. */
  readonly reports: Pool
  /** The same on a replica; the same pool when there is none. Never for limits or balances. */
  readonly replica: Pool
  /** For long statements beside bets. Undefined: the database has its own processors. */
  readonly background: Background | undefined
  readonly live: LiveHub
  readonly streams: EventStreams
  readonly jobs: Jobs
  readonly metrics: Metrics
  /** Undefined: no endpoint for traces is set. */
  readonly tracer: Tracer | undefined
  /** Checks of /readyz. Rooms add theirs. */
  readonly checks: ReadinessCheck[]
  /** Runs when the server stops, before the database stops. Last registered, first run. */
  onStop(work: () => Promise<void>): void
}
