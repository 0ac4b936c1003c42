import type { Queryable } from './queryable.ts'
import { row } from './rows.ts'

/**
 * Runs `fn` if `session` gets the named advisory lock now. Undefined: another session holds it. `session` is a single
 * connection that others may use meanwhile; one that has the lock gets it again.
 */
export async function withAdvisoryLock<T>(
  session: Queryable,
  name: string,
  fn: () => Promise<T>,
): Promise<T | undefined> {
  const got = await row<{ got: boolean }>(session, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [
    name,
  ])
  if (!got.got) return undefined
  try {
    return await fn()
  } finally {
    // A session that was lost has no locks any more.
    await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined)
  }
}
