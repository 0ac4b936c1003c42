import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/authorize.ts'
import { GamesReader } from '../book/open-games.ts'
import { bookRoutes } from '../book/routes.ts'
import { streamRoutes } from '../book/stream.ts'
import type { Platform } from '../platform/platform.ts'
import { createSecrets } from '../platform/secrets.ts'
import { finalPass } from '../replenishment/final-pass.ts'
import { replenishmentRoutes } from '../replenishment/routes.ts'
import { SnapshotCache } from '../tree/snapshot.ts'
import { createIntake, type Intake } from './intake.ts'
import { MerchantKeys } from './merchant-keys.ts'
import { intakeRoutes } from './routes.ts'

export interface Engine {
  readonly intake: Intake
  readonly snapshots: SnapshotCache
  /** Call it when a period has closed for bettors: the automatic pass after the last batch. */
  readonly finalPass: (periodId: number) => Promise<number>
}

/** Boards, replenishment, intake and the live stream on one app, sharing snapshots and prices. */
export function addEngine(app: FastifyInstance, platform: Platform, access: AccessContext): Engine {
  const { config, log, clock, pool, live, streams, metrics } = platform
  const snapshots = new SnapshotCache()
  const deps = { pool, live, clock, snapshots, openGames: new GamesReader(clock).open }
  const intake = createIntake({ ...deps, log })
  const keys = new MerchantKeys({ pool, clock, secrets: createSecrets(config.keys) })
  bookRoutes(app, access, deps)
  streamRoutes(app, access, streams)
  replenishmentRoutes(app, access, deps)
  intakeRoutes(app, { pool, intake, keys })
  metrics.gauge('strata_intake_waiting', 'Bets waiting for their batch', () => intake.waiting)
  platform.onStop(() => intake.drain())
  return { intake, snapshots, finalPass: (periodId) => finalPass(deps, periodId) }
}
