import type { ResponseOf } from '@strata/contract/endpoint'
import type { exportQuery } from '@strata/contract/endpoints/reports'
import { recentSystemSettings } from '../access/platform-settings.ts'
import type { AccessContext } from '../access/session.ts'
import type { Pool } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import type { ExportStore } from './files/export-store.ts'
import type { ListedSource } from './source.ts'
import type { ExportRecord } from './store.ts'

export interface ExportContext extends AccessContext {
  /** For lists whose screen reads from it too. Permissions are never read from it. */
  readonly replica: Pool
  readonly live: LiveHub
  readonly files: ExportStore
  readonly sources: readonly ListedSource[]
  /** How long the call waits for the file before it answers with an export id. */
  readonly waitMs?: number
}

export const WAIT_MS = 5_000
/** Unfinished exports per account. */
export const MAX_UNFINISHED = 2
/** How long a finished file can be fetched. */
export const fileLastsMs = async (pool: Pool): Promise<number> =>
  (await recentSystemSettings(pool)).exportHours * 3_600_000
/** Total size of finished files per account, so that no account can fill the disk. */
export const MAX_BYTES = 2 * 1024 ** 3

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

/** Sends the progress of an export to the screens of its account. */
export function tellExport(live: LiveHub, found: ExportRecord): void {
  const { merchantId, id, accountId } = found
  live.publish({ type: 'export', merchantId, key: String(id), data: { accountId, ...exportOnWire(found) } })
}
