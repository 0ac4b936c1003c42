import { parentPort, workerData } from 'node:worker_threads'
import {
  runInBackground,
  stepBack,
  type ThreadAnswer,
  type ThreadSetup,
  type ThreadTask,
} from '../../platform/threads.ts'
import { createPasswordHasher } from './password-hash.ts'

/** What PasswordHasher is asked. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly stored: string | null; readonly password: string }

/** A hash takes a whole processor for as long as it lasts: bets and boards, which want one for moments, go first, also where there is no background. */
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
