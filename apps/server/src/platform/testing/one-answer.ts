import { ThreadPool } from '../threads.ts'

// A program with one task. It must end by itself when the task is done.
const script = new URL('./echo-thread.ts', import.meta.url)
const pool = new ThreadPool<number, number>({ script, size: 1, maxWaiting: 1, timeLimitMs: 60_000 })
process.stdout.write(String(await pool.run(21)))
