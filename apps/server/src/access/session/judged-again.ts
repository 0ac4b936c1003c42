import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../platform/db.ts'
import type { Refusal } from '../../platform/refusal.ts'

/**
 * Who makes the call that runs now, and whether it still may. A call is judged before its handler, which may hash a
 * password or wait for a lock for seconds: meanwhile somebody is frozen, loses an id or is signed out. What changes data
 * (oncePerRequest) asks again inside its transaction; the call itself need not know.
 */
export interface Acting {
  /** Judges session, status, permissions and fields by what the transaction sees. */
  readonly judge: (on: Queryable) => Promise<Refusal | undefined>
  /**
   * `end`: last of all, when every lock is held. `start`: of calls about one's own account alone, which may end the
   * session that makes them.
   */
  readonly when: 'start' | 'end'
}

const acting = new AsyncLocalStorage<Acting>()

export const actAs = <T>(who: Acting, run: () => T): T => acting.run(who, run)

/** Undefined: it may, or no session stands behind this change. */
export async function judgeAgain(on: Queryable, when: Acting['when']): Promise<Refusal | undefined> {
  const who = acting.getStore()
  return who?.when === when ? who.judge(on) : undefined
}
