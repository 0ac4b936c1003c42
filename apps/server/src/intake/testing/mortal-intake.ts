import { parentPort } from 'node:worker_threads'
import type { WireBet } from '../intake.ts'

/** A replacement for the intake thread: it accepts all bets, and dies on a bet with the number 'die'. */
parentPort?.on('message', (sent: 'end' | readonly { id: number; bets: readonly WireBet[] }[]) => {
  if (sent === 'end') {
    parentPort?.close()
    return
  }
  if (sent.some(({ bets }) => bets.some(({ betNo }) => betNo === 'die'))) throw new Error('dead')
  for (const { id, bets } of sent) {
    const results = bets.map(({ betNo }) => ({ betNo, accepted: true, orderNo: '1' }))
    parentPort?.postMessage([{ kind: 'answered', id, results }])
  }
})
