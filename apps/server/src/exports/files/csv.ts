import type { FileHandle } from 'node:fs/promises'
import { must } from '@strata/domain/must'
import type { Cell, Column } from '../source.ts'
import { cellText, headOf, isDangerous } from './cells.ts'
import type { Heading } from './heading.ts'
import type { RowWriter } from './row-writer.ts'

const BOM = '\ufeff'

/**
 * A field by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front, as
 * spreadsheets do it themselves.
 */
export function csvField(text: string): string {
  const safe = isDangerous(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a CSV file with a BOM, without which spreadsheets show the Chinese wrong. */
export function csvWriter(file: FileHandle, columns: readonly Column[], { title, lines }: Heading): RowWriter {
  let bytes = 0
  const write = async (text: string): Promise<void> => {
    const { bytesWritten } = await file.write(text, null, 'utf8')
    bytes += bytesWritten
  }
  const lineOf = (row: readonly Cell[]): string => {
    let line = ''
    for (let at = 0; at < columns.length; at++) {
      if (at > 0) line += ','
      line += csvField(cellText(row[at] ?? null, must(columns[at], 'the column').kind))
    }
    return `${line}\r\n`
  }
  const rows = (some: readonly (readonly Cell[])[]): Promise<void> => write(some.map(lineOf).join(''))
  const heading = [[title], ...lines, []].map((cells) => `${cells.map(csvField).join(',')}\r\n`).join('')
  const titles = columns.map((column) => csvField(headOf(column.title, column.kind))).join(',')
  return {
    begin: () => write(`${BOM}${heading}${titles}\r\n`),
    rows,
    totals: rows,
    end: async () => bytes,
  }
}
