import { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { previewPeriod } from '../../apps/server/src/settlement/preview/preview.ts'
import { foldMerchantPeriod, postDue } from '../../apps/server/src/settlement/settle/settle.ts'
import { type BenchRow, median, startEmptyCluster } from './engine-world.ts'
import { generatePeriod } from './settlement.ts'
import { loadNow, milliseconds } from './web-site.ts'

const ORDERS = 100_000
const RUNS = 5
const GOAL_MS = 2_000
/** The first result turned round: every play has another winner. */
const CORRECTED = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

/** The preview of a correction over a settled period, beside the settlement of the same orders. */
export async function benchPreview(): Promise<BenchRow[]> {
  const cluster = await startEmptyCluster()
  try {
    const { pool } = cluster
    const deps = { pool, clock: () => 1_767_700_000_000 }
    await generatePeriod(pool, ORDERS)
    const begun = performance.now()
    await foldMerchantPeriod(deps, MerchantId(1), PeriodId(1))
    await postDue(deps, MerchantId(1), PeriodId(1))
    const settled = performance.now() - begun
    await pool.query('vacuum analyze')
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const from = performance.now()
      const asked = { gameId: GameId(2), periodNo: '1', version: 1, result: CORRECTED }
      const shown = await previewPeriod({ ...deps, fourEyes: true }, asked)
      if ('details' in shown) throw new Error(`the preview was refused: ${shown.name}`)
      if (shown.total.orders < ORDERS / 10) throw new Error(`only ${shown.total.orders} orders turned`)
      times.push(performance.now() - from)
    }
    return [
      {
        what: `preview of a correction over ${ORDERS.toLocaleString('en')} orders, middle of ${RUNS}`,
        value: `${milliseconds(median(times))}, worst ${milliseconds(Math.max(...times))}`,
        reference: `${milliseconds(settled)} settling them, ${loadNow()}`,
        ratio: median(times) / settled,
        goal: `<= ${GOAL_MS} ms`,
        met: median(times) <= GOAL_MS,
      },
    ]
  } finally {
    await cluster.stop()
  }
}
