import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPool, row } from '../db.ts'
import { DataDirBusyError, startEmbedded } from './embedded.ts'
import { isAlive, runningPostmaster, stopPostmaster } from './postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'strata-launcher-'))
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
afterAll(async () => {
  const left = runningPostmaster(join(dataDir, 'pg'))
  if (left) await stopPostmaster(left.pid)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server in a separate process, so that it can be killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const module = new URL('./embedded.ts', import.meta.url).href
  const text = `const { startEmbedded } = await import(${JSON.stringify(module)});
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} }); process.stdout.write('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('exit', () => reject(new Error('the other server ended')))
  })
  return child
}

test('one server at a time; killed servers and killed databases lose nothing', async () => {
  const other = await startElsewhere()
  await expect(startEmbedded({ dataDir })).rejects.toThrow(DataDirBusyError)

  const left = runningPostmaster(join(dataDir, 'pg'))?.pid ?? 0
  // As after a copy that does not preserve file modes.
  chmodSync(join(dataDir, 'password'), 0o644)
  other.removeAllListeners('exit')
  other.kill('SIGKILL')
  await sleep(100)
  expect(isAlive(left)).toBe(true)
  const adopted = await startEmbedded({ dataDir })
  expect(adopted.pid()).toBe(left)

  const pool = createPool({ url: adopted.ownerUrl, max: 1, onIdleError: () => undefined })
  await pool.query('create table kept as select 7 as n')
  process.kill(left, 'SIGKILL')
  await expect.poll(() => adopted.pid(), { timeout: 20_000 }).not.toBe(left)
  await expect.poll(() => row(pool, 'select n from kept').catch(() => undefined), { timeout: 20_000 }).toEqual({ n: 7 })

  const settings = await row(
    pool,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
            current_setting('listen_addresses') as listens, datlocprovider as provider, datlocale as locale
       from pg_database where datname = current_database()`,
  )
  expect(settings).toEqual({ fsync: 'on', checksums: 'on', listens: '127.0.0.1', provider: 'b', locale: 'C.UTF-8' })
  for (const file of ['password', 'password-app']) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  expect(await row(pool, `select current_setting('unix_socket_directories') as sockets`)).toEqual({ sockets: '' })
  await pool.end()
  await adopted.stop()
  expect(runningPostmaster(join(dataDir, 'pg'))).toBeUndefined()
})
