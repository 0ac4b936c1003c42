/**
 * Arrays for `unnest`, built as PostgreSQL's own text while a batch is decided: one string a column, no array and no
 * conversion a row. Send them as `$1::text::bigint[]` would be: the parameter's type is the array type itself.
 */

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Elements that need no quotes in an array literal: no separators, blanks, quotes, nor the word null. */
const plain = /^(?!null$)[0-9A-Za-z_:.+*-]+$/i

export class Column {
  #text = ''

  /** Integers and null. */
  add(value: bigint | number | null): void {
    this.#text += this.#text === '' ? (value ?? 'NULL') : `,${value ?? 'NULL'}`
  }

  addText(value: string | null): void {
    const element = value === null ? 'NULL' : plain.test(value) ? value : quoted(value)
    this.#text += this.#text === '' ? element : `,${element}`
  }

  /** The array literal. */
  toString(): string {
    return `{${this.#text}}`
  }
}
