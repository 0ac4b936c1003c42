import { parentPort, workerData } from 'node:worker_threads'
import {
  runInBackground,
  stepBack,
  type ThreadAnswer,
  type ThreadSetup,
  type ThreadTask,
} from '../../platform/threads.ts'
import { createPasswordHasher } from './password-hash.ts'

/** A call of PasswordHasher, as sent to the thread. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly stored: string | null; readonly password: string }

/**
 * A hash uses a whole processor core for its duration. Bets and boards need only moments and go first, even where
 * there is no background scheduling.
 */
const NICE = 10

stepBack(NICE)
if ((workerData as ThreadSetup).isBackground) runInBackground()
const hasher = await createPasswordHasher()

const work = (task: PasswordTask): string | boolean =>
  task.kind === 'hash' ? hasher.hash(task.password) : hasher.verify(task.stored, task.password)

parentPort?.on('message', ({ id, input }: ThreadTask) => {
  let answer: ThreadAnswer
  try {
    answer = { id, output: work(input as PasswordTask) }
  } catch (error) {
    answer = { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer)
})
