import type { FastifyInstance } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import { type Config, loadConfig } from '../config.ts'
import { createApp } from '../http.ts'
import { Jobs } from '../jobs.ts'
import { LiveHub } from '../live.ts'
import { createLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import type { Platform } from '../platform.ts'
import { EventStreams } from '../streams.ts'
import type { Tracer } from '../tracing.ts'
import type { TestDatabase } from './test-database.ts'

export interface TestPlatformOptions {
  readonly clock?: Clock
  readonly config?: Partial<Config>
  readonly tracer?: Tracer
}

/** A platform on a test database: no log, no job runner (call the job's function), live events in process only. */
export function createTestPlatform(
  database: Pick<TestDatabase, 'pool' | 'url'>,
  options: TestPlatformOptions = {},
): Platform {
  const log = createLog('silent')
  const live = new LiveHub(log)
  const { pool, url } = database
  return {
    config: { ...loadConfig({}), ...options.config },
    log,
    clock: options.clock ?? systemClock,
    pool,
    reports: pool,
    replica: pool,
    background: undefined,
    live,
    streams: new EventStreams(live),
    jobs: new Jobs({ log, pool, url }),
    metrics: new Metrics(),
    tracer: options.tracer,
    checks: [],
    onStop: () => undefined,
  }
}

/** An app without routes for `app.inject`, with very high call limits. Every answer is checked against the contract. */
export function createTestApp(platform: Platform): Promise<FastifyInstance> {
  const { config, log, clock, tracer } = platform
  // A platform may have several apps, as a server has not.
  const metrics = new Metrics()
  return createApp({ config, log, clock, metrics, tracer, checkAnswers: true, callsPerMinute: 1_000_000 })
}
