// Preloaded into a server: on SIGUSR2 it ends the thread of the intake, which nothing outside of the process can do. A
// file gets one character for each thread that ended so.
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

const file = process.env.FAULTS_THREAD ?? ''
let intake

threads.Worker = class extends threads.Worker {
  constructor(script, options) {
    super(script, options)
    if (String(script).endsWith('/workers/intake.ts')) intake = this
  }
}
syncBuiltinESMExports()

if (threads.isMainThread)
  process.on('SIGUSR2', () => {
    const thread = intake
    intake = undefined
    thread?.once('exit', () => appendFileSync(file, '.'))
    void thread?.terminate()
  })
