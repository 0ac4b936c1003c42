import type { TestProject } from 'vitest/node'
import { CLUSTER_DEFAULTS } from '../citus.ts'
import { createPool } from '../db.ts'
import { limitApplication } from '../roles.ts'
import { migrateAll } from '../server.ts'
import { joinNodes } from './citus-nodes.ts'
import { provideCluster } from './provide-cluster.ts'
import { databaseUrl, onEveryNode, templateName } from './template.ts'

const APPLICATION = 'strata_app'

async function machinesOf(coordinator: string): Promise<string[]> {
  const pool = createPool({ url: coordinator, max: 1 })
  const found = await pool.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node order by groupid',
  )
  await pool.end()
  return found.rows.map(({ host, port }) => {
    const url = new URL(coordinator)
    url.host = `${host}:${port}`
    return url.href
  })
}

/** A copy of a database does not copy the database's settings: the role has them instead. */
async function makeTemplate(nodeUrls: readonly string[]): Promise<string> {
  await onEveryNode(nodeUrls, `drop database if exists ${templateName} with (force)`)
  await onEveryNode(nodeUrls, `create database ${templateName}`)
  await joinNodes(nodeUrls.map((url) => databaseUrl(url, templateName)))
  const defaults = Object.entries(CLUSTER_DEFAULTS).map(
    ([setting, value]) => `alter role ${APPLICATION} set ${setting} = '${value}'`,
  )
  await onEveryNode(
    nodeUrls,
    `set citus.enable_ddl_propagation = off;
     do $$ begin create role ${APPLICATION} login; exception when duplicate_object then null; end $$;
     ${defaults.join(';')}`,
  )
  return databaseUrl(nodeUrls[0] ?? '', templateName)
}

/** A cluster that runs already, with a migrated and spread template that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = process.env['CITUS_URL'] ?? ''
  const nodeUrls = await machinesOf(coordinator)
  const url = await makeTemplate(nodeUrls)
  const template = createPool({ url, max: 2 })
  await migrateAll(template, url)
  await limitApplication(template, APPLICATION)
  const application = new URL(coordinator)
  application.username = APPLICATION
  await provideCluster(project, { nodeUrls, applicationUrl: application.href, template })
  await template.end()
  // Citus keeps a process on each database; a template must have nobody.
  await onEveryNode(
    nodeUrls,
    `alter database ${templateName} allow_connections false;
     select pg_terminate_backend(pid) from pg_stat_activity where datname = '${templateName}'`,
  )
  return () => onEveryNode(nodeUrls, `drop database if exists ${templateName} with (force)`)
}
