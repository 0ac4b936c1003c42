import { randomBytes } from 'node:crypto'
import type { PeriodId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { advancePeriods, planPeriods } from '../games/periods/plan-periods.ts'
import { setupGames } from '../games/setup/setup-games.ts'
import { rows } from '../platform/db.ts'
import { createSecrets } from '../platform/secrets.ts'
import { signRequest, sourceKeyPurpose } from '../platform/signature.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import { settlementRoutes } from './routes.ts'

const database = await createTestDatabase()
const { pool, raw } = database
let now = Date.UTC(2026, 4, 20, 4, 0, 7)
const clock = () => now
const platform = createTestPlatform(database, { clock })
const secrets = createSecrets([{ id: 'k', key: randomBytes(32) }])
const due: number[] = []
const app = await createTestApp(platform)
const context = {
  pool,
  clock,
  secrets,
  live: platform.live,
  onTouched: async () => undefined,
  fourEyes: true,
  tellOperators: async () => undefined,
  onResult: async (_tx: unknown, periodId: PeriodId) => void due.push(periodId),
}
settlementRoutes(app, context)

await setupGames(pool, { demo: true, periodSeconds: 60, demoResults: 'feed', now })
await raw.query('insert into result_sources values ($1, $2, $3, 0)', [
  'feed-a',
  secrets.seal('key-a', sourceKeyPurpose('feed-a')),
  [1, 2],
])

const target = '/api/rec/draw/publish'
async function publish(body: unknown, over: { key?: string; code?: string; at?: number } = {}) {
  const rawBody = JSON.stringify(body)
  const timestamp = String(over.at ?? now)
  const signature = signRequest(over.key ?? 'key-a', { timestamp, method: 'POST', target, rawBody })
  const answer = await app.inject({
    method: 'POST',
    url: target,
    headers: {
      'content-type': 'application/json',
      'x-merchant': over.code ?? 'feed-a',
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    payload: rawBody,
  })
  return answer.json() as { code: number; message: string; data: unknown }
}

test('a signed source publishes a result once; everything else is refused with its reason', async () => {
  await planPeriods(context)
  await advancePeriods(context)
  const [period] = await rows<{ id: number; period_no: string; draw_at: bigint }>(
    raw,
    `select id, period_no, draw_at from periods where game_id = 1 and state = 'open'`,
  )
  if (!period) throw new Error('no period')
  const body = { gameId: 1, periodNo: period.period_no, result: [1, 2, 3, 4, 5] }
  expect((await publish(body)).code).toBe(42207)
  // The same bytes are not judged again.
  expect((await publish(body)).code).toBe(40009)
  now = Number(period.draw_at)
  await advancePeriods(context)
  expect((await publish(body, { key: 'key-b' })).code).toBe(40301)
  expect((await publish(body, { code: 'nobody' })).code).toBe(40301)
  expect((await publish(body, { at: now - 300_000 })).code).toBe(40009)
  expect((await publish({ ...body, gameId: 3 })).code).toBe(40401)
  expect((await publish({ ...body, periodNo: '1' })).code).toBe(40401)
  const odd = await publish({ ...body, result: [1, 2, 3, 4, 11] })
  expect([odd.code, odd.message]).toEqual([40001, expect.stringContaining('开奖号码应在0至9之间')])
  expect((await publish({ ...body, extra: 1 })).code).toBe(40001)
  expect(due).toEqual([])
  const accepted = { gameId: 1, periodNo: period.period_no, state: 'accepted', result: [1, 2, 3, 4, 5] }
  expect((await publish(body)).data).toEqual(accepted)
  expect((await publish(body)).data).toEqual(accepted)
  expect((await publish({ ...body, result: [5, 4, 3, 2, 1] })).code).toBe(42207)
  expect(due).toEqual([period.id])
})
