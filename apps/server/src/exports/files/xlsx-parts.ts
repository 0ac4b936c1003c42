import { must } from '@strata/domain/must'
import type { CellKind, Column } from '../source.ts'

/** The parts of an .xlsx file that do not grow with its rows (ECMA-376, part 1). */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Control characters, which XML 1.0 forbids or discourages. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const PLAIN = /^[\u0020\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\u005e\u0060-\u007e\u00a1-\ud7ff]*$/

/**
 * Escapes text for an XML document. Forbidden characters become U+FFFD, and a text that looks like an escape
 * sequence of xlsx is escaped.
 */
export function escaped(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll(/[&<>"]/g, (sign) => must(ENTITIES[sign], 'the entity'))
}

/** The text of a cell; leading and trailing blanks are preserved. */
export const textOf = (text: string): string =>
  /^\s|\s$/.test(text) ? `<t xml:space="preserve">${escaped(text)}</t>` : `<t>${escaped(text)}</t>`

/** Indexes into `cellXfs` below. */
export const STYLE = {
  text: 0,
  head: 1,
  money: 2,
  percent: 3,
  odds: 4,
  count: 5,
  instant: 6,
  /** Stays text when a user edits it, whatever it begins with. */
  quoted: 7,
  textBold: 8,
  moneyBold: 9,
  percentBold: 10,
  oddsBold: 11,
  countBold: 12,
  instantBold: 13,
  /** The title of a column of figures, which stand at the right. */
  headRight: 14,
} as const satisfies Record<CellKind | `${CellKind}Bold` | 'head' | 'headRight' | 'quoted', number>

const FORMATS = { money: 164, percent: 165, odds: 166, count: 167, instant: 168 } as const

const style = (format: number, font: number, more = ''): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`

const HEAD = 'numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"'

const styleLists = [
  style(0, 0),
  `<xf ${HEAD}/>`,
  ...Object.values(FORMATS).map((format) => style(format, 0)),
  style(49, 0, ' quotePrefix="1"'),
  style(0, 1),
  ...Object.values(FORMATS).map((format) => style(format, 1)),
  `<xf ${HEAD} applyAlignment="1"><alignment horizontal="right"/></xf>`,
]

export const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="5"><numFmt numFmtId="${FORMATS.money}" formatCode="#,##0.00"/><numFmt numFmtId="${FORMATS.percent}" formatCode="0.00##"/><numFmt numFmtId="${FORMATS.odds}" formatCode="0.00##"/><numFmt numFmtId="${FORMATS.count}" formatCode="#,##0"/><numFmt numFmtId="${FORMATS.instant}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFF2F6"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styleLists.length}">${styleLists.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 16,
  money: 15,
  percent: 10,
  odds: 10,
  count: 10,
  instant: 20,
}

/** A Chinese character is as wide as two digits. */
const widthOf = ({ title, kind }: Column): number => Math.max(WIDTHS[kind], title.length * 2 + 3)

/**
 * Everything before the first row: rows up to the titles stay in view, columns are as wide as their kind needs, and
 * all of them are printed on the width of one page.
 */
export const sheetHead = (columns: readonly Column[], titlesRow: number): string => {
  const widths = columns.map(
    (column, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  )
  return `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="${titlesRow}" topLeftCell="A${titlesRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
}

/** Size 9 is A4. */
const PRINT =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;C第 &amp;P 页，共 &amp;N 页</oddFooter></headerFooter>'

/** Everything after the last row. `filter`: the titles and the rows below them, "A6:G9"; null: there are none. */
export const sheetTail = (filter: string | null): string =>
  `</sheetData>${filter === null ? '' : `<autoFilter ref="${filter}"/>`}${PRINT}</worksheet>`

const numbers = (count: number): number[] => Array.from({ length: count }, (_none, at) => at + 1)

/** A sheet name has at most 31 characters and none that cell references use. */
const sheetName = (title: string, at: number): string => {
  const name = title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 26)
  return escaped(at === 1 ? name : `${name} ${at}`)
}

/** "A6:G9" as a reference that does not move with the cell that uses it. */
const fixed = (range: string): string => range.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2')

/** The titles are printed on every page; a spreadsheet keeps what can be filtered under a hidden name too. */
const namesOf = (sheet: string, at: number, titlesRow: number, filter: string | null): string => {
  const name = (of: string, text: string, more = ''): string =>
    `<definedName name="_xlnm.${of}" localSheetId="${at}"${more}>'${sheet}'!${text}</definedName>`
  return `${filter === null ? '' : name('_FilterDatabase', fixed(filter), ' hidden="1"')}${name('Print_Titles', `$${titlesRow}:$${titlesRow}`)}`
}

/** `filters`: what can be filtered on each sheet. */
export const workbook = (title: string, titlesRow: number, filters: readonly (string | null)[]): string => {
  const names = filters.map((_filter, at) => sheetName(title, at + 1))
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const defined = filters.map((filter, at) => namesOf(must(names[at], 'the sheet'), at, titlesRow, filter))
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets><definedNames>${defined.join('')}</definedNames></workbook>`
}

export const workbookRelations = (sheets: number): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers(sheets)
    .map((at) => `<Relationship Id="rId${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at}.xml"/>`)
    .join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

export const rootRelations = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${numbers(
    sheets,
  )
    .map((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)
    .join('')}</Types>`
