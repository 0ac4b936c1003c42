import { openApiDocument } from '@strata/contract/openapi'
import { addRooms } from './compose.ts'
import { ConfigError, describeSettings, loadConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { DataDirBusyError } from './platform/postgres/embedded.ts'
import { openDatabase, startServer } from './platform/server.ts'

const stopWithinMs = 25_000

/** Lines for the person who started the server; the log proper is structured and on standard output. */
const say = (line: string): void => void process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(describeSettings())
    return
  }
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  const database = await openDatabase(config, { say })
  const server = await startServer({ config, log, database, openApi: openApiDocument(), addRooms }).catch(
    async (error: unknown) => {
      await database.stop()
      throw error
    },
  )
  stopOnSignals(server.stop)
  say(`Strata is ready: http://${config.host}:${server.port}  (admin: http://127.0.0.1:${server.adminPort})`)
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (signal: string): void => {
    if (stopping) return
    stopping = true
    say(`${signal}: finishing what has begun`)
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`stopped with a fault: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // The starter's channel closes when it is killed: nothing stays behind.
  process.once('disconnect', () => onSignal('the starter is gone'))
  process.channel?.unref()
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof DataDirBusyError) return error.message
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is taken: set STRATA_PORT and STRATA_ADMIN_PORT to free ones`
  return error.stack ?? error.message
}

main().catch((error: unknown) => {
  say(explain(error))
  process.exit(1)
})
