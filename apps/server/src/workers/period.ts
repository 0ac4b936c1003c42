/** Entry point of a thread for calculations over many draws; the work itself is in book/period-work.ts. */
import { parentPort } from 'node:worker_threads'
import { doPeriodWork, type PeriodTask } from '../book/scenario/period-work.ts'
import type { ThreadAnswer, ThreadTask } from '../platform/threads.ts'

parentPort?.on('message', ({ id, input }: ThreadTask) => {
  let answer: ThreadAnswer
  try {
    answer = { id, output: doPeriodWork(input as PeriodTask) }
  } catch (error) {
    answer = { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer)
})
