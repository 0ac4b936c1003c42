import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readXlsx } from './read-xlsx.ts'

const fileOf = (rows: unknown[][], options: { bookSST: boolean; compression: boolean }): Blob => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '赔率')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['second']]), 'other')
  return new Blob([write(book, { type: 'array', bookType: 'xlsx', ...options }) as ArrayBuffer])
}

const ROWS = [
  ['玩法代码', '投注项代码', 'A盘'],
  ['TMA', '07', 47.285],
  ['LM_3Z2', '*', '20.8/109'],
  ['a & b <c> "d"', '', 2.7],
]
const TEXTS = [
  ['玩法代码', '投注项代码', 'A盘'],
  ['TMA', '07', '47.285'],
  ['LM_3Z2', '*', '20.8/109'],
]

describe('the first sheet of a file', () => {
  test.each([
    { bookSST: true, compression: true },
    { bookSST: false, compression: true },
    { bookSST: true, compression: false },
  ])('is read with its places: %o', async (options) => {
    const rows = await readXlsx(fileOf(ROWS, options))
    expect(rows.slice(0, 3)).toEqual(TEXTS)
    expect(rows[3]?.[0]).toBe('a & b <c> "d"')
    expect(rows[3]?.[2]).toBe('2.7')
  })

  test('keeps empty rows and cells, and shows 15 digits of a number', async () => {
    const rows = await readXlsx(fileOf([[null, 'x'], [], [0.1 + 0.2]], { bookSST: false, compression: false }))
    expect(rows).toEqual([['', 'x'], [], ['0.3']])
  })

  test.each(['', 'no zip at all, only text that is long enough to hold an end'])('is refused: %s', async (text) => {
    await expect(readXlsx(new Blob([text]))).rejects.toThrow()
  })
})
