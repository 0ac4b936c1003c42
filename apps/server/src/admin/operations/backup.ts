import { z } from 'zod'
import { putSetting } from '../../access/platform-settings.ts'
import type { Queryable } from '../../platform/db.ts'

export const BACKUP_KEY = 'backup'

const stored = z.object({ at: z.int(), bytes: z.int().min(0).nullable(), note: z.string() })
type Backup = z.infer<typeof stored>

/** The backup that was told last; null: none yet. */
export const backupOf = (value: unknown): Backup | null => {
  const read = stored.safeParse(value)
  return read.success ? read.data : null
}

/** Whoever makes the backups tells that one is done. */
export const tellBackup = (on: Queryable, backup: Backup): Promise<void> =>
  putSetting(on, BACKUP_KEY, stored.parse(backup))
