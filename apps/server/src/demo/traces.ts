import { passwordHashes, verifyPassword } from '../access/passwords.ts'
import { hasSeeds } from '../games/planning.ts'
import { hasSourceKeySealedBy } from '../games/results.ts'
import { hasMerchantKeySealedBy } from '../intake/merchant-keys.ts'
import { ConfigError, DEMO_KEY_ID } from '../platform/config.ts'
import type { Queryable } from '../platform/db.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './facts.ts'

/** An account of the demo that still has its published password. */
async function hasDemoAccount(on: Queryable): Promise<boolean> {
  for (const hash of await passwordHashes(on, DEMO_LOGINS)) if (await verifyPassword(hash, DEMO_PASSWORD)) return true
  return false
}

const TRACES: readonly (readonly [what: string, isThere: (on: Queryable) => Promise<boolean>])[] = [
  ['an account of the demo with its published password', hasDemoAccount],
  ["a merchant key sealed with the demo's storage key", (on) => hasMerchantKeySealedBy(on, DEMO_KEY_ID)],
  ["a result source key sealed with the demo's storage key", (on) => hasSourceKeySealedBy(on, DEMO_KEY_ID)],
  ['seeds of the demo draws in plain text', hasSeeds],
]

/**
 * Throws ConfigError when a database holds what only a demo makes, whatever it says it is: its kind may be missing, or somebody
 * may have changed it. Production asks before it works with a database.
 */
export async function refuseDemoTraces(on: Queryable): Promise<void> {
  for (const [what, isThere] of TRACES) {
    if (await isThere(on))
      throw new ConfigError(
        `STRATA_MODE: this database holds ${what}; production needs an empty one (DATABASE_URL or another STRATA_DATA_DIR)`,
      )
  }
}
