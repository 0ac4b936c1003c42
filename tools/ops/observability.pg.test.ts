import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRooms } from '../../apps/server/src/compose.ts'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { type RunningServer, startServer } from '../../apps/server/src/platform/server.ts'
import { createTestDatabase } from '../../apps/server/src/platform/testing/test-database.ts'
import { ALERTS } from './alerts.ts'
import { metricsOf, OPS_FILES } from './files.ts'
import { GOALS } from './goals.ts'

/** What watches the server names only what the server says, and says what each alert asks of a person. */
const root = join(import.meta.dirname, '../..')
const { url, raw } = await createTestDatabase()
const OWN = { STRATA_PORT: '0', STRATA_ADMIN_PORT: '0', STRATA_DEMO: 'off', STRATA_SIMULATOR: 'off' }
let server: RunningServer
/** Type by name, as the running server tells it. */
const served = new Map<string, string>()
let text = ''

beforeAll(async () => {
  const database = {
    url,
    ownerUrl: String(raw.options.connectionString),
    created: false,
    embedded: false,
    stop: async () => undefined,
  }
  const openApi = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {} }
  const platformName = async (): Promise<string> => 'Strata'
  const log = createLog('silent')
  server = await startServer({ config: loadConfig(OWN), log, database, openApi, platformName, addRooms })
  const site = `http://127.0.0.1:${server.port}`
  await (await fetch(`${site}/api/nothing`)).text()
  text = await (await fetch(`http://127.0.0.1:${server.adminPort}/metrics`)).text()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) served.set(name, type)
})
afterAll(() => server.stop())

/** The metric of an expression's name: a histogram has several series. */
const servedName = (name: string): string | undefined => {
  if (served.has(name)) return name
  const base = name.replace(/_(?:bucket|sum|count)$/, '')
  return served.get(base) === 'histogram' ? base : undefined
}

test('every metric of a panel or rule is one of the running server', () => {
  const files = [
    ...readdirSync(join(root, 'ops/grafana')).map((name) => `ops/grafana/${name}`),
    ...readdirSync(join(root, 'ops/prometheus')).map((name) => `ops/prometheus/${name}`),
  ]
  const unknown = files.flatMap((file) =>
    metricsOf(readFileSync(join(root, file), 'utf8'))
      .filter((name) => servedName(name) === undefined)
      .map((name) => `${file}: ${name}`),
  )
  expect(files).toHaveLength(3)
  expect(unknown).toEqual([])
})

test('every goal has a metric, and every metric serves a goal', () => {
  const named = GOALS.map(({ id, lines }) => ({ id, names: metricsOf(Object.values(lines).join(' ')) }))
  expect(named.filter(({ names }) => names.length === 0)).toEqual([])
  const used = new Set(named.flatMap(({ names }) => names.map(servedName)))
  expect([...served.keys()].filter((name) => !used.has(name))).toEqual([])
})

test('every bench of a goal is a part of the bench', () => {
  const source = readFileSync(join(root, 'tools/bench/run.ts'), 'utf8')
  const named = GOALS.flatMap(({ bench }) => bench?.split('--only ')[1] ?? [])
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !new RegExp(`^  '?${name}'?: `, 'm').test(source))).toEqual([])
})

test('what the database knows is read', () => {
  expect(text).toContain('\nstrata_database_up 1\n')
  expect(text).toMatch(/\nstrata_partitions_ahead_days 14\n/)
  expect(text).toMatch(/\nstrata_ready\{check="migrations"\} 1\n/)
  expect(text).toMatch(/\nstrata_disk_bytes\{kind="free"\} [1-9]/)
  expect(text).toMatch(/\nstrata_backup_timestamp_seconds 0\n/)
  expect(text).toMatch(/\nstrata_http_seconds_count\{route="\/\*",status="200"\} 1\n/)
})

test('the files of npm run ops are those in the repository', () => {
  const stale = Object.entries(OPS_FILES).filter(([path, write]) => readFileSync(join(root, path), 'utf8') !== write())
  expect(stale.map(([path]) => path)).toEqual([])
})

test('every alert has its section in docs/runbook.md, and every section its alert', () => {
  const page = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  const sections = page.split(/^## /m).slice(1)
  const names = sections.map((section) => section.split('\n', 1)[0])
  expect(names).toEqual(ALERTS.map(({ name }) => name))
  const parts = ['**Meaning.**', '**Look.**', '**Do.**']
  expect(sections.filter((section) => parts.some((part) => !section.includes(part)))).toEqual([])
})
