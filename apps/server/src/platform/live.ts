import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEventName } from '@strata/contract/live'
import type { MerchantId } from '@strata/domain/ids'
import type pg from 'pg'
import type { Pool } from './db.ts'
import type { Log } from './log.ts'
import { watchedClient } from './watched-session.ts'

const channel = 'strata_live'
const windowMs = 100
const MAX_RECENT = 2000
const payloadBytes = 7500
const paceMs = 250
/** The connection that listens is asked every two seconds. */
const HEARD_MS = 5_000

/** A change. It has only ids: a reader loads the rest with its own rights. */
export interface LiveEvent {
  readonly type: LiveEventName
  /** 0: for every merchant. */
  readonly merchantId: MerchantId
  /** A later event with the same type and key replaces an earlier one that is not sent yet. */
  readonly key: string
  readonly data: Readonly<Record<string, unknown>>
  /** Events of one merchant with the same pace reach readers at most four times a second in total. */
  readonly pace?: string
  /** Name of a list in the data that a replacing event merges. An empty list means all and stays empty. */
  readonly gathers?: string
  /** When a board changed, for the metric of how long its event takes: epoch milliseconds. Not sent to readers. */
  readonly changedAt?: number
}

export interface NumberedEvent extends LiveEvent {
  /** Decimal and ascending, also across restarts: the Last-Event-ID of a stream. */
  readonly id: string
}

interface Lane {
  waiting: Map<string, LiveEvent>
  timer: NodeJS.Timeout | undefined
  sentAt: number
}

/** Paced events that wait, the oldest first. */
interface Gate {
  readonly waiting: Map<string, LiveEvent>
  timer: NodeJS.Timeout | undefined
}

/** Adds an event, or replaces an earlier one with its key. */
function hold(waiting: Map<string, LiveEvent>, event: LiveEvent): void {
  const key = `${event.type} ${event.key}`
  const earlier = waiting.get(key)
  waiting.delete(key)
  waiting.set(key, earlier ? gathered(earlier, event) : event)
}

function gathered(earlier: LiveEvent, newest: LiveEvent): LiveEvent {
  // A reader waits since the first of the changes.
  const later = earlier.changedAt === undefined ? newest : { ...newest, changedAt: earlier.changedAt }
  if (later.gathers === undefined) return later
  const [before, after] = [earlier.data[later.gathers], later.data[later.gathers]]
  if (!Array.isArray(before) || !Array.isArray(after)) return later
  const all = before.length === 0 || after.length === 0 ? [] : [...new Set<unknown>([...before, ...after])]
  return { ...later, data: { ...later.data, [later.gathers]: all } }
}

/** Gathers the events of each merchant and passes them on together, at most ten times per second. */
export class LiveGatherer {
  readonly #handOn: (events: readonly LiveEvent[]) => void
  readonly #lanes = new Map<MerchantId, Lane>()

  constructor(handOn: (events: readonly LiveEvent[]) => void) {
    this.#handOn = handOn
  }

  publish(event: LiveEvent): void {
    const lane = this.#lane(event.merchantId)
    hold(lane.waiting, event.type === 'board' ? { ...event, changedAt: Date.now() } : event)
    if (lane.timer) return
    const waitMs = Math.max(0, lane.sentAt + windowMs - Date.now())
    lane.timer = setTimeout(() => this.#flush(lane), waitMs)
    lane.timer.unref()
  }

  /** Drops waiting events. */
  stop(): void {
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer)
  }

  #lane(merchantId: MerchantId): Lane {
    const lane = this.#lanes.get(merchantId) ?? { waiting: new Map(), timer: undefined, sentAt: 0 }
    this.#lanes.set(merchantId, lane)
    return lane
  }

  #flush(lane: Lane): void {
    const events = [...lane.waiting.values()]
    // A new one: a Map that was cleared leads to what comes after it (docs/decisions/0200).
    lane.waiting = new Map()
    lane.timer = undefined
    lane.sentAt = Date.now()
    this.#handOn(events)
  }
}

/** In-process events, and between processes by NOTIFY; at most ten flushes a second per merchant. */
export class LiveHub {
  readonly #process = randomBytes(6).toString('hex')
  /** A thousand events fit into each millisecond of uptime before ids could meet a later process's. */
  readonly #base = Date.now() * 1000 + randomInt(1000)
  readonly #gatherer = new LiveGatherer((events) => this.take(events))
  readonly #gates = new Map<string, Gate>()
  readonly #listeners = new Set<(event: NumberedEvent) => void>()
  readonly #recent: NumberedEvent[] = []
  readonly #log: Log
  #count = 0
  #pool: Pool | undefined
  #listening: pg.Client | undefined
  /** When PostgreSQL last answered on the connection that listens. */
  #heardAt = 0
  readonly #gapListeners = new Set<() => void>()
  #stopped = false

  constructor(log: Log) {
    this.#log = log
  }

  /** Call it after commit: `tx.afterCommit(() => live.publish(event))`. Never throws. */
  publish(event: LiveEvent): void {
    this.#gatherer.publish(event)
  }

  /** Takes events that were already gathered in another thread of this process. Never throws. */
  take(events: readonly LiveEvent[]): void {
    for (const event of events) this.#arrive(event)
    if (this.#pool) void this.#notify(this.#pool, events)
  }

  /** Calls `listener` with every event from now on. Returns a function that ends it. */
  subscribe(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls `listener` when events of other processes may have been missed, as soon as they can be heard again. */
  onGap(listener: () => void): void {
    this.#gapListeners.add(listener)
  }

  /** Whether the events of all processes arrive. */
  get hearsAll(): boolean {
    return this.#pool === undefined || Date.now() - this.#heardAt < HEARD_MS
  }

  /** The events after one that the caller has seen. Undefined: too old, or from another process. */
  since(id: string): readonly NumberedEvent[] | undefined {
    const seen = Number(id) - this.#base
    const oldest = this.#count - this.#recent.length
    if (!Number.isInteger(seen) || seen < oldest || seen > this.#count) return undefined
    return this.#recent.slice(seen - oldest)
  }

  /** Shares events with the other processes on the same database. */
  async fanOut(pool: Pool, url: string): Promise<void> {
    this.#pool = pool
    await this.#listen(url)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#gatherer.stop()
    for (const gate of this.#gates.values()) clearTimeout(gate.timer)
    await this.#listening?.end().catch(() => undefined)
  }

  #arrive(event: LiveEvent): void {
    const name = `${event.merchantId} ${event.type} ${event.pace}`
    const closed = event.pace === undefined ? undefined : this.#gates.get(name)
    if (closed) {
      hold(closed.waiting, event)
      return
    }
    this.#deliver(event)
    if (event.pace === undefined) return
    const gate: Gate = { waiting: new Map(), timer: undefined }
    this.#gates.set(name, gate)
    this.#shut(name, gate)
  }

  /** Passes the next event of a gate when its time has come. A gate without waiting events is removed. */
  #shut(name: string, gate: Gate): void {
    gate.timer = setTimeout(() => {
      const next = gate.waiting.entries().next().value
      if (!next) {
        this.#gates.delete(name)
        return
      }
      gate.waiting.delete(next[0])
      this.#deliver(next[1])
      this.#shut(name, gate)
    }, paceMs)
    gate.timer.unref()
  }

  #deliver(event: LiveEvent): void {
    this.#count += 1
    const numbered = { ...event, id: String(this.#base + this.#count) }
    this.#recent.push(numbered)
    if (this.#recent.length > MAX_RECENT) this.#recent.splice(0, this.#recent.length - MAX_RECENT)
    for (const listener of this.#listeners) listener(numbered)
  }

  /** Runs outside any transaction: NOTIFY in a transaction takes a lock that all commits of the cluster wait for. */
  async #notify(pool: Pool, events: readonly LiveEvent[]): Promise<void> {
    try {
      for (const payload of payloads(this.#process, events))
        await pool.query('select pg_notify($1, $2)', [channel, payload])
    } catch (error) {
      this.#log.warn({ err: error }, 'live events did not reach the other processes')
    }
  }

  async #listen(url: string): Promise<void> {
    const client = await watchedClient(url, 'strata-live', { onAnswer: () => this.#noteHeard() })
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    await client.query(`listen ${channel}`)
    this.#listening = client
    this.#noteHeard()
    client.once('end', () => {
      this.#heardAt = 0
      void this.#listenAgain(url)
    })
  }

  #noteHeard(): void {
    this.#heardAt = Date.now()
  }

  async #listenAgain(url: string): Promise<void> {
    while (!this.#stopped) {
      await sleep(500, undefined, { ref: false })
      try {
        if (this.#stopped) return
        await this.#listen(url)
        for (const listener of this.#gapListeners) listener()
        return
      } catch (error) {
        this.#log.warn({ err: error }, 'live events of other processes cannot be heard')
      }
    }
  }

  #hear(payload: string): void {
    const { from, events } = JSON.parse(payload) as { from: string; events: LiveEvent[] }
    if (from === this.#process) return
    for (const event of events) this.#arrive(event)
  }
}

/** NOTIFY carries less than 8,000 bytes. */
function payloads(from: string, events: readonly LiveEvent[]): string[] {
  const text = JSON.stringify({ from, events })
  if (events.length <= 1 || Buffer.byteLength(text) <= payloadBytes) return events.length === 0 ? [] : [text]
  const half = Math.ceil(events.length / 2)
  return [...payloads(from, events.slice(0, half)), ...payloads(from, events.slice(half))]
}
