import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createPool } from '../db.ts'
import { startEmbedded } from '../postgres/embedded.ts'
import { limitApplication, roleOf } from '../roles.ts'
import { migrateAll } from '../server.ts'
import { provideCluster } from './provide-cluster.ts'
import { templateName } from './template.ts'

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
  const nodeUrls = [cluster.urlOf('postgres')]
  await provideCluster(project, { nodeUrls, applicationUrl: cluster.url, template })
  await template.end()
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
