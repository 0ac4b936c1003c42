import { rebuildExposures, verifyExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { type Pool, rows } from '../../apps/server/src/platform/db.ts'
import { type BenchRow, DAY, startBenchCluster, WORLD } from './engine-world.ts'

/**
 * Inserts $1 open orders of all members on the special number in one statement. Shares and rates are those of the
 * worked example.
 */
const orders = `
  insert into orders (merchant_id, period_id, id, day, game_id, kind, bettor, m, g, a, play, item, pankou, pay_kind, odds, pay_top,
                      stake, s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a,
                      hc_h, hc_m, hc_g, hc_a, balance_after, bet_no, batch, at)
  select 1, ${WORLD.period}, i, '${DAY}', ${WORLD.game}, 0, 1000 + b, 2, 10 + b % 100 % 10, 100 + b % 100,
         case when i % 2 = 0 then 'TMA' else 'TMB' end, lpad((1 + i % 49)::text, 2, '0'), 'C', 0, 460000, x * 46,
         x, 3000, 2000, 2000, 3000, 2500, 2000, 1500, 1000,
         strata_flow(3000, x, 0, 2500, 1), strata_flow(5000, x, 0, 2000, 1), strata_flow(7000, x, 0, 1500, 1),
         strata_flow(10000, x, 0, 1000, 1), strata_part(3000, x), strata_part(5000, x), strata_part(7000, x),
         0, 0, 0, 0, 0, 'o' || i, 1, 1
    from (select i, ((i::bigint * 7919) % ${WORLD.members})::integer as b, (10000 * (1 + (i / 7) % 500) + (i % 100) * 100)::bigint as x
            from generate_series(1, $1::integer) i) made`

export async function fillOpenPeriod(pool: Pool, count: number): Promise<void> {
  await pool.query(orders, [count])
  await pool.query(`insert into merchant_periods values (1, ${WORLD.period}, ${WORLD.game}, '${DAY}')`)
  await pool.query('vacuum analyze orders')
}

/** Rebuilds a period's exposures. Compares the time with the goal, and the rows with those before. */
export async function benchRebuild(count = 1_000_000): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const { pool } = await cluster.fresh()
    await fillOpenPeriod(pool, count)
    await rebuildExposures(pool, WORLD.merchant, WORLD.period)
    const text = `select path_id, play, item, pankou, bet_count, held, if_lose, if_win from exposures order by 1, 2, 3, 4`
    const before = await rows(pool, text)
    const times: number[] = []
    for (let run = 0; run < 3; run++) {
      const from = performance.now()
      await rebuildExposures(pool, WORLD.merchant, WORLD.period)
      times.push(performance.now() - from)
    }
    const scan = performance.now()
    await pool.query('select count(*), sum(stake), sum(lu_b) from orders where merchant_id = 1 and period_id = 1')
    const scanMs = performance.now() - scan
    const same = JSON.stringify(before, bigText) === JSON.stringify(await rows(pool, text), bigText)
    const fault = await verifyExposures(pool, WORLD.merchant)
    if (!same || fault) throw new Error(`rebuilt rows differ: ${JSON.stringify(fault)}`)
    const ms = times.toSorted((one, two) => one - two)[1] ?? 0
    return [
      {
        what: `exposures rebuilt from ${count.toLocaleString('en')} open orders (${before.length} rows, identical)`,
        value: `${(ms / 1000).toFixed(2)} s`,
        reference: `${(scanMs / 1000).toFixed(2)} s for one pass over them`,
        ratio: ms / 4000,
        goal: '<= 4 s',
        met: ms <= 4000,
      },
    ]
  } finally {
    await cluster.stop()
  }
}

const bigText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
