/** Sums over subsets of drawn numbers: f(hits) = c0 + c1 C(hits,1) + c2 C(hits,2) + ... with integers c. */

const choose = (n: number, k: number): number => {
  let result = 1
  for (let index = 0; index < k; index++) result = (result * (n - index)) / (index + 1)
  return result
}

/** The integers c with values[h] = sum of c[j] * C(h, j). */
export const subsetWeights = (values: readonly number[]): number[] =>
  values.map((_, j) => {
    let weight = 0
    for (let index = 0; index <= j; index++)
      weight += ((j - index) % 2 === 0 ? 1 : -1) * choose(j, index) * (values[index] as number)
    return weight
  })

// Offsets of pairs, triples and quadruples a < b < c < d of 0..48 in their tables.
const PAIR = Int32Array.from({ length: 49 }, (_, n) => choose(n, 2))
const TRIPLE = Int32Array.from({ length: 49 }, (_, n) => choose(n, 3))
const QUAD = Int32Array.from({ length: 49 }, (_, n) => choose(n, 4))
const IDENTITY = Int32Array.from({ length: 49 }, (_, n) => n)
const FIVE = Int32Array.from({ length: 49 }, (_, n) => choose(n, 5))

/** Sums by subset of at most five numbers. */
export class SubsetTables {
  readonly one = new Float64Array(49)
  readonly two = new Float64Array(choose(49, 2))
  readonly three = new Float64Array(choose(49, 3))
  readonly four = new Float64Array(choose(49, 4))
  /** 15 MB, so it is allocated only when a pick of five is added. */
  five = new Float64Array(0)
  depth = 0

  /** `numbers` ascend and count from 0. */
  add(numbers: readonly number[], weights: readonly number[]): void {
    const [w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0] = weights.slice(1)
    for (const [i, a] of numbers.entries()) {
      this.#put(1, this.one, a, w1)
      for (let j = i + 1; j < numbers.length; j++) {
        const two = (PAIR[numbers[j] as number] as number) + a
        this.#put(2, this.two, two, w2)
        for (let k = j + 1; k < numbers.length; k++) {
          const three = (TRIPLE[numbers[k] as number] as number) + two
          this.#put(3, this.three, three, w3)
          for (let l = k + 1; l < numbers.length; l++)
            this.#put(4, this.four, (QUAD[numbers[l] as number] as number) + three, w4)
        }
      }
    }
    if (w5 === 0) return
    if (this.five.length === 0) this.five = new Float64Array(choose(49, 5))
    const places = [IDENTITY, PAIR, TRIPLE, QUAD, FIVE]
    const whole = numbers.reduce((at, number, index) => at + ((places[index] as Int32Array)[number] as number), 0)
    this.#put(5, this.five, whole, w5)
  }

  #put(depth: number, table: Float64Array, at: number, weight: number): void {
    if (weight === 0) return
    table[at] = (table[at] as number) + weight
    if (depth > this.depth) this.depth = depth
  }

  /** Adds every draw's sum over its subsets. `sorted` holds `width` ascending numbers (from 0) per draw. */
  addTo(sums: Float64Array, sorted: Uint8Array, width: number): void {
    const { one, two, three, four, five, depth } = this
    if (depth === 0) return
    for (let draw = 0; draw < sums.length; draw++) {
      const from = draw * width
      let sum = sums[draw] as number
      for (let i = 0; i < width; i++) {
        const a = sorted[from + i] as number
        sum += one[a] as number
        if (depth === 1) continue
        for (let j = i + 1; j < width; j++) {
          const pair = (PAIR[sorted[from + j] as number] as number) + a
          sum += two[pair] as number
          if (depth === 2) continue
          for (let k = j + 1; k < width; k++) {
            const triple = (TRIPLE[sorted[from + k] as number] as number) + pair
            sum += three[triple] as number
            if (depth === 3) continue
            for (let l = k + 1; l < width; l++) {
              const quad = (QUAD[sorted[from + l] as number] as number) + triple
              sum += four[quad] as number
              if (depth === 4) continue
              for (let m = l + 1; m < width; m++)
                sum += five[(FIVE[sorted[from + m] as number] as number) + quad] as number
            }
          }
        }
      }
      sums[draw] = sum
    }
  }
}
