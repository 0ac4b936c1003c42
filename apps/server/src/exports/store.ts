import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows, type Tx } from '../platform/db.ts'
import type { Format } from './files/writer.ts'

export type ExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'canceled'

export interface ExportRecord {
  readonly merchantId: MerchantId
  readonly id: number
  readonly accountId: AccountId
  readonly pathId: PathId
  readonly roleType: 1 | 2
  readonly list: string
  readonly input: Record<string, unknown>
  readonly fileName: string
  readonly format: Format
  readonly state: ExportState
  readonly tries: number
  readonly written: number
  readonly total: number | null
  readonly bytes: number | null
  readonly createdAt: number
  readonly expiresAt: number
}

interface ExportRow {
  merchant_id: MerchantId
  id: number
  account_id: AccountId
  path_id: PathId
  role_type: 1 | 2
  list: string
  input: Record<string, unknown>
  file_name: string
  format: Format
  state: ExportState
  tries: number
  written: number
  total: number | null
  bytes: bigint | null
  created_at: bigint
  expires_at: bigint
}

const columns =
  'merchant_id, id, account_id, path_id, role_type, list, input, file_name, format, state, tries, written, total, bytes, ' +
  'created_at, expires_at'

const toRecord = (found: ExportRow): ExportRecord => ({
  merchantId: found.merchant_id,
  id: found.id,
  accountId: found.account_id,
  pathId: found.path_id,
  roleType: found.role_type,
  list: found.list,
  input: found.input,
  fileName: found.file_name,
  format: found.format,
  state: found.state,
  tries: found.tries,
  written: found.written,
  total: found.total,
  bytes: found.bytes === null ? null : Number(found.bytes),
  createdAt: Number(found.created_at),
  expiresAt: Number(found.expires_at),
})

type NewExport = Omit<ExportRecord, 'id' | 'state' | 'tries' | 'written' | 'bytes'>

/** Limits of one account. */
export interface ExportLimits {
  readonly unfinished: number
  /** Total of finished files; above it the oldest are removed. */
  readonly bytes: number
}

/** Expires the oldest finished files of an account that exceeds its limit; the sweep deletes them. */
async function makeRoom(tx: Tx, { merchantId, accountId, createdAt }: NewExport, bytes: number): Promise<void> {
  await tx.query(
    `update exports set expires_at = $3
      where merchant_id = $1 and id in (
        select k.id from (
          select id, sum(bytes) over (order by id desc) as together from exports
           where merchant_id = $1 and account_id = $2 and state = 'ready' and expires_at > $3) k
         where k.together > $4)`,
    [merchantId, accountId, createdAt, bytes],
  )
}

/** Returns undefined if the account has the maximum of unfinished exports. Concurrent requests wait for each other. */
export async function insertExport(tx: Tx, made: NewExport, limits: ExportLimits): Promise<ExportRecord | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('strata:export:' || $1::integer, 0))`, [made.accountId])
  // Apart from the insert, because a sequence is on one machine only.
  const { id } = await row<{ id: number }>(tx, `select nextval('export_ids')::integer as id`)
  const found = await maybeRow<ExportRow & Record<string, unknown>>(
    tx,
    `insert into exports (merchant_id, id, account_id, path_id, role_type, list, input, file_name, format, total, created_at, expires_at)
     select $1::integer, $13::integer, $2::integer, $3::integer, $4::smallint, $5, $6::jsonb, $7, $8, $9::integer, $10::bigint, $11::bigint
      where (select count(*) from exports
              where merchant_id = $1 and account_id = $2 and state in ('waiting', 'running')) < $12::integer
     returning ${columns}`,
    [
      made.merchantId,
      made.accountId,
      made.pathId,
      made.roleType,
      made.list,
      JSON.stringify(made.input),
      made.fileName,
      made.format,
      made.total,
      made.createdAt,
      made.expiresAt,
      limits.unfinished,
      id,
    ],
  )
  if (found) await makeRoom(tx, made, limits.bytes)
  return found && toRecord(found)
}

export async function findExport(on: Queryable, merchantId: MerchantId, id: number): Promise<ExportRecord | undefined> {
  const found = await maybeRow<ExportRow & Record<string, unknown>>(
    on,
    `select ${columns} from exports where merchant_id = $1 and id = $2`,
    [merchantId, id],
  )
  return found && toRecord(found)
}

export interface ExportOwner {
  readonly merchantId: MerchantId
  readonly accountId: AccountId
  readonly pathId: PathId
}

/** A page of an account's exports for one path. */
export async function findExports(
  on: Queryable,
  owner: ExportOwner,
  page: { readonly ascending: boolean; readonly limit: number; readonly offset: number; readonly now: number },
): Promise<{ items: ExportRecord[]; total: number }> {
  const direction = page.ascending ? 'asc' : 'desc'
  const where = 'where merchant_id = $1 and account_id = $2 and path_id = $3 and expires_at > $4'
  const values = [owner.merchantId, owner.accountId, owner.pathId, page.now]
  const found = await rows<ExportRow & Record<string, unknown>>(
    on,
    `select ${columns} from exports ${where} order by id ${direction} limit $5 offset $6`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total from exports ${where}`, values)
  return { items: found.map(toRecord), total }
}

type Key = Pick<ExportRecord, 'merchantId' | 'id'>

/** Marks an unfinished export as running, from its beginning. Undefined: it was canceled or is finished. */
export async function beginExport(on: Queryable, { merchantId, id }: Key): Promise<ExportRecord | undefined> {
  const found = await maybeRow<ExportRow & Record<string, unknown>>(
    on,
    `update exports set state = 'running', tries = tries + 1, written = 0
      where merchant_id = $1 and id = $2 and state in ('waiting', 'running') returning ${columns}`,
    [merchantId, id],
  )
  return found && toRecord(found)
}

export interface ExportChange {
  readonly state?: ExportState
  readonly tries?: number
  readonly written?: number
  readonly total?: number
  readonly bytes?: number
  readonly expiresAt?: number
}

/** Changes an unfinished export; absent fields do not change. Undefined: it was canceled meanwhile. */
export async function changeExport(
  on: Queryable,
  { merchantId, id }: Key,
  change: ExportChange,
): Promise<ExportRecord | undefined> {
  const found = await maybeRow<ExportRow & Record<string, unknown>>(
    on,
    `update exports set state = coalesce($3, state), written = coalesce($4, written), total = coalesce($5, total),
            bytes = coalesce($6, bytes), expires_at = coalesce($7, expires_at), tries = coalesce($8, tries)
      where merchant_id = $1 and id = $2 and state in ('waiting', 'running') returning ${columns}`,
    [
      merchantId,
      id,
      change.state ?? null,
      change.written ?? null,
      change.total ?? null,
      change.bytes ?? null,
      change.expiresAt ?? null,
      change.tries ?? null,
    ],
  )
  return found && toRecord(found)
}

/** Deletes expired exports. */
export async function deleteExpired(on: Queryable, now: number): Promise<void> {
  await on.query('/* all merchants */ delete from exports where expires_at <= $1', [now])
}

/** Which of these still exist. */
export async function knownExports(on: Queryable, keys: readonly Key[]): Promise<Key[]> {
  const found = await rows<{ merchant_id: MerchantId; id: number }>(
    on,
    `select e.merchant_id, e.id from unnest($1::integer[], $2::integer[]) as k (merchant_id, id)
       join exports e on e.merchant_id = k.merchant_id and e.id = k.id`,
    [keys.map((key) => key.merchantId), keys.map((key) => key.id)],
  )
  return found.map((key) => ({ merchantId: key.merchant_id, id: key.id }))
}
