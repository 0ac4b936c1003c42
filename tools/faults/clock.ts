import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Fault, moreBets, mustFlow, type Scene, seconds } from './fault.ts'
import type { Role, Site } from './site.ts'

/** Within the window of a signature: callers with a right clock can still sign. */
const STEP_MS = 90_000
const LASTS_MS = 8_000
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href
/** After the clocks are right again, all periods that were closed too early are over within this time. */
const RIGHT_WITHIN_MS = STEP_MS + 45_000

const fileOf = ({ folder }: Site, role: Role): string => join(folder, `clock-${role}`)

/** A server whose clock a fault can move. */
async function startClock(site: Site, role: Role): Promise<void> {
  writeFileSync(fileOf(site, role), '0')
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, FAULTS_CLOCK: fileOf(site, role) }
  await site.start(role, { wired: true, env })
}

/** Ahead, behind and right again. Returns how long bets took to come back. */
async function step({ site, book }: Scene, role: Role, backWithinMs: number): Promise<number> {
  for (const shiftMs of [STEP_MS, -STEP_MS]) {
    writeFileSync(fileOf(site, role), String(shiftMs))
    await sleep(LASTS_MS)
  }
  writeFileSync(fileOf(site, role), '0')
  return moreBets(book, 30, backWithinMs)
}

export const apiClock: Fault = {
  name: 'api-clock',
  title: 'The clock of an api process steps',
  how: `${seconds(STEP_MS)} ahead, then as much behind, then right; the only api, its worker has the right time`,
  apis: 0,
  workers: 1,
  limitMs: 180_000,
  prepare: (site) => startClock(site, 'api'),
  async run(scene) {
    const took = await step(scene, 'api', RIGHT_WITHIN_MS)
    mustFlow(scene.load, Number.POSITIVE_INFINITY)
    return { times: `bets again ${seconds(took)} after the clock is right` }
  },
}

export const workerClock: Fault = {
  name: 'worker-clock',
  title: 'The clock of the worker steps',
  how: `${seconds(STEP_MS)} ahead, then as much behind, then right; the api has the right time`,
  apis: 1,
  workers: 0,
  limitMs: 300_000,
  prepare: (site) => startClock(site, 'worker'),
  async run(scene) {
    const took = await step(scene, 'worker', RIGHT_WITHIN_MS)
    mustFlow(scene.load, Number.POSITIVE_INFINITY)
    return { times: `bets again ${seconds(took)} after the clock is right` }
  },
}
