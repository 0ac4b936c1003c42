import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { must } from '@strata/domain/must'
import type { BucketSettings } from '../../platform/config.ts'
import { Bucket } from './bucket.ts'
import { ExportFiles } from './export-files.ts'
import { type ExportStore, type Known, keyInName, keyOf, type Named, nameOf, YOUNG_MS } from './export-store.ts'

const PREFIX = 'exports/'
/** One upload; stores take up to 5 GiB in one. */
const UPLOAD_MS = 30 * 60_000

/** The digest is part of the signature, so that the store refuses a file that changed on its way. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

interface Listed {
  readonly name: string
  readonly changedAt: number
}

/** A page of the list of objects (ListObjectsV2). */
export function readListing(xml: string): { readonly files: readonly Listed[]; readonly next: string | undefined } {
  const within = (text: string, tag: string): string =>
    unescaped(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? '')
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, item = '']) => ({
    name: within(item, 'Key').slice(PREFIX.length),
    changedAt: Date.parse(within(item, 'LastModified')),
  }))
  const next = within(xml, 'IsTruncated') === 'true' ? within(xml, 'NextContinuationToken') : ''
  return { files, next: next === '' ? undefined : next }
}

/** A bucket of an S3-compatible store: files are written on the machine's own disk and then uploaded. */
export class BucketFiles implements ExportStore {
  readonly #bucket: Bucket
  readonly #parts: ExportFiles

  constructor(settings: BucketSettings, dataDir: string) {
    this.#bucket = new Bucket(settings)
    this.#parts = new ExportFiles(dataDir)
  }

  prepare(): Promise<void> {
    return this.#parts.prepare()
  }

  partOf(named: Named): string {
    return this.#parts.partOf(named)
  }

  async publish(named: Named): Promise<void> {
    const path = this.partOf(named)
    const headers = { 'x-amz-content-sha256': await digestOf(path), 'content-type': 'application/octet-stream' }
    const wish = { method: 'PUT', key: PREFIX + nameOf(named), headers, withinMs: UPLOAD_MS } as const
    const answer = await this.#bucket.send({ ...wish, body: await openAsBlob(path) })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error('there is no such bucket')
    await rm(path, { force: true })
  }

  async sizeOf(named: Named): Promise<number | undefined> {
    const answer = await this.#bucket.send({ method: 'HEAD', key: PREFIX + nameOf(named) })
    return answer.ok ? Number(answer.headers.get('content-length')) : undefined
  }

  async read(named: Named, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    const answer = await this.#bucket.send({ method: 'GET', key: PREFIX + nameOf(named), headers })
    if (!answer.ok || (range && answer.status !== 206)) throw new Error('the bucket did not send the file')
    return Readable.from(must(answer.body, 'the bytes of the file') as AsyncIterable<Uint8Array>)
  }

  async remove(named: Named): Promise<void> {
    await this.#parts.remove(named)
    await this.#delete(nameOf(named))
  }

  async sweep(now: number, known: Known): Promise<void> {
    await this.#parts.sweep(now, known)
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix: PREFIX,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      }
      const answer = await this.#bucket.send({ method: 'GET', key: '', query })
      const { files, next } = readListing(await answer.text())
      await this.#sweepSome(files, now, known)
      token = next
    } while (token !== undefined)
  }

  async #sweepSome(files: readonly Listed[], now: number, known: Known): Promise<void> {
    const ours = files.flatMap(({ name, changedAt }) => {
      const key = keyInName(name)
      return key && now - changedAt > YOUNG_MS ? [{ name, ...key }] : []
    })
    if (ours.length === 0) return
    const recorded = await known(ours)
    for (const file of ours) if (!recorded.has(keyOf(file))) await this.#delete(file.name)
  }

  async #delete(name: string): Promise<void> {
    await (await this.#bucket.send({ method: 'DELETE', key: PREFIX + name })).arrayBuffer()
  }
}

/** The bucket of the settings, else the folder. */
export const exportStore = ({
  bucket,
  dataDir,
}: {
  readonly bucket: BucketSettings | undefined
  readonly dataDir: string
}): ExportStore => (bucket ? new BucketFiles(bucket, dataDir) : new ExportFiles(dataDir))
