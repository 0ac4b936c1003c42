/** One of several processes is killed, hangs, or loses its database without being told. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, moreBets, mustFlow, pick, type Scene, seconds, until } from './fault.ts'
import type { Member, Site } from './site.ts'
import type { Statement } from './wire.ts'

/** A merchant whose bets were in the lost process takes bets in another one within this time. */
const INTAKE_WITHIN_MS = 10_000
/** A process that was cut off takes bets again within this time when all depend on it at once. */
const ALONE_WITHIN_MS = 20_000
/** The loops and jobs of a lost worker run in another one within this time. */
const LOOPS_WITHIN_MS = 20_000
/** How long the process hangs or is cut off. */
const LASTS_MS = 20_000
/** A process that was cut off serves again without a restart. */
const BACK_WITHIN_MS = 30_000

const settledCount = async (site: Site): Promise<number> => {
  const found = await site.pool.query<{ n: number }>(
    `select count(*)::integer as n from periods where state = 'settled'`,
  )
  return found.rows[0]?.n ?? 0
}

/** Waits until periods are drawn and settled. Returns how long it took from now. */
async function settles(site: Site, withinMs: number): Promise<number> {
  const before = await settledCount(site)
  return until('a settled period', withinMs, async () => (await settledCount(site)) > before, 100)
}

/** The sessions that hold the locks of loops. */
async function lockSessions({ pool }: Site): Promise<number[]> {
  const found = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'strata-loop-locks'`,
  )
  return found.rows.map(({ pid }) => pid)
}

const isReady = async ({ url }: Member): Promise<boolean> =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined))?.status === 200

const holdsPeriods = ({ began, raw }: Statement): boolean =>
  began.get('application_name') === 'strata-loop-locks' && raw.includes('strata:tick:games:periods')

/** Calls back at the first statement after a worker has taken the lock of the periods' loop: its turn has begun. */
function atTurn(member: Member, then: () => void): Promise<void> {
  return new Promise((resolve) => {
    const { wire } = member
    if (!wire) throw new Error('a server without a wire')
    let isHeld = false
    wire.judge = (statement) => {
      if (holdsPeriods(statement)) isHeld = true
      else if (isHeld && /update periods|from periods/.test(statement.text)) {
        wire.judge = () => 'pass'
        then()
        resolve()
      }
      return 'pass'
    }
  })
}

const told = ({ load }: Scene, more: string): { times: string } => {
  mustFlow(load, INTAKE_WITHIN_MS)
  return { times: `bets stood still ${seconds(load.stats.silenceMs)}; ${more}` }
}

export const apiKilled: Fault = {
  name: 'api-killed',
  title: 'An api process dies',
  how: 'kill -9 of one of 3',
  apis: 3,
  workers: 1,
  limitMs: 60_000,
  async run(scene) {
    const { site, book, load, chance } = scene
    load.mark()
    await site.stop(pick(site.of('api'), chance), 'SIGKILL')
    await moreBets(book, 100, INTAKE_WITHIN_MS)
    return told(scene, 'the others go on')
  },
}

export const workerKilled: Fault = {
  name: 'worker-killed',
  title: 'A worker dies within a turn',
  how: 'kill -9 of one of 2, at a statement of the loop of the periods',
  apis: 1,
  workers: 1,
  limitMs: 90_000,
  async run(scene) {
    const { site, load } = scene
    const member = await site.start('worker', { wired: true })
    for (const other of site.of('worker')) if (other !== member) await site.stop(other)
    await site.start('worker')
    await atTurn(member, () => member.child.kill('SIGKILL'))
    load.mark()
    const took = await settles(site, LOOPS_WITHIN_MS + 20_000)
    return told(scene, `the next settlement after ${seconds(took)}`)
  },
}

export const apiHung: Fault = {
  name: 'api-hung',
  title: 'An api process hangs',
  how: `SIGSTOP of one of 3 in the middle of its batches, SIGCONT after ${seconds(LASTS_MS)}`,
  apis: 3,
  workers: 1,
  limitMs: 90_000,
  async run(scene) {
    const { site, book, load, chance } = scene
    const member = pick(site.of('api'), chance)
    load.mark()
    member.child.kill('SIGSTOP')
    await sleep(LASTS_MS)
    member.child.kill('SIGCONT')
    const back = await until('the hung process is ready', BACK_WITHIN_MS, () => isReady(member))
    await moreBets(book, 50, INTAKE_WITHIN_MS)
    return told(scene, `ready ${seconds(back)} after SIGCONT`)
  },
}

/** A worker stops being heard in the middle of a turn of the periods' loop, with its locks. */
async function workerLost(scene: Scene, lose: (member: Member) => void, back: (member: Member) => void) {
  const { site, load } = scene
  const member = await site.start('worker', { wired: true })
  for (const other of site.of('worker')) if (other !== member) await site.stop(other)
  const [session] = await lockSessions(site)
  const other = await site.start('worker')
  await atTurn(member, () => lose(member))
  load.mark()
  const from = performance.now()
  const late = await until('the locks of the lost worker are free', LOOPS_WITHIN_MS, async () => {
    return !(await lockSessions(site)).some((pid) => pid === session)
  })
  const took = await settles(site, LOOPS_WITHIN_MS + 20_000)
  const rest = LASTS_MS - (performance.now() - from)
  if (rest > 0) await sleep(rest)
  back(member)
  // Now the other one goes: what was lost must work again without a restart.
  const again = await until('the lost worker is ready', BACK_WITHIN_MS, () => isReady(member))
  await site.stop(other)
  await settles(site, LOOPS_WITHIN_MS + 40_000)
  return told(
    scene,
    `loops in the other worker within ${seconds(late)}, the next settlement after ${seconds(took)}; works again ${seconds(again)} after`,
  )
}

export const workerHung: Fault = {
  name: 'worker-hung',
  title: 'A worker hangs within a turn',
  how: `SIGSTOP of one of 2 while it has the lock of the loop of the periods, SIGCONT after ${seconds(LASTS_MS)} or more`,
  apis: 1,
  workers: 1,
  limitMs: 180_000,
  run: (scene) =>
    workerLost(
      scene,
      ({ child }) => void child.kill('SIGSTOP'),
      ({ child }) => void child.kill('SIGCONT'),
    ),
}

export const workerCutOff: Fault = {
  name: 'worker-cut-off',
  title: 'A worker loses its database within a turn',
  how: `a proxy between stops forwarding while it has the lock; new connections work after ${seconds(LASTS_MS)} or more, the old ones stay silent`,
  apis: 1,
  workers: 1,
  limitMs: 240_000,
  run: (scene) =>
    workerLost(
      scene,
      ({ wire }) => wire?.silence(),
      ({ wire }) => wire?.heal(),
    ),
}

export const apiCutOff: Fault = {
  name: 'api-cut-off',
  title: 'An api process loses its database',
  how: `a proxy between stops forwarding in the middle of its batches; new connections work after ${seconds(LASTS_MS)}, the old ones stay silent`,
  apis: 2,
  workers: 1,
  limitMs: 150_000,
  async run(scene) {
    const { site, book, load } = scene
    const member = await site.start('api', { wired: true })
    await moreBets(book, 100, INTAKE_WITHIN_MS)
    load.mark()
    member.wire?.silence()
    const from = performance.now()
    const noticed = await until('it says that it is not ready', LASTS_MS, async () => {
      const answer = await fetch(`${member.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      return answer?.status === 503
    })
    await sleep(Math.max(0, LASTS_MS - (performance.now() - from)))
    member.wire?.heal()
    const back = await until('it is ready again', BACK_WITHIN_MS + 40_000, () => isReady(member))
    const { times } = told(scene, `not ready after ${seconds(noticed)}, ready again ${seconds(back)} after the network`)
    // Alone now: bets go through it, and find those of its connections that are still silent.
    load.mark()
    for (const other of site.of('api')) if (other !== member) await site.stop(other)
    await moreBets(book, 50, ALONE_WITHIN_MS)
    mustFlow(load, ALONE_WITHIN_MS)
    return { times: `${times}; alone it takes bets after ${seconds(load.stats.silenceMs)}` }
  },
}
