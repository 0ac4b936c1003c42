import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadTask } from '../threads.ts'

/** Answers a number with its double, fails on 'fail', dies on 'die' and never answers 'hang'. */
parentPort?.on('message', ({ id, input }: ThreadTask) => {
  if (input === 'hang') for (;;);
  if (input === 'die') throw new Error('dead')
  const answer: ThreadAnswer = input === 'fail' ? { id, failed: 'as asked' } : { id, output: Number(input) * 2 }
  parentPort?.postMessage(answer)
})
