import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { MerchantId } from '@strata/domain/ids'
import { followDayStarts } from '../access/platform-settings.ts'
import { GamesReader } from '../book/open-games.ts'
import { systemClock } from '../platform/clock.ts'
import { ANSWER_MS, createPool, DatabaseGone, isConnectionLost, type Queryable } from '../platform/db.ts'
import { type LiveEvent, LiveGatherer, type LiveHub } from '../platform/live.ts'
import { createLog, type Log } from '../platform/log.ts'
import { Slots } from '../platform/slots.ts'
import { slowStatements } from '../platform/slow-statements.ts'
import { SnapshotCache } from '../tree/snapshot.ts'
import {
  type CallFacts,
  CallReplayed,
  createIntake,
  INTAKE_LIMITS,
  type Intake,
  type IntakeLimits,
  type WatchedBatch,
  type WireBet,
  type WireResult,
} from './intake.ts'
import { intakePool } from './intake-pool.ts'
import { QueueFull } from './queue.ts'
import { TurnMessages } from './turn-messages.ts'

/**
 * Intake in a thread of its own. The processor time and garbage collection of deciding bets do not delay boards and
 * sign-ins, and those do not delay bets.
 */

interface Setup {
  readonly url: string
  readonly logLevel: string
  readonly limits: IntakeLimits
  readonly slowMs: number
  readonly traced: boolean
}

interface Ask {
  readonly id: number
  readonly merchantId: MerchantId
  readonly bets: readonly WireBet[]
  readonly call: CallFacts | undefined
}

/** A message to the thread: the calls of one turn of the server's event loop, or that no more will come. */
type Sent = readonly Ask[] | 'end'

/** A message of the thread. */
type Said =
  | { readonly kind: 'answered'; readonly id: number; readonly results: WireResult[] }
  | { readonly kind: 'shed'; readonly id: number }
  | { readonly kind: 'replayed'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string; readonly isGone: boolean }
  | { readonly kind: 'moved'; readonly events: readonly LiveEvent[] }
  | { readonly kind: 'flyOut'; readonly merchantId: MerchantId }
  | { readonly kind: 'batch'; readonly batch: WatchedBatch }
  | { readonly kind: 'slow' }

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Without the items and promises of its calls, which cannot be sent. */
const plainBatch = (batch: WatchedBatch): WatchedBatch => ({
  ...batch,
  calls: batch.calls.map(({ cameAt, trace }) => ({ cameAt, trace })),
})

/** When business days begin, read before the first bet. A read that fails fails the bets that wait; the next one tries again. */
function dayStartsOn(on: Queryable, log: Log): { readonly know: () => Promise<unknown>; readonly forget: () => void } {
  const onFault = (error: unknown): void => log.warn({ err: error }, 'when business days begin could not be read again')
  let end = (): void => undefined
  let known: Promise<void> | undefined
  const read = async (): Promise<void> => {
    try {
      end = await followDayStarts(on, onFault)
    } catch (error) {
      known = undefined
      throw error
    }
  }
  return {
    know: () => {
      known ??= read()
      return known
    },
    forget: () => end(),
  }
}

/** Runs in the thread. */
export function takeBetsInThread(): void {
  const port = parentPort
  if (!port) throw new Error('not a thread')
  const { url, logLevel, limits, slowMs, traced } = workerData as Setup
  const log = createLog(logLevel)
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'a database connection of the intake was lost')
  const messages = new TurnMessages<Said>((all) => port.postMessage(all))
  const watch = slowStatements(slowMs, log, () => messages.put({ kind: 'slow' }))
  const base = createPool({ url, max: 1, onIdleError, watch, answerMs: ANSWER_MS })
  const pool = intakePool(base, limits.maxRunning)
  const live = new LiveGatherer((events) => messages.put({ kind: 'moved', events }))
  const intake = createIntake(
    {
      pool,
      live,
      log,
      clock: systemClock,
      snapshots: new SnapshotCache(),
      openGames: new GamesReader(systemClock).open,
      onFlyOut: (merchantId) => messages.put({ kind: 'flyOut', merchantId }),
      onBatch: (batch) => messages.put({ kind: 'batch', batch: plainBatch(batch) }),
      traced,
    },
    limits,
  )
  const { know, forget } = dayStartsOn(base, log)
  const take = async ({ id, merchantId, bets, call }: Ask): Promise<void> => {
    try {
      await know()
      messages.put({ kind: 'answered', id, results: await intake.create(merchantId, bets, call) })
    } catch (error) {
      if (error instanceof QueueFull) messages.put({ kind: 'shed', id })
      else if (error instanceof CallReplayed) messages.put({ kind: 'replayed', id })
      else messages.put({ kind: 'failed', id, why: textOf(error), isGone: isConnectionLost(error) })
    }
  }
  const end = async (): Promise<void> => {
    // A bet that came first is in the intake before it drains.
    await know().catch(() => undefined)
    forget()
    await intake.drain()
    await Promise.all([pool.end(), base.end()])
    // Close after the last answers are sent.
    setImmediate(() => port.close())
  }
  port.on('message', (sent: Sent) => {
    if (sent === 'end') void end()
    else for (const ask of sent) void take(ask)
  })
}

export interface IntakeThreadOptions {
  /** The file to run. It calls takeBetsInThread. */
  readonly script: URL
  /** The database. */
  readonly url: string
  readonly log: Log
  readonly live: Pick<LiveHub, 'take'>
  readonly limits?: IntakeLimits
  /** Called after commit with a merchant that has fly-outs to deliver. */
  readonly onFlyOut?: (merchantId: MerchantId) => void
  readonly onBatch?: ((batch: WatchedBatch) => void) | undefined
  /** Called for each slow statement of the thread, which logs it. */
  readonly onSlow?: (() => void) | undefined
  readonly slowMs?: number
  readonly traced?: boolean
}

interface Call {
  readonly size: number
  readonly resolve: (results: WireResult[]) => void
  readonly reject: (reason: Error) => void
}

/**
 * Runs in the server. A thread that dies fails its calls (sending them again is safe); the next call starts a new
 * thread.
 */
export class IntakeThread implements Intake {
  readonly #options: IntakeThreadOptions
  readonly #limits: IntakeLimits
  readonly #calls = new Slots<Call>()
  readonly #messages: TurnMessages<Ask>
  #thread: Worker | undefined
  #waiting = 0
  #isEnding = false

  constructor(options: IntakeThreadOptions) {
    this.#options = options
    this.#limits = options.limits ?? INTAKE_LIMITS
    this.#messages = new TurnMessages((asks) => this.#post(asks))
  }

  /** Starts the thread before the first bet needs it. */
  start(): void {
    this.#thread ??= this.#begin()
  }

  get waiting(): number {
    return this.#waiting
  }

  create(merchantId: MerchantId, bets: readonly WireBet[], call?: CallFacts): Promise<WireResult[]> {
    // The queue is inside the thread. Even a thread that no longer reads is never sent more than its queue can hold.
    const { maxWaiting, maxRunning, maxBatch } = this.#limits
    const isOver = this.#waiting + bets.length > maxWaiting + maxRunning * maxBatch
    if (this.#isEnding || isOver) return Promise.reject(new QueueFull())
    return new Promise((resolve, reject) => {
      const id = this.#calls.put({ size: bets.length, resolve, reject })
      this.#waiting += bets.length
      this.#messages.put({ id, merchantId, bets, call })
    })
  }

  /** Refuses new calls, waits until all others are answered and ends the thread. */
  async drain(): Promise<void> {
    this.#isEnding = true
    if (this.#calls.size > 0) this.start()
    const thread = this.#thread
    if (!thread) return
    thread.ref()
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    // Send it after the calls of this turn.
    setImmediate(() => thread.postMessage('end' satisfies Sent))
    await ended
  }

  #post(asks: readonly Ask[]): void {
    this.start()
    this.#thread?.ref()
    this.#thread?.postMessage(asks satisfies Sent)
  }

  #begin(): Worker {
    const { script, url, log, slowMs = 0, traced = false } = this.#options
    const workerData: Setup = { url, logLevel: log.level, limits: this.#limits, slowMs, traced }
    const thread = new Worker(script, { workerData })
    thread.on('message', (all: readonly Said[]) => {
      for (const said of all) this.#hear(said)
      // An idle thread must not keep the process alive.
      if (this.#calls.size === 0 && !this.#isEnding) thread.unref()
    })
    let why: unknown
    thread.on('error', (error) => {
      why = error
      log.error({ err: error }, 'the intake thread died')
    })
    thread.on('exit', (code) => {
      if (this.#thread === thread) this.#thread = undefined
      this.#failAll(new DatabaseGone(`the intake thread ended (${code})`, { cause: why }))
    })
    thread.unref()
    return thread
  }

  #hear(said: Said): void {
    if (said.kind === 'moved') this.#options.live.take(said.events)
    else if (said.kind === 'flyOut') this.#options.onFlyOut?.(said.merchantId)
    else if (said.kind === 'batch') this.#options.onBatch?.(said.batch)
    else if (said.kind === 'slow') this.#options.onSlow?.()
    else {
      const call = this.#calls.take(said.id)
      if (!call) return
      this.#waiting -= call.size
      if (said.kind === 'answered') call.resolve(said.results)
      else if (said.kind === 'shed') call.reject(new QueueFull())
      else if (said.kind === 'replayed') call.reject(new CallReplayed())
      else call.reject(said.isGone ? new DatabaseGone(said.why) : new Error(said.why))
    }
  }

  #failAll(error: Error): void {
    this.#waiting = 0
    for (const { reject } of this.#calls.takeAll()) reject(error)
  }
}
