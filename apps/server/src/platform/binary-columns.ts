/**
 * Arrays for `unnest` in PostgreSQL's binary form, filled value by value. Against text this saves the digits on this side
 * and their parsing on the other. The driver sends a Buffer as binary. The parameter must have the array type itself
 * (`$1::bigint[]`). A value that its type cannot hold throws, as PostgreSQL would: the form itself would cut it off.
 */

const HEADER = 20
const LENGTH = 4
const MAX_TEXT_BYTES_PER_UNIT = 3
/** Up to this length a text of ASCII is copied unit by unit, which is faster than a call of the encoder. */
const SHORT = 32
const TWO_32 = 2 ** 32
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2000, 0, 1)

const ELEMENTS = {
  smallint: { oid: 21, bytes: 2 },
  integer: { oid: 23, bytes: 4 },
  bigint: { oid: 20, bytes: 8 },
  date: { oid: 1082, bytes: 4 },
  text: { oid: 25, bytes: 0 },
} as const

export type ElementType = keyof typeof ELEMENTS

const TYPICAL_TEXT_BYTES = 12
const LIMITS = { smallint: 2 ** 15, integer: 2 ** 31, date: 2 ** 31 } as const

/** Days since 2000-01-01. */
function dayNumber(text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms)) throw new RangeError(`not a day: ${text}`)
  if (new Date(ms).toISOString().slice(0, 10) !== text) throw new RangeError(`not a day: ${text}`)
  return (ms - FIRST_DAY) / DAY_MS
}

export class BinaryColumn {
  readonly #type: ElementType
  #bytes: Buffer
  #view: DataView
  #end = HEADER
  #count = 0
  #hasNull = false
  #lastDay = ''
  #lastDayNumber = 0

  /** `rows`: about how many values will come. It grows by itself. */
  constructor(type: ElementType, rows = 16) {
    this.#type = type
    this.#bytes = Buffer.allocUnsafe(HEADER + (rows + 1) * (LENGTH + (ELEMENTS[type].bytes || TYPICAL_TEXT_BYTES)))
    this.#view = viewOf(this.#bytes)
  }

  /** Integers and null. */
  add(value: bigint | number | null): void {
    if (value === null) this.#addNull()
    else if (this.#type === 'bigint') this.#addLong(value)
    else if (this.#type === 'text') throw new TypeError('a number in a column of text')
    else this.#addShort(this.#type, value)
  }

  #addShort(type: Exclude<ElementType, 'bigint' | 'text'>, value: bigint | number): void {
    const number = Number(value)
    const { bytes } = ELEMENTS[type]
    const limit = LIMITS[type]
    if (!Number.isInteger(number) || number < -limit || number >= limit) throw outOf(type, value)
    const at = this.#room(bytes)
    this.#view.setInt32(at, bytes)
    if (bytes === 2) this.#view.setInt16(at + LENGTH, number)
    else this.#view.setInt32(at + LENGTH, number)
  }

  /** Texts, days and null. */
  addText(value: string | null): void {
    if (value === null) this.#addNull()
    else if (this.#type === 'date') this.#addDay(value)
    else if (this.#type === 'text') this.#addString(value)
    else throw new TypeError(`a text in a column of ${this.#type}`)
  }

  /** The whole array. The column must not change afterwards. */
  value(): Buffer {
    const view = this.#view
    view.setInt32(0, this.#count === 0 ? 0 : 1)
    view.setInt32(4, this.#hasNull ? 1 : 0)
    view.setInt32(8, ELEMENTS[this.#type].oid)
    if (this.#count === 0) return this.#bytes.subarray(0, 12)
    view.setInt32(12, this.#count)
    view.setInt32(16, 1)
    return this.#bytes.subarray(0, this.#end)
  }

  #addNull(): void {
    // The view may be another one after making room.
    const at = this.#room(0)
    this.#view.setInt32(at, -1)
    this.#hasNull = true
  }

  #addLong(value: bigint | number): void {
    const at = this.#room(8)
    this.#view.setInt32(at, 8)
    if (typeof value === 'bigint') {
      if (BigInt.asIntN(64, value) !== value) throw outOf(this.#type, value)
      this.#view.setBigInt64(at + LENGTH, value)
      return
    }
    if (!Number.isSafeInteger(value)) throw outOf(this.#type, value)
    this.#view.setInt32(at + LENGTH, Math.floor(value / TWO_32))
    this.#view.setUint32(at + 2 * LENGTH, value >>> 0)
  }

  #addDay(day: string): void {
    if (day !== this.#lastDay) {
      this.#lastDayNumber = dayNumber(day)
      this.#lastDay = day
    }
    this.#addShort('date', this.#lastDayNumber)
  }

  #addString(text: string): void {
    const most = text.length * MAX_TEXT_BYTES_PER_UNIT
    const at = this.#room(most)
    const from = at + LENGTH
    const written = this.#writeAscii(text, from) ? text.length : this.#bytes.write(text, from, 'utf8')
    this.#view.setInt32(at, written)
    this.#end = from + written
  }

  /** False: the text is long or has other letters, and must be encoded. */
  #writeAscii(text: string, from: number): boolean {
    const { length } = text
    if (length > SHORT) return false
    const bytes = this.#bytes
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 127) return false
      bytes[from + i] = unit
    }
    return true
  }

  /** Where the next value begins, with its length; `bytes` is how long it is at most. */
  #room(bytes: number): number {
    const at = this.#end
    const end = at + LENGTH + bytes
    if (end > this.#bytes.length) this.#grow(end)
    this.#end = end
    this.#count += 1
    return at
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafe(Math.max(least, this.#bytes.length * 2))
    this.#bytes.copy(larger)
    this.#bytes = larger
    this.#view = viewOf(larger)
  }
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const outOf = (type: ElementType, value: bigint | number): RangeError => new RangeError(`no ${type}: ${value}`)
