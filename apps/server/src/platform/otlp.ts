import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { TraceSettings } from './config.ts'
import type { Log } from './log.ts'
import type { Counter } from './metrics.ts'
import type { Span, SpanPlace, TraceId, Tracer } from './tracing.ts'

/** Spans by OTLP over HTTP in its JSON form (docs/decisions/0153). Loaded only when an endpoint is set. */

const SEND_EVERY_MS = 1_000
const MAX_SENT = 512
const MAX_WAITING = 8_192
const TIMEOUT_MS = 5_000
const TOLD_EVERY_MS = 60_000

const KINDS = { internal: 1, server: 2 } as const
const FAILED = { code: 2 }

/** The answers after which the protocol sends the same spans again. */
const AGAIN = new Set([429, 502, 503, 504])

type Value = string | number | boolean

const nanos = (ms: number): string => {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`
}

function wireValue(value: Value) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const attributesOf = (given: Readonly<Record<string, Value>>) =>
  Object.entries(given).map(([key, value]) => ({ key, value: wireValue(value) }))

const linkOf = ({ traceId, spanId }: SpanPlace) => ({ traceId, spanId })

const wireSpan = ({ traceId, spanId, parentId, name, kind = 'internal', startMs, endMs, ...rest }: Span) => ({
  traceId,
  spanId,
  ...(parentId === undefined ? {} : { parentSpanId: parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanos(startMs),
  endTimeUnixNano: nanos(Math.max(startMs, endMs)),
  attributes: attributesOf(rest.attributes),
  ...(rest.links === undefined ? {} : { links: rest.links.map(linkOf) }),
  ...(rest.failed ? { status: FAILED } : {}),
})

export class OtlpTracer implements Tracer {
  readonly #settings: TraceSettings
  readonly #log: Log
  readonly #lost: Counter['add']
  readonly #resource: ReturnType<typeof attributesOf>
  readonly #timer: NodeJS.Timeout
  #waiting: Span[] = []
  #sending: Promise<void> | undefined
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(settings: TraceSettings, log: Log, lost: Counter['add']) {
    this.#settings = settings
    this.#log = log
    this.#lost = lost
    this.#resource = attributesOf({
      'service.name': settings.service,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
    })
    this.#timer = setInterval(() => void this.#send(), SEND_EVERY_MS).unref()
  }

  records(traceId: TraceId): boolean {
    // The end of the id is random in every trace; comparing it is the same in all processes.
    return Number.parseInt(traceId.slice(-8), 16) < this.#settings.ratio * 2 ** 32
  }

  record(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) this.#lost()
    else this.#waiting.push(span)
    if (this.#waiting.length === MAX_SENT) void this.#send()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sending
    // What a receiver does not take now is lost with the process.
    while (this.#waiting.length > 0 && (await this.#sendSome()));
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) if (!(await this.#sendSome())) return
  }

  /** Answers false when the receiver cannot be reached: its spans wait for the next time. */
  async #sendSome(): Promise<boolean> {
    const some = this.#waiting.splice(0, MAX_SENT)
    const status = await this.#post(some)
    if (status >= 200 && status < 300) return true
    this.#tell(status)
    if (status !== 0 && !AGAIN.has(status)) {
      this.#lost(some.length)
      return true
    }
    const room = Math.max(0, MAX_WAITING - this.#waiting.length)
    if (some.length > room) this.#lost(some.length - room)
    this.#waiting = [...some.slice(0, room), ...this.#waiting]
    return false
  }

  /** The status of the answer; 0: there was none. */
  async #post(spans: readonly Span[]): Promise<number> {
    const scopeSpans = [{ scope: { name: 'strata' }, spans: spans.map(wireSpan) }]
    const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: this.#resource }, scopeSpans }] })
    const { endpoint, headers } = this.#settings
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal }
      const answer = await fetch(`${endpoint}/v1/traces`, { ...sent, redirect: 'error' })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  #tell(status: number): void {
    if (performance.now() - this.#toldAt < TOLD_EVERY_MS) return
    this.#toldAt = performance.now()
    // Neither address nor headers: both may hold a secret.
    this.#log.warn({ status }, 'the receiver of traces does not take them')
  }
}
