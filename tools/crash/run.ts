/**
 * Repeatedly kills the server or its PostgreSQL with -9 during intake and settlement. Each time it proves that every
 * acknowledged bet exists exactly once and that all books balance: `node tools/crash/run.ts [rounds]`. Rounds alternate
 * what is killed and during which work. When only PostgreSQL is killed, the server process must survive, be ready again
 * soon, and meanwhile answer normally or with 503.
 */
import { randomInt } from 'node:crypto'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { businessDay, FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { openDatabase } from '../../apps/server/src/platform/server.ts'
import { BetBook, Contradiction, offers } from '../load/bet-book.ts'
import { proveBets, proveBooks } from '../load/prove.ts'
import { ended, hasEnded, killTree, type ServerProcess, startProcess } from '../load/server-process.ts'
import { type Readers, startReaders } from './readers.ts'

const DEFAULT_ROUNDS = 10
const PERIOD_SECONDS = 15
const CALLERS = 8
const BETS_A_CALL = 10
/** New acknowledged bets that a round waits for before it kills anything. */
const ENOUGH = 50
const UNDER_WAY_WITHIN_MS = 90_000
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
  // So that many a batch is decided while another is written.
  STRATA_INTAKE_AHEAD: '10',
}

const book = new BetBook('crash-', randomInt)

/** Callers that send the next bets as soon as they have an answer, until they are stopped. */
function load(url: string, pool: Pool): { stop: () => Promise<void> } {
  let stopped = false
  const caller = async (): Promise<void> => {
    while (!stopped) {
      const offer = (await offers(pool).catch(() => []))[0]
      if (!offer) await sleep(20)
      else
        await book
          .send(
            url,
            Array.from({ length: BETS_A_CALL }, () => book.newBet(offer)),
          )
          .catch((error: unknown) => {
            if (error instanceof Contradiction) throw error
            return sleep(20)
          })
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
  for (const file of globSync(join(folder, '**/postmaster.pid')))
    killTree(Number(readFileSync(file, 'utf8').split('\n')[0]))
}

/** A kill proves something only during work. Waits for it, and fails when too few bets are acknowledged in time. */
async function underWay(wanted: number): Promise<void> {
  const until = Date.now() + UNDER_WAY_WITHIN_MS
  while (book.acknowledged.size < wanted) {
    if (Date.now() > until)
      throw new Error(`only ${book.acknowledged.size} of ${wanted} bets were acknowledged in time`)
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
async function outlive(running: ServerProcess, readers: Readers): Promise<ServerProcess> {
  const from = performance.now()
  killPostgres()
  // An answer of the time before may be repeated for a second.
  await sleep(1_000)
  for (;;) {
    if (hasEnded(running.child))
      throw new Error(`the server ended with PostgreSQL (${running.child.exitCode}): ${running.said().slice(-2_000)}`)
    if (performance.now() - from > READY_AGAIN_WITHIN_MS) throw new Error('the server was not ready again in time')
    const ready = await fetch(`${running.url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    if (ready?.status === 200) break
    await sleep(100)
  }
  const startMs = performance.now() - from
  // The server must accept new bets again before anything is proved.
  await underWay(book.acknowledged.size + ENOUGH)
  const wrong = [...readers.wrong].map(([what, times]) => `${what} (${times} times)`)
  if (wrong.length > 0) throw new Error(`wrong answers without PostgreSQL: ${wrong.join(', ')}`)
  return { ...running, startMs }
}

async function killAndStart(what: 'server' | 'both', running: ServerProcess): Promise<ServerProcess> {
  if (what === 'both') killPostgres()
  running.child.kill('SIGKILL')
  await ended(running.child)
  return startProcess(env)
}

const KILLED = ['server', 'both', 'PostgreSQL alone'] as const

/** One round: load, kill, start again, repeat bets without an answer, prove. Returns the server that runs now. */
async function round(index: number, running: ServerProcess): Promise<ServerProcess> {
  const what = KILLED[index % KILLED.length] as (typeof KILLED)[number]
  const during = index % 2 === 0 ? 'intake' : 'settlement'
  const before = await openPool()
  const callers = load(running.url, before.pool)
  const readers = await startReaders(running.url, before.pool, businessDay(Date.now(), FIRST_DAY_STARTS))
  await underWay(book.acknowledged.size + ENOUGH)
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
  const inDoubt = await book.sendAgain(next.url, READY_AGAIN_WITHIN_MS)
  const after = await openPool()
  try {
    await proveBets(after.pool, book)
    await proveBooks(after.pool)
  } finally {
    await after.close()
  }
  const started = `${(next.startMs / 1000).toFixed(1)} s to start`
  process.stdout.write(
    `ok    round ${index + 1}: ${what} killed during ${during}, ${book.acknowledged.size} acknowledged in all, ${inDoubt} in doubt, ${started}\n`,
  )
  return next
}

const rounds = Number.parseInt(process.argv[2] ?? String(DEFAULT_ROUNDS), 10)
let running: ServerProcess | undefined
try {
  running = await startProcess(env)
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
