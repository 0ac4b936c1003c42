import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createPool } from '../db.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import { limitApplication, roleOf } from '../roles.ts'
import { migrateAll } from '../server.ts'
import { templateName } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    /** URL with the role of the code under test, for any database of the cluster. */
    applicationUrl: string
    tenantTables: string[]
  }
}

/** Tenant tables are tables whose primary key begins with merchant_id. */
const tenantTablesText = `
  select c.relname as name
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
   where a.attname = 'merchant_id' and c.relkind in ('r', 'p') and not c.relispartition`

/** One temporary cluster for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'))
  // mkdtemp makes mode 0700. When root runs the tests, PostgreSQL's user needs access to the folder.
  chmodSync(folder, 0o755)
  const cluster = await startEmbedded({ dataDir: folder, durable: false })
  const admin = createPool({ url: cluster.urlOf('postgres'), max: 1 })
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const template = createPool({ url: cluster.urlOf(templateName), max: 2 })
  await migrateAll(template, cluster.urlOf(templateName))
  await limitApplication(template, roleOf(cluster.url))
  const tables = await template.query<{ name: string }>(tenantTablesText)
  await template.end()
  project.provide('clusterUrl', cluster.urlOf('postgres'))
  project.provide('applicationUrl', cluster.url)
  project.provide(
    'tenantTables',
    tables.rows.map((row) => row.name),
  )
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
