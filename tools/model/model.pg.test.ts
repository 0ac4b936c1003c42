import { inject, test } from 'vitest'
import '../../apps/server/src/platform/testing/global-setup.ts'
import { templateName } from '../../apps/server/src/platform/testing/template.ts'
import { freshDatabase } from './databases.ts'
import { runSeeds } from './seeds.ts'

/**
 * The seed is that of property tests: always the same in CI, elsewhere another each time. `npm run model -- --seed N --each 1000`
 * repeats a run that failed and shrinks it.
 */
const COMMANDS = Number(process.env['STRATA_MODEL_COMMANDS'] ?? 10_000)
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 1 + Math.floor(Math.random() * 1_000_000_000))
const LIMIT_MS = 600_000

test(
  'random commands leave the same books, boards and reports in the server and in a plain model',
  async () => {
    const place = {
      ownerUrl: inject('clusterUrl'),
      applicationUrl: inject('applicationUrl'),
      template: templateName,
    }
    const fault = await runSeeds({
      commands: COMMANDS,
      seed: SEED,
      each: 1000,
      deadline: Date.now() + LIMIT_MS,
      shrinkMs: 0,
      pace: { near: 25, far: 500 },
      fresh: () => freshDatabase(place),
      say: () => undefined,
    })
    if (fault !== null) throw new Error(fault)
  },
  LIMIT_MS,
)
