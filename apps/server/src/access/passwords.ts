import { hash, verify } from '@node-rs/argon2'
import { RefusalError, refuse } from '../platform/refusal.ts'

/** Argon2id (the library's default), OWASP's stronger setting; a change makes old hashes still verify, since each carries its own parameters. */
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

/** Beyond this many waiting, a sign-in is sent away at once instead of making everybody slow. */
const MAX_WAITING = 50

/**
 * Hash of nothing anybody can type (it has a control character), made with the parameters above: an unknown name is
 * verified against it, so that it costs and answers the same as a known one.
 */
let nobody: Promise<string> | undefined

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One at a time in the whole process: four hashes at once were seen to hold up bets' commits tenfold. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw new RefusalError(refuse('tooManyRequests'))
  waiting += 1
  const turn = last.then(work, work).finally(() => {
    waiting -= 1
  })
  last = turn.catch(() => undefined)
  return turn
}

/** Argon2id hash of a password, to be stored. Throws RefusalError when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

/** Whether the password is the one of the hash; without a hash it takes as long and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    nobody ??= hash('\u0000nobody', parameters)
    const right = await verify(stored ?? (await nobody), password)
    return right && stored !== null
  })
}

/** What stands in for the hash of a login that can never sign in (members). Verifies against nothing. */
export const NO_PASSWORD = '!'
