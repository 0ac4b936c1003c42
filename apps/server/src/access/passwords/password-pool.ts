import { RefusalError, refuse } from '../../platform/refusal.ts'
import { ThreadPool, ThreadsBusy } from '../../platform/threads.ts'
import type { PasswordTask } from './password-thread.ts'

/**
 * One thread, so only one hash runs at a time in the whole process: four parallel hashes were measured to slow
 * commits of bets tenfold. When the queue is full, a sign-in is refused at once: a browser gives up after 10 s, and
 * a hash takes about 0.18 s while bets are being taken.
 */
const thread = new ThreadPool<PasswordTask, string | boolean>({
  script: new URL('./password-thread.ts', import.meta.url),
  size: 1,
  maxWaiting: 40,
  timeLimitMs: 60_000,
  // A hash alone takes about 150 ms. If bets leave no processor time for longer than these limits, the hash runs
  // anyway.
  background: { lateMs: 2_000, equalMs: 10_000 },
})

/** Whether the queue is full, so that the next hash would be refused. Callers check it first to avoid useless work. */
export const isHashingFull = (): boolean => thread.isFull

/** Hashes that wait for the one that runs. */
export const waitingHashes = (): number => thread.waiting

async function run<T extends string | boolean>(task: PasswordTask): Promise<T> {
  try {
    return (await thread.run(task)) as T
  } catch (error) {
    if (error instanceof ThreadsBusy) throw new RefusalError(refuse('crowded'))
    throw error
  }
}

/** Argon2id hash of a password in PHC string format, for storage. Throws RefusalError when the queue is full. */
export const hashPassword = (password: string): Promise<string> => run<string>({ kind: 'hash', password })

/** Whether the password matches the hash; without a hash (null) it takes as long and is false. */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  run<boolean>({ kind: 'verify', stored, password })

/** Stored instead of a hash for a login that can never sign in (members). No password matches it. */
export const NO_PASSWORD = '!'
