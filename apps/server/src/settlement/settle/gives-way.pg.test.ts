import { getPriority } from 'node:os'
import { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { backgroundPool, row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createTestPlatform } from '../../platform/testing/test-platform.ts'
import { LARGE } from '../fold/store-large.ts'
import { settlementJobs } from '../jobs.ts'
import { DRAWS, settledWorld, sketches } from '../testing/settled-world.ts'
import { putResult } from '../testing/small-period.ts'
import { findDueParts, settlePeriod } from './settle.ts'

const { pool, raw, url, recorder } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')
const { deps, fresh, place, expectSound } = settledWorld({ pool, raw })
const givesWay = backgroundPool({ url, recorder })
afterAll(() => givesWay.end())
let elsewhere = 0
givesWay.on('acquire', () => void elsewhere++)
beforeEach(() => {
  elsewhere = 0
})

const ORDERS = 30
/** Settles a first result, and a correction, of a period with 30 orders. */
async function settleTwice(of: { readonly free: number; readonly largeFrom: number }) {
  const [merchantId, periodId] = [MerchantId(fresh()), PeriodId(fresh())]
  const period = { id: periodId, gameId: GameId(3) }
  const background = { pool: givesWay, freeProcessors: () => of.free }
  const settle = () => settlePeriod({ ...deps, background, largeFrom: of.largeFrom }, merchantId, periodId)
  await putResult(raw, period, DRAWS[0] ?? null)
  await place(merchantId, periodId, fc.sample(sketches, { seed: 5, numRuns: ORDERS }))
  const first = await settle()
  await expectSound(merchantId)
  await putResult(raw, period, DRAWS[1] ?? null)
  const second = await settle()
  await expectSound(merchantId)
  return { first, second, again: await settle() }
}

test.each([
  { what: 'a large period gives way while others need the processors', free: 1.4, largeFrom: 10, there: 2 },
  { what: 'a large period has helpers while they are free', free: 1.9, largeFrom: 10, there: 0 },
  { what: 'a small period never gives way', free: 0, largeFrom: ORDERS + 1, there: 0 },
])('$what, and is settled and corrected in the same way', async ({ there, ...of }) => {
  const { first, second, again } = await settleTwice(of)
  expect(elsewhere).toBe(there)
  expect(first).toMatchObject({ state: 'folded', revision: 1, finished: true })
  expect(second).toMatchObject({ state: 'folded', revision: 2, finished: true })
  expect(again.state).toBe('current')
  const plain = await settleTwice({ free: 2, largeFrom: Number.POSITIVE_INFINITY })
  expect([first.payouts, second.payouts]).toEqual([plain.first.payouts, plain.second.payouts])
})

test('the job of a large period gives way', async () => {
  const [merchantId, periodId] = [MerchantId(fresh()), PeriodId(fresh())]
  await putResult(raw, { id: periodId, gameId: GameId(3) }, DRAWS[0] ?? null)
  await place(merchantId, periodId, fc.sample(sketches, { seed: 5, numRuns: ORDERS }))
  // How large a period is, is read from the head's exposures.
  await raw.query('update exposures set bet_count = $2 where merchant_id = $1', [merchantId, LARGE])
  const platform = createTestPlatform({ pool, url })
  const handlers = new Map<string, (payload: unknown) => Promise<void>>()
  platform.jobs.task = (name, handler) => void handlers.set(name, handler)
  const background = { pool: givesWay, freeProcessors: () => 0, end: () => givesWay.end() }
  settlementJobs({ ...platform, background }, async () => undefined)
  await handlers.get('settlement:part')?.({ merchantId, periodId })
  expect(elsewhere).toBe(1)
  expect(await findDueParts(deps)).not.toContainEqual({ merchantId, periodId })
})

test.runIf(process.platform === 'linux')('what gives way has a lower priority and no helpers', async () => {
  const backend = await row<{ pid: number; helpers: string }>(
    givesWay,
    `select pg_backend_pid() as pid, current_setting('max_parallel_workers_per_gather') as helpers`,
  )
  expect(backend.helpers).toBe('0')
  expect(getPriority(backend.pid)).toBe(10)
})
