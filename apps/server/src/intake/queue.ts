import { must } from '../platform/must.ts'
/**
 * Adaptive batching: one bounded queue for the process, one writer per lane (a merchant). Whatever arrives while the
 * last batch of a lane commits is its next batch; no timer ever waits for more. A lane that stands still fills only its
 * own part of the queue, so it never holds up another.
 */

export class QueueFull extends Error {
  override name = 'QueueFull'
}

export interface QueueOptions<Item, Result> {
  /** Decides one batch of a lane; answers in order of the items. `callSizes`: how many items each call brought. */
  readonly run: (lane: number, items: readonly Item[], callSizes: readonly number[]) => Promise<readonly Result[]>
  /** A batch takes whole calls while it stays within this many items; one larger call goes alone. */
  readonly maxBatch: number
  /** Most items waiting in the process, and in one lane; what is more is shed. */
  readonly maxWaiting: number
  readonly maxWaitingPerLane: number
  /** Most batches running at once: each needs a database connection. */
  readonly maxRunning: number
}

interface Call<Item, Result> {
  readonly items: readonly Item[]
  readonly resolve: (results: readonly Result[]) => void
  readonly reject: (error: unknown) => void
}

interface Lane<Item, Result> {
  calls: Call<Item, Result>[]
  waiting: number
  running: boolean
}

export interface BatchQueue<Item, Result> {
  /** Answers when the batch is durable. Rejects with QueueFull at once, or with what `run` threw. */
  submit(lane: number, items: readonly Item[]): Promise<readonly Result[]>
  /** Resolves when nothing waits or runs; new items are shed from now on. */
  drain(): Promise<void>
  readonly waiting: number
}

export function createBatchQueue<Item, Result>(options: QueueOptions<Item, Result>): BatchQueue<Item, Result> {
  const lanes = new Map<number, Lane<Item, Result>>()
  const ready: number[] = []
  let waiting = 0
  let running = 0
  let draining = false
  let scheduled = false
  let idle: (() => void)[] = []

  const take = (lane: Lane<Item, Result>): Call<Item, Result>[] => {
    let size = 0
    let count = 0
    for (const call of lane.calls) {
      if (count > 0 && size + call.items.length > options.maxBatch) break
      size += call.items.length
      count += 1
    }
    lane.waiting -= size
    waiting -= size
    return lane.calls.splice(0, count)
  }

  const runBatch = async (key: number, lane: Lane<Item, Result>): Promise<void> => {
    const calls = take(lane)
    try {
      const only = calls.length === 1 ? calls[0] : undefined
      const items = only ? only.items : calls.flatMap((call) => call.items)
      const results = await options.run(
        key,
        items,
        calls.map((call) => call.items.length),
      )
      let from = 0
      for (const call of calls) {
        call.resolve(only ? results : results.slice(from, from + call.items.length))
        from += call.items.length
      }
    } catch (error) {
      for (const call of calls) call.reject(error)
    } finally {
      running -= 1
      if (lane.calls.length > 0) ready.push(key)
      else {
        lane.running = false
        lanes.delete(key)
      }
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

  // Starting at the end of the turn lets the calls that arrived together share the first batch.
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      pump()
    })
  }

  return {
    submit(key, items) {
      const lane = lanes.get(key) ?? { calls: [], waiting: 0, running: false }
      const overLane = lane.waiting + items.length > options.maxWaitingPerLane
      if (draining || overLane || waiting + items.length > options.maxWaiting) return Promise.reject(new QueueFull())
      lanes.set(key, lane)
      lane.waiting += items.length
      waiting += items.length
      return new Promise((resolve, reject) => {
        lane.calls.push({ items, resolve, reject })
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
