import { rebuildExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { createBackground } from '../../apps/server/src/platform/background.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { foldMerchantPeriod, postDue } from '../../apps/server/src/settlement/settle/settle.ts'
import {
  type BenchRow,
  betMaker,
  DAY,
  median,
  NOW,
  readQuotes,
  startBenchCluster,
  twiceAtMost,
  WORLD,
} from './engine-world.ts'
import { intakeThread, openLoop } from './intake.ts'
import { endWith } from './intake-deps.ts'
import { watchedLine } from './processors.ts'
import { fillOpenPeriod } from './rebuild.ts'
import { unsettle } from './settlement.ts'

const NEXT_PERIOD = 2
const NEXT_NO = '20260520002'
const RATE = 500
const SECONDS = 5
/** One round is too few for a p99: the disk alone makes it twice as long now and then. */
const ROUNDS = 4
/** Every member is known and the code is compiled afterwards, or the bets alone would be slower than those beside. */
const WARM = { rate: 4 * RATE, seconds: 5 } as const

/** Makes a drawn period with `count` orders of all members, and an open period for the same members. */
async function prepare(pool: Pool, count: number): Promise<void> {
  await fillOpenPeriod(pool, count)
  await rebuildExposures(pool, WORLD.merchant, WORLD.period)
  await pool.query(
    `update wallets w set open_stake = s.stake
       from (select bettor, sum(stake)::bigint as stake from orders where merchant_id = 1 group by 1) s
      where w.merchant_id = 1 and w.path_id = s.bettor`,
  )
  await pool.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, options)
     overriding system value
     select $1, game_id, $2, day, open_at, close_at, hedge_close_at, draw_at, 'open', options from periods where id = $3`,
    [NEXT_PERIOD, NEXT_NO, WORLD.period],
  )
  await pool.query(
    `update periods set state = 'drawn', result_version = 1, close_at = $2, hedge_close_at = $2, draw_at = $2 where id = $1`,
    [WORLD.period, NOW - 1],
  )
  await pool.query(
    `insert into draws (period_id, version, kind, result, draw_date, source, at)
     values ($1, 1, 'draw', '{1,2,3,4,5,6,7}', $2, 'bench', 0)`,
    [WORLD.period, DAY],
  )
  await pool.query('vacuum analyze')
  // What was written for this is not to be written beside the bets.
  await pool.query('checkpoint')
}

/** Measures bets in the open period, alone and while the drawn period of the same members is settled, in turn. */
export async function benchIntakeBesideSettlement(count = 1_000_000): Promise<BenchRow[]> {
  const cluster = await startBenchCluster()
  try {
    const { pool, url } = await cluster.fresh()
    const background = createBackground({ url })
    endWith(pool, background.end)
    const quotes = await readQuotes(pool)
    await prepare(pool, count)
    const intake = intakeThread(pool)
    let seed = 0
    const bets = (rate: number, seconds: number) => {
      const make = betMaker(++seed, quotes)
      return openLoop(intake, (index) => ({ ...make(index), periodNo: NEXT_NO }), rate, seconds)
    }
    await bets(WARM.rate, WARM.seconds)
    const deps = { pool, clock: () => NOW, background }
    const settle = async (): Promise<number> => {
      const from = performance.now()
      await foldMerchantPeriod(deps, WORLD.merchant, WORLD.period)
      await postDue(deps, WORLD.merchant, WORLD.period)
      return performance.now() - from
    }
    const [alone, beside, settledMs, notes]: [number[][], number[][], number[], string[]] = [[], [], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push((await bets(RATE, SECONDS)).latencies)
      const processors = watchedLine(cluster.pid())
      const settling = settle()
      // Long enough to cover the fold and the chunks of postings. The loop throws when a bet is refused.
      beside.push((await bets(RATE, SECONDS)).latencies)
      notes.push(processors())
      settledMs.push(await settling)
      await unsettle(pool)
      await pool.query('checkpoint')
    }
    return [
      {
        ...twiceAtMost({ alone, beside }),
        what: `intake of the same members at ${RATE}/s while ${count.toLocaleString('en')} orders are settled (${(median(settledMs) / 1000).toFixed(1)} s): p99 of ${ROUNDS} rounds, no bet refused`,
        notes,
      },
    ]
  } finally {
    await cluster.stop()
  }
}
