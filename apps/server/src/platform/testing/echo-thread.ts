import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { stepBack, type ThreadAnswer, type ThreadTask } from '../threads.ts'

const steppedBack = (): number => {
  stepBack(7)
  return getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
}

/** Answers a number with its double and 'step back' with its priority then, fails on 'fail', dies on 'die' and never answers 'hang'. */
parentPort?.on('message', ({ id, input }: ThreadTask) => {
  if (input === 'hang') for (;;);
  if (input === 'die') throw new Error('dead')
  if (input === 'step back') return parentPort?.postMessage({ id, output: steppedBack() } satisfies ThreadAnswer)
  const answer: ThreadAnswer = input === 'fail' ? { id, failed: 'as asked' } : { id, output: Number(input) * 2 }
  parentPort?.postMessage(answer)
})
