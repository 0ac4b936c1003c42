import { MerchantId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import { createBatchQueue, QueueFull, type Turn } from './queue.ts'

const gate = () => {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

const limits = { maxBatch: 100, minAhead: 100, maxWaiting: 1000, maxWaitingPerLane: 500, maxRunning: 4 }

describe('adaptive batches', () => {
  it('make one batch of what arrives while the last one runs, in order of arrival', async () => {
    const hold = gate()
    const batches: number[][] = []
    const queue = createBatchQueue<number, number>({
      ...limits,
      run: async (_lane, items) => {
        batches.push([...items])
        if (batches.length === 1) await hold.opened
        return items.map((item) => item * 10)
      },
    })
    const first = queue.submit(MerchantId(1), [1])
    await new Promise((resolve) => setImmediate(resolve))
    const later = [queue.submit(MerchantId(1), [2, 3]), queue.submit(MerchantId(1), [4])]
    hold.open()
    expect(await first).toEqual([10])
    expect(await Promise.all(later)).toEqual([[20, 30], [40]])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  it('never split a call, and exceed the batch limit only with a single call', async () => {
    const sizes: number[][] = []
    const queue = createBatchQueue<number, number>({
      ...limits,
      run: async (_lane, items, { callSizes }) => {
        sizes.push([...callSizes])
        return items
      },
    })
    const call = (length: number) =>
      queue.submit(
        MerchantId(1),
        Array.from({ length }, () => 0),
      )
    await Promise.all([call(60), call(40), call(1), call(200), call(100)])
    expect(sizes).toEqual([[60, 40], [1], [200], [100]])
  })

  describe('settle the next batch early', () => {
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    const lane = MerchantId(1)

    /** A queue whose first batch, a single 1, does `within`. What ran. */
    async function running(
      within: (submit: (...items: number[]) => void, next: Turn<number>['next']) => Promise<void>,
    ): Promise<{ ran: (readonly number[])[] }> {
      const ran: (readonly number[])[] = []
      const calls: Promise<unknown>[] = []
      const queue = createBatchQueue<number, number>({
        ...limits,
        maxBatch: 4,
        minAhead: 3,
        run: async (_lane, items, { next }) => {
          ran.push(items)
          const submit = (...more: number[]): void => void calls.push(queue.submit(lane, more))
          if (ran.length === 1) await within(submit, next)
          return items
        },
      })
      await queue.submit(lane, [1])
      await Promise.all(calls)
      expect(queue.waiting).toBe(0)
      return { ran }
    }

    it('when enough waits, and run that very list', async () => {
      const early: (readonly number[])[] = []
      const { ran } = await running(async (submit, next) => {
        submit(2, 3)
        submit(4, 5)
        submit(6)
        next((items) => void early.push(items))
        next((items) => void early.push(items))
      })
      expect(ran).toEqual([[1], [2, 3, 4, 5], [6]])
      expect(early).toEqual([[2, 3, 4, 5]])
      expect(early[0]).toBe(ran[1])
    })

    it('at the end of the turn in which enough has come', async () => {
      const early: (readonly number[])[] = []
      const { ran } = await running(async (submit, next) => {
        next((items) => void early.push(items))
        submit(2)
        await turn()
        submit(3)
        submit(4)
        submit(5)
        expect(early).toEqual([])
        await turn()
        expect(early).toEqual([[2, 3, 4, 5]])
        submit(6)
        submit(7)
        submit(8)
        await turn()
      })
      expect(ran).toEqual([[1], [2, 3, 4, 5], [6, 7, 8]])
      expect(early).toHaveLength(1)
    })

    it('never when too little comes, or when the batch is over', async () => {
      const early: (readonly number[])[] = []
      const { ran } = await running(async (submit, next) => {
        next((items) => void early.push(items))
        submit(2)
        submit(3)
        await turn()
        // The batch is over before the end of the turn in which enough has come.
        submit(4)
      })
      expect(ran).toEqual([[1], [2, 3, 4]])
      expect(early).toEqual([])
    })
  })

  it('shed what does not fit and process the rest', async () => {
    const hold = gate()
    const queue = createBatchQueue<number, number>({
      ...limits,
      maxWaiting: 6,
      maxWaitingPerLane: 4,
      run: async (_lane, items) => {
        await hold.opened
        return items
      },
    })
    const running = queue.submit(MerchantId(1), [1])
    await new Promise((resolve) => setImmediate(resolve))
    const waits = queue.submit(MerchantId(1), [1, 2, 3, 4])
    await expect(queue.submit(MerchantId(1), [5])).rejects.toBeInstanceOf(QueueFull)
    const other = queue.submit(MerchantId(2), [1, 2])
    await expect(queue.submit(MerchantId(3), [1])).rejects.toBeInstanceOf(QueueFull)
    hold.open()
    expect((await running).length + (await waits).length + (await other).length).toBe(7)
    expect(queue.waiting).toBe(0)
  })

  it('a blocked lane blocks no other lane, and a failed batch fails only its own callers', async () => {
    const hold = gate()
    const queue = createBatchQueue<number, number>({
      ...limits,
      run: async (lane, items) => {
        if (lane === 1) await hold.opened
        if (lane === 2) throw new Error('poison')
        return items
      },
    })
    const stuck = queue.submit(MerchantId(1), [1])
    await expect(queue.submit(MerchantId(2), [1])).rejects.toThrow('poison')
    expect(await queue.submit(MerchantId(3), [7])).toEqual([7])
    hold.open()
    expect(await stuck).toEqual([1])
  })

  it('drain: finish accepted items, shed new ones', async () => {
    const queue = createBatchQueue<number, number>({ ...limits, run: async (_lane, items) => items })
    const taken = queue.submit(MerchantId(1), [1])
    const drained = queue.drain()
    await expect(queue.submit(MerchantId(1), [2])).rejects.toBeInstanceOf(QueueFull)
    expect(await taken).toEqual([1])
    await drained
  })
})
