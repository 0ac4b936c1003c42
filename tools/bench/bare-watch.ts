import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '../../apps/server/src/platform/db.ts'

const EVERY_MS = 20

/**
 * Asks `select 1` again and again on a connection of its own: what of a tail belongs to the machine. Returns what ends it
 * and gives the milliseconds of each answer.
 */
export function watchBare(url: string): () => Promise<number[]> {
  const pool = createPool({ url, max: 1 })
  const taken: number[] = []
  let running = true
  const asking = (async () => {
    while (running) {
      const from = performance.now()
      await pool.query({ name: 'bare', text: 'select 1' })
      taken.push(performance.now() - from)
      await pause(EVERY_MS)
    }
  })()
  return async () => {
    running = false
    await asking
    await pool.end()
    return taken
  }
}
