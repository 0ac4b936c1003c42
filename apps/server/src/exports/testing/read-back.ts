import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'

export interface ReadSheet {
  readonly name: string
  /** Cells as the library reads them. */
  readonly rows: readonly (readonly unknown[])[]
}

/** Reads a workbook with a library that shares no code with the writer. */
export function readSheets(path: string | Buffer): ReadSheet[] {
  const book = read(typeof path === 'string' ? readFileSync(path) : path, { type: 'buffer' })
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name]
    return { name, rows: sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null }) : [] }
  })
}

/** A CSV file as rows of texts. */
export function readCsv(path: string | Buffer): string[][] {
  const text = typeof path === 'string' ? readFileSync(path, 'utf8') : path.toString('utf8')
  const book = read(text.replace(/^\ufeff/, ''), { type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '', raw: false }) : []
}
