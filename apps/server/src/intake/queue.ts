import type { MerchantId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { spanNow, type TraceId } from '../platform/tracing.ts'

/**
 * Adaptive batching: one bounded queue for the process, one writer per lane (a merchant). The items that arrive while
 * the last batch of a lane commits are its next batch; no timer waits for more. A blocked lane fills only its own part
 * of the queue, so it never blocks another lane.
 */

export class QueueFull extends Error {
  override name = 'QueueFull'
}

export interface QueueOptions<Item, Result> {
  /** Decides one batch of a lane and answers in the order of the items. */
  readonly run: (lane: MerchantId, items: readonly Item[], turn: Turn<Item>) => Promise<readonly Result[]>
  /** A batch takes whole calls up to this many items. A larger call is a batch of its own. */
  readonly maxBatch: number
  /** A batch of at least this many items may be settled while the one before it runs. */
  readonly minAhead: number
  /** Max. items waiting in the process and in one lane; more are shed. */
  readonly maxWaiting: number
  readonly maxWaitingPerLane: number
  /** Max. batches running at once. Each needs a database connection. */
  readonly maxRunning: number
  /** Told of every batch that is over, also of one that failed. Must not throw. */
  readonly onBatch?: (batch: BatchDone) => void
}

/** What `run` learns of its batch beside the items. */
export interface Turn<Item> {
  /** The number of items of each call. */
  readonly callSizes: readonly number[]
  /**
   * Settles the next batch of the lane when enough items (`minAhead`) are waiting: now, or at the end of a later turn of
   * the event loop, as long as this batch runs. `onSettled` gets the very list that `run` gets next. If it is never
   * called, the next batch takes what has come until it begins.
   */
  readonly next: (onSettled: (items: readonly Item[]) => void) => void
}

/** What became of a batch. Times are those of `spanNow`. */
export interface BatchDone {
  readonly lane: MerchantId
  readonly items: number
  /** The calls of the batch: when each came, and its trace if it has one. */
  readonly calls: readonly { readonly cameAt: number; readonly trace: TraceId | undefined }[]
  readonly beganAt: number
  readonly endedAt: number
  readonly failed: boolean
}

interface Call<Item, Result> {
  readonly items: readonly Item[]
  readonly cameAt: number
  readonly trace: TraceId | undefined
  readonly resolve: (results: readonly Result[]) => void
  readonly reject: (error: unknown) => void
}

/** The calls of one batch, with all their items. */
interface Batch<Item, Result> {
  readonly calls: readonly Call<Item, Result>[]
  readonly items: readonly Item[]
}

interface Lane<Item, Result> {
  calls: Call<Item, Result>[]
  waiting: number
  running: boolean
  /** Settled while the batch before it runs. Its items still count as waiting. */
  next: Batch<Item, Result> | undefined
  /** Told when that is. */
  onSettled: ((items: readonly Item[]) => void) | undefined
}

export interface BatchQueue<Item, Result> {
  /** Answers when the batch is durable. Rejects at once with QueueFull, or later with what `run` threw. */
  submit(lane: MerchantId, items: readonly Item[], trace?: TraceId): Promise<readonly Result[]>
  /** Resolves when nothing waits or runs. New items are shed from now on. */
  drain(): Promise<void>
  readonly waiting: number
}

export function createBatchQueue<Item, Result>(options: QueueOptions<Item, Result>): BatchQueue<Item, Result> {
  /** A lane stays: a Map that is often emptied leads from each table that it had to the next (docs/decisions/0200). */
  const lanes = new Map<MerchantId, Lane<Item, Result>>()
  const ready: MerchantId[] = []
  let waiting = 0
  let running = 0
  let draining = false
  let scheduled = false
  let idle: (() => void)[] = []

  const gather = (lane: Lane<Item, Result>): Batch<Item, Result> => {
    let size = 0
    let count = 0
    for (const call of lane.calls) {
      if (count > 0 && size + call.items.length > options.maxBatch) break
      size += call.items.length
      count += 1
    }
    const calls = lane.calls.splice(0, count)
    const only = calls.length === 1 ? calls[0] : undefined
    return { calls, items: only ? only.items : calls.flatMap((call) => call.items) }
  }

  const take = (lane: Lane<Item, Result>): Batch<Item, Result> => {
    const batch = lane.next ?? gather(lane)
    lane.next = undefined
    lane.waiting -= batch.items.length
    waiting -= batch.items.length
    return batch
  }

  const settleNext = (lane: Lane<Item, Result>): void => {
    const { onSettled } = lane
    if (!onSettled || lane.waiting < options.minAhead) return
    lane.onSettled = undefined
    lane.next = gather(lane)
    onSettled(lane.next.items)
  }

  const runBatch = async (key: MerchantId, lane: Lane<Item, Result>): Promise<void> => {
    const { calls, items } = take(lane)
    const beganAt = spanNow()
    const tell = (failed: boolean): void =>
      options.onBatch?.({ lane: key, items: items.length, calls, beganAt, endedAt: spanNow(), failed })
    try {
      const callSizes = calls.map((call) => call.items.length)
      const next: Turn<Item>['next'] = (onSettled) => {
        if (lane.next) return
        lane.onSettled = onSettled
        settleNext(lane)
      }
      const results = await options.run(key, items, { callSizes, next })
      tell(false)
      let from = 0
      for (const call of calls) {
        call.resolve(calls.length === 1 ? results : results.slice(from, from + call.items.length))
        from += call.items.length
      }
    } catch (error) {
      tell(true)
      for (const call of calls) call.reject(error)
    } finally {
      lane.onSettled = undefined
      running -= 1
      if (lane.next || lane.calls.length > 0) ready.push(key)
      else lane.running = false
      pump()
    }
  }

  const pump = (): void => {
    while (running < options.maxRunning) {
      const key = ready.shift()
      if (key === undefined) break
      running += 1
      void runBatch(key, must(lanes.get(key), 'the lane'))
    }
    if (running === 0 && waiting === 0) {
      for (const resolve of idle) resolve()
      idle = []
    }
  }

  // Starts at the end of the event loop turn, so that calls that arrive together share the first batch.
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      pump()
    })
  }

  return {
    submit(key, items, trace) {
      const lane = lanes.get(key) ?? { calls: [], waiting: 0, running: false, next: undefined, onSettled: undefined }
      const overLane = lane.waiting + items.length > options.maxWaitingPerLane
      if (draining || overLane || waiting + items.length > options.maxWaiting) return Promise.reject(new QueueFull())
      lanes.set(key, lane)
      lane.waiting += items.length
      waiting += items.length
      return new Promise((resolve, reject) => {
        lane.calls.push({ items, cameAt: spanNow(), trace, resolve, reject })
        // With all that come in this turn.
        if (lane.onSettled && lane.waiting >= options.minAhead) setImmediate(settleNext, lane)
        if (lane.running) return
        lane.running = true
        ready.push(key)
        schedule()
      })
    },
    drain() {
      draining = true
      if (running === 0 && waiting === 0) return Promise.resolve()
      return new Promise((resolve) => idle.push(resolve))
    },
    get waiting() {
      return waiting
    },
  }
}
