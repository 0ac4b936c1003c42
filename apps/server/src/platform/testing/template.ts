import { createPool } from '../db.ts'

export const templateName = 'strata_template'

/** The URL of another database of a cluster. */
export function databaseUrl(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}

/** Sends a statement to the maintenance database of every machine, one after the other. */
export async function onEveryNode(nodeUrls: readonly string[], text: string): Promise<void> {
  for (const url of nodeUrls) {
    const admin = createPool({ url, max: 1 })
    try {
      await admin.query(text)
    } finally {
      await admin.end()
    }
  }
}

/**
 * A copy of the migrated template. On a Citus cluster each machine copies its own part: machines know each other by
 * address and find a database by its name.
 */
export const cloneTemplate = (nodeUrls: readonly string[], name: string): Promise<void> =>
  onEveryNode(nodeUrls, `create database ${name} template ${templateName}`)

const DROPS = 5

/** Citus begins a process of its own in a database at any moment, and then it cannot be dropped just then. */
export async function dropClone(nodeUrls: readonly string[], name: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await onEveryNode(nodeUrls, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if (tried === DROPS || !/being accessed by other users/.test(String(error))) throw error
    }
  }
}
