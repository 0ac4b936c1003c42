/** Runs at most `limit` works at the same time; the rest waits in order of arrival (FIFO). */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#free = limit
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Handed on without being free in between: nobody who comes later is faster.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
