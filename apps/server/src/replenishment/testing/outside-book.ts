import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { judgeSignature } from '../../platform/signature.ts'

/**
 * A reference outside book. It takes signed fly-outs as docs/how-to/outside-books.md describes, stores them by key, and
 * can misbehave on request. Its mode, or the whole yuan of an order, decides what it does with an order: see RULES.
 */

export type BookMode =
  /** Accepts at once. */
  | 'accept'
  | 'refuse'
  /** Does not answer the first time; accepts when the order is sent again. */
  | 'timeout'
  /** Accepts but loses the answer; gives the same order number when asked again. */
  | 'lose'
  /** Answers pending until it was asked `asksBeforeAnswer` times, then accepts. */
  | 'late'
  /** Never answers. */
  | 'silent'
  /** Answers every query with "unknown order". */
  | 'forget'
  /** Answers with an invalid body. */
  | 'garbage'
  | 'error'

/** By the last two digits of the whole yuan of a stake. Any others are accepted. */
const RULES: Readonly<Record<number, BookMode>> = {
  1: 'refuse',
  2: 'timeout',
  3: 'late',
  4: 'lose',
  5: 'garbage',
  6: 'error',
  7: 'forget',
  8: 'silent',
}

interface PlacedOrder {
  state: 'accepted' | 'rejected' | 'pending'
  readonly orderNo: string
  readonly body: Readonly<Record<string, unknown>>
  asks: number
}

export interface OutsideBookOptions {
  readonly keyId: string
  readonly key: string
  /** 0: any free port. */
  readonly port?: number
  /** Undefined: by the amount. */
  readonly mode?: BookMode
  readonly asksBeforeAnswer?: number
  readonly clock?: () => number
}

export interface OutsideBookServer {
  readonly port: number
  /** Orders by key. */
  readonly orders: ReadonlyMap<string, Readonly<PlacedOrder>>
  /** Every signed call, in order. */
  readonly calls: readonly { readonly path: string; readonly key: string }[]
  setMode(mode: BookMode | undefined): void
  setAsksBeforeAnswer(asks: number): void
  close(): Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const say = (response: ServerResponse, body: unknown, status = 200): undefined => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const drop = (response: ServerResponse): undefined => {
  response.destroy()
}

const ruleOf = (stake: unknown): BookMode => RULES[Number.parseInt(String(stake), 10) % 100] ?? 'accept'

class OutsideBook {
  readonly orders = new Map<string, PlacedOrder>()
  readonly calls: { path: string; key: string }[] = []
  readonly #options: OutsideBookOptions
  mode: BookMode | undefined
  asks: number
  #count = 0

  constructor(options: OutsideBookOptions) {
    this.#options = options
    this.mode = options.mode
    this.asks = options.asksBeforeAnswer ?? 1
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<undefined> {
    const rawBody = await readBody(request)
    const { keyId, key, clock = Date.now } = this.#options
    const header = (name: string): string => String(request.headers[name] ?? '')
    const target = request.url ?? ''
    const signed = { timestamp: header('x-timestamp'), method: request.method ?? '', target, rawBody }
    const { problem } = judgeSignature({ ...signed, signature: header('x-signature') }, [key], clock())
    if (problem || header('x-key-id') !== keyId) return say(response, { error: problem ?? 'unknownKey' }, 403)
    const body = JSON.parse(rawBody) as Record<string, unknown>
    const name = String(body['key'])
    this.calls.push({ path: target, key: name })
    if (target.endsWith('/orders')) this.#place(name, body, response)
    else if (target.endsWith('/orders/query')) this.#ask(name, response)
    else say(response, { error: 'notFound' }, 404)
  }

  #answer(placed: PlacedOrder, response: ServerResponse): undefined {
    say(response, { state: placed.state, ...(placed.state === 'accepted' ? { orderNo: placed.orderNo } : {}) })
  }

  #record(name: string, body: Record<string, unknown>, state: PlacedOrder['state']): PlacedOrder {
    this.#count += 1
    const placed: PlacedOrder = { state, orderNo: `B${String(this.#count).padStart(6, '0')}`, body, asks: 0 }
    this.orders.set(name, placed)
    return placed
  }

  /** The same key is the same order: later calls get the first answer. */
  #place(name: string, body: Record<string, unknown>, response: ServerResponse): undefined {
    const mode = this.mode ?? ruleOf(body['stake'])
    const known = this.orders.get(name)
    if (mode === 'silent' || mode === 'forget') return drop(response)
    if (mode === 'garbage') return say(response, { state: 'maybe' })
    if (mode === 'error') return say(response, { error: 'broken' }, 500)
    if (known) return this.#answer(known, response)
    const state = mode === 'refuse' ? 'rejected' : mode === 'late' ? 'pending' : 'accepted'
    const placed = this.#record(name, body, state)
    if (mode === 'timeout' || mode === 'lose') return drop(response)
    this.#answer(placed, response)
  }

  #ask(name: string, response: ServerResponse): undefined {
    const known = this.orders.get(name)
    const mode = this.mode ?? ruleOf(known?.body['stake'])
    if (mode === 'silent') return drop(response)
    if (mode === 'garbage') return say(response, { state: 'maybe' })
    if (mode === 'error') return say(response, { error: 'broken' }, 500)
    if (!known) return say(response, { state: 'unplaced' })
    known.asks += 1
    if (known.state === 'pending' && known.asks >= this.asks) known.state = 'accepted'
    this.#answer(known, response)
  }
}

export async function startOutsideBook(options: OutsideBookOptions): Promise<OutsideBookServer> {
  const book = new OutsideBook(options)
  const server = createServer((request, response) => {
    book.serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    orders: book.orders,
    calls: book.calls,
    setMode: (mode) => {
      book.mode = mode
    },
    setAsksBeforeAnswer: (asks) => {
      book.asks = asks
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
