/**
 * A base backup of the embedded database while it serves: every file of the cluster between pg_backup_start and
 * pg_backup_stop, and the WAL that belongs to it. Each file is sealed by a key of its own folder; nothing is stored in clear.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Queryable } from '../../apps/server/src/platform/db.ts'
import { unprivilegedUser } from '../../apps/server/src/platform/postgres/binaries.ts'
import { type BackupSource, slotOf } from './wal-archive.ts'

/** Files of a running server alone, and the WAL, which is copied by its names at the end. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)(?:\/|$)|(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/
const EMPTY_FOLDERS = [
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const PART_BYTES = 4 * 1024 * 1024
const IV_BYTES = 12
const TAG_BYTES = 16
const MANIFEST = 'backup.json'
const PASSWORDS = ['password', 'password-app'] as const

export interface Manifest {
  readonly version: 1
  readonly salt: string
  /** Tells another key from a damaged file. Absent in backups of the first days. */
  readonly keyCheck?: string
  readonly at: number
  /** The WAL position from which the backup is consistent. */
  readonly stopLsn: string
  readonly folders: readonly string[]
  /** By name inside the cluster: the bytes in clear and their SHA-256. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>
}

/** The key of one backup and of its archive. */
export const keyOf = (key: Buffer, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'base64url'), 'strata backup', 32))

/** The same for every backup with this key and salt, and tells nothing of the key. */
const checkOf = (key: Buffer, salt: string): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'base64url'), 'strata backup check', 16)).toString('base64url')

/** What a backup says of itself. Throws when it is none, or was made with another key. */
export function readManifest(from: string, key: Buffer): Manifest {
  const file = join(from, MANIFEST)
  if (!existsSync(file)) throw new Error(`${from} is no complete backup: it has no ${MANIFEST}`)
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  if (manifest.keyCheck !== undefined && manifest.keyCheck !== checkOf(key, manifest.salt))
    throw new Error('this is not the key that the backup was made with')
  return manifest
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Parts of a file as it is read; a file that grows meanwhile is whole again by the WAL. Undefined: it was deleted. */
function* partsOf(file: string): Generator<Buffer> {
  const from = openSync(file, 'r')
  try {
    const part = Buffer.allocUnsafe(PART_BYTES)
    for (let bytes = readSync(from, part); bytes > 0; bytes = readSync(from, part)) yield part.subarray(0, bytes)
  } finally {
    closeSync(from)
  }
}

/** Seals a file. Its name is bound in, so that no file can take another one's place. */
function seal(file: string, to: string, name: string, key: Buffer): { bytes: number; sha256: string } {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(name))
  const hash = createHash('sha256')
  let bytes = 0
  const out = openSync(to, 'wx', 0o600)
  try {
    writeSync(out, iv)
    for (const part of partsOf(file)) {
      hash.update(part)
      bytes += part.length
      writeSync(out, cipher.update(part))
    }
    writeSync(out, Buffer.concat([cipher.final(), cipher.getAuthTag()]))
  } finally {
    closeSync(out)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Opens a sealed file into another. Throws when the key is another one or a byte was changed. */
function unseal(file: string, to: string, name: string, key: Buffer): { bytes: number; sha256: string } {
  const [from, out] = [openSync(file, 'r'), openSync(to, 'wx', 0o600)]
  try {
    const end = fstatSync(from).size - TAG_BYTES
    const [iv, tag, part] = [Buffer.alloc(IV_BYTES), Buffer.alloc(TAG_BYTES), Buffer.allocUnsafe(PART_BYTES)]
    readSync(from, iv, 0, IV_BYTES, 0)
    readSync(from, tag, 0, TAG_BYTES, end)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(tag)
    const hash = createHash('sha256')
    let bytes = 0
    for (let at = IV_BYTES; at < end; ) {
      const read = readSync(from, part, 0, Math.min(PART_BYTES, end - at), at)
      if (read === 0) throw new Error(`${name} ends too early`)
      const clear = decipher.update(part.subarray(0, read))
      hash.update(clear)
      writeSync(out, clear)
      bytes += clear.length
      at += read
    }
    try {
      decipher.final()
    } catch (error) {
      throw new Error(`${name} was changed or damaged`, { cause: error })
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    closeSync(from)
    closeSync(out)
  }
}

/** While the slot exists, no segment that the backup needs is removed. */
const holdWal = (client: Queryable, name: string, temporary: boolean): Promise<unknown> =>
  client.query('select pg_create_physical_replication_slot($1, true, $2)', [name, temporary])

/**
 * Copies the running cluster to an empty folder. Returns the bytes in clear. `follow`: PostgreSQL goes on holding the
 * WAL from here on, for the archive that follows.
 */
export async function backUp(
  { client, home }: BackupSource,
  to: string,
  key: Buffer,
  { follow = false }: { readonly follow?: boolean } = {},
): Promise<number> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  if (readdirSync(to).length > 0) throw new Error(`${to} is not empty`)
  const data = join(home, 'pg')
  const salt = randomBytes(16).toString('base64url')
  const own = keyOf(key, salt)
  const files: Record<string, { bytes: number; sha256: string }> = {}
  const folders: string[] = [...EMPTY_FOLDERS]
  const put = (file: string, name: string): void => {
    try {
      files[name] = seal(file, join(to, 'files', name), name, own)
    } catch (error) {
      if (!isGone(error)) throw error
      rmSync(join(to, 'files', name), { force: true })
    }
  }
  await holdWal(client, follow ? slotOf(salt) : `strata_backup_${salt.replaceAll(/[^a-z0-9]/g, '')}`, !follow)
  await client.query(`select pg_backup_start('strata', fast => true)`)
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const name = relative(data, join(entry.parentPath, entry.name))
    if (LEFT_OUT.test(name)) continue
    if (entry.isDirectory()) folders.push(name)
    else if (entry.isFile()) put(join(data, name), `pg/${name}`)
  }
  const stopped = await client.query<{ lsn: string; labelfile: string; first: string; last: string }>(
    `select s.lsn::text, s.labelfile, substring(s.labelfile from 'file ([0-9A-F]{24})') as first,
            pg_walfile_name(s.lsn) as last from pg_backup_stop(wait_for_archive => false) s`,
  )
  const { lsn = '', labelfile = '', first = '', last = '' } = stopped.rows[0] ?? {}
  await client.query('select pg_switch_wal()')
  const label = join(to, 'label')
  writeFileSync(label, labelfile, { mode: 0o600 })
  put(label, 'pg/backup_label')
  rmSync(label)
  for (const name of readdirSync(join(data, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
      put(join(data, 'pg_wal', name), `pg/pg_wal/${name}`)
  for (const name of PASSWORDS) put(join(home, name), name)
  const manifest: Manifest = {
    version: 1,
    salt,
    keyCheck: checkOf(key, salt),
    at: Date.now(),
    stopLsn: lsn,
    folders,
    files,
  }
  // Without it the folder is no backup: it is written last.
  writeFileSync(join(to, MANIFEST), JSON.stringify(manifest), { mode: 0o600 })
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Puts a backup in an empty data folder. Throws before anything runs when a file is missing, changed or sealed otherwise. */
export function restore(from: string, home: string, key: Buffer): Manifest {
  const manifest = readManifest(from, key)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  if (readdirSync(home).length > 0) throw new Error(`${home} is not empty`)
  const own = keyOf(key, manifest.salt)
  mkdirSync(join(home, 'pg'), { mode: 0o700 })
  for (const folder of manifest.folders) mkdirSync(join(home, 'pg', folder), { recursive: true, mode: 0o700 })
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const opened = unseal(join(from, 'files', name), join(home, name), name, own)
    if (opened.bytes !== bytes || opened.sha256 !== sha256) throw new Error(`${name} is not what was backed up`)
  }
  return manifest
}

/** When root restores, PostgreSQL runs as another user, who must own the cluster. */
export function giveTo(home: string): void {
  const user = unprivilegedUser()
  if (!user) return
  const data = join(home, 'pg')
  const names = readdirSync(data, { recursive: true }).map(String)
  for (const name of ['', ...names]) chownSync(join(data, name), user.uid, user.gid)
}
