import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from '../../platform/config.ts'

const SHORT_MS = 30_000
const MAX_TRIES = 3
const AGAIN_MS = 300

export interface Wish {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Inside the bucket; empty: the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  /** The answer must begin within this time. */
  readonly withinMs?: number
}

/** An answer that the bucket should not give. It names neither keys of access nor the address. */
class BucketError extends Error {
  override name = 'BucketError'
}

const isWorthAgain = (status: number): boolean => status === 429 || status >= 500

/** Signed calls to a bucket of an S3-compatible store, by path and not by host: every store knows that form. */
export class Bucket {
  readonly #settings: BucketSettings

  constructor(settings: BucketSettings) {
    this.#settings = settings
  }

  /** An answer of 2xx or 404. Throws for all others after a few tries. The body of the answer must be used. */
  async send(wish: Wish): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const answer = await this.#once(wish).catch((error: unknown) => {
        if (tried >= MAX_TRIES) throw new BucketError(`the bucket cannot be reached (${wish.method})`, { cause: error })
      })
      if (answer?.ok || answer?.status === 404) return answer
      const said = answer && (await answer.text().catch(() => ''))
      if (answer && (tried >= MAX_TRIES || !isWorthAgain(answer.status))) {
        const code = /<Code>(\w{1,64})<\/Code>/.exec(said ?? '')?.[1] ?? ''
        throw new BucketError(`the bucket refuses ${wish.method}: ${answer.status} ${code}`)
      }
      await new Promise((resolve) => setTimeout(resolve, tried * AGAIN_MS))
    }
  }

  async #once({ method, key, query = {}, headers = {}, body, withinMs = SHORT_MS }: Wish): Promise<Response> {
    const { endpoint, bucket, accessKey, secretKey, region } = this.#settings
    const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const keys = { accessKeyId: accessKey, secretAccessKey: secretKey }
    const signer = new AwsV4Signer({ method, url: url.href, headers: { ...headers }, service: 's3', region, ...keys })
    const signed = await signer.sign()
    const late = new AbortController()
    // Only until the answer begins: reading a large file may take longer.
    const timer = setTimeout(() => late.abort(), withinMs)
    try {
      const sent = { method, headers: signed.headers, signal: late.signal, redirect: 'error' } as const
      return await fetch(signed.url, body === undefined ? sent : { ...sent, body })
    } finally {
      clearTimeout(timer)
    }
  }
}
