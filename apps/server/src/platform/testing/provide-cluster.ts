import type { TestProject } from 'vitest/node'
import type { Pool } from '../db.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    /** The maintenance databases of all machines, the one that tests connect to first. */
    nodeUrls: readonly string[]
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
   where a.attname = 'merchant_id' and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> 'merchant_directory'`

export async function provideCluster(
  project: TestProject,
  cluster: { readonly nodeUrls: readonly string[]; readonly applicationUrl: string; readonly template: Pool },
): Promise<void> {
  const { nodeUrls, applicationUrl, template } = cluster
  const tables = await template.query<{ name: string }>(tenantTablesText)
  project.provide('clusterUrl', nodeUrls[0] ?? '')
  project.provide('nodeUrls', nodeUrls)
  project.provide('applicationUrl', applicationUrl)
  project.provide(
    'tenantTables',
    tables.rows.map((row) => row.name),
  )
}
