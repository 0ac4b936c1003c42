import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Commits wait for the same disk. */
const PAUSE_MS = 50
const PAGE = Buffer.alloc(8_192, 1)

/** Repeatedly writes and syncs its own page. This shows how long the disk alone makes a commit wait. */
export class DiskWatch {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strata-disk-'))
  #running = true
  #worst = 0
  #syncs: number[] = []
  readonly #done: Promise<void>

  constructor() {
    this.#done = this.#watch()
  }

  /** The longest sync that ended since the last call, in ms. */
  takeWorst(): number {
    const worst = this.#worst
    this.#worst = 0
    return worst
  }

  /** How long each sync since the last call took, in ms. */
  takeSyncs(): number[] {
    const syncs = this.#syncs
    this.#syncs = []
    return syncs
  }

  async stop(): Promise<void> {
    this.#running = false
    await this.#done
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #watch(): Promise<void> {
    const file: FileHandle = await open(join(this.#folder, 'page'), 'w')
    while (this.#running) {
      const from = performance.now()
      await file.write(PAGE, 0, PAGE.length, 0)
      await file.datasync()
      const took = performance.now() - from
      this.#worst = Math.max(this.#worst, took)
      this.#syncs.push(took)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    await file.close()
  }
}
