import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { runInBackground, stepBack, type ThreadAnswer, type ThreadSetup, type ThreadTask } from '../platform/threads.ts'

/** `verify` without a stored hash takes as long as with one, and is false. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly stored: string | null; readonly password: string }

/** Argon2id (the library's default), OWASP's stronger setting; a change makes old hashes still verify, since each carries its own parameters. */
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

/** A hash takes a whole processor for as long as it lasts: bets and boards, which want one for moments, go first, also where there is no background. */
const NICE = 10

/**
 * Hash of nothing anybody can type (it has a control character), made with the parameters above: an unknown name is
 * verified against it, so that it costs and answers the same as a known one.
 */
let nobody: string | undefined

function work(task: PasswordTask): string | boolean {
  if (task.kind === 'hash') return hashSync(task.password, parameters)
  nobody ??= hashSync('\u0000nobody', parameters)
  return verifySync(task.stored ?? nobody, task.password) && task.stored !== null
}

stepBack(NICE)
if ((workerData as ThreadSetup).isBackground) runInBackground()
parentPort?.on('message', ({ id, input }: ThreadTask) => {
  let answer: ThreadAnswer
  try {
    answer = { id, output: work(input as PasswordTask) }
  } catch (error) {
    answer = { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer)
})
