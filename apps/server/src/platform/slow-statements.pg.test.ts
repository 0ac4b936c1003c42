import { expect, test } from 'vitest'
import { createPool, runTx, siblingPool } from './db.ts'
import { createLog } from './log.ts'
import { shownStatement, slowStatements } from './slow-statements.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { url } = await createTestDatabase()

/** What a watch is told of while `work` runs on a pool with it. */
async function told(work: (pool: ReturnType<typeof createPool>) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const pool = createPool({ url, max: 2, watch: { slowMs: 150, onSlow: (text) => void texts.push(text) } })
  await work(pool).catch(() => undefined)
  await pool.end()
  return texts
}

test('a slow statement is told with its text and never with its values', async () => {
  const text = 'select pg_sleep(0.2), $1::text as word'
  const slow = await told(async (pool) => {
    await pool.query('select $1::text', ['quick'])
    await pool.query(text, ['secret'])
    await runTx(pool, {}, (tx) => tx.query({ name: 'slow', text: `${text} -- tx`, values: ['secret'] }))
  })
  expect(slow).toEqual([text, `${text} -- tx`])
  expect(shownStatement(`select\n   1${' '.repeat(2_000)}`)).toBe('select 1')
  expect(shownStatement('x'.repeat(2_000))).toHaveLength(1_000)
})

test('a statement that fails late is told too', async () => {
  const slow = await told((pool) => pool.query('select 1 / length(pg_sleep(0.2)::text)'))
  expect(slow).toEqual(['select 1 / length(pg_sleep(0.2)::text)'])
})

test('the pool of the intake, which does not wait between statements, tells as well', async () => {
  const slow = await told(async (pool) => {
    const sibling = siblingPool(pool, { max: 1, pipeline: true, settings: {} })
    await runTx(sibling, {}, async (tx) => tx.query('select pg_sleep(0.2)'))
    await sibling.end()
  })
  expect(slow).toContain('select pg_sleep(0.2)')
})

test('without a limit nothing is watched', () => {
  expect(slowStatements(0, createLog('silent'), () => undefined)).toBeUndefined()
})
