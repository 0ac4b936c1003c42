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

interface Layout {
  readonly names: readonly { readonly name: string; readonly sheet: number | undefined; readonly ref: string }[]
  /** The cells that can be filtered, by sheet. */
  readonly filters: readonly string[]
  /** The XML of each sheet. */
  readonly texts: readonly string[]
}

/** How a workbook is filtered and printed. */
export function readLayout(path: string): Layout {
  const book = read(readFileSync(path), { type: 'buffer', bookFiles: true })
  const { files = {} } = book as { files?: Readonly<Record<string, { readonly content: Uint8Array }>> }
  return {
    names: (book.Workbook?.Names ?? []).map(({ Name: name, Sheet: sheet, Ref: ref }) => ({ name, sheet, ref })),
    filters: book.SheetNames.flatMap((name) => book.Sheets[name]?.['!autofilter']?.ref ?? []),
    texts: book.SheetNames.map((_name, at) =>
      new TextDecoder().decode(files[`xl/worksheets/sheet${at + 1}.xml`]?.content),
    ),
  }
}

/** A CSV file as rows of texts. */
export function readCsv(path: string | Buffer): string[][] {
  const text = typeof path === 'string' ? readFileSync(path, 'utf8') : path.toString('utf8')
  const book = read(text.replace(/^\ufeff/, ''), { type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '', raw: false }) : []
}

export type Rows = readonly (readonly unknown[])[]

/** A file's heading: its title, and its lines by their label. */
export const headingOf = (
  rows: Rows,
): { readonly title: unknown; readonly lines: Readonly<Record<string, unknown>> } => ({
  title: rows[0]?.[0],
  lines: Object.fromEntries(rows.slice(1, 4).map(([label, text]) => [String(label), text])),
})

/** The table of a file, from the titles of its columns: without the heading, and the line that only counts rows. */
export function tableOf<Cell>(rows: readonly (readonly Cell[])[]): Cell[][] {
  const { lines } = headingOf(rows)
  if (Object.keys(lines).join() !== '账号,范围,导出') throw new Error(`no heading: ${JSON.stringify(rows.slice(0, 5))}`)
  const titles = rows[5] ?? []
  const width = titles.findLastIndex((title) => title !== null && title !== '') + 1
  // The library fills every row up to the widest, which may be one of the heading.
  const table = rows.slice(5).map((row) => row.slice(0, width))
  const last = table.at(-1)?.[0]
  return typeof last === 'string' && /^合计 \d+ 条$/.test(last) ? table.slice(0, -1) : table
}

/** An amount of the wire as a file shows it, found without the writer's code. */
export const cents = (wire: string | undefined): string => {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(wire ?? '') ?? []
  if (whole === '') return wire ?? ''
  const shown = `${whole}.${`${part}00`.slice(0, 2)}`
  return /[1-9]/.test(shown) ? `${sign}${shown}` : shown
}
