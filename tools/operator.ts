/**
 * Resets an operator when nobody can sign in to the operators' side any more:
 *   npm run operator -- --reset NAME
 * Prints a one-time password. Ends the operator's sessions and removes its second factor and its address list. All
 * operators see this in the change log and in an alert. See docs/decisions/0085-first-start.md.
 */
import { parseArgs } from 'node:util'
import { resetOperator } from '../apps/server/src/access/operators/reset-operator.ts'
import { loadDayStarts } from '../apps/server/src/access/platform-settings.ts'
import { tellSecurity } from '../apps/server/src/notices/alerts/tell-security.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { loadConfig } from '../apps/server/src/platform/config.ts'
import { createPool } from '../apps/server/src/platform/db.ts'
import { LiveHub } from '../apps/server/src/platform/live.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { openDatabase } from '../apps/server/src/platform/server.ts'
import { HEAD_PATH } from '../apps/server/src/tree/paths.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const { values } = parseArgs({ options: { reset: { type: 'string' } } })
if (!values.reset) {
  say('npm run operator -- --reset NAME')
  process.exit(1)
}
const database = await openDatabase(loadConfig(process.env), { say, exclusive: false })
const pool = createPool({ url: database.url, max: 1 })
try {
  await loadDayStarts(pool)
  const tell = tellSecurity(new LiveHub(createLog('silent')))
  const password = await resetOperator(
    { pool, clock: systemClock, tell },
    { name: values.reset, headPathId: HEAD_PATH },
  )
  if (password === null) {
    say(`${values.reset}: no operator has this name`)
    process.exitCode = 1
  } else {
    process.stdout.write(`${password}\n`)
    say(
      `One-time password of ${values.reset}. It must be changed at the next sign-in; then a new validator must be bound.`,
    )
  }
} finally {
  await pool.end()
  await database.stop()
}
