/**
 * Arrays for `unnest`, built while a batch is decided and converted to PostgreSQL's binary form once per column, not per
 * row. The parameter must have the array type itself (`$1::bigint[]`). The form is that of `array_send`: the number of
 * dimensions, whether there are nulls, the type of the elements, their number and the lower bound, then each element
 * after its length in bytes, -1 for null.
 */

const TYPES = {
  smallint: { oid: 21, bytes: 2 },
  integer: { oid: 23, bytes: 4 },
  bigint: { oid: 20, bytes: 8 },
  date: { oid: 1082, bytes: 4 },
  text: { oid: 25, bytes: 0 },
} as const

export type ColumnType = keyof typeof TYPES

const HEAD_BYTES = 20
const EMPTY_BYTES = 12
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2000, 0, 1)

/** Bytes that columns are written to. */
export interface ArrayTarget {
  readonly bytes: Buffer
  readonly view: DataView
}

export function arrayTarget(size: number): ArrayTarget {
  const bytes = Buffer.allocUnsafe(size)
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) }
}

const MAX_BIGINT = 2n ** 63n

/** The number, if it is a whole one from -max to max - 1. */
function fitting<Value extends bigint | number>(value: Value, max: Value): Value {
  if (value >= max || value < -max || (typeof value === 'number' && !Number.isInteger(value)))
    throw new RangeError(`${value} does not fit its column`)
  return value
}

type NamedType = readonly [name: string, type: string, ...unknown[]]

/**
 * A subquery whose rows are those of array parameters from `first` on. They have the same length. A function in a list is
 * called row by row; one in `from` is stored as a whole before, each of a list of functions on its own
 * (docs/decisions/0201).
 */
export const unnested = (first: number, columns: readonly NamedType[]): string =>
  `(select ${columns.map(([name, type], i) => `unnest($${first + i}::${type}[]) as ${name}`).join(', ')})`

/** Most bytes of a character in UTF-8, for each of a text's units of UTF-16. */
const MAX_UNIT_BYTES = 3

export class Column {
  readonly #type: ColumnType
  readonly #elements: (bigint | number | string | null)[] = []
  #units = 0
  #hasNull = false
  #lastDay = ''
  #lastDays = 0

  constructor(type: ColumnType) {
    this.#type = type
  }

  /** A number for a column of numbers, or null. */
  add(value: bigint | number | null): void {
    this.#elements.push(value)
    if (value === null) this.#hasNull = true
  }

  /** A text, or null. */
  addText(value: string | null): void {
    this.#elements.push(value)
    if (value === null) this.#hasNull = true
    else this.#units += value.length
  }

  /** A day as `2026-05-20`. */
  addDay(day: string): void {
    if (day !== this.#lastDay) {
      this.#lastDay = day
      this.#lastDays = (Date.parse(day) - FIRST_DAY) / DAY_MS
    }
    this.add(this.#lastDays)
  }

  /** How many bytes its binary form has at most. */
  get maxSize(): number {
    return HEAD_BYTES + this.#elements.length * (4 + TYPES[this.#type].bytes) + this.#units * MAX_UNIT_BYTES
  }

  /** Writes its binary form from `at` on, and returns where that ends. Throws RangeError when a number does not fit its type. */
  writeTo(target: ArrayTarget, at: number): number {
    const { view } = target
    const { length } = this.#elements
    view.setInt32(at, length === 0 ? 0 : 1)
    view.setInt32(at + 4, this.#hasNull ? 1 : 0)
    view.setInt32(at + 8, TYPES[this.#type].oid)
    if (length === 0) return at + EMPTY_BYTES
    view.setInt32(at + 12, length)
    view.setInt32(at + 16, 1)
    const from = at + HEAD_BYTES
    if (this.#type === 'text') return this.#writeTexts(target, from)
    return this.#type === 'bigint' ? this.#writeBigints(view, from) : this.#writeIntegers(view, from)
  }

  #writeTexts({ view, bytes }: ArrayTarget, from: number): number {
    let at = from
    for (const element of this.#elements) {
      const length = element === null ? -1 : bytes.write(element as string, at + 4)
      view.setInt32(at, length)
      at += 4 + Math.max(length, 0)
    }
    return at
  }

  #writeBigints(view: DataView, from: number): number {
    let at = from
    for (const element of this.#elements) {
      if (element === null) {
        view.setInt32(at, -1)
        at += 4
      } else {
        view.setInt32(at, 8)
        view.setBigInt64(at + 4, fitting(BigInt(element), MAX_BIGINT))
        at += 12
      }
    }
    return at
  }

  #writeIntegers(view: DataView, from: number): number {
    const { bytes } = TYPES[this.#type]
    let at = from
    for (const element of this.#elements) {
      if (element === null) {
        view.setInt32(at, -1)
        at += 4
        continue
      }
      const value = Number(element)
      view.setInt32(at, bytes)
      if (bytes === 2) view.setInt16(at + 4, fitting(value, 2 ** 15))
      else view.setInt32(at + 4, fitting(value, 2 ** 31))
      at += 4 + bytes
    }
    return at
  }

  /** Its binary form. */
  toBuffer(): Buffer {
    const target = arrayTarget(this.maxSize)
    return target.bytes.subarray(0, this.writeTo(target, 0))
  }
}
