/**
 * Things that wait for their answer, by a number that is used again. For much that comes and goes: a Map makes a new table
 * now and then, and the old one leads to it until all of the heap is collected, with everything that was in between
 * (docs/decisions/0200).
 */
export class Slots<T> {
  #held: (T | undefined)[] = []
  #free: number[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Returns the number under which `take` finds it. */
  put(one: T): number {
    const at = this.#free.pop() ?? this.#held.length
    this.#held[at] = one
    this.#size += 1
    return at
  }

  /** Each can be taken once. */
  take(at: number): T | undefined {
    const one = this.#held[at]
    if (one === undefined) return undefined
    this.#held[at] = undefined
    this.#free.push(at)
    this.#size -= 1
    return one
  }

  takeAll(): T[] {
    const all = this.#held.filter((one) => one !== undefined)
    this.#held = []
    this.#free = []
    this.#size = 0
    return all
  }
}
