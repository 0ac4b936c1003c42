/**
 * Arrays for `unnest`, built while a batch is decided and converted to PostgreSQL's text form once per column, not per
 * row. The parameter must have the array type itself (`$1::bigint[]`).
 */

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Elements that need no quotes in an array literal: no separators, blanks, quotes, nor the word null. */
const plain = /^(?!null$)[0-9A-Za-z_:.+*-]+$/i

export class Column {
  readonly #elements: (bigint | number | string)[] = []

  /** Integers and null. */
  add(value: bigint | number | null): void {
    this.#elements.push(value ?? 'NULL')
  }

  addText(value: string | null): void {
    this.#elements.push(value === null ? 'NULL' : plain.test(value) ? value : quoted(value))
  }

  /** The array literal. */
  toString(): string {
    return `{${this.#elements.join(',')}}`
  }
}
