import { PassThrough } from 'node:stream'
import type { LiveEventData, LiveEventName } from '@strata/contract/live'
import { STREAM_BEAT, STREAM_BEAT_MS } from '@strata/contract/stream-beat'
import type { MerchantId } from '@strata/domain/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveHub, NumberedEvent } from './live.ts'

const recheckMs = 30_000
const perSession = 4
const slowReaderBytes = 1024 * 1024

export type EndReason = LiveEventData<'session-ended'>['reason']

export type Tell = <N extends LiveEventName>(type: N, data: LiveEventData<N>) => void

export interface StreamOptions {
  /** All streams of one session share this; at most four stay open. */
  readonly sessionKey: string
  /** Merchant of the reader; 0 for the head. Named by `recheck`. */
  readonly merchantId: MerchantId
  /** The data of an event for this reader, or undefined when it may not see the event. */
  readonly select: (event: NumberedEvent) => Readonly<Record<string, unknown>> | undefined
  /**
   * Called every 30 s. Returns why the stream must end now, or undefined. `tell` sends an event only to this reader.
   */
  readonly recheck: (tell: Tell) => Promise<EndReason | undefined>
}

interface OpenStream {
  readonly sessionKey: string
  readonly merchantId: MerchantId
  readonly recheck: () => void
  readonly end: (reason?: EndReason) => void
}

const frame = (type: LiveEventName, data: unknown, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Makes every process check all streams of a merchant at once, because somebody's status, permissions or session
 * changed. Only after commit.
 */
export const recheckStreams = (live: LiveHub, merchantId: MerchantId): void =>
  live.publish({ type: 'session-ended', merchantId, key: 'recheck', data: {} })

/** Server-sent events through the framework's reply, so that CORS and trace headers stay on. */
export class EventStreams {
  readonly #live: LiveHub
  readonly #beatMs: number
  readonly #open = new Set<OpenStream>()

  constructor(live: LiveHub, beatMs = STREAM_BEAT_MS) {
    this.#live = live
    this.#beatMs = beatMs
    live.subscribe((event) => {
      if (event.type !== 'session-ended') return
      for (const stream of this.#open) if (stream.merchantId === event.merchantId) stream.recheck()
    })
    // Events that nobody heard cannot be sent again: readers open the stream again and read their pages.
    live.onGap(() => this.closeAll())
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
      // This event only tells other processes which streams to check.
      if (event.type === 'session-ended') return
      const data = options.select(event)
      if (data) send(frame(event.type, data, event.id))
    }
    out.write('retry: 2000\n\n')
    this.#catchUp(request.headers['last-event-id'], forward)
    const unsubscribe = this.#live.subscribe(forward)
    const beat = setInterval(() => send(`${this.#live.hearsAll ? STREAM_BEAT : ':'}\n\n`), this.#beatMs)
    const tell: Tell = (type, data) => send(frame(type, data))
    const recheckNow = (): void => {
      options.recheck(tell).then(
        (reason) => (reason ? stream.end(reason) : undefined),
        () => undefined,
      )
    }
    const stream: OpenStream = {
      sessionKey: options.sessionKey,
      merchantId: options.merchantId,
      recheck: recheckNow,
      end: (reason) => {
        if (reason) send(frame('session-ended', { reason }))
        out.end()
      },
    }
    const recheck = setInterval(recheckNow, recheckMs)
    this.#open.add(stream)
    const close = (): void => {
      unsubscribe()
      clearInterval(beat)
      clearInterval(recheck)
      this.#open.delete(stream)
    }
    out.once('close', close)
    request.raw.once('close', () => out.destroy())
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
    reply.header('cache-control', 'no-store').send(out)
  }

  /** Ends the streams of a session at once (sign-out, revoked, disabled). */
  endSession(sessionKey: string, reason: EndReason): void {
    for (const stream of this.#open) {
      if (stream.sessionKey === sessionKey) stream.end(reason)
    }
  }

  /** As `recheckStreams`. */
  recheck(merchantId: MerchantId): void {
    recheckStreams(this.#live, merchantId)
  }

  /** On shutdown: readers reconnect to another process after a random delay. */
  closeAll(): void {
    for (const stream of this.#open) stream.end()
  }

  #makeRoom(sessionKey: string): void {
    const same = [...this.#open].filter((stream) => stream.sessionKey === sessionKey)
    for (const oldest of same.slice(0, Math.max(0, same.length - perSession + 1))) oldest.end()
  }

  /** Events that cannot be replayed are no loss: they are hints, and a reader that reconnects reads its pages again. */
  #catchUp(lastId: string | string[] | undefined, forward: (event: NumberedEvent) => void): void {
    if (typeof lastId !== 'string') return
    for (const event of this.#live.since(lastId) ?? []) forward(event)
  }
}
