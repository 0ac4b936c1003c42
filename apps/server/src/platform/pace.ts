/**
 * How long one piece of work may block the process. A board needs about six answers of the database, and each of them
 * may wait this long.
 */
const TURN_MS = 2
const LOOK_EVERY = 16

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Divides long work into turns: `if (pace.isOver) await pace.rest()` after each piece. */
export class Pace {
  #since = performance.now()
  #steps = 0

  /**
   * Call it after each of many small steps. Returns whether the turn is over; it checks the clock only every few steps.
   */
  step(): boolean {
    this.#steps += 1
    return this.#steps % LOOK_EVERY === 0 && this.isOver
  }

  /** Whether this turn has lasted long enough. */
  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS
  }

  /** Lets all other waiting work run, then starts a new turn. */
  async rest(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
