import { AccountId, GroupId, MerchantId } from '@strata/domain/ids'
import { itemBoard } from '../../apps/server/src/book/boards/board.ts'
import { rebuildExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { type Pool, reportsPool } from '../../apps/server/src/platform/db.ts'
import { HeavyReads } from '../../apps/server/src/reports/heavy-reads.ts'
import { orders } from '../../apps/server/src/reports/orders/orders.ts'
import { callerOf } from './boards.ts'
import { type BenchRow, DAY, NOW, partOf, startBenchCluster, WORLD } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'
import { fillOpenPeriod } from './rebuild.ts'

const READERS = 20
/** Runs with and without readers alternate, so that a busy machine slows both. */
const ROUNDS = 5
const SECONDS = 4
/** With fewer readings a p99 is meaningless. */
const LEAST_READINGS = 300
/** The merchant whose reports are read. The boards belong to the merchant of the bench's world. */
const OTHER = MerchantId(2)

/** Copies tree, orders and periods to another merchant, so that its summary has all orders to add up. */
async function addMerchant(pool: Pool): Promise<void> {
  await pool.query(
    `insert into paths select (jsonb_populate_record(p, jsonb_build_object('merchant_id', $1::integer))).* from paths p where merchant_id = 1`,
    [OTHER],
  )
  await pool.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('merchant_id', $1::integer))).* from orders o where merchant_id = 1`,
    [OTHER],
  )
  await pool.query(
    `insert into merchant_periods select (jsonb_populate_record(m, jsonb_build_object('merchant_id', $1::integer))).* from merchant_periods m where merchant_id = 1`,
    [OTHER],
  )
  await pool.query('vacuum analyze')
}

/** Boards of one merchant while twenty people of another repeatedly request sums of all its orders. */
export async function benchBoardsBesideReports(count = 1_000_000): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  const { pool } = await cluster.fresh()
  const reports = reportsPool({ url: String(pool.options.connectionString), ownDatabase: true })
  try {
    await fillOpenPeriod(pool, count)
    await rebuildExposures(pool, WORLD.merchant, WORLD.period)
    await addMerchant(pool)
    const deps = { ...depsOn(pool), pool }
    const seat = callerOf(WORLD.merchantPath, 1, [WORLD.merchantPath])
    const board = async (): Promise<number> => {
      const from = performance.now()
      await itemBoard(deps, seat, { gameId: WORLD.game, amount: 'net', groupId: GroupId(301) }, 'common')
      return performance.now() - from
    }
    const measure = async (): Promise<number[]> => {
      const taken: number[] = []
      const until = performance.now() + SECONDS * 1000
      while (performance.now() < until) {
        taken.push(await board())
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return taken
    }
    for (let index = 0; index < 60; index++) await board()
    const [alone, beside]: [number[], number[]] = [[], []]
    const heavy = new HeavyReads()
    const asked = { summaryOnly: true, from: DAY, to: DAY, state: 'open', pageIndex: 1, pageSize: 10 } as const
    let summaries = 0
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await measure()))
      let running = true
      const readers = Array.from({ length: READERS }, async (_, index) => {
        const own = callerOf(WORLD.merchantPath, 1, [WORLD.merchantPath])
        const caller = { ...own, merchantId: OTHER, account: { ...own.account, id: AccountId(index + 2) } }
        const call = { caller, reply: { raw: { destroyed: false } } }
        while (running) {
          const answer = await heavy.run(call, () => orders(reports, caller, asked, NOW))
          if ('summary' in answer) summaries += 1
          else refused += 1
        }
      })
      beside.push(...(await measure()))
      running = false
      await Promise.all(readers)
    }
    const readings = Math.min(alone.length, beside.length)
    if (readings < LEAST_READINGS) throw new Error(`only ${readings} readings of boards`)
    const [p99, reference] = [partOf(beside, 0.99), partOf(alone, 0.99)]
    return [
      {
        what: `another merchant's board beside ${READERS} people who sum up ${count.toLocaleString('en')} orders again and again (${summaries} sums, ${refused} refused after their time-out): p99`,
        value: `${p99.toFixed(1)} ms`,
        reference: `${reference.toFixed(1)} ms alone, in turns, ${readings} readings each; p50 ${partOf(beside, 0.5).toFixed(1)} ms, alone ${partOf(alone, 0.5).toFixed(1)} ms`,
        ratio: p99 / reference,
        goal: '<= 2x',
        met: p99 <= reference * 2,
      },
    ]
  } finally {
    await reports.end()
    await cluster.stop()
  }
}
