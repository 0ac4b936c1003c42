/**
 * Arrays for `unnest`, gathered while a batch is decided and joined to PostgreSQL's own text once a column, with no conversion a
 * row. Send them as `$1::text::bigint[]` would be: the parameter's type is the array type itself.
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
