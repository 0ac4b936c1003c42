import { hasAccounts } from '../access/accounts.ts'
import { hasMerchantKey } from '../intake/merchant-keys.ts'
import type { Pool } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import type { Secrets } from '../platform/secrets.ts'
import { demoPlayers } from './demo-players.ts'
import { DEMO_BRANCHES, DEMO_PASSWORD, DEMO_PLATFORMS } from './facts.ts'
import { createHistory } from './history.ts'
import { Simulator } from './simulator.ts'
import { createDemoWorld } from './world.ts'

const DAY_MS = 86_400_000
const HISTORY_DAYS = 7
const HISTORY_BETS = 20_000
const BETS_PER_SECOND = 5

/**
 * Whether this start fills the database: because it was requested, or because an embedded database in demo mode is
 * empty.
 */
async function isWanted(platform: Platform): Promise<boolean> {
  const { config, pool } = platform
  if (config.mode !== 'demo' || config.demo === 'off') return false
  if (config.demo === 'auto' && config.databaseUrl !== undefined) return false
  return !(await hasAccounts(pool))
}

/**
 * Fills an empty database with the demo world and a week of settled orders. Does nothing to a database with
 * accounts.
 */
export async function ensureDemo(platform: Platform, secrets: Secrets): Promise<void> {
  if (!(await isWanted(platform))) return
  const now = platform.clock()
  const started = performance.now()
  await createDemoWorld(platform.pool, secrets, now - (HISTORY_DAYS + 2) * DAY_MS)
  await createHistory({ pool: platform.pool, live: platform.live, now, days: HISTORY_DAYS, bets: HISTORY_BETS })
  platform.log.info({ ms: Math.round(performance.now() - started) }, 'demo world created')
}

async function shouldSimulate(platform: Pick<Platform, 'config' | 'pool'>): Promise<boolean> {
  const { config, pool } = platform as { config: Platform['config']; pool: Pool }
  return (
    config.mode === 'demo' &&
    config.simulator &&
    config.role !== 'worker' &&
    hasMerchantKey(pool, DEMO_PLATFORMS[0].code)
  )
}

/** Starts the simulated players once the server listens on a port: they use the public API like any game platform. */
export async function startSimulator(platform: Platform, port: number): Promise<void> {
  if (!(await shouldSimulate(platform))) return
  const { config, log } = platform
  const host =
    config.host === '::1' ? '[::1]' : config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const simulator = new Simulator({
    baseUrl: `http://${host}:${port}`,
    platformCode: DEMO_PLATFORMS[0].code,
    platformKey: DEMO_PLATFORMS[0].key,
    viewer: { account: 'merch001', password: DEMO_PASSWORD },
    appSecret: config.appSecret,
    players: demoPlayers(DEMO_BRANCHES),
    betsPerSecond: BETS_PER_SECOND,
    onFault: (fault) => log.debug({ fault }, 'simulator'),
  })
  simulator.start()
  platform.onStop(async () => {
    await simulator.stop()
  })
}
