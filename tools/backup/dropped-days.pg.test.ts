import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type Day, instantOf, parseDay } from '@strata/domain/calendar'
import { must } from '@strata/domain/must'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import { createHistory } from '../../apps/server/src/demo/history.ts'
import { createDemoWorld } from '../../apps/server/src/demo/world.ts'
import { setupGames } from '../../apps/server/src/games/setup/setup-games.ts'
import { businessDay } from '../../apps/server/src/platform/business-day.ts'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { limitApplication, roleOf } from '../../apps/server/src/platform/roles.ts'
import { createSecrets } from '../../apps/server/src/platform/secrets.ts'
import { migrateAll } from '../../apps/server/src/platform/server.ts'
import { dropDueDays } from '../../apps/server/src/settlement/dropped-days/drop-days.ts'
import { backUp } from './base-backup.ts'
import { restoreInto } from './check.ts'

/** Backups of a database before, between and after the steps in which days lose their single orders. */
const KEY = Buffer.alloc(32, 9)
const DAY_MS = 86_400_000
const DAYS = 3
const LEAST = 93
const TEST_MS = 240_000
/** Long ago also for the database, whose own clock judges what is due. */
const begin = instantOf(must(parseDay('2026-06-20'), 'a day'), 12 * 3_600_000)
const dayAt = (at: number): Day => addDays(businessDay(begin), at - DAYS)
const [first, second] = [dayAt(0), dayAt(1)]
const folder = mkdtempSync(join(tmpdir(), 'strata-backup-days-'))
chmodSync(folder, 0o755)
let source: EmbeddedPostgres
let pool: Pool
let owner: Pool

beforeAll(async () => {
  source = await startEmbedded({ dataDir: join(folder, 'source') })
  owner = createPool({ url: source.ownerUrl, max: 4 })
  pool = createPool({ url: source.url, max: 4 })
  await migrateAll(owner, source.ownerUrl)
  await limitApplication(owner, roleOf(source.url))
  await setupGames(pool, { demo: true, demoResults: 'demo', now: begin })
  const secrets = createSecrets(loadConfig({ STRATA_LOG_LEVEL: 'silent' }).keys)
  await createDemoWorld(pool, secrets, begin - (DAYS + 2) * DAY_MS)
  await createHistory({ pool, live: new LiveHub(createLog('silent')), now: begin, days: DAYS, bets: 600 })
  await owner.query(
    `insert into settings (key, value, version) values ('system', jsonb_build_object('orderDays', $1::integer), 1)`,
    [LEAST],
  )
}, TEST_MS)

afterAll(async () => {
  await Promise.all([pool?.end(), owner?.end()])
  await source?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a day has: its stored orders, and what was noted of them. */
const contents = async (on: Pool) =>
  (
    await on.query(
      `/* all merchants */
       select d.day::text, (select count(*)::integer from orders o where o.day = d.day) as orders,
              coalesce(x.state, 'stored') as state,
              (select sum(p.orders)::integer from dropped_parts p where p.day = d.day) as noted
         from (select distinct day from merchant_periods) d left join dropped_days x on x.day = d.day order by 1`,
    )
  ).rows

/** A copy of the database as it is now, running. */
async function copyOf(name: string): Promise<{ copy: Pool; stop: () => Promise<void> }> {
  const client = await owner.connect()
  await backUp({ client, home: source.home }, join(folder, name), KEY)
  client.release(true)
  const home = join(folder, `${name}-restored`)
  await restoreInto(join(folder, name), home, KEY)
  const running = await startEmbedded({ dataDir: home })
  const copy = createPool({ url: running.url, max: 4 })
  const stop = async (): Promise<void> => {
    await copy.end()
    await running.stop()
  }
  return { copy, stop }
}

const depsAt = (on: Pool, days: number) => ({
  pool: on,
  clock: () => begin + (LEAST - DAYS + days) * DAY_MS,
  pauseMs: 1,
})

test(
  'a backup holds dropped days as they stand: its books meet, and a drop that was under way goes on in the copy',
  async () => {
    const whole = await contents(pool)
    expect(whole[0]).toMatchObject({ day: first, state: 'stored', noted: null })

    const { copy: before, stop: stopBefore } = await copyOf('before')
    expect(await dropDueDays(depsAt(pool, 0))).toEqual([first])
    const killed = dropDueDays({
      ...depsAt(pool, 1),
      onStep: (step) => {
        if (step === 'detached') throw new Error('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    const between = await contents(pool)
    expect(between.slice(0, 2)).toMatchObject([
      { day: first, orders: 0, state: 'done', noted: whole[0]?.['orders'] },
      { day: second, orders: 0, state: 'detached', noted: whole[1]?.['orders'] },
    ])

    // A copy from before the days were dropped has their orders.
    expect(await contents(before)).toEqual(whole)
    expect(await verifyDatabase(before)).toBeNull()
    await stopBefore()

    const { copy, stop } = await copyOf('between')
    expect(await contents(copy)).toEqual(between)
    expect(await verifyDatabase(copy)).toBeNull()
    expect(await dropDueDays(depsAt(copy, 1))).toEqual([second])
    expect((await contents(copy))[1]).toMatchObject({ state: 'done', orders: 0, noted: whole[1]?.['orders'] })
    expect(await verifyDatabase(copy)).toBeNull()
    await expect(copy.query('select add_order_partition($1::date)', [second])).rejects.toThrow(/were dropped/)
    await stop()
    // The copy went its own way.
    expect(await contents(pool)).toEqual(between)
  },
  TEST_MS,
)
