import { writeFileSync } from 'node:fs'
import { GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { itemBoard, specialBoard } from '../../apps/server/src/book/boards/board.ts'
import { BoardCache } from '../../apps/server/src/book/boards/board-cache.ts'
import { rebuildExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { foldMerchantPeriod, postDue } from '../../apps/server/src/settlement/settle/settle.ts'
import { callerOf } from './boards.ts'
import { FIRST, partOf, startBenchCluster, startEmptyCluster, WORLD } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'
import { manyMerchants } from './many-merchants.ts'
import { growthExponent, plotSvg, type Series } from './plot.ts'
import { fillOpenPeriod } from './rebuild.ts'
import { generatePeriod } from './settlement.ts'

const READS = 300
const WARM_READS = 60
const MERCHANT_SECONDS = 5
/** 特码 of the special number's game. */
const FIRST_GROUP = GroupId(301)

type Sizes = { readonly orders: readonly number[]; readonly merchants: readonly number[] }
type Figures = Readonly<Record<string, number>>

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Boards and the exposures behind them, with `count` orders in the open period. */
async function openPeriod(count: number): Promise<Figures> {
  const cluster = await startBenchCluster()
  try {
    const { pool } = await cluster.fresh()
    await fillOpenPeriod(pool, count)
    await rebuildExposures(pool, WORLD.merchant, WORLD.period)
    const rebuild = await timed(() => rebuildExposures(pool, WORLD.merchant, WORLD.period))
    await pool.query('vacuum analyze exposures')
    const deps = { ...depsOn(pool), pool }
    const boards = { ...deps, cache: new BoardCache(deps) }
    const agent = callerOf(FIRST.agent, 3, [PathId(2), FIRST.general, FIRST.agent])
    const request = { gameId: WORLD.game, amount: 'net' as const }
    const times: number[] = []
    for (let index = 0; index < WARM_READS + READS; index++)
      times.push(
        await timed(() =>
          index % 2 === 0
            ? specialBoard(boards, agent, request)
            : itemBoard(boards, agent, { ...request, groupId: FIRST_GROUP }, 'common'),
        ),
      )
    await pool.end()
    const counted = times.slice(WARM_READS)
    return { 'a board, p50': partOf(counted, 0.5), 'a board, p99': partOf(counted, 0.99), 'exposures rebuilt': rebuild }
  } finally {
    await cluster.stop()
  }
}

/** One settlement of `count` orders of 10,000 members. */
async function settledPeriod(count: number): Promise<Figures> {
  const cluster = await startEmptyCluster()
  try {
    const deps = { pool: cluster.pool, clock: () => 1_767_700_000_000 }
    await generatePeriod(cluster.pool, count)
    const [merchant, period] = [MerchantId(1), PeriodId(1)]
    const fold = await timed(() => foldMerchantPeriod(deps, merchant, period))
    const wallets = await timed(() => postDue(deps, merchant, period))
    return { 'settlement, fold': fold, 'settlement, wallets': wallets }
  } finally {
    await cluster.stop()
  }
}

async function merchantsOf(count: number): Promise<Figures> {
  const cluster = await startBenchCluster()
  try {
    const found = await manyMerchants(cluster, count, MERCHANT_SECONDS)
    return {
      'kB of memory a merchant': found.kbPerMerchant,
      'bets a second, calls of 20 over all': found.betsPerSecond,
      'single bet, p99 ms': found.aloneP99,
      'single bet beside one merchant’s flood, p99 ms': found.floodedP99,
    }
  } finally {
    await cluster.stop()
  }
}

const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))

/** Measures each size and gathers the points of each figure. */
async function seriesOf(
  sizes: readonly number[],
  what: string,
  measure: (size: number) => Promise<Figures>,
  say: (line: string) => void,
): Promise<Series[]> {
  const points = new Map<string, [number, number][]>()
  for (const size of sizes) {
    say(`${size.toLocaleString('en')} ${what}`)
    for (const [name, value] of Object.entries(await measure(size))) {
      // At once: the largest size takes a quarter of an hour, and a run that is ended has its figures so far.
      say(`${size.toLocaleString('en')} ${what}: ${name} ${shown(value)}`)
      points.set(name, [...(points.get(name) ?? []), [size, value]])
    }
  }
  return [...points].map(([name, of]) => ({ name, points: of }))
}

/** A Markdown table: a row for each figure, a column for each size, and the exponent of growth. */
export function growthTable(what: string, sizes: readonly number[], series: readonly Series[]): string {
  const head = `| ${what} | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | exponent |`
  const rule = `|---|${sizes.map(() => '---:').join('|')}|---:|`
  const rows = series.map(
    ({ name, points }) =>
      `| ${name} | ${points.map(([, value]) => shown(value)).join(' | ')} | ${growthExponent(points).toFixed(2)} |`,
  )
  return [head, rule, ...rows].join('\n')
}

/**
 * `npm run bench -- --growth`: the same work at growing sizes. Prints two tables; with a file, writes the first one's plot.
 */
export async function runGrowth({ orders, merchants }: Sizes, plot: string | undefined, say: (line: string) => void) {
  const ofOrders = await seriesOf(
    orders,
    'orders',
    async (count) => ({ ...(await openPeriod(count)), ...(await settledPeriod(count)) }),
    say,
  )
  const ofMerchants = await seriesOf(merchants, 'merchants', merchantsOf, say)
  process.stdout.write(`${growthTable('ms by orders of a period', orders, ofOrders)}\n\n`)
  process.stdout.write(`${growthTable('by merchants', merchants, ofMerchants)}\n`)
  if (plot === undefined) return
  const axes = { title: 'Growth with the orders of a period', xTitle: 'orders', yTitle: 'ms' }
  writeFileSync(plot, plotSvg({ ...axes, series: ofOrders }))
  say(`written: ${plot}`)
}
