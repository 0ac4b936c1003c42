/**
 * About as long as one piece of work keeps everything else in the process waiting: a board waits a turn for each of the half
 * dozen answers of the database that it is made of.
 */
const TURN_MS = 2
const LOOK_EVERY = 16

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Long work in turns: `if (pace.isOver) await pace.rest()` after each piece of it. */
export class Pace {
  #since = performance.now()
  #steps = 0

  /** One of many small steps is done. Whether the turn is over: looked at every few of them. */
  step(): boolean {
    this.#steps += 1
    return this.#steps % LOOK_EVERY === 0 && this.isOver
  }

  /** Whether this turn has lasted long enough. */
  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS
  }

  /** Lets everything else that waits have its turn. */
  async rest(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
