import pg from 'pg'

const int8 = 20
const int8Array = 1016
const numericArray = 1231
const date = 1082
const dateArray = 1182

const splitArray = (text: string): (string | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : part))

const parsers = new Map<number, (text: string) => unknown>([
  [int8, (text) => BigInt(text)],
  [int8Array, (text) => splitArray(text).map((part) => (part === null ? null : BigInt(part)))],
  [numericArray, splitArray],
  [date, (text) => text],
  [dateArray, splitArray],
])

/** int8 becomes bigint, numeric and date stay strings; everything else as the driver does. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : parsers.get(oid)
    return parser ?? pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig
