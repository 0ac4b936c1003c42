import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKED = /\.(js|css|svg|html)$/
/** A smaller file fits into one network packet without compression. */
const WORTH_BYTES = 1_024

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

async function pack(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTH_BYTES) return
  const [small, usual] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzipped(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, usual)])
}

/**
 * Writes a compressed copy beside every file, at the highest level, so that the server does not compress while it
 * takes bets.
 */
export const packFiles = (): Plugin => ({
  name: 'strata:pack',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => PACKED.test(name))
    await Promise.all(names.map((name) => pack(join(dir ?? '', name))))
  },
})
