import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveHub, NumberedEvent } from './live.ts'

const heartbeatMs = 15_000
const recheckMs = 30_000
const perSession = 4
const slowReaderBytes = 1024 * 1024

export interface StreamOptions {
  /** All streams of one session share this; at most four stay open. */
  readonly sessionKey: string
  /** What this reader may know of an event: the data to send, or undefined. */
  readonly select: (event: NumberedEvent) => Readonly<Record<string, unknown>> | undefined
  /** Asked every 30 s; false ends the stream (session over, frozen, permission lost). */
  readonly recheck: () => Promise<boolean>
  /** Sent first when events were missed that cannot be replayed: the reader then reads its pages again. */
  readonly onGap: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]
}

interface OpenStream {
  readonly sessionKey: string
  readonly end: (lastEvent?: { type: string; data: Readonly<Record<string, unknown>> }) => void
}

const frame = (type: string, data: unknown, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/** Server-sent events through the framework's reply, so that CORS and trace headers stay on. */
export class EventStreams {
  readonly #live: LiveHub
  readonly #open = new Set<OpenStream>()

  constructor(live: LiveHub) {
    this.#live = live
  }

  get size(): number {
    return this.#open.size
  }

  /** Answers the request with a stream. The handler then returns `alreadySent`. */
  open(request: FastifyRequest, reply: FastifyReply, options: StreamOptions): void {
    this.#makeRoom(options.sessionKey)
    const out = new PassThrough()
    const send = (text: string): void => {
      if (out.writableEnded || out.destroyed) return
      if (out.writableLength > slowReaderBytes) out.destroy()
      else out.write(text)
    }
    const forward = (event: NumberedEvent): void => {
      const data = options.select(event)
      if (data) send(frame(event.type, data, event.id))
    }
    out.write('retry: 2000\n\n')
    this.#catchUp(request.headers['last-event-id'], options, forward, send)
    const unsubscribe = this.#live.subscribe(forward)
    const heartbeat = setInterval(() => send(': \n\n'), heartbeatMs)
    const stream: OpenStream = {
      sessionKey: options.sessionKey,
      end: (last) => {
        if (last) send(frame(last.type, last.data))
        out.end()
      },
    }
    const recheck = setInterval(() => {
      options.recheck().then(
        (allowed) => (allowed ? undefined : stream.end({ type: 'session-ended', data: {} })),
        () => undefined,
      )
    }, recheckMs)
    this.#open.add(stream)
    const close = (): void => {
      unsubscribe()
      clearInterval(heartbeat)
      clearInterval(recheck)
      this.#open.delete(stream)
    }
    out.once('close', close)
    request.raw.once('close', () => out.destroy())
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
    reply.header('cache-control', 'no-store').send(out)
  }

  /** Ends the streams of a session at once (sign-out, revoked, disabled). */
  endSession(sessionKey: string): void {
    for (const stream of this.#open) {
      if (stream.sessionKey === sessionKey) stream.end({ type: 'session-ended', data: {} })
    }
  }

  /** On shutdown: readers come back to another process after a random moment. */
  closeAll(): void {
    for (const stream of this.#open) stream.end()
  }

  #makeRoom(sessionKey: string): void {
    const same = [...this.#open].filter((stream) => stream.sessionKey === sessionKey)
    for (const oldest of same.slice(0, Math.max(0, same.length - perSession + 1))) oldest.end()
  }

  #catchUp(
    lastId: string | string[] | undefined,
    options: StreamOptions,
    forward: (event: NumberedEvent) => void,
    send: (text: string) => void,
  ): void {
    if (typeof lastId !== 'string') return
    const missed = this.#live.since(lastId)
    if (missed) for (const event of missed) forward(event)
    else for (const event of options.onGap) send(frame(event.type, event.data))
  }
}
