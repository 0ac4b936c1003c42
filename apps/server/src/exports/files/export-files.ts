import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { type ExportStore, type Known, keyInName, keyOf, type Named, nameOf, YOUNG_MS } from './export-store.ts'

/** A folder of files. With several machines it is a shared disk, or a bucket is used instead. */
export class ExportFiles implements ExportStore {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(resolve(dataDir), 'exports')
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  partOf(named: Named): string {
    return `${this.#pathOf(named)}.part`
  }

  publish(named: Named): Promise<void> {
    return rename(this.partOf(named), this.#pathOf(named))
  }

  async sizeOf(named: Named): Promise<number | undefined> {
    return (await stat(this.#pathOf(named)).catch(() => undefined))?.size
  }

  async read(named: Named, range = {}): Promise<Readable> {
    return createReadStream(this.#pathOf(named), range)
  }

  async remove(named: Named): Promise<void> {
    await rm(this.partOf(named), { force: true })
    await rm(this.#pathOf(named), { force: true })
  }

  async sweep(now: number, known: Known): Promise<void> {
    const names = await readdir(this.folder).catch(() => [])
    const files = names.flatMap((name) => {
      const key = keyInName(name)
      return key ? [{ name, ...key }] : []
    })
    if (files.length === 0) return
    const recorded = await known(files)
    for (const file of files) {
      const path = join(this.folder, file.name)
      if (recorded.has(keyOf(file))) continue
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
      if (now - mtimeMs > YOUNG_MS) await rm(path, { force: true })
    }
  }

  #pathOf(named: Named): string {
    return join(this.folder, nameOf(named))
  }
}
