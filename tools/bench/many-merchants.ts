import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MerchantId } from '@strata/domain/ids'
import { createIntake, INTAKE_LIMITS, type Intake, type WireBet } from '../../apps/server/src/intake/intake.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { type BenchCluster, betMaker, FIRST, partOf, randomFrom, readQuotes, WORLD } from './engine-world.ts'
import { depsOn } from './intake-deps.ts'

/** The members of the first agent: every hundredth. */
const MEMBERS = WORLD.members / WORLD.agents
const TABLES = ['paths', 'link_terms', 'share_terms', 'wallets', 'replenishment_settings'] as const
const CALL = 20
const OUTSTANDING = 16
const FLOOD_CALLS = 4
const FLOOD_CALL = 500
const PROBE_EVERY_MS = 20

/** Copies the first merchant with one general agent, one agent and 100 members until there are `count` merchants. */
async function copyMerchants(pool: Pool, count: number): Promise<void> {
  const line = `select t.id from paths t where t.merchant_id = 1
     and (t.id in (${WORLD.merchantPath}, ${FIRST.general}, ${FIRST.agent}) or t.parent_id = ${FIRST.agent})`
  await pool.query(
    `insert into merchants (id, code, name, fund_mode, created_at)
     select g, 'bench' || g, 'bench' || g, 'credit', 0 from generate_series(2, $1::integer) g`,
    [count],
  )
  for (const table of TABLES) {
    const column = table === 'paths' ? 'id' : 'path_id'
    await pool.query(
      `insert into ${table}
       select (jsonb_populate_record(t, jsonb_build_object('merchant_id', g))).*
         from ${table} t cross join generate_series(2, $1::integer) g
        where t.merchant_id = 1 and t.${column} in (${line})`,
      [count],
    )
  }
  await pool.query('vacuum analyze')
}

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use after a full collection. */
function usedBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function taken(intake: Intake, merchant: number, bets: WireBet[]): Promise<void> {
  const refused = (await intake.create(MerchantId(merchant), bets)).find((result) => !result.accepted)
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
}

export interface ManyMerchants {
  /** Memory of the process for each merchant that has bet, in kB. */
  readonly kbPerMerchant: number
  /** Calls of 20 over all merchants in turn. */
  readonly betsPerSecond: number
  /** Single bets of merchants, ms. */
  readonly aloneP99: number
  /** The same while one other merchant sends calls of 500 without a pause. */
  readonly floodedP99: number
}

/** What `count` merchants with a queue each cost, and whether one merchant's flood leaves the others alone. */
export async function manyMerchants(cluster: BenchCluster, count: number, seconds: number): Promise<ManyMerchants> {
  const { pool } = await cluster.fresh()
  await copyMerchants(pool, count)
  const intake = createIntake(depsOn(pool), { ...INTAKE_LIMITS, maxBatch: FLOOD_CALL })
  const random = randomFrom(count)
  const make = betMaker(count, await readQuotes(pool))
  let placed = 0
  const bets = (size: number): WireBet[] =>
    Array.from({ length: size }, () => ({ ...make(placed++), account: `mem${random(MEMBERS) * WORLD.agents}` }))
  try {
    await taken(intake, 1, bets(CALL))
    const before = usedBytes()
    let next = 2
    const eachOnce = async (): Promise<void> => {
      while (next <= count) await taken(intake, next++, bets(CALL))
    }
    await Promise.all(Array.from({ length: OUTSTANDING }, eachOnce))
    const kbPerMerchant = (usedBytes() - before) / 1024 / Math.max(1, count - 1)

    const from = performance.now()
    const first = placed
    const until = from + seconds * 1000
    const inTurn = async (): Promise<void> => {
      while (performance.now() < until) await taken(intake, 1 + (next++ % count), bets(CALL))
    }
    await Promise.all(Array.from({ length: OUTSTANDING }, inTurn))
    const betsPerSecond = (placed - first) / ((performance.now() - from) / 1000)

    const probed = async (): Promise<number> => {
      const times: number[] = []
      const end = performance.now() + seconds * 1000
      const waiting: Promise<void>[] = []
      while (performance.now() < end) {
        const began = performance.now()
        const merchant = 2 + random(count - 1)
        waiting.push(
          taken(intake, merchant, bets(1)).then(() => {
            times.push(performance.now() - began)
          }),
        )
        await pause(PROBE_EVERY_MS)
      }
      await Promise.all(waiting)
      return partOf(times, 0.99)
    }
    const aloneP99 = await probed()
    let flooding = true
    const flood = Array.from({ length: FLOOD_CALLS }, async () => {
      while (flooding) await taken(intake, 1, bets(FLOOD_CALL))
    })
    const floodedP99 = await probed()
    flooding = false
    await Promise.all(flood)
    return { kbPerMerchant, betsPerSecond, aloneP99, floodedP99 }
  } finally {
    await intake.drain()
    await pool.end()
  }
}
