import { randomBytes } from 'node:crypto'
import { createPool } from '../../apps/server/src/platform/db.ts'
import type { Database } from './drive.ts'

export interface Cluster {
  /** As the owner, any database. */
  readonly ownerUrl: string
  /** As the application's role, any database. */
  readonly applicationUrl: string
  /** A migrated, empty database to clone. */
  readonly template: string
}

const urlOf = (url: string, database: string): string => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** A fresh database for one run; no run sees another one's orders. */
export async function freshDatabase({ ownerUrl, applicationUrl, template }: Cluster): Promise<Database> {
  const name = `model_${randomBytes(6).toString('hex')}`
  const admin = createPool({ url: ownerUrl, max: 1 })
  await admin.query(`create database ${name} template ${template}`)
  const url = urlOf(applicationUrl, name)
  const pool = createPool({ url, max: 6 })
  const raw = createPool({ url: urlOf(ownerUrl, name), max: 2 })
  return {
    pool,
    raw,
    url,
    drop: async () => {
      await Promise.all([pool.end(), raw.end()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
