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
      // The slot passes directly to the next waiter, so that a later caller cannot take it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
