/** So much of one kind of work at a time; the rest waits its turn in the order it came. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
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
