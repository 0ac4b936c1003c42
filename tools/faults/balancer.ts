/** A small balancer as a site would have one: asks each server whether it is ready and sends calls round. */

import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'

const ASK_EVERY_MS = 500
const ASK_WITHIN_MS = 1_000
/** Longest wait for the head of an answer. Then the caller gets 504, and the server counts as not ready. */
const ANSWER_WITHIN_MS = 3_000

interface Backend {
  readonly url: URL
  isReady: boolean
}

export interface Balancer {
  readonly url: string
  /** Calls that got no answer of a server, by what the caller was told. */
  readonly unanswered: ReadonlyMap<number, number>
  add(url: string): void
  remove(url: string): void
  close(): Promise<void>
}

async function readBody(asked: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of asked) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const isRefused = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNREFUSED'

export async function startBalancer(): Promise<Balancer> {
  const backends: Backend[] = []
  const agent = new Agent({ keepAlive: true })
  const unanswered = new Map<number, number>()
  let turn = 0
  const next = (tried: ReadonlySet<Backend>): Backend | undefined => {
    const ready = backends.filter((backend) => backend.isReady && !tried.has(backend))
    return ready[turn++ % Math.max(1, ready.length)]
  }
  const fail = (reply: ServerResponse, status: number): void => {
    unanswered.set(status, (unanswered.get(status) ?? 0) + 1)
    if (reply.headersSent) reply.destroy()
    else reply.writeHead(status, { 'retry-after': '1' }).end()
  }
  const pass = (
    asked: { readonly from: IncomingMessage; readonly body: Buffer; readonly headers: OutgoingHttpHeaders },
    reply: ServerResponse,
    tried: Set<Backend>,
  ): void => {
    const backend = next(tried)
    if (!backend) {
      fail(reply, 503)
      return
    }
    tried.add(backend)
    const { from, body, headers } = asked
    const { hostname, port } = backend.url
    const sent = request({ agent, hostname, port, method: from.method, path: from.url, headers })
    const late = setTimeout(() => {
      backend.isReady = false
      sent.destroy(new Error('late'))
    }, ANSWER_WITHIN_MS)
    sent.on('response', (answer) => {
      clearTimeout(late)
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
      answer.once('error', () => reply.destroy())
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(late)
      // It never reached the server, so another one may have it. Any other call is for its caller to send again.
      if (isRefused(error)) pass(asked, reply, tried)
      else fail(reply, error.message === 'late' ? 504 : 502)
    })
    reply.once('close', () => sent.destroy())
    sent.end(body)
  }
  const server = createServer((from, reply) => {
    void readBody(from).then(
      (body) => pass({ from, body, headers: from.headers }, reply, new Set()),
      () => reply.destroy(),
    )
  })
  const ask = async (backend: Backend): Promise<void> => {
    const answer = await fetch(new URL('/readyz', backend.url), { signal: AbortSignal.timeout(ASK_WITHIN_MS) }).catch(
      () => undefined,
    )
    backend.isReady = answer?.status === 200
    await answer?.arrayBuffer().catch(() => undefined)
  }
  const asking = setInterval(() => {
    for (const backend of backends) void ask(backend)
  }, ASK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    unanswered,
    add: (url) => void backends.push({ url: new URL(url), isReady: true }),
    remove(url) {
      const at = backends.findIndex((backend) => backend.url.href === new URL(url).href)
      if (at >= 0) backends.splice(at, 1)
    },
    async close() {
      clearInterval(asking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
