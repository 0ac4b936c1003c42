/**
 * Reads the first sheet of an .xlsx file: cells and shared texts, nothing else of the format. The file is read where it
 * was chosen; it never goes to the server.
 */

const MAX_FILE = 5_000_000
/** Unpacked: a small file may claim to be huge. */
const MAX_PART = 40_000_000
const MAX_COLUMNS = 64

const END_OF_ZIP = 0x06054b50
const ENTRY = 0x02014b50
const DEFLATED = 8

type Entry = { readonly at: number; readonly size: number; readonly method: number }

const text = new TextDecoder()

const entriesOf = (bytes: Uint8Array): ReadonlyMap<string, Entry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== END_OF_ZIP) end -= 1
  if (end < 0) throw new Error('not a zip file')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('the directory of the zip file is broken')
    const [nameSize, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    const name = text.decode(bytes.subarray(at + 46, at + 46 + nameSize))
    const local = view.getUint32(at + 42, true)
    const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    entries.set(name, { at: data, size: view.getUint32(at + 20, true), method: view.getUint16(at + 10, true) })
    at += 46 + nameSize + extra + comment
  }
  return entries
}

const unpacked = async (bytes: Uint8Array, entry: Entry): Promise<string> => {
  const packed = bytes.slice(entry.at, entry.at + entry.size)
  if (entry.method !== DEFLATED) return text.decode(packed)
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder()
  let [read, size] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return read + decoder.decode()
    size += value.length
    if (size > MAX_PART) throw new Error('the file is too large')
    read += decoder.decode(value, { stream: true })
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  })

/** The text elements of a cell or of a shared text, without the reading aids of Japanese. */
const textsOf = (xml: string): string =>
  [...xml.replace(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, '').matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?t>/gs)]
    .map(([, inner]) => unescaped(inner ?? ''))
    .join('')

const sharedTexts = (xml: string): readonly string[] =>
  [...xml.matchAll(/<(?:\w+:)?si(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?si>/gs)].map(([, inner]) => textsOf(inner ?? ''))

const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A number as the spreadsheet shows it: 15 digits, because a stored 2.7 may read 2.7000000000000002. */
const numberText = (stored: string): string => {
  if (!/[.eE]/.test(stored)) return stored
  const value = Number(stored)
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : stored
}

const cellText = (attributes: string, inner: string, shared: readonly string[]): string => {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1]
  if (type === 'inlineStr') return textsOf(inner)
  const value = unescaped(/<(?:\w+:)?v(?:\s[^>]*)?>(.*?)<\/(?:\w+:)?v>/s.exec(inner)?.[1] ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  return type === undefined || type === 'n' ? numberText(value) : value
}

const rowsOf = (xml: string, shared: readonly string[]): string[][] => {
  const rows: string[][] = []
  for (const [, head = '', inner = ''] of xml.matchAll(/<(?:\w+:)?row\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?row>)/gs)) {
    const number = Number(/\br="(\d+)"/.exec(head)?.[1] ?? rows.length + 1)
    if (number > 100_000) throw new Error('the sheet is too long')
    while (rows.length < number) rows.push([])
    const cells = rows[number - 1] ?? []
    let next = 0
    for (const [, attributes = '', content = ''] of inner.matchAll(
      /<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs,
    )) {
      const reference = /\br="([A-Z]+\d+)"/.exec(attributes)?.[1]
      const column = reference === undefined ? next : columnOf(reference)
      next = column + 1
      if (column >= MAX_COLUMNS) continue
      while (cells.length <= column) cells.push('')
      cells[column] = cellText(attributes, content, shared)
    }
  }
  return rows
}

/** The first sheet as texts; rows and columns keep their places. Rejects what is not such a file. */
export const readXlsx = async (file: Blob): Promise<readonly (readonly string[])[]> => {
  if (file.size > MAX_FILE) throw new Error('the file is too large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const entries = entriesOf(bytes)
  const sheets = [...entries.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
  const first = entries.get(
    sheets.toSorted((a, b) => Number.parseInt(a.slice(19), 10) - Number.parseInt(b.slice(19), 10))[0] ?? '',
  )
  if (!first) throw new Error('the file has no sheet')
  const texts = entries.get('xl/sharedStrings.xml')
  const shared = texts ? sharedTexts(await unpacked(bytes, texts)) : []
  return rowsOf(await unpacked(bytes, first), shared)
}
