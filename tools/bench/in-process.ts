/** Intake in process, in batches of 500, alternated with other sides every ten batches. */

import type { Quote } from '@strata/domain/book/intake'
import { verifyExposures } from '../../apps/server/src/book/exposures/store-rebuild.ts'
import { createIntake, INTAKE_LIMITS, type WireBet } from '../../apps/server/src/intake/intake.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { addCost, type Cost, costOf, NO_COST } from './cost.ts'
import { type BenchCluster, betMaker, WORLD } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'
import { grownOldIn } from './lifetimes.ts'
import { readBatches, startReference } from './reference.ts'

const BATCH = 500
/** Batches of one side before the other side runs. */
const LEG = 10
/** Calls of 500 that wait for answers at any time: while one is written, the next is there. */
const OUTSTANDING = 2
/** Before that the code is not compiled. */
const WARM_LEGS = 4
const SINGLES = 1_000

const wireOf = (make: ReturnType<typeof betMaker>, index: number): WireBet => make(index)

/** The engine in a database of its own. `leg` takes ten batches, and throws when a bet is refused. */
export async function startEngine(cluster: BenchCluster, quotes: ReadonlyMap<string, Quote>, settings?: string) {
  const { pool } = await cluster.fresh()
  if (settings !== undefined) await pool.query(settings)
  const deps = depsOn(pool)
  const statements = countStatements(deps.pool)
  const intake = createIntake(deps, { ...INTAKE_LIMITS, maxBatch: BATCH })
  const make = betMaker(1, quotes)
  let placed = 0
  const take = async (calls: WireBet[][]): Promise<void> => {
    for (let call = calls.pop(); call; call = calls.pop()) {
      const refused = (await intake.create(WORLD.merchant, call)).find((result) => !result.accepted)
      if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
    }
  }
  return {
    pool,
    statements,
    async leg(): Promise<Cost> {
      const calls = Array.from({ length: LEG }, () => Array.from({ length: BATCH }, () => wireOf(make, placed++)))
      return costOf({ pool, pid: cluster.pid() }, LEG * BATCH, async () => {
        await Promise.all(Array.from({ length: OUTSTANDING }, () => take(calls)))
      })
    },
    /** Batches of one bet, one after another: what a batch costs however small it is. */
    async singles(): Promise<Cost> {
      const calls = Array.from({ length: SINGLES }, () => [wireOf(make, placed++)])
      return costOf({ pool, pid: cluster.pid() }, SINGLES, () => take(calls))
    },
    async end(): Promise<number> {
      const fault = await verifyExposures(pool, WORLD.merchant)
      if (fault) throw new Error(`exposures: ${JSON.stringify(fault)}`)
      const orders = await pool.query<{ n: number }>('select count(*)::integer as n from orders')
      await pool.end()
      return (orders.rows[0]?.n ?? 0) - placed
    },
  }
}

export interface Compared {
  readonly engine: Cost
  readonly reference: Cost
  /** Orders that were not bets. */
  readonly sends: number
  /** Bets that were each a batch of its own. */
  readonly singles: Cost
  /** Statements that the engine sent for each of its last batches. */
  readonly statements: number
  /** Which part of what single bets make outlives the young generation, 0 to 1. */
  readonly grownOld: number
}

/** Counts the statements that a pool's connections send from now on. */
function countStatements(pool: Pool): { sent: number } {
  const count = { sent: 0 }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      count.sent += 1
      return query(...args)
    }) as typeof client.query
  })
  return count
}

/** `legs` legs of the engine, each followed by the reference writing the same rows. */
export async function compareInProcess(
  cluster: BenchCluster,
  quotes: ReadonlyMap<string, Quote>,
  legs: number,
): Promise<Compared> {
  const engine = await startEngine(cluster, quotes)
  const bare = await cluster.fresh()
  const reference = await startReference(bare.pool)
  let [ofEngine, ofReference] = [NO_COST, NO_COST]
  let last = 0n
  let statements = 0
  for (let leg = 0; leg < legs + WARM_LEGS; leg++) {
    const before = engine.statements.sent
    const cost = await engine.leg()
    statements = (engine.statements.sent - before) / LEG
    const batches = await readBatches(engine.pool, last)
    last = batches.at(-1)?.batch ?? last
    const bareCost = await costOf({ pool: bare.pool, pid: cluster.pid() }, LEG * BATCH, () => reference.write(batches))
    if (leg < WARM_LEGS) continue
    ofEngine = addCost(ofEngine, cost)
    ofReference = addCost(ofReference, bareCost)
  }
  reference.end()
  await sameBooks(engine.pool, bare.pool)
  const singles = await engine.singles()
  const grownOld = await grownOldOf(engine)
  const sends = await engine.end()
  await bare.pool.end()
  return { engine: ofEngine, reference: ofReference, sends, singles, statements, grownOld }
}

/** The lowest of three: what the work before left in the young generation grows old in the first. */
async function grownOldOf(engine: { singles: () => Promise<unknown> }): Promise<number> {
  const shares: number[] = []
  for (let round = 0; round < 3; round++) shares.push(await grownOldIn(engine.singles))
  return Math.min(...shares)
}

/** Both sides must have written the same, or the comparison says nothing. */
async function sameBooks(engine: Pool, bare: Pool): Promise<void> {
  const text = `
    select (select md5(string_agg((o.id, o.stake, o.odds, o.lu_b, o.hc_a, o.bet_no)::text, '' order by o.id)) from orders o) as orders,
           (select count(*) from order_keys) as keys,
           (select sum(open_stake) from wallets) as open,
           (select md5(string_agg((e.path_id, e.play, e.item, e.held, e.if_win, e.if_lose)::text, '' order by path_id, play, item, pankou))
              from exposures e) as exposures`
  const [one, two] = [await engine.query(text), await bare.query(text)].map(({ rows }) => JSON.stringify(rows, asText))
  if (one !== two) throw new Error(`the reference wrote other rows: ${one} and ${two}`)
}

const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** Two worlds of the engine, alternated. */
export async function compareSettings(
  cluster: BenchCluster,
  quotes: ReadonlyMap<string, Quote>,
  { one, two, legs }: { readonly one: string; readonly two: string; readonly legs: number },
) {
  const sides = [await startEngine(cluster, quotes, one), await startEngine(cluster, quotes, two)] as const
  const costs: [Cost, Cost] = [NO_COST, NO_COST]
  for (let leg = 0; leg < legs + WARM_LEGS; leg++) {
    for (const side of [0, 1] as const) {
      const cost = await sides[side].leg()
      if (leg >= WARM_LEGS) costs[side] = addCost(costs[side], cost)
    }
  }
  await sides[0].end()
  return { one: costs[0], two: costs[1], sends: await sides[1].end(), bets: (legs + WARM_LEGS) * LEG * BATCH }
}
