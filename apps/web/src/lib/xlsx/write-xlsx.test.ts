import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readXlsx } from './read-xlsx.ts'
import { writeXlsx } from './write-xlsx.ts'

const ROWS = [
  ['账号', '上级占成', 'a & b <c> "d"'],
  ['agent01', '5%', ''],
]

test('another reader finds the sheet, its texts and their format', async () => {
  const bytes = await writeXlsx('导入账号', ROWS).arrayBuffer()
  const book = read(bytes, { cellStyles: true, cellNF: true })
  expect(book.SheetNames).toEqual(['导入账号'])
  const sheet = book.Sheets['导入账号']
  expect(utils.sheet_to_json(sheet ?? {}, { header: 1 })).toEqual(ROWS)
  expect(sheet?.['B2']).toMatchObject({ t: 's', v: '5%', z: '@' })
})

test('is read again as it was written', async () => {
  expect(await readXlsx(writeXlsx('导入账号', ROWS))).toEqual(ROWS)
})
