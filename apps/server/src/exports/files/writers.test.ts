import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Cell, Column } from '../source.ts'
import { cents, headingOf, readCsv, readLayout, readSheets, tableOf } from '../testing/read-back.ts'
import { rangeOf } from './byte-range.ts'
import { cellText, fitsSpreadsheet, isDangerous, twoDecimals } from './cells.ts'
import { csvField } from './csv.ts'
import { type Heading, rangeText } from './heading.ts'
import { type Format, writerOf } from './writer.ts'
import { SHEET_ROWS, xlsxWriter } from './xlsx.ts'
import { escaped } from './xlsx-parts.ts'
import { ZipWriter } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'strata-writers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEADING: Heading = {
  title: '注单明细',
  lines: [
    ['账号', 'agent001（代理）'],
    ['范围', '2026-11-20'],
    ['导出', '2026-11-20 09:41:07　agent001'],
  ],
}

let made = 0
async function write(format: Format, columns: readonly Column[], rows: readonly Cell[][], totals: Cell[][] = []) {
  made += 1
  const path = join(folder, `${made}.${format}`)
  const file = await open(path, 'w')
  const writer = writerOf(format, file, columns, HEADING)
  await writer.begin()
  await writer.rows(rows)
  await writer.totals(totals)
  const bytes = await writer.end()
  await file.close()
  expect(readFileSync(path)).toHaveLength(bytes)
  return path
}

const COLUMNS: readonly Column[] = [
  { title: '下注时间', kind: 'instant' },
  { title: '注单号', kind: 'text' },
  { title: '账号', kind: 'text' },
  { title: '赔率', kind: 'odds' },
  { title: '金额', kind: 'money' },
  { title: '退水', kind: 'percent' },
  { title: '笔数', kind: 'count' },
]
/** 2026-11-20 09:41:07 in Shanghai. */
const AT = Date.UTC(2026, 10, 20, 1, 41, 7)
const ROWS: Cell[][] = [
  [AT, '7300000000000000001', 'mem0001', '1.98', '1234.5', '1.25', 3],
  [AT, '7300000000000000002', '张三 & <李四>', 'ZHONG2 20 / ZHONG3 5', '-0.0001', '25', 0],
  [null, '', ' 前后空格 ', '', '99999999999999.9999', null, 12],
]
const TOTALS: Cell[][] = [['合计 3 笔', null, null, null, '99999999999999.1234', null, 15]]

describe('.xlsx, read by another library', () => {
  test('has every cell unchanged', async () => {
    const [sheet, ...more] = readSheets(await write('xlsx', COLUMNS, ROWS, TOTALS))
    expect(more).toEqual([])
    expect(sheet?.name).toBe('注单明细')
    const day = 46_346 + (9 * 3600 + 41 * 60 + 7) / 86_400
    const rows = sheet?.rows ?? []
    expect(headingOf(rows)).toEqual({ title: '注单明细', lines: Object.fromEntries(HEADING.lines) })
    expect(tableOf(rows)).toEqual([
      ['下注时间', '注单号', '账号', '赔率', '金额', '退水(%)', '笔数'],
      [expect.closeTo(day, 8), '7300000000000000001', 'mem0001', 1.98, 1234.5, 1.25, 3],
      [expect.closeTo(day, 8), '7300000000000000002', '张三 & <李四>', 'ZHONG2 20 / ZHONG3 5', 0, 25, 0],
      [null, null, ' 前后空格 ', null, '99999999999999.99', null, 12],
      ['合计 3 笔', null, null, null, '99999999999999.12', null, 15],
    ])
  })

  test('can be filtered by its titles, and prints in the width of one page with them on each', async () => {
    const { names, filters, texts } = readLayout(await write('xlsx', COLUMNS, ROWS, TOTALS))
    // The total row stays below whatever is filtered.
    expect(filters).toEqual(['A6:G9'])
    expect(names).toEqual([
      { name: '_xlnm._FilterDatabase', sheet: 0, ref: "'注单明细'!$A$6:$G$9" },
      { name: '_xlnm.Print_Titles', sheet: 0, ref: "'注单明细'!$6:$6" },
    ])
    expect(texts[0]).toMatch(
      /<pageSetUpPr fitToPage="1"\/>.*<pageSetup [^>]*orientation="landscape"[^>]*fitToHeight="0"/,
    )
    const { filters: none } = readLayout(await write('xlsx', COLUMNS, [], TOTALS))
    expect(none).toEqual([])
  })

  test('continues on a second sheet when the first is full', async () => {
    expect(SHEET_ROWS).toBe(2 ** 20)
    const path = join(folder, 'long.xlsx')
    const file = await open(path, 'w')
    const writer = xlsxWriter(file, [{ title: '笔数', kind: 'count' }], {
      heading: { ...HEADING, title: '长表' },
      sheetRows: 9,
    })
    await writer.begin()
    await writer.rows(Array.from({ length: 7 }, (_none, at) => [at]))
    await writer.totals([['合计']])
    await writer.end()
    await file.close()
    const sheets = readSheets(path).map(({ name, rows }) => ({ name, rows: tableOf(rows) }))
    expect(sheets).toEqual([
      { name: '长表', rows: [['笔数'], [0], [1], [2]] },
      { name: '长表 2', rows: [['笔数'], [3], [4], [5]] },
      { name: '长表 3', rows: [['笔数'], [6], ['合计']] },
    ])
    const { names, filters } = readLayout(path)
    expect(filters).toEqual(['A6:A9', 'A6:A9', 'A6:A7'])
    const printed = names.filter(({ name }) => name === '_xlnm.Print_Titles')
    expect(printed.map(({ sheet, ref }) => [sheet, ref])).toEqual([
      [0, "'长表'!$6:$6"],
      [1, "'长表 2'!$6:$6"],
      [2, "'长表 3'!$6:$6"],
    ])
  })

  test('accepts any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 20 }), async (texts) => {
        const path = await write(
          'xlsx',
          [{ title: '备注', kind: 'text' }],
          texts.map((text) => [text]),
        )
        const rows = tableOf(readSheets(path)[0]?.rows ?? []).slice(1)
        const shown = texts.map((text) => (text === '' ? null : text.replaceAll('\r\n', '\n')))
        expect(rows.map(([cell]) => (typeof cell === 'string' ? cell.replaceAll('\r\n', '\n') : cell))).toEqual(shown)
      }),
      { numRuns: 50 },
    )
  })

  test('never contains characters that XML forbids', () => {
    expect(escaped('a\u0000b\u001fc\ud800d')).toBe('a\ufffdb\ufffdc\ufffdd')
    expect(escaped('<a href="x">&_x0041_')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;_x005F_x0041_')
    expect(escaped('甲\r\n乙')).toBe('甲_x000D_\n乙')
  })
})

describe('.csv', () => {
  test('begins with a BOM, ends lines with CR LF and quotes according to RFC 4180', async () => {
    const text = readFileSync(
      await write('csv', COLUMNS.slice(1, 3), [
        ['1', 'a,b'],
        ['2', 'say "x"'],
        ['3', '两\n行'],
      ]),
      'utf8',
    )
    expect(text).toBe(
      '\ufeff注单明细\r\n账号,agent001（代理）\r\n范围,2026-11-20\r\n导出,2026-11-20 09:41:07　agent001\r\n\r\n注单号,账号\r\n1,"a,b"\r\n2,"say ""x"""\r\n3,"两\n行"\r\n',
    )
  })

  test('has every cell as text when read back', async () => {
    expect(tableOf(readCsv(await write('csv', COLUMNS, ROWS, TOTALS)))).toEqual([
      ['下注时间', '注单号', '账号', '赔率', '金额', '退水(%)', '笔数'],
      ['2026-11-20 09:41:07', '7300000000000000001', 'mem0001', '1.98', '1234.50', '1.25', '3'],
      ['2026-11-20 09:41:07', '7300000000000000002', '张三 & <李四>', 'ZHONG2 20 / ZHONG3 5', '0.00', '25', '0'],
      ['', '', ' 前后空格 ', '', '99999999999999.99', '', '12'],
      ['合计 3 笔', '', '', '', '99999999999999.12', '', '15'],
    ])
  })
})

describe('formulas', () => {
  const dangerous = [
    '=1+1',
    '+cmd',
    '-cmd',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－1a',
    '＠x',
    ' =1',
    '\u3000=1',
    '\u00a0+x',
    '\u200b=1',
    '\ufeff=1',
    '\t=1',
    '\tx',
    '\rx',
    '\nx',
    '+1',
    '-1.',
    '-',
    '--1',
    '-1e5',
    '=',
  ]
  const harmless = ['', '0', '-1', '-0.0001', '12.5', 'a=1', '甲+乙', '1-2', ' a', '（-1）', '1@2']

  test.each(dangerous)('%j is neutralised', async (text) => {
    expect(isDangerous(text)).toBe(true)
    expect(csvField(text).replace(/^"/, '')[0]).toBe("'")
    // In a workbook it is a text cell with the quote-prefix style, content unchanged.
    const book = readSheets(await write('xlsx', [{ title: '备注', kind: 'text' }], [[text]]))
    expect(tableOf(book[0]?.rows ?? [])[1]?.[0]).toBe(text)
  })

  test.each(harmless)('%j is unchanged', (text) => {
    expect([isDangerous(text), csvField(text)]).toEqual([false, text])
  })

  test('no CSV field begins like a formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const field = csvField(text).replace(/^"/, '')
        expect(/^[\s]*[=+\-@＝＋－＠]/.test(field) && !/^-?\d+(\.\d+)?$/.test(field)).toBe(false)
      }),
    )
  })
})

test('numbers with more digits than a spreadsheet keeps stay text', () => {
  expect(['99999999999.9999', '-99999999999.9999', '0.0001', '123456789012345', '0'].map(fitsSpreadsheet)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['999999999999.9999', '1234567890123456', '-999999999999.9999'].map(fitsSpreadsheet)).toEqual([
    false,
    false,
    false,
  ])
})

test('a cell as text', () => {
  expect([cellText(null, 'money'), cellText(AT, 'instant'), cellText(12, 'count'), cellText('1.5', 'money')]).toEqual([
    '',
    '2026-11-20 09:41:07',
    '12',
    '1.50',
  ])
})

test.each([
  ['0', '0.00'],
  ['-0.0099', '0.00'],
  ['-0.019', '-0.01'],
  ['1234.5', '1234.50'],
  ['12.999', '12.99'],
  ['-7', '-7.00'],
  ['不限', '不限'],
])('%s is shown with two decimals as %s', (wire, shown) => {
  expect([twoDecimals(wire), cents(wire)]).toEqual([shown, shown])
})

test.each([
  [{}, '全部'],
  [{ from: '2026-11-01', to: '2026-11-20' }, '2026-11-01 至 2026-11-20'],
  [{ from: '2026-11-20', to: '2026-11-20', gameIds: [3] }, '2026-11-20，六合彩'],
  [{ to: '2026-11-20' }, '至 2026-11-20'],
  [{ date: '2026-11-20', gameId: 3 }, '2026-11-20，六合彩'],
  [{ periodFrom: '1', periodTo: '9', gameIds: [3] }, '第 1 至 9 期，六合彩'],
  [{ gameId: 3, periodNo: '7' }, '第 7 期，六合彩'],
])('the range of %j is %s', (input, text) => expect(rangeText(input)).toBe(text))

test('ranges of bytes', () => {
  expect(rangeOf(undefined, 10)).toBeUndefined()
  expect(rangeOf('bytes=0-', 10)).toEqual({ start: 0, end: 9 })
  expect(rangeOf('bytes=4-6', 10)).toEqual({ start: 4, end: 6 })
  expect(rangeOf('bytes=4-60', 10)).toEqual({ start: 4, end: 9 })
  expect(rangeOf('bytes=-3', 10)).toEqual({ start: 7, end: 9 })
  expect(rangeOf('bytes=-30', 10)).toEqual({ start: 0, end: 9 })
  expect([rangeOf('bytes=10-', 10), rangeOf('bytes=-0', 10)]).toEqual(['unsatisfiable', 'unsatisfiable'])
  expect([rangeOf('bytes=6-4', 10), rangeOf('bytes=1-2,4-5', 10), rangeOf('rows=1-2', 10)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

/** Reads the central directory of a zip file: 32-bit fields, and the 64-bit ones where those hold their maximum. */
function directoryOf(bytes: Buffer, base: number) {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const far = bytes.readUInt32LE(end + 16) === 0xffff_ffff
  const locator = bytes.lastIndexOf(Buffer.from('PK\u0006\u0007'))
  const end64 = far ? Number(bytes.readBigUInt64LE(locator + 8)) - base : -1
  const at = far ? Number(bytes.readBigUInt64LE(end64 + 48)) - base : bytes.readUInt32LE(end + 16) - base
  const size = far ? Number(bytes.readBigUInt64LE(end64 + 40)) : bytes.readUInt32LE(end + 12)
  return { far, at, size, end64 }
}

test('a zip file beyond 4 GiB stores the offsets of its entries in 64 bits', async () => {
  const path = join(folder, 'far.zip')
  const base = 5_000_000_000
  const file = await open(path, 'w+')
  const zip = new ZipWriter(file, base)
  await zip.text('甲.txt', '内容')
  const size = await zip.end()
  const bytes = Buffer.alloc(size - base)
  await file.read(bytes, 0, bytes.length, base)
  await file.close()
  const { far, at, size: listed } = directoryOf(bytes, base)
  expect(far).toBe(true)
  const entry = bytes.subarray(at, at + listed)
  const nameLength = entry.readUInt16LE(28)
  expect(entry.subarray(46, 46 + nameLength).toString()).toBe('甲.txt')
  expect(entry.readUInt32LE(42)).toBe(0xffff_ffff)
  expect(Number(entry.readBigUInt64LE(46 + nameLength + 4))).toBe(base)
  const packed = bytes.subarray(30 + nameLength, 30 + nameLength + bytes.readUInt32LE(18))
  expect(inflateRawSync(packed).toString()).toBe('内容')
  expect(bytes.readUInt32LE(14)).toBe(crc32('内容'))
})
