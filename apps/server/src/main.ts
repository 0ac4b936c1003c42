import { flushCompileCache } from 'node:module'
import { openApiDocument } from '@strata/contract/openapi'
import { platformName } from './access/platform-settings.ts'
import { offerFirstStart } from './admin/first-start/first-start.ts'
import { removeLinkFile, writeLinkFile } from './admin/first-start/link-file.ts'
import { addRooms } from './compose.ts'
import { ConfigError, describeSettings, loadConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { DataDirBusyError } from './platform/postgres/embedded.ts'
import { createSecrets } from './platform/secrets.ts'
import { openDatabase, type RunningServer, startServer } from './platform/server.ts'

const stopWithinMs = 25_000

/** Messages for the person who started the server; the log itself is structured and goes to standard output. */
const say = (line: string): void => void process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(describeSettings())
    return
  }
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  const database = await openDatabase(config, { say })
  const openApi = openApiDocument()
  const server = await startServer({ config, log, database, openApi, platformName, addRooms }).catch(
    async (error: unknown) => {
      await database.stop()
      throw error
    },
  )
  stopOnSignals(server.stop)
  // Written at an exit otherwise, which a server that is killed never reaches.
  flushCompileCache()
  await sayFirstStart(server)
  say(`Strata is ready: http://${config.host}:${server.port}  (admin: http://127.0.0.1:${server.adminPort})`)
}

/** The one-time link of an empty production database; a database with accounts has none. */
async function sayFirstStart({ platform, adminPort }: RunningServer): Promise<void> {
  const { pool, clock, config } = platform
  if (config.mode !== 'production' || config.role === 'worker') return
  const token = await offerFirstStart({ pool, clock, secrets: createSecrets(config.keys) })
  if (token === undefined) {
    await removeLinkFile(config.dataDir)
    return
  }
  const link = `http://127.0.0.1:${adminPort}/setup#${token}`
  await writeLinkFile(config.dataDir, link)
  say(`First start. Open this link within one hour to create the head company and the first operator:\n  ${link}`)
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
  // The channel to the parent process closes when the parent is killed: this process must end too.
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
