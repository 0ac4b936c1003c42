/**
 * Repeatedly kills the server or its PostgreSQL with -9 during intake and settlement. Each time it proves that every
 * acknowledged bet exists exactly once and that all books balance: `node tools/crash/run.ts [rounds]`. Rounds alternate
 * what is killed and during which work. When only PostgreSQL is killed, the server process must survive, be ready again
 * soon, and meanwhile answer normally or with 503.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { businessDay } from '@strata/domain/calendar'
import { verifyDatabase } from '../../apps/server/src/admin/verify.ts'
import { DEMO_PLATFORMS, memberName } from '../../apps/server/src/demo/facts.ts'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { openDatabase } from '../../apps/server/src/platform/server.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'
import { type Readers, startReaders } from './readers.ts'

const DEFAULT_ROUNDS = 10
const PERIOD_SECONDS = 15
const CALLERS = 8
const BETS_A_CALL = 10
const READY_WITHIN_MS = 120_000
/** New acknowledged bets that a round waits for before it kills anything. */
const ENOUGH = 50
const UNDER_WAY_WITHIN_MS = 90_000
const TARGET = '/api/rec/order/create'
const READY_AGAIN_WITHIN_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'strata-crash-'))
// When root runs this, PostgreSQL runs as another user, who needs access to the folder.
chmodSync(folder, 0o755)
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? folder,
  STRATA_DATA_DIR: join(folder, 'data'),
  STRATA_PORT: '0',
  STRATA_ADMIN_PORT: '0',
  STRATA_DEMO: 'on',
  STRATA_SIMULATOR: 'off',
  STRATA_DEMO_PERIOD_SECONDS: String(PERIOD_SECONDS),
  STRATA_LOG_LEVEL: 'silent',
}

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly startMs: number
  /** Its standard error so far, for error messages. */
  readonly said: () => string
}

async function start(): Promise<Running> {
  const from = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready: ${said}`)), READY_WITHIN_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /Strata is ready: (http:\/\/\S+)/.exec(said)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}: ${said}`))
    })
  })
  const url = await ready
  return { child, url, startMs: performance.now() - from, said: () => said }
}

/** All sent bets: those that were acknowledged, and those whose result is not known. */
const acknowledged = new Map<string, string>()
const unknown = new Map<string, object>()
let numbers = 0

interface Offer {
  readonly gameId: number
  readonly periodNo: string
  readonly odds: string
}

async function offers(pool: Pool): Promise<Offer[]> {
  const found = await pool.query<{ game_id: number; period_no: string; base: string }>(
    `select p.game_id, p.period_no, r.base
       from periods p join prices r on r.game_id = p.game_id and r.play = 'B1_LM' and r.price_key = 'DA' and r.pankou = 'C'
      where p.state = 'open'`,
  )
  return found.rows.map((row) => ({ gameId: row.game_id, periodNo: row.period_no, odds: row.base }))
}

const newBet = (offer: Offer): object => ({
  betNo: `crash-${++numbers}`,
  account: memberName(1 + randomInt(100)),
  gameId: offer.gameId,
  periodNo: offer.periodNo,
  playCode: 'B1_LM',
  itemCode: 'DA',
  odds: offer.odds,
  stake: `${1 + randomInt(5)}.${randomInt(10)}`,
})

type Result = { betNo: string; accepted: boolean; orderNo?: string }

/** Sends bets. A bet without an answer stays in `unknown`. */
async function send(url: string, bets: readonly object[]): Promise<void> {
  for (const bet of bets) unknown.set((bet as Result).betNo, bet)
  const platform = DEMO_PLATFORMS[0]
  const body = JSON.stringify({ bets })
  const timestamp = String(Date.now())
  const signature = signRequest(platform.key, { timestamp, method: 'POST', target: TARGET, rawBody: body })
  const headers = {
    'content-type': 'application/json',
    'x-merchant': platform.code,
    'x-timestamp': timestamp,
    'x-signature': signature,
  }
  const answer = await fetch(url + TARGET, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) })
  const envelope = (await answer.json()) as { data: { results: Result[] } | null }
  for (const { betNo, accepted, orderNo } of envelope.data?.results ?? []) {
    const before = acknowledged.get(betNo)
    if (accepted && before !== undefined && before !== orderNo)
      throw new Error(`${betNo} was ${before} and is ${orderNo}`)
    if (!accepted && before !== undefined) throw new Error(`${betNo} was accepted as ${before} and is refused now`)
    if (accepted && orderNo !== undefined) acknowledged.set(betNo, orderNo)
    unknown.delete(betNo)
  }
}

/** Callers that send the next bets as soon as they have an answer, until they are stopped. */
function load(url: string, pool: Pool): { stop: () => Promise<void> } {
  let stopped = false
  const caller = async (): Promise<void> => {
    while (!stopped) {
      const offer = (await offers(pool).catch(() => []))[0]
      if (!offer) await sleep(20)
      else
        await send(
          url,
          Array.from({ length: BETS_A_CALL }, () => newBet(offer)),
        ).catch(() => sleep(20))
    }
  }
  const running = Array.from({ length: CALLERS }, caller)
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

function killPostgres(): void {
  for (const file of globSync(join(folder, '**/postmaster.pid'))) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    for (const child of childrenOf(pid)) tryKill(child)
    tryKill(pid)
  }
}

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process had already ended.
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
}

/** A kill proves something only during work. Waits for it, and fails when too few bets are acknowledged in time. */
async function underWay(wanted: number): Promise<void> {
  const until = Date.now() + UNDER_WAY_WITHIN_MS
  while (acknowledged.size < wanted) {
    if (Date.now() > until) throw new Error(`only ${acknowledged.size} of ${wanted} bets were acknowledged in time`)
    await sleep(20)
  }
}

/** Waits until a settlement has begun: a period has its result, but not all postings are done. */
async function settlementBegins(pool: Pool): Promise<void> {
  const until = Date.now() + (PERIOD_SECONDS + 10) * 1000
  while (Date.now() < until) {
    const found = await pool.query(`select 1 from periods where state = 'drawn' limit 1`).catch(() => ({ rows: [] }))
    if (found.rows.length > 0) return
    await sleep(5)
  }
}

async function proveBets(pool: Pool): Promise<void> {
  const stored = await pool.query<{ bet_no: string; id: bigint; n: number }>(
    `select o.bet_no, min(o.id) as id, count(*)::integer as n from orders o
      where o.merchant_id = (select id from merchants where code = $1) and o.bet_no like 'crash-%' group by 1`,
    [DEMO_PLATFORMS[0].code],
  )
  const found = new Map(stored.rows.map((row) => [row.bet_no, row]))
  for (const [betNo, orderNo] of acknowledged) {
    const row = found.get(betNo)
    if (!row) throw new Error(`lost: ${betNo}, acknowledged as ${orderNo}`)
    if (row.n !== 1 || String(row.id) !== orderNo)
      throw new Error(`${betNo}: ${row.n} orders, ${row.id} for ${orderNo}`)
  }
  for (const { bet_no: betNo, n } of stored.rows) if (n !== 1) throw new Error(`${betNo} is there ${n} times`)
}

async function proveBooks(pool: Pool): Promise<void> {
  const fault = await verifyDatabase(pool, () => undefined)
  if (!fault) return
  const text = JSON.stringify(fault, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  throw new Error(`the books are wrong: ${text}`)
}

const openPool = async (): Promise<{ pool: Pool; close: () => Promise<void> }> => {
  const database = await openDatabase(loadConfig(env), { say: () => undefined, exclusive: false })
  const pool = createPool({ url: database.url, max: 4 })
  return {
    pool,
    close: async () => {
      await pool.end().catch(() => undefined)
      await database.stop().catch(() => undefined)
    },
  }
}

/** Kills PostgreSQL while the server is busy. The server must survive and be ready again. */
async function outlive(running: Running, readers: Readers): Promise<Running> {
  const from = performance.now()
  killPostgres()
  // An answer of the time before may be repeated for a second.
  await sleep(1_000)
  for (;;) {
    const { exitCode, signalCode } = running.child
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the server ended with PostgreSQL (${exitCode}): ${running.said().slice(-2_000)}`)
    if (performance.now() - from > READY_AGAIN_WITHIN_MS) throw new Error('the server was not ready again in time')
    const ready = await fetch(`${running.url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    if (ready?.status === 200) break
    await sleep(100)
  }
  const startMs = performance.now() - from
  // The server must accept new bets again before anything is proved.
  await underWay(acknowledged.size + ENOUGH)
  const wrong = [...readers.wrong].map(([what, times]) => `${what} (${times} times)`)
  if (wrong.length > 0) throw new Error(`wrong answers without PostgreSQL: ${wrong.join(', ')}`)
  return { ...running, startMs }
}

async function killAndStart(what: 'server' | 'both', running: Running): Promise<Running> {
  if (what === 'both') killPostgres()
  running.child.kill('SIGKILL')
  await ended(running.child)
  return start()
}

const KILLED = ['server', 'both', 'PostgreSQL alone'] as const

/** One round: load, kill, start again, repeat bets without an answer, prove. Returns the server that runs now. */
async function round(index: number, running: Running): Promise<Running> {
  const what = KILLED[index % KILLED.length] as (typeof KILLED)[number]
  const during = index % 2 === 0 ? 'intake' : 'settlement'
  const before = await openPool()
  const callers = load(running.url, before.pool)
  const readers = await startReaders(running.url, before.pool, businessDay(Date.now()))
  await underWay(acknowledged.size + ENOUGH)
  await sleep(randomInt(1200))
  if (during === 'settlement') {
    await settlementBegins(before.pool)
    await sleep(randomInt(60))
  }
  const next = await (what === 'PostgreSQL alone' ? outlive(running, readers) : killAndStart(what, running)).finally(
    async () => {
      await Promise.all([callers.stop(), readers.stop()])
      await before.close()
    },
  )
  const inDoubt = [...unknown.values()]
  for (let at = 0; at < inDoubt.length; at += 100) await send(next.url, inDoubt.slice(at, at + 100))
  const after = await openPool()
  try {
    await proveBets(after.pool)
    await proveBooks(after.pool)
  } finally {
    await after.close()
  }
  const started = `${(next.startMs / 1000).toFixed(1)} s to start`
  process.stdout.write(
    `ok    round ${index + 1}: ${what} killed during ${during}, ${acknowledged.size} acknowledged in all, ${inDoubt.length} in doubt, ${started}\n`,
  )
  return next
}

const rounds = Number.parseInt(process.argv[2] ?? String(DEFAULT_ROUNDS), 10)
let running: Running | undefined
try {
  running = await start()
  for (let index = 0; index < rounds; index++) running = await round(index, running)
} catch (error) {
  process.stdout.write(`FAIL  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  running?.child.kill('SIGTERM')
  if (running) await ended(running.child)
  killPostgres()
  rmSync(folder, { recursive: true, force: true })
}
