/**
 * Writes a small .xlsx file of texts: the template of an import. Every cell is text and stays it whatever is typed, so
 * that a spreadsheet does not store 5% as 0.05 or take a name for a date.
 */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const TYPE = `${PART}.sheet`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/** Style 0: text. Style 1: text in bold, of the titles. Number format 49 is the built-in one of text. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

const letterOf = (column: number): string => String.fromCharCode(65 + column)

const sheetOf = (rows: readonly (readonly string[])[]): string => {
  const width = Math.max(...rows.map((cells) => cells.length))
  const cellOf = (text: string, at: string, style: number): string =>
    `<c r="${at}" s="${style}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const body = rows.map((cells, row) => {
    const line = cells.map((text, column) => cellOf(text, `${letterOf(column)}${row + 1}`, row === 0 ? 1 : 0))
    return `<row r="${row + 1}">${line.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="${width}" width="18" style="0" customWidth="1"/></cols><sheetData>${body.join('')}</sheetData></worksheet>`
}

const partsOf = (name: string, rows: readonly (readonly string[])[]): readonly (readonly [string, string])[] => [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', STYLES],
  ['xl/worksheets/sheet1.xml', sheetOf(rows)],
]

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Little-endian numbers with their sizes in bytes. */
const record = (...fields: readonly (readonly [number, 2 | 4])[]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

/** 1 January 1980, the first day that a zip file can name. */
const NO_DAY = 0x21
const UTF8_NAMES = 0x0800

/** A zip file whose parts are stored as they are: a template is too small to be worth packing. */
const zipOf = (parts: readonly (readonly [string, string])[]): Uint8Array[] => {
  const encoder = new TextEncoder()
  const [files, entries]: [Uint8Array[], Uint8Array[]] = [[], []]
  const sizeOf = (all: readonly Uint8Array[]): number => all.reduce((sum, { length }) => sum + length, 0)
  for (const [name, text] of parts) {
    const [path, content] = [encoder.encode(name), encoder.encode(text)]
    const at = sizeOf(files)
    const common = [
      [20, 2],
      [UTF8_NAMES, 2],
      [0, 2],
      [0, 2],
      [NO_DAY, 2],
      [crcOf(content), 4],
      [content.length, 4],
      [content.length, 4],
      [path.length, 2],
      [0, 2],
    ] as const
    files.push(record([0x04034b50, 4], ...common), path, content)
    entries.push(record([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), path)
  }
  const [count, size] = [parts.length, sizeOf(entries)]
  const end = record([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [size, 4], [sizeOf(files), 4], [0, 2])
  return [...files, ...entries, end]
}

/** A file with one sheet; the first row are its titles. At most 26 columns. */
export const writeXlsx = (name: string, rows: readonly (readonly string[])[]): Blob =>
  new Blob(zipOf(partsOf(name, rows)) as BlobPart[], { type: TYPE })
