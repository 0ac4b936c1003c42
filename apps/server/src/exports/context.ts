import type { ResponseOf } from '@strata/contract/endpoint'
import type { exportQuery } from '@strata/contract/endpoints/reports'
import type { AccessContext } from '../access/session/authorize.ts'
import type { Pool } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import type { ExportFiles } from './files/export-files.ts'
import type { ExportSource } from './source.ts'
import type { ExportRecord } from './store.ts'

export interface ExportContext extends AccessContext {
  /** For lists whose screen reads it too; who may read them never is read there. */
  readonly replica: Pool
  readonly live: LiveHub
  readonly files: ExportFiles
  readonly sources: readonly ExportSource[]
  /** An answer waits this long for its file. */
  readonly waitMs?: number
}

export const WAIT_MS = 5_000
/** Unfinished exports of one account. */
export const MAX_UNFINISHED = 2
export const KEPT_MS = 24 * 3_600_000
/** Of one account's finished files: no account fills the disk of all. */
export const KEPT_BYTES = 2 * 1024 ** 3

export type WireExport = ResponseOf<typeof exportQuery>['items'][number]

export const exportOnWire = (found: ExportRecord): WireExport => ({
  id: found.id,
  name: found.fileName,
  format: found.format,
  state: found.state,
  rows: found.written,
  totalRows: found.total,
  bytes: found.bytes,
  createdAt: found.createdAt,
  expiresAt: found.state === 'ready' ? found.expiresAt : null,
})

/** Tells the screens of the account how far its export is. */
export function tellExport(live: LiveHub, found: ExportRecord): void {
  const { merchantId, id, accountId } = found
  live.publish({ type: 'export', merchantId, key: String(id), data: { accountId, ...exportOnWire(found) } })
}
