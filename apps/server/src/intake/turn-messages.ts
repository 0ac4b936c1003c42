/** A turn of the event loop that takes longer sends what it has by then. */
const LONG_TURN_MS = 1

/**
 * Sends everything of one event loop turn as one message, because a message costs more than the bet in it. Of a long turn
 * it sends parts: else all callers wait for its end, the other side does nothing meanwhile, and then they wait for that.
 */
export class TurnMessages<T> {
  readonly #send: (all: readonly T[]) => void
  #waiting: T[] = []
  #since = 0

  constructor(send: (all: readonly T[]) => void) {
    this.#send = send
  }

  put(one: T): void {
    this.#waiting.push(one)
    if (this.#waiting.length > 1) {
      if (performance.now() - this.#since >= LONG_TURN_MS) this.#leave()
      return
    }
    this.#since = performance.now()
    setImmediate(() => this.#leave())
  }

  #leave(): void {
    const all = this.#waiting
    if (all.length === 0) return
    this.#waiting = []
    this.#send(all)
  }
}
