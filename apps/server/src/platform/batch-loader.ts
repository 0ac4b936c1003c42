interface Waiting<K, V> {
  readonly key: K
  readonly answer: PromiseWithResolvers<V>
}

interface BatchLoaderOptions<K, V> {
  /** Reads all of these with one statement; answers in their order. */
  readonly readAll: (keys: readonly K[]) => Promise<readonly V[]>
  /** Requests with the same text share one answer. */
  readonly keyOf: (key: K) => string
  /** Statements under way at the same time. */
  readonly concurrency: number
}

/**
 * Reads of one kind. Requests that arrive while a statement runs are read together by the next one, and equal requests
 * are read once. No request gets an answer that was read before it was made, and no timer waits for more requests.
 */
export class BatchLoader<K, V> {
  readonly #options: BatchLoaderOptions<K, V>
  #waiting = new Map<string, Waiting<K, V>>()
  #running = 0

  constructor(options: BatchLoaderOptions<K, V>) {
    this.#options = options
  }

  read(key: K): Promise<V> {
    const name = this.#options.keyOf(key)
    const known = this.#waiting.get(name)
    if (known) return known.answer.promise
    const answer = Promise.withResolvers<V>()
    this.#waiting.set(name, { key, answer })
    if (this.#running < this.#options.concurrency) void this.#run()
    return answer.promise
  }

  async #run(): Promise<void> {
    this.#running += 1
    while (this.#waiting.size > 0) {
      const asked = [...this.#waiting.values()]
      this.#waiting = new Map()
      try {
        const found = await this.#options.readAll(asked.map(({ key }) => key))
        if (found.length !== asked.length) throw new Error(`${asked.length} keys, ${found.length} answers`)
        for (const [index, value] of found.entries()) asked[index]?.answer.resolve(value)
      } catch (error) {
        for (const { answer } of asked) answer.reject(error)
      }
    }
    this.#running -= 1
  }
}
