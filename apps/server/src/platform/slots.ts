const PLACES = 2 ** 24
/** A place has so many numbers in turn. */
const TURNS = 2 ** 20

/**
 * Things that wait for their answer, by a number. For much that comes and goes: a Map makes a new table now and then, and
 * the old one leads to it until all of the heap is collected, with everything that was in between (docs/decisions/0200).
 */
export class Slots<T> {
  readonly #held: (T | undefined)[] = []
  /** Of each place, the number of what it holds or held last. */
  readonly #numbers: number[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#held.length - this.#free.length
  }

  /** Returns the number by which `take` finds it. A number that was taken is not given again for a million turns. */
  put(one: T): number {
    const at = this.#free.pop() ?? this.#held.length
    const before = this.#numbers[at]
    const number = before === undefined ? at : (before + PLACES) % (PLACES * TURNS)
    this.#held[at] = one
    this.#numbers[at] = number
    return number
  }

  /** Each can be taken once. */
  take(number: number): T | undefined {
    const at = number % PLACES
    const one = this.#numbers[at] === number ? this.#held[at] : undefined
    if (one === undefined) return undefined
    this.#held[at] = undefined
    this.#free.push(at)
    return one
  }

  takeAll(): T[] {
    return this.#numbers.map((number) => this.take(number)).filter((one) => one !== undefined)
  }
}
