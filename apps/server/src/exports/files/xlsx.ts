import type { FileHandle } from 'node:fs/promises'
import { must } from '@strata/domain/must'
import type { Cell, CellKind, Column } from '../source.ts'
import { fitsSpreadsheet, headOf, isDangerous, isNumberText, spreadsheetDays, twoDecimals } from './cells.ts'
import { type Heading, headingRows } from './heading.ts'
import type { RowWriter } from './row-writer.ts'
import {
  contentTypes,
  rootRelations,
  STYLE,
  sheetHead,
  sheetTail,
  styles,
  textOf,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'
import { type EntryWriter, ZipWriter } from './zip.ts'

/** Maximum number of rows of a sheet, including the header. */
export const SHEET_ROWS = 1_048_576
/** Limit for an entry of the file, below the 4 GiB of the format. */
const SHEET_BYTES = 3_500_000_000
/** Compressed in chunks of this size, because every chunk wakes another thread. */
const CHUNK_BYTES = 262_144

const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

const textCell = (place: string, text: string, style: number): string => {
  const s = isDangerous(text) ? STYLE.quoted : style
  return `<c r="${place}" t="inlineStr"${s === 0 ? '' : ` s="${s}"`}><is>${textOf(text)}</is></c>`
}

const numberCell = (place: string, digits: string, style: number): string =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}><v>${digits}</v></c>`

/** Money is written digit by digit and never converted to a number. */
function cellXml(place: string, cell: Cell, kind: CellKind, bold: boolean): string {
  if (cell === null || cell === '') return ''
  const style = bold ? STYLE[`${kind}Bold`] : STYLE[kind]
  if (typeof cell === 'number') {
    return numberCell(place, String(kind === 'instant' ? spreadsheetDays(cell) : cell), style)
  }
  const shown = kind === 'money' ? twoDecimals(cell) : cell
  const isNumber = kind !== 'text' && isNumberText(shown) && fitsSpreadsheet(shown)
  return isNumber ? numberCell(place, shown, style) : textCell(place, shown, bold ? STYLE.textBold : 0)
}

const headingXml = ({ title, lines }: Heading): string =>
  [
    `<row r="1">${textCell('A1', title, STYLE.textBold)}</row>`,
    ...lines.map(
      ([label, text], at) =>
        `<row r="${at + 2}">${textCell(`A${at + 2}`, label, 0)}${textCell(`B${at + 2}`, text, 0)}</row>`,
    ),
  ].join('')

/**
 * The sheets of one workbook: rows that do not fit on a sheet continue on the next one, which has the same heading and
 * titles.
 */
class Sheets {
  readonly #zip: ZipWriter
  readonly #columns: readonly Column[]
  readonly #letters: readonly string[]
  readonly #most: number
  readonly #heading: Heading
  #entry: EntryWriter | undefined
  readonly titlesRow: number
  /** What can be filtered on each sheet that has ended: its titles and rows, without the totals. */
  readonly filters: (string | null)[] = []
  /** Bytes of each row: a long text made of many short ones would be kept, and moved, piece by piece. */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #row = 0
  /** The last row of this sheet that is not a total. */
  #lastRow = 0
  #bytes = 0

  constructor(zip: ZipWriter, columns: readonly Column[], heading: Heading, most: number) {
    this.#heading = heading
    this.titlesRow = headingRows(heading) + 1
    this.#most = most
    this.#zip = zip
    this.#columns = columns
    this.#letters = columns.map((_column, at) => letterOf(at))
  }

  async begin(): Promise<void> {
    this.#row = this.titlesRow
    this.#lastRow = this.#row
    this.#bytes = 0
    this.#entry = await this.#zip.entry(`xl/worksheets/sheet${this.filters.length + 1}.xml`)
    const heads = this.#columns.map(({ title, kind }, at) =>
      textCell(`${this.#letters[at]}${this.#row}`, headOf(title, kind), kind === 'text' ? STYLE.head : STYLE.headRight),
    )
    this.#put(
      `${sheetHead(this.#columns, this.#row)}${headingXml(this.#heading)}<row r="${this.#row}">${heads.join('')}</row>`,
    )
  }

  async add(some: readonly (readonly Cell[])[], bold: boolean): Promise<void> {
    for (const cells of some) {
      if (this.#row === this.#most || this.#bytes > SHEET_BYTES) {
        await this.end()
        await this.begin()
      }
      this.#addRow(cells, bold)
      if (!bold) this.#lastRow = this.#row
      if (this.#waitingBytes > CHUNK_BYTES) await this.#flush()
    }
  }

  #addRow(cells: readonly Cell[], bold: boolean): void {
    this.#row += 1
    let xml = `<row r="${this.#row}">`
    for (let at = 0; at < this.#letters.length; at++) {
      const { kind } = must(this.#columns[at], 'the column')
      xml += cellXml(`${this.#letters[at]}${this.#row}`, cells[at] ?? null, kind, bold)
    }
    this.#put(`${xml}</row>`)
  }

  async end(): Promise<void> {
    const hasRows = this.#lastRow > this.titlesRow
    const filter = hasRows ? `A${this.titlesRow}:${this.#letters.at(-1)}${this.#lastRow}` : null
    this.filters.push(filter)
    this.#put(sheetTail(filter))
    await this.#flush()
    await this.#entry?.end()
  }

  #put(xml: string): void {
    const bytes = Buffer.from(xml)
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting, this.#waitingBytes)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#bytes += bytes.length
    await this.#entry?.write(bytes)
  }
}

/** An .xlsx file, written as rows arrive. Texts are inline, so that no table of shared strings grows with them. */
export function xlsxWriter(
  file: FileHandle,
  columns: readonly Column[],
  { heading, sheetRows = SHEET_ROWS }: { readonly heading: Heading; readonly sheetRows?: number },
): RowWriter {
  const zip = new ZipWriter(file)
  const sheets = new Sheets(zip, columns, heading, sheetRows)
  return {
    begin: () => sheets.begin(),
    rows: (some) => sheets.add(some, false),
    totals: (some) => sheets.add(some, true),
    end: async () => {
      await sheets.end()
      await zip.text('xl/styles.xml', styles)
      await zip.text('xl/workbook.xml', workbook(heading.title, sheets.titlesRow, sheets.filters))
      await zip.text('xl/_rels/workbook.xml.rels', workbookRelations(sheets.filters.length))
      await zip.text('_rels/.rels', rootRelations)
      await zip.text('[Content_Types].xml', contentTypes(sheets.filters.length))
      return zip.end()
    },
  }
}
