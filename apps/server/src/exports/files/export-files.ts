import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MerchantId } from '@strata/domain/ids'
import type { ExportRecord } from '../store.ts'

type Named = Pick<ExportRecord, 'merchantId' | 'id' | 'format'>

/** A file without a row is not deleted before this age: its row may be in a transaction that is about to commit. */
const YOUNG_MS = 3_600_000

/**
 * The folder of the files. Every process that serves calls or runs jobs must see the same one: with several
 * machines it is a shared disk.
 */
export class ExportFiles {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(resolve(dataDir), 'exports')
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  /** File name of a finished export. */
  pathOf({ merchantId, id, format }: Named): string {
    return join(this.folder, `${merchantId}-${id}.${format}`)
  }

  /** File name during writing, so that nobody fetches half a file. */
  partOf(named: Named): string {
    return `${this.pathOf(named)}.part`
  }

  async remove(named: Named): Promise<void> {
    await rm(this.partOf(named), { force: true })
    await rm(this.pathOf(named), { force: true })
  }

  /** Removes files that `known` does not return. */
  async sweep(now: number, known: (keys: { merchantId: MerchantId; id: number }[]) => Promise<ReadonlySet<string>>) {
    const names = await readdir(this.folder).catch(() => [])
    const files = names.flatMap((name) => {
      const match = /^(\d+)-(\d+)\./.exec(name)
      return match ? [{ name, merchantId: MerchantId(Number(match[1])), id: Number(match[2]) }] : []
    })
    if (files.length === 0) return
    const recorded = await known(files)
    for (const { name, merchantId, id } of files) {
      const path = join(this.folder, name)
      if (recorded.has(`${merchantId}-${id}`)) continue
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
      if (now - mtimeMs > YOUNG_MS) await rm(path, { force: true })
    }
  }
}
