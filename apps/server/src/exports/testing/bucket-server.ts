import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A small S3-compatible store for tests. It checks every signature by the public description of Signature Version 4. */

export interface SignedCall {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** The signature that a call must have. Undefined: it has no complete one. */
export function signatureOf({ method, target, headers }: SignedCall, secret: string): string | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=/.exec(
      headers.authorization ?? '',
    )
  if (!found) return undefined
  const [, day = '', region = '', names = ''] = found
  const [path = '', query = ''] = target.split('?')
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&')
  const lines = names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')
  const canonical = [method, path, canonicalQuery, lines, names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['aws4_request', 's3', region, day].reduceRight<Buffer>(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${secret}`),
  )
  return hmac(key, text).toString('hex')
}

const signatureIn = (authorization = ''): string => /Signature=([0-9a-f]{64})$/.exec(authorization)?.[1] ?? ''

const PAGE = 2

export interface BucketServer {
  readonly endpoint: string
  readonly objects: Map<string, { body: Buffer; changedAt: number }>
  /** Statuses of the next answers, before anything is looked at. */
  failures: number[]
  close(): void
}

/** Serves one bucket on loopback. */
export async function serveBucket(bucket: string, secret: string): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map()
  const refuse = (response: ServerResponse, status: number, code: string): void => {
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
  }
  const list = (url: URL, response: ServerResponse): void => {
    const all = [...objects.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '')).sort()
    const rest = all.filter((key) => key > (url.searchParams.get('continuation-token') ?? ''))
    const page = rest.slice(0, PAGE)
    const items = page.map((key) => {
      const changed = new Date(objects.get(key)?.changedAt ?? 0).toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${changed}</LastModified></Contents>`
    })
    const more = rest.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const xml = `<ListBucketResult><IsTruncated>${rest.length > PAGE}</IsTruncated>${more}${items.join('')}</ListBucketResult>`
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
  }
  const send = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const bytes = range ? body.subarray(Number(range[1]), Number(range[2]) + 1) : body
    response.writeHead(range ? 206 : 200, { 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '', headers } = request
    const body = await buffer(request)
    const failure = served.failures.shift()
    if (failure !== undefined) return refuse(response, failure, 'SlowDown')
    const digest = headers['x-amz-content-sha256']
    const signed = signatureOf({ method, target, headers }, secret)
    if (signed === undefined || signed !== signatureIn(headers.authorization))
      return refuse(response, 403, 'SignatureDoesNotMatch')
    if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    const url = new URL(target, served.endpoint)
    const [, named, ...rest] = url.pathname.split('/')
    const [key, found] = [rest.join('/'), objects.get(rest.join('/'))]
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (key === '') return list(url, response)
    if (method === 'PUT') objects.set(key, { body, changedAt: Date.now() })
    if (method === 'DELETE') objects.delete(key)
    if (method === 'PUT' || method === 'DELETE') return void response.writeHead(method === 'PUT' ? 200 : 204).end()
    return found ? send(request, response, found.body) : refuse(response, 404, 'NoSuchKey')
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const served: BucketServer = { endpoint, objects, failures: [], close: () => void server.close() }
  return served
}
