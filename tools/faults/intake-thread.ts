import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Fault, moreBets, mustFlow, type Scene, until } from './fault.ts'
import type { Member, Site } from './site.ts'
import { batchSteps, CALL_WITHIN_MS, someBets, takenAgain, verdictAt, warmUp } from './statements.ts'

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'mortal-thread.mjs')).href
/** Ends at moments of chance while the load bets. */
const ROUNDS = 20
const ENDS_WITHIN_MS = 5_000
const BETS_AGAIN_WITHIN_MS = 10_000

const fileOf = ({ folder }: Site): string => join(folder, 'thread-ends')
const endsOf = (site: Site): number => readFileSync(fileOf(site)).length

/** Ends the thread of the intake. Resolves when it is gone. */
async function endThread(site: Site, { child }: Member): Promise<void> {
  const before = endsOf(site)
  child.kill('SIGUSR2')
  await until('the thread has ended', ENDS_WITHIN_MS, () => endsOf(site) > before, 5)
}

const onlyApi = (site: Site): Member => {
  const [member] = site.of('api')
  if (!member) throw new Error('no server')
  return member
}

/** At moments of chance under load. */
async function endUnderLoad({ site, book, chance }: Scene): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(chance(400))
    await endThread(site, onlyApi(site))
    await moreBets(book, 10, BETS_AGAIN_WITHIN_MS)
  }
}

/** At every statement of a batch, before PostgreSQL has it and after it has answered. Returns the steps and the longest wait. */
async function endAtEach(scene: Scene): Promise<{ steps: number; slowest: number }> {
  const { site, book } = scene
  const member = onlyApi(site)
  const steps = await batchSteps(scene, member)
  let slowest = 0
  for (const verdict of ['hold before', 'hold after'] as const)
    for (let at = 1; at <= steps; at++) {
      await warmUp(scene, member)
      const bets = await someBets(scene)
      const held = verdictAt(member, at, verdict)
      const sent = book.send(member.url, bets, CALL_WITHIN_MS).catch(() => 0)
      await Promise.race([held, until(`statement ${at}`, CALL_WITHIN_MS, () => false)])
      await endThread(site, member)
      const status = await sent
      if (status !== 503) throw new Error(`${verdict} statement ${at}: answered with ${status}`)
      slowest = Math.max(slowest, await takenAgain(scene, member.url, bets))
    }
  return { steps, slowest }
}

export const intakeThreadEnded: Fault = {
  name: 'intake-thread-ended',
  title: 'The thread of the intake ends at each statement of a batch',
  how: `terminated ${ROUNDS} times at moments of chance under load, then before and after the n-th statement of a batch, for every n, while a proxy holds it`,
  apis: 0,
  workers: 1,
  limitMs: 240_000,
  async prepare(site) {
    writeFileSync(fileOf(site), '')
    const env = { NODE_OPTIONS: `--import=${PRELOAD}`, FAULTS_THREAD: fileOf(site) }
    await site.start('api', { wired: true, env })
  },
  async run(scene) {
    const { load } = scene
    load.mark()
    await endUnderLoad(scene)
    const paused = load.stats.silenceMs
    await load.stop()
    mustFlow(load, BETS_AGAIN_WITHIN_MS)
    if (load.stats.statuses.has(500)) throw new Error('calls of an ended thread were answered 500')
    const { steps, slowest } = await endAtEach(scene)
    return {
      times: `under load bets stood still ${Math.round(paused)} ms at most; ${steps} statements, ${2 * steps} ends, each call was answered 503 and taken when sent again within ${Math.round(slowest)} ms`,
    }
  },
}
