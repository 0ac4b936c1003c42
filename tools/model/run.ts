/**
 * `npm run model -- --commands 1000000`: random commands on the real server and on a plain book in memory, which must agree.
 * Every run is a fresh world of its own with a seed of its own: `--seed` begins there, so a stopped run goes on where it was.
 * `--near 1` compares books after every command. At a difference the shrunk commands are printed, and the exit code is 1.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { setDayStarts } from '../../apps/server/src/platform/business-day.ts'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { limitApplication, roleOf } from '../../apps/server/src/platform/roles.ts'
import { migrateAll } from '../../apps/server/src/platform/server.ts'
import { freshDatabase } from './databases.ts'
import { runSeeds } from './seeds.ts'

setDayStarts(FIRST_DAY_STARTS)

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '600' },
    near: { type: 'string', default: '20' },
    shrink: { type: 'string', default: '5' },
  },
})
const integer = (name: keyof typeof values, most: number): number => {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  process.stderr.write(`--${name}: a whole number from 1 to ${most}\n`)
  process.exit(2)
}
const asked = {
  commands: integer('commands', 100_000_000),
  seed: integer('seed', 2_000_000_000),
  each: integer('each', 10_000),
  shrinkMs: integer('shrink', 600) * 60_000,
  deadline: Date.now() + integer('minutes', 6_000) * 60_000,
}

const folder = mkdtempSync(join(tmpdir(), 'strata-model-'))
// When root runs this, PostgreSQL runs as another user, who needs access to the folder.
chmodSync(folder, 0o755)
const cluster = await startEmbedded({ dataDir: folder, durable: false })
try {
  const template = 'model_template'
  const admin = createPool({ url: cluster.urlOf('postgres'), max: 1 })
  await admin.query(`create database ${template}`)
  await admin.end()
  const owner = createPool({ url: cluster.urlOf(template), max: 2 })
  await migrateAll(owner, cluster.urlOf(template))
  await limitApplication(owner, roleOf(cluster.url))
  await owner.end()
  const place = { ownerUrl: cluster.urlOf('postgres'), applicationUrl: cluster.url, template }
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const fault = await runSeeds({
    ...asked,
    pace: { near: integer('near', 1_000), far: 250 },
    fresh: () => freshDatabase(place),
    say,
  })
  if (fault) {
    say(fault)
    process.exitCode = 1
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
