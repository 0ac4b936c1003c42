import { readFileSync, readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { runInBackground, stepBack, type ThreadAnswer, type ThreadSetup, type ThreadTask } from '../threads.ts'

const steppedBack = (): number => {
  stepBack(7)
  return getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
}

const { isBackground } = workerData as ThreadSetup
if (isBackground) runInBackground()

/** SCHED_OTHER is 0, SCHED_IDLE 5. */
const policy = (): number => {
  const stat = readFileSync('/proc/thread-self/stat', 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
}

/**
 * Answers a number with its double, 'step back' with its priority after that, and 'policy' with its scheduling policy.
 * Fails on 'fail', dies on 'die', and never answers 'hang'. Answers 'crawl' only when it is not in the background.
 */
parentPort?.on('message', ({ id, input }: ThreadTask) => {
  if (input === 'hang' || (input === 'crawl' && isBackground)) for (;;);
  if (input === 'die') throw new Error('dead')
  if (input === 'step back') return parentPort?.postMessage({ id, output: steppedBack() } satisfies ThreadAnswer)
  if (input === 'policy') return parentPort?.postMessage({ id, output: policy() } satisfies ThreadAnswer)
  const output = input === 'crawl' ? 1 : Number(input) * 2
  const answer: ThreadAnswer = input === 'fail' ? { id, failed: 'as asked' } : { id, output }
  parentPort?.postMessage(answer)
})
