/**
 * The archive of the WAL beside a base backup: every finished segment, compressed and sealed. A replication slot of the
 * archive's name holds segments until they are in it, also while nobody runs it.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Queryable } from '../../apps/server/src/platform/db.ts'

const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENT_BYTES = 16n * 1024n * 1024n
const IV_BYTES = 12
const TAG_BYTES = 16
const TIME_BYTES = 8
const FOLDER = 'wal'

export interface BackupSource {
  /** As the superuser. Nobody else uses it meanwhile: the backup belongs to its session. */
  readonly client: Queryable
  /** The folder with `pg` and the password files. */
  readonly home: string
}

/** The slot of a backup's archive. The server's metric of WAL without archive looks for this beginning. */
export const slotOf = (salt: string): string =>
  `strata_wal_${createHash('sha256').update(salt).digest('hex').slice(0, 12)}`

const segmentsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => SEGMENT.test(name))
        .sort()
    : []

/** The segments of a backup's archive, the oldest first. */
export const archivedSegments = (backup: string): string[] => segmentsIn(join(backup, FOLDER))

/** The position after a segment. A name has the timeline, the upper half of the position, and the number in it. */
function endOf(segment: string): string {
  const [high, low] = [BigInt(`0x${segment.slice(8, 16)}`), BigInt(`0x${segment.slice(16)}`)]
  const end = (high << 32n) + (low + 1n) * SEGMENT_BYTES
  return `${(end >> 32n).toString(16)}/${(end & 0xffff_ffffn).toString(16)}`
}

/** The name of a segment and the time when it was read are bound in. */
function sealSegment(clear: Buffer, name: string, at: number, key: Buffer): Buffer {
  const [iv, time] = [randomBytes(IV_BYTES), Buffer.alloc(TIME_BYTES)]
  time.writeBigUInt64BE(BigInt(at))
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.concat([Buffer.from(`${FOLDER}/${name}`), time]))
  const sealed = cipher.update(gzipSync(clear, { level: 1 }))
  return Buffer.concat([iv, time, sealed, cipher.final(), cipher.getAuthTag()])
}

/** A segment of the archive, and when it was read: every commit in it was before. */
export function openSegment(backup: string, name: string, key: Buffer): { clear: Buffer; at: number } {
  const sealed = readFileSync(join(backup, FOLDER, name))
  const time = sealed.subarray(IV_BYTES, IV_BYTES + TIME_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.concat([Buffer.from(`${FOLDER}/${name}`), time]))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const packed = Buffer.concat([
      decipher.update(sealed.subarray(IV_BYTES + TIME_BYTES, -TAG_BYTES)),
      decipher.final(),
    ])
    return { clear: gunzipSync(packed), at: Number(time.readBigUInt64BE()) }
  } catch (error) {
    throw new Error(`the segment ${name} of the archive was changed or damaged`, { cause: error })
  }
}

/** A segment counts from the moment it has its name, and then it is on the disk. */
function put(folder: string, name: string, content: Buffer): void {
  const part = join(folder, `${name}.part`)
  writeFileSync(part, content, { mode: 0o600 })
  const file = openSync(part, 'r')
  fsyncSync(file)
  closeSync(file)
  renameSync(part, join(folder, name))
  const at = openSync(folder, 'r')
  fsyncSync(at)
  closeSync(at)
}

export interface Archive {
  readonly backup: string
  readonly slot: string
  /** Of the backup, as its files are sealed with. */
  readonly key: Buffer
}

/**
 * Takes every finished segment that the archive does not have, and lets PostgreSQL remove it. `finish`: the running
 * segment is ended first if anything was written to it. Returns how many were taken. Throws when the slot is gone.
 */
export async function archiveWal(
  { client, home }: BackupSource,
  { backup, slot, key }: Archive,
  finish: boolean,
): Promise<number> {
  if (finish) await client.query('select pg_switch_wal()')
  const found = await client.query<{ first: string | null; current: string }>(
    `select pg_walfile_name(restart_lsn) as first, pg_walfile_name(pg_current_wal_lsn()) as current
       from pg_replication_slots where slot_name = $1`,
    [slot],
  )
  const { first, current } = found.rows[0] ?? {}
  if (!first || !current) {
    throw new Error('PostgreSQL does not hold the WAL of this backup any more: make a new backup and follow that')
  }
  const folder = join(backup, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Set(segmentsIn(folder))
  const finished = segmentsIn(join(home, 'pg', 'pg_wal')).filter((name) => name >= first && name < current)
  const missing = finished.filter((name) => !known.has(name))
  for (const name of missing) {
    put(folder, name, sealSegment(readFileSync(join(home, 'pg', 'pg_wal', name)), name, Date.now(), key))
  }
  const last = finished.at(-1)
  if (last !== undefined) await client.query('select pg_replication_slot_advance($1, $2)', [slot, endOf(last)])
  return missing.length
}

/**
 * Puts the archive of a backup into the WAL of its restored cluster. Returns until when it reaches. Throws for a
 * segment that is missing between two others.
 */
export function unpackArchive(backup: string, home: string, key: Buffer): number {
  const names = archivedSegments(backup)
  let at = 0
  names.forEach((name, index) => {
    const before = names[index - 1]
    if (before !== undefined && positionOf(name) !== positionOf(before) + 1n)
      throw new Error(`the archive has no segment between ${before} and ${name}`)
    const opened = openSegment(backup, name, key)
    writeFileSync(join(home, 'pg', 'pg_wal', name), opened.clear, { mode: 0o600 })
    at = opened.at
  })
  return at
}

const positionOf = (segment: string): bigint =>
  BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`)
