import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { gameById } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { defaultPrices } from '../../apps/server/src/games/setup/setup-games.ts'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { createSecrets } from '../../apps/server/src/platform/secrets.ts'
import { merchantKeyPurpose } from '../../apps/server/src/platform/signature.ts'

/** One measured goal: `ratio` is value / reference, or the value itself where there is no reference. */
export interface BenchRow {
  readonly what: string
  readonly value: string
  readonly reference: string
  readonly ratio: number
  readonly goal: string
  readonly met: boolean
  /** What explains the value: what each side cost, what the disk did. */
  readonly notes?: readonly string[]
}

export const notesOf = ({ notes = [] }: BenchRow): string => notes.map((note) => `       ${note}\n`).join('')

export const WORLD = {
  merchant: MerchantId(1),
  merchantPath: PathId(2),
  generals: 10,
  agents: 100,
  members: 10_000,
  game: GameId(3),
  period: PeriodId(1),
} as const
export const DAY = '2026-05-20'
export const NOW = Date.UTC(2026, 4, 20, 4)
export const PERIOD_NO = '20260520001'
export const FIRST = { general: PathId(10), agent: PathId(100), member: PathId(1000) } as const
export const MERCHANT_KEY = 'bench-merchant-key'
/** The plays of the special number that bets are spread over. */
const PLAYS = ['TMA', 'TMB', 'TM_LM', 'TM_SB', 'TM_WEI', 'TM_BB']

/** Head > merchant > 10 general agents > 100 agents > 10,000 members. */
const treeOf = (merchant: number): string => `
  insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, chain_m, chain_g, chain_a, lineage, created_at)
  select ${merchant}, 2, 1, 1, 1, 'merchant', 'credit', 2, null::integer, null::integer, array[2], 0
  union all
  select ${merchant}, 10 + i, 2, 2, 1, 'general' || i, 'credit', 2, 10 + i, null, array[2, 10 + i], 0 from generate_series(0, 9) i
  union all
  select ${merchant}, 100 + i, 10 + i % 10, 3, 1, 'agent' || i, 'credit', 2, 10 + i % 10, 100 + i, array[2, 10 + i % 10, 100 + i], 0
    from generate_series(0, 99) i
  union all
  select ${merchant}, 1000 + i, 100 + i % 100, 10001, 1, 'mem' || i, 'credit', 2, 10 + i % 100 % 10, 100 + i % 100,
         array[2, 10 + i % 100 % 10, 100 + i % 100, 1000 + i], 0 from generate_series(0, 9999) i`

const termsOf = (merchant: number): string[] => [
  `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
   select ${merchant}, id, 0, true, case when role = 10001 then 'C' else 'ABCD' end, case when role = 10001 then null else 'C' end,
          case role when 3 then 3 when 10001 then 0 else 1 end,
          jsonb_build_object('0', jsonb_build_object('commission', jsonb_build_object('A', 0, 'B', 0,
            'C', case role when 1 then 2500 when 2 then 2000 when 3 then 1500 else 1000 end, 'D', 0),
            'minStake', '10000', 'maxStake', '1000000000', 'maxItem', '100000000000', 'maxFill', null))
     from paths where merchant_id = ${merchant}`,
  `insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
   select ${merchant}, id, 0, '2020-01-01', case role when 10001 then 3000 when 1 then 3000 else 2000 end,
          case role when 1 then 7000 when 2 then 5000 when 3 then 3000 else 0 end, 'head'
     from paths where merchant_id = ${merchant}`,
  `insert into wallets (merchant_id, path_id, fund_mode, quota, balance)
   select ${merchant}, id, 'credit', 0, 1000000000000000 from paths where merchant_id = ${merchant}`,
  // Automatic replenishment is on everywhere. A tenth of the agents have a limit so low that they sometimes replenish.
  `insert into replenishment_settings (merchant_id, path_id, game_id, accept_limits, auto)
   select ${merchant}, id, 3, '{"301": "2000000000"}',
          jsonb_build_array(jsonb_build_object('groupId', 301, 'enabled', true, 'mode', 'stake', 'unit', '10000', 'maxLoss', null,
            'holdLimit', case when role = 3 and id % 10 = 0 then '3000000' else '100000000000' end, 'items', '[]'::jsonb))
     from paths where merchant_id = ${merchant} and role between 1 and 3`,
]

async function insertGame(pool: Pool): Promise<void> {
  const game = gameById(WORLD.game)
  if (!game) throw new Error('no game')
  await pool.query(
    `insert into games (id, game_type, name, options, schedule, result_source) values ($1, $2, $3, '{}', '{}', 'feed')`,
    [game.id, game.code, game.name],
  )
  const prices = defaultPrices(game, 2026).map(({ play, priceKey, pankou, base }) => ({ play, priceKey, pankou, base }))
  await pool.query(
    `insert into prices (game_id, play, price_key, pankou, base)
     select $1, p.play, p."priceKey", p.pankou, p.base
       from jsonb_to_recordset($2) as p (play text, "priceKey" text, pankou text, base jsonb)`,
    [game.id, JSON.stringify(prices)],
  )
  const far = NOW + 10 ** 11
  await pool.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, options)
     overriding system value values ($1, $2, $3, $4, 0, $5, $5, $5, 'open', $6)`,
    [WORLD.period, game.id, PERIOD_NO, DAY, far, JSON.stringify(DEFAULT_OPTIONS)],
  )
}

export const benchConfig = () => loadConfig({ STRATA_LOG_LEVEL: 'silent' })

/** A merchant with the bench's tree, terms and key. */
export async function addMerchant(pool: Pool, merchant: MerchantId, code: string): Promise<void> {
  await pool.query(
    `insert into merchants (id, code, name, fund_mode, created_at) values ($1, $2::text, $2::text, 'credit', 0)`,
    [merchant, code],
  )
  await pool.query('insert into merchant_directory (merchant_id, code) values ($1, $2)', [merchant, code])
  await pool.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
    merchant,
    createSecrets(benchConfig().keys).seal(MERCHANT_KEY, merchantKeyPurpose(merchant, 1)),
  ])
  await pool.query(treeOf(merchant))
  for (const text of termsOf(merchant)) await pool.query(text)
}

/** Fills an empty migrated database with the bench's game and merchants, without orders. */
export async function createWorld(pool: Pool, merchants: readonly MerchantId[] = [WORLD.merchant]): Promise<void> {
  await pool.query(`create table orders_bench partition of orders for values from ('${DAY}') to ('2026-05-21')`)
  for (const [at, merchant] of merchants.entries()) await addMerchant(pool, merchant, at === 0 ? 'bench' : `bench${at}`)
  await insertGame(pool)
  await pool.query('vacuum analyze')
}

export interface BenchCluster {
  readonly pid: () => number
  /** A new database, cloned from the world without orders. */
  fresh(): Promise<{ pool: Pool; url: string }>
  stop(): Promise<void>
}

export interface EmptyCluster {
  readonly pid: () => number
  readonly pool: Pool
  stop(): Promise<void>
}

/** Deletes a cluster, and waits until the disk has done so: otherwise the next measurement waits for it. */
function deleteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  spawnSync('sync')
}

/** A new durable, migrated cluster. With `folderOfWorld` it reuses what an earlier run left in that folder. */
export async function startEmptyCluster(folderOfWorld?: string): Promise<EmptyCluster> {
  const folder = folderOfWorld ?? mkdtempSync(join(tmpdir(), 'strata-bench-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const cluster = await startEmbedded({ dataDir: folder })
  const pool = createPool({ url: cluster.urlOf('postgres'), max: 4 })
  await migrate(pool)
  return {
    pid: cluster.pid,
    pool,
    async stop() {
      await pool.end()
      await cluster.stop()
      if (folderOfWorld === undefined) deleteFolder(folder)
    },
  }
}

/**
 * Writes as much of the log as a cluster keeps for later use (min_wal_size), as one that has run for a while has done. A
 * new cluster makes a segment every few seconds instead, and every commit waits for it.
 */
async function writeLog(pool: Pool): Promise<void> {
  await pool.query(`select pg_logical_emit_message(false, 'bench', repeat('0', 1048576)) from generate_series(1, 500)`)
  await pool.query('checkpoint')
}

/** A new durable cluster with the world as a template. */
export async function startBenchCluster(): Promise<BenchCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'))
  chmodSync(folder, 0o755)
  const cluster = await startEmbedded({ dataDir: folder })
  const admin = createPool({ url: cluster.urlOf('postgres'), max: 1 })
  await admin.query('create database world')
  const world = createPool({ url: cluster.urlOf('world'), max: 2 })
  await migrate(world)
  await createWorld(world)
  await world.end()
  await writeLog(admin)
  const open: Pool[] = []
  let count = 0
  return {
    pid: cluster.pid,
    async fresh() {
      const name = `bench${++count}`
      await admin.query(`create database ${name} template world`)
      const url = cluster.urlOf(name)
      const pool = createPool({ url, max: 8 })
      open.push(pool)
      return { pool, url }
    },
    async stop() {
      for (const pool of open) if (!pool.ended) await pool.end()
      await admin.end()
      await cluster.stop()
      deleteFolder(folder)
    },
  }
}

/**
 * A random generator that returns the same numbers on every run (splitmix32). Its low bits are as good as its high ones:
 * with a bare congruential generator a third of the pairs of agent and item never occurred.
 */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

/** Bets of random members on about 160 items of the special number, a few of them much more often than the others. */
export function betMaker(seed: number, quotes: ReadonlyMap<string, Quote>): (index: number) => Omit<BetSlip, 'callId'> {
  const random = randomFrom(seed)
  const items = [...quotes]
  return (index) => {
    const skewed = Math.min(random(items.length), random(items.length))
    const [key, odds] = items[skewed] as [string, Quote]
    const [playCode = '', itemCode = ''] = key.split(' ')
    const account = `mem${random(WORLD.members)}`
    const stake = `${1 + random(500)}`
    return {
      betNo: `${seed}-${index}`,
      account,
      gameId: WORLD.game,
      periodNo: PERIOD_NO,
      playCode,
      itemCode,
      pankou: undefined,
      odds,
      stake,
    }
  }
}

/** The quantile `part` of the values (0.99: p99). NaN without values. */
export const partOf = (values: readonly number[], part: number): number =>
  values.toSorted((one, two) => one - two)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

/** Rounds with and without something: the p99 over all of each, and what a row says of them. */
export interface Sides {
  readonly alone: readonly (readonly number[])[]
  readonly beside: readonly (readonly number[])[]
}

const sideText = (rounds: readonly (readonly number[])[]): string =>
  `(by round ${rounds.map((round) => partOf(round, 0.99).toFixed(1)).join(', ')}; p50 ${partOf(rounds.flat(), 0.5).toFixed(1)})`

/** What a row says of bets alone and beside something: at most twice the p99. Times in ms. */
export const twiceAtMost = (sides: Sides): Omit<BenchRow, 'what'> => {
  const [alone, beside] = [partOf(sides.alone.flat(), 0.99), partOf(sides.beside.flat(), 0.99)]
  return {
    value: `${beside.toFixed(1)} ms ${sideText(sides.beside)}`,
    reference: `${alone.toFixed(1)} ms alone ${sideText(sides.alone)}`,
    ratio: beside / alone,
    goal: '<= 2x',
    met: beside <= alone * 2,
  }
}

/** The median, so that one slow moment does not decide the result. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Pankou C's quotes of the items that bets are spread over. */
export async function readQuotes(pool: Pool): Promise<Map<string, Quote>> {
  const found = await pool.query<{ play: string; price_key: string; base: Quote }>(
    `select play, price_key, base from prices where game_id = $1 and pankou = 'C' and play = any($2)
      order by md5(play || price_key)`,
    [WORLD.game, PLAYS],
  )
  return new Map(found.rows.map((price) => [`${price.play} ${price.price_key}`, price.base]))
}
