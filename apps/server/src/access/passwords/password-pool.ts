import { RefusalError, refuse } from '../../platform/refusal.ts'
import { ThreadPool, ThreadsBusy } from '../../platform/threads.ts'
import type { PasswordTask } from './password-thread.ts'

/**
 * One thread, so one hash at a time in the whole process: four at once were seen to hold up bets' commits tenfold.
 * Beyond so many waiting, a sign-in is refused at once: a browser gives up after 10 s, and beside bets a hash takes some 0.18.
 */
const thread = new ThreadPool<PasswordTask, string | boolean>({
  script: new URL('./password-thread.ts', import.meta.url),
  size: 1,
  maxWaiting: 40,
  timeLimitMs: 60_000,
  // Alone a hash takes some 150 ms. Where bets leave it nothing for so long, people have waited enough.
  background: { lateMs: 2_000, equalMs: 10_000 },
})

/** So many wait that one more would be refused: whoever asks first spares the work before it. */
export const isHashingFull = (): boolean => thread.isFull

async function run<T extends string | boolean>(task: PasswordTask): Promise<T> {
  try {
    return (await thread.run(task)) as T
  } catch (error) {
    if (error instanceof ThreadsBusy) throw new RefusalError(refuse('crowded'))
    throw error
  }
}

/** Argon2id hash of a password, to be stored. Throws RefusalError when too many wait. */
export const hashPassword = (password: string): Promise<string> => run<string>({ kind: 'hash', password })

/** Whether the password is the one of the hash; without a hash it takes as long and is false. */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  run<boolean>({ kind: 'verify', stored, password })

/** What stands in for the hash of a login that can never sign in (members). Verifies against nothing. */
export const NO_PASSWORD = '!'
