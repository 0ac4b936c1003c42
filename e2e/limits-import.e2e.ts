import { readFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { headingOf, readSheets, tableOf } from '../apps/server/src/exports/testing/read-back.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { expectToast } from './support/toasts.ts'

type Cells = (string | number | null)[][]

const fileOf = (cells: Cells) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), '限额')
  const buffer = Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  return { name: '限额.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer }
}

/** Exports the table, changes cells of the whole file by account, group and title, and chooses it. */
const importChanged = async (page: Page, whole: Cells, changes: readonly (readonly [number, string, string])[]) => {
  const cells = whole.map((row) => [...row])
  const titles = cells[5] ?? []
  for (const [row, title, value] of changes) {
    const at = titles.indexOf(title)
    const line = cells[row]
    if (line) line[at] = value
  }
  await page.getByRole('dialog', { name: '导入下线限额' }).locator('input[type=file]').setInputFiles(fileOf(cells))
}

test('limits from a spreadsheet: the export is the template, faults by row, old and new, all or nothing', async ({
  seat,
}) => {
  const page = await (await seat('genagt01')).open('/agent/accounts/index')
  await page.getByRole('button', { name: '导入限额' }).click()
  const dialog = page.getByRole('dialog', { name: '导入下线限额' })
  await dialog.getByText('六合彩', { exact: true }).click()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Excel/ }).click(),
  ])
  const whole = (readSheets(readFileSync(await download.path()))[0]?.rows ?? []) as Cells
  expect(headingOf(whole)).toMatchObject({ title: '下线限额', lines: { 账号: 'genagt01（总代理）', 范围: '六合彩' } })
  const agents = tableOf(whole).filter((row) => row[0] === 'agent003')
  expect(agents.length).toBeGreaterThan(5)
  const first = whole.findIndex((row) => row[0] === 'agent003')
  const save = dialog.getByRole('button', { name: '保存限额' })
  await expect(save).toBeDisabled()

  // A call without an answer says so by a toast; it is no word about the file.
  await importChanged(page, whole, [[first, '单注最高', '9999999999999']])
  await expect(dialog.getByRole('alert')).toContainText('1 处错误')
  await page.context().setOffline(true)
  await importChanged(page, whole, [[first, '单注最高', '123']])
  await expectToast(page, '系统错误，请稍后再试')
  await expect(dialog.getByText('无法读取')).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await page.context().setOffline(false)

  // As exported it changes nothing.
  await importChanged(page, whole, [])
  await expect(dialog.getByRole('status')).toHaveText('文件与现行的限额相同')
  await test.step('a file that is overtaken by the next one says nothing', async () => {
    const held = Promise.withResolvers<void>()
    const sets = /\/agent\/limits\/set/
    await page.route(sets, (route) => held.promise.then(() => route.continue()), { times: 1 })
    const asked = page.waitForRequest(sets)
    await importChanged(page, whole, [[first, '单注最高', '123']])
    await asked
    await importChanged(page, whole, [])
    await expect(dialog.getByRole('status')).toHaveText('文件与现行的限额相同')
    const answered = page.waitForResponse(sets)
    held.resolve()
    await (await answered).finished()
    await page.waitForTimeout(300)
    await expect(dialog.getByRole('status')).toHaveText('文件与现行的限额相同')
  })

  // What the file says wrong, and what the terms above do not allow, both by row; nothing can be saved.
  await importChanged(page, whole, [
    [first, '单项限额', '很多'],
    [first + 1, '账号', 'nobody1'],
  ])
  await expect(dialog.getByRole('alert')).toContainText('2 处错误，未保存任何内容')
  await expect(dialog.getByRole('row', { name: `第 ${first + 1} 行` })).toContainText('单项限额：请输入金额')
  await expect(dialog.getByRole('row', { name: `第 ${first + 2} 行` })).toContainText('没有这个直属下线')
  await importChanged(page, whole, [
    [first, '单项限额', '321'],
    [first, '单注最高', '123'],
    [first + 1, '单项限额', '999999999'],
  ])
  await expect(dialog.getByRole('alert')).toContainText('1 处错误')
  await expect(dialog.getByRole('row', { name: `第 ${first + 2} 行` })).toBeVisible()
  await expect(save).toBeDisabled()
  await look(page, 'limits-import-faults')

  await importChanged(page, whole, [
    [first, '单项限额', '321'],
    [first, '单注最高', '123'],
    [first + 1, '补货上限', '55'],
  ])
  await expect(dialog.getByRole('status')).toHaveText('1 个账号共 3 处改动，确认后一次保存。')
  await expect(dialog.getByRole('row', { name: /^agent003 .*单项限额 .*321\.00$/ })).toBeVisible()
  await look(page, 'limits-import')
  await save.click()
  await expectToast(page, '已保存 1 个账号的限额')
  await expect(dialog).toHaveCount(0)

  // Read again, the saved values are the file's: the old file now has three changes back.
  await page.getByRole('button', { name: '导入限额' }).click()
  await dialog.getByText('六合彩', { exact: true }).click()
  await importChanged(page, whole, [])
  await expect(dialog.getByRole('status')).toContainText('1 个账号共 3 处改动')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: '导入限额' }).click()
  await dialog.getByText('六合彩', { exact: true }).click()
  await importChanged(page, whole, [])
  await expect(dialog.getByRole('status')).toHaveText('文件与现行的限额相同')
})
