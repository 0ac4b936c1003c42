import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { backUp, giveTo, restore } from './base-backup.ts'

/** The copy of a cluster is mostly disk, and the disk has other readers. */
const DISK_MS = 180_000
const KEY = Buffer.alloc(32, 7)
const folder = mkdtempSync(join(tmpdir(), 'strata-backup-'))
chmodSync(folder, 0o755)
let source: EmbeddedPostgres
beforeAll(async () => {
  source = await startEmbedded({ dataDir: join(folder, 'source') })
})
afterAll(async () => {
  await source.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes and commits one row after the other inside the database, whatever this process does, until told to stop. */
const WRITER = `do $$ declare n integer := 0; begin
  while not exists (select from stop) loop
    insert into pairs values (n, n, -n); n := n + 1; commit;
  end loop; end $$`

test(
  'a backup under load holds what was committed before it, in sequence, and nothing in half',
  async () => {
    const pool = createPool({ url: source.ownerUrl, max: 4 })
    await pool.query('create table pairs (id integer primary key, one bigint not null, two bigint not null)')
    await pool.query('create table stop (id integer)')
    await pool.query('create table secret_words (word text)')
    await pool.query(`insert into secret_words values ('findmeifyoucan')`)
    const count = async (on: typeof pool): Promise<{ n: number; last: number; odd: number }> => {
      const found = await on.query<{ n: number; last: number; odd: number }>(
        `select count(*)::integer as n, coalesce(max(id), -1) as last,
              count(*) filter (where one + two <> 0)::integer as odd from pairs`,
      )
      return found.rows[0] ?? { n: 0, last: 0, odd: 0 }
    }
    const writer = await pool.connect()
    await writer.query('set statement_timeout = 0')
    const writing = writer.query(WRITER)
    const client = await pool.connect()
    while ((await count(pool)).n < 100);
    const before = await count(pool)
    await backUp({ client, home: source.home }, join(folder, 'backup'), KEY)
    const after = await count(pool)
    client.release(true)
    await pool.query('insert into stop values (1)')
    await writing
    writer.release(true)
    await pool.end()

    const home = join(folder, 'restored')
    restore(join(folder, 'backup'), home, KEY)
    giveTo(home)
    const again = await startEmbedded({ dataDir: home })
    const restored = createPool({ url: again.ownerUrl, max: 1 })
    const found = await count(restored)
    await restored.end()
    await again.stop()
    expect(after.n).toBeGreaterThan(before.n)
    expect([found.odd, found.last]).toEqual([0, found.n - 1])
    expect(found.n).toBeGreaterThan(before.n)
    expect(found.n).toBeLessThanOrEqual(after.n)
  },
  DISK_MS,
)

const filesOf = (at: string): string[] =>
  readdirSync(at, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name)] : [],
  )

test('a backup holds no word of the database in clear', () => {
  const told = filesOf(join(folder, 'backup')).filter((file) => readFileSync(file).includes('findmeifyoucan'))
  expect(told).toEqual([])
})

test(
  'a backup does not open with another key, nor with a changed byte',
  () => {
    expect(() => restore(join(folder, 'backup'), join(folder, 'other'), Buffer.alloc(32, 8))).toThrow()
    const [file = ''] = filesOf(join(folder, 'backup', 'files'))
    const content = readFileSync(file)
    content[content.length - 20] = (content[content.length - 20] ?? 0) ^ 1
    writeFileSync(file, content)
    expect(() => restore(join(folder, 'backup'), join(folder, 'changed'), KEY)).toThrow()
  },
  DISK_MS,
)
