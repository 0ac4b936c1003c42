import { killTree } from '../load/server-process.ts'
import { type Fault, moreBets, mustFlow, type Scene, seconds, until } from './fault.ts'
import type { Member, Site } from './site.ts'
import type { Statement } from './wire.ts'

const DUE_WITHIN_MS = 60_000
const SETTLED_WITHIN_MS = 60_000
/** Steps at which a worker is killed in one run; more statements than these come twice. */
const MAX_KILLS = 16
const READY_AGAIN_MS = 60_000

/** The first statement of the transaction that folds a merchant's part. */
const BEGINS = /merchant_periods[^;]*for (?:no key )?update/is

async function openParts({ owner }: Site): Promise<number> {
  const found = await owner.query<{ n: number }>(
    `/* all merchants */
     select count(*)::integer as n from merchant_periods mp join periods p on p.id = mp.period_id
      where p.result_version > 0
        and (mp.settled_version < p.result_version
             or exists (select from posting_runs r
                         where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done))`,
  )
  return found.rows[0]?.n ?? 0
}

/** Kills a worker at the n-th statement after a settlement has begun. Resolves with the statement's text. */
function killAt(member: Member, wanted: number): Promise<string> {
  return new Promise((resolve) => {
    const { wire } = member
    if (!wire) throw new Error('a server without a wire')
    let [line, seen] = [0, 0]
    wire.judge = (statement: Statement) => {
      if (line === 0 && BEGINS.test(statement.text)) line = statement.line
      if (statement.line !== line) return 'pass'
      seen += 1
      if (seen < wanted) return 'pass'
      wire.judge = () => 'pass'
      member.child.kill('SIGKILL')
      resolve(statement.text)
      return 'pass'
    }
  })
}

async function killOnce({ site }: Scene, wanted: number): Promise<string> {
  const member = await site.start('worker', { wired: true })
  const text = await Promise.race([
    killAt(member, wanted),
    until('a settlement', DUE_WITHIN_MS, () => false).then(() => ''),
  ])
  await site.stop(member, 'SIGKILL')
  return text
}

export const settlementKilled: Fault = {
  name: 'settlement-killed',
  title: 'A worker dies at each step of a settlement',
  how: `kill -9 at the n-th statement after a settlement has locked its part, n from 1 to ${MAX_KILLS}; the next worker finds what is left`,
  apis: 1,
  workers: 0,
  limitMs: 300_000,
  async run(scene) {
    const { site, load } = scene
    const steps = new Set<string>()
    for (let at = 1; at <= MAX_KILLS; at++) steps.add((await killOnce(scene, at)).replace(/\s+/g, ' ').slice(0, 60))
    await site.start('worker')
    const took = await until('everything is settled', SETTLED_WITHIN_MS, async () => (await openParts(site)) === 0, 200)
    mustFlow(load, Number.POSITIVE_INFINITY)
    return { times: `${MAX_KILLS} kills at ${steps.size} different statements; all settled ${seconds(took)} after` }
  },
}

export const postgresKilled: Fault = {
  name: 'postgres-killed',
  title: 'PostgreSQL dies',
  how: 'kill -9 of the postmaster and its backends under load, 3 times; 2 api and 1 worker go on',
  apis: 2,
  workers: 1,
  limitMs: 240_000,
  async run({ site, book, load, chance }) {
    let slowest = 0
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, chance(1_000)))
      const from = performance.now()
      killTree(site.database.pid())
      await moreBets(book, 50, READY_AGAIN_MS)
      slowest = Math.max(slowest, performance.now() - from)
    }
    mustFlow(load, READY_AGAIN_MS)
    return { times: `50 bets again within ${seconds(slowest)}` }
  },
}
