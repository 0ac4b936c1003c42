import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { lockComplaints } from '../../../rooms/lock-order.ts'
import { dayComplaints } from '../../../rooms/order-days.ts'
import { shardComplaints } from '../../../rooms/shards.ts'
import { ownerComplaints } from '../../../rooms/tables.ts'
import { createPool, type Pool, type StatementRecorder } from '../db.ts'
import { createStatementRecorder, unscopedStatements } from './statements.ts'
import { cloneTemplate, databaseUrl, dropClone } from './template.ts'

export interface TestDatabase {
  /** As the application's role, as is `pool`. */
  readonly url: string
  /**
   * The pool of the code under test. Every statement is recorded. It must name merchant_id for a tenant table, and may
   * use only tables of the room that sends it.
   */
  readonly pool: Pool
  /** For preparation and checks by the test itself. It signs in as the owner of the tables and is not recorded. */
  readonly raw: Pool
  readonly recorder: StatementRecorder
}

/**
 * A migrated, empty database for one test file. Call it at the top of the file:
 * `const { pool, raw } = await createTestDatabase()`. It is dropped after the file, and the file fails
 * if code under test sent a statement that touches a tenant table without merchant_id, or another room's table, or
 * orders without saying of which days, or locked in another order than the written one.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('clusterUrl')
  const nodeUrls = inject('nodeUrls')
  const name = `test_${randomBytes(8).toString('hex')}`
  await cloneTemplate(nodeUrls, name)
  const url = databaseUrl(inject('applicationUrl'), name)
  const recorder = createStatementRecorder()
  const pool = createPool({ url, max: 10, recorder })
  const raw = createPool({ url: databaseUrl(cluster, name), max: 4 })
  afterAll(async () => {
    await Promise.all([pool.end(), raw.end()])
    await dropClone(nodeUrls, name)
    const wrong = unscopedStatements(recorder.texts, inject('tenantTables'))
    if (wrong.length > 0) throw new Error(`statements without merchant_id:\n${wrong.join('\n---\n')}`)
    const spread = shardComplaints(recorder.senders)
    if (spread.length > 0) throw new Error(`statements over several machines:\n${spread.join('\n---\n')}`)
    const undated = dayComplaints(recorder.senders)
    if (undated.length > 0) throw new Error(`orders of every day (rooms/order-days.ts):\n${undated.join('\n---\n')}`)
    const foreign = ownerComplaints(recorder.senders, recorder.texts)
    if (foreign.length > 0) throw new Error(`tables of other rooms:\n${foreign.join('\n---\n')}`)
    const locks = lockComplaints(recorder.lockEdges.values())
    if (locks.length > 0) throw new Error(`locks out of order (rooms/lock-list.ts):\n${locks.join('\n---\n')}`)
  })
  return { url, pool, raw, recorder }
}
