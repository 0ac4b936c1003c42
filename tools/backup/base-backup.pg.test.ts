import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../apps/server/src/platform/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { backUp, giveTo, keyOf, readManifest, restore } from './base-backup.ts'
import { restoreInto } from './check.ts'
import { archivedSegments, archiveWal, openSegment, slotOf, unpackArchive } from './wal-archive.ts'

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
    const other = (): unknown => restore(join(folder, 'backup'), join(folder, 'other'), Buffer.alloc(32, 8))
    expect(other).toThrow('this is not the key that the backup was made with')
    const [file = ''] = filesOf(join(folder, 'backup', 'files'))
    const content = readFileSync(file)
    content[content.length - 20] = (content[content.length - 20] ?? 0) ^ 1
    writeFileSync(file, content)
    expect(() => restore(join(folder, 'backup'), join(folder, 'changed'), KEY)).toThrow('was changed or damaged')
  },
  DISK_MS,
)

test(
  'a backup with its archive goes back to an instant, while the database was written to',
  async () => {
    const backup = join(folder, 'followed')
    const pool = createPool({ url: source.ownerUrl, max: 4 })
    await pool.query('create table moments (id integer generated always as identity, at timestamptz default now())')
    await pool.query('truncate pairs; truncate stop')
    const writer = await pool.connect()
    await writer.query('set statement_timeout = 0')
    const writing = writer.query(WRITER)
    const client = await pool.connect()
    const from = { client, home: source.home }
    await backUp(from, backup, KEY, { follow: true })
    const { at, salt } = readManifest(backup, KEY)
    const archive = { backup, slot: slotOf(salt), key: keyOf(KEY, salt) }
    await pool.query('insert into moments default values')
    expect(await archiveWal(from, archive, true)).toBeGreaterThan(0)
    await pool.query('insert into moments default values')
    // The instant is one of whole milliseconds, so it must not be the one in which that row was written.
    await sleep(5)
    const [instant] = (await pool.query<{ at: Date }>('select clock_timestamp() as at')).rows
    await sleep(5)
    await pool.query('insert into moments default values')
    await pool.query('insert into stop values (1)')
    await writing
    writer.release(true)
    await archiveWal(from, archive, true)
    expect(await archiveWal(from, archive, false)).toBe(0)
    client.release(true)
    await pool.end()

    const until = instant?.at.getTime() ?? 0
    const home = join(folder, 'instant')
    await restoreInto(backup, home, KEY, until)
    const again = await startEmbedded({ dataDir: home })
    const restored = createPool({ url: again.ownerUrl, max: 1 })
    const found = await restored.query(
      `select (select count(*) from moments)::integer as moments, (select count(*) from stop)::integer as stops,
              (select count(*) = max(id) + 1 and bool_and(one + two = 0) from pairs) as whole,
              (select count(*) from pg_replication_slots)::integer as slots`,
    )
    await restored.query('insert into moments default values')
    await restored.end()
    await again.stop()
    expect(found.rows).toEqual([{ moments: 2, stops: 0, whole: true, slots: 0 }])

    const early = restoreInto(backup, join(folder, 'early'), KEY, at - 1)
    await expect(early).rejects.toThrow('--until must be later than the end of the backup')
    const late = restoreInto(backup, join(folder, 'late'), KEY, Date.now() + 60_000)
    await expect(late).rejects.toThrow('the archive of the WAL ends at')
  },
  DISK_MS,
)

test('an archive with a gap, a changed segment or a lost slot is refused with its name', async () => {
  const backup = join(folder, 'followed')
  const names = archivedSegments(backup)
  expect(names.length).toBeGreaterThanOrEqual(2)
  const { salt } = readManifest(backup, KEY)
  const key = keyOf(KEY, salt)
  const [first = '', last = ''] = [names[0], names.at(-1)]
  expect(() => openSegment(backup, last, keyOf(Buffer.alloc(32, 8), salt))).toThrow(
    `${last} of the archive was changed`,
  )
  // A segment under the name of another one.
  const beyond = `${last.slice(0, 20)}FFFF`
  renameSync(join(backup, 'wal', last), join(backup, 'wal', beyond))
  expect(() => openSegment(backup, beyond, key)).toThrow('was changed or damaged')
  expect(() => unpackArchive(backup, join(folder, 'instant'), key)).toThrow(`no segment between`)
  renameSync(join(backup, 'wal', beyond), join(backup, 'wal', last))
  expect(first).not.toBe(last)
  const pool = createPool({ url: source.ownerUrl, max: 1 })
  const archive = { backup, slot: slotOf(salt), key }
  await pool.query('select pg_drop_replication_slot($1)', [archive.slot])
  const lost = archiveWal({ client: pool, home: source.home }, archive, false)
  await expect(lost).rejects.toThrow('make a new backup and follow that')
  await pool.end()
})
