import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../platform/db.ts'
import type { Refusal } from '../../platform/refusal.ts'

/**
 * The caller of the running call, and whether it may still make it. A call is checked before its handler, which may
 * hash a password or wait for a lock for seconds. Meanwhile the caller may be frozen, lose a permission or be
 * signed out. So every change (oncePerRequest) checks again inside its transaction; handlers need no code for it.
 */
export interface Acting {
  /** Checks session, status, permissions and fields as the transaction sees them. */
  readonly judge: (on: Queryable) => Promise<Refusal | undefined>
  /**
   * `end`: at the end of the transaction, when every lock is held. `start`: for calls about the caller's own
   * account, which may end the session that makes them.
   */
  readonly when: 'start' | 'end'
}

const acting = new AsyncLocalStorage<Acting>()

export const actAs = <T>(who: Acting, run: () => T): T => acting.run(who, run)

/** Undefined: still allowed, or the change was not made by a session. */
export async function judgeAgain(on: Queryable, when: Acting['when']): Promise<Refusal | undefined> {
  const who = acting.getStore()
  return who?.when === when ? who.judge(on) : undefined
}
