import { readFileSync } from 'node:fs'
import { utils, write } from '@e965/xlsx'
import type { Locator } from '@playwright/test'
import { readSheets } from '../apps/server/src/exports/testing/read-back.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'

const TITLES = ['账号', '昵称', '联系方式', '级别', '盘口', '上级占成', '下级占成上限']

const choose = async (dialog: Locator, rows: readonly (readonly string[])[]): Promise<void> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([TITLES, ...rows.map((row) => [...row])]), '账号')
  const buffer = Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const field = dialog.locator('input[type=file]')
  // Until the terms of the account to copy are read no file is taken.
  await expect(field).toBeEnabled()
  await field.setInputFiles({ name: '账号.xlsx', mimeType, buffer })
}

test('accounts from a spreadsheet: template, faults by row, preview, all created at once, passwords shown once', async ({
  seat,
}) => {
  const page = await (await seat('genagt01')).open('/agent/accounts/index?tab=3')
  await page.getByRole('button', { name: '导入账号' }).click()
  const dialog = page.getByRole('dialog', { name: '导入 genagt01 的直属下级' })
  const save = dialog.getByRole('button', { name: '新增账号' })
  await expect(save).toBeDisabled()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载模板' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('导入账号.xlsx')
  expect(readSheets(readFileSync(await download.path()))[0]?.rows).toEqual([TITLES])

  // What the file says wrong, then what the rules of one creation do not allow, both by row.
  await choose(dialog, [
    ['imported1', '', '', '代理', '', '', ''],
    ['1x', '', '', '商户', '', '', ''],
    ['imported2', '', '', '会员', '', 'x', ''],
  ])
  await expect(dialog.getByRole('alert')).toContainText('4 处错误，未新增任何账号')
  await expect(dialog.getByRole('row', { name: '第 3 行' }).filter({ hasText: '级别：须为代理、会员' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: '第 4 行' }).filter({ hasText: '盘口：会员须填写盘口' })).toBeVisible()
  await choose(dialog, [
    ['imported1', '', '', '代理', '', '', ''],
    ['agent001', '', '', '代理', '', '', ''],
    ['imported2', '', '', '代理', '', '99', '0'],
  ])
  await expect(dialog.getByRole('alert')).toContainText('2 处错误')
  await expect(dialog.getByRole('row', { name: '第 3 行' })).toContainText('账号：账号已存在')
  await expect(dialog.getByRole('row', { name: '第 4 行' })).toContainText('上级占成：超出上级设定范围')
  await expect(save).toBeDisabled()
  await look(page, 'accounts-import-faults')

  // Like an account that is there; a row's own share counts instead.
  // The account to copy is found by its name, also below the level of the import.
  await dialog.getByRole('button', { name: /^代理的设置 / }).click()
  await page.keyboard.type('gent001')
  await page.getByRole('option', { name: '与 agent001 相同' }).or(page.getByTitle('与 agent001 相同')).last().click()
  await choose(dialog, [
    ['imported1', '东区一', 'mail:east@example.com', '代理', '', '', ''],
    ['imported2', '', '', '代理', '', '1%', '2'],
    ['imported3', '', '', '会员', 'A', '', ''],
  ])
  await expect(dialog.getByRole('status')).toContainText('共 3 个账号，确认后一次新增')
  await expect(dialog.getByRole('row', { name: /^imported2 .*1% 2%$/ })).toBeVisible()
  await look(page, 'accounts-import')
  await save.click()

  const made = page.getByRole('dialog', { name: '已新增 3 个账号' })
  await expect(made.getByRole('row')).toHaveCount(4, { timeout: 60_000 })
  const passwords = await made.locator('[data-part=made-password]').allTextContents()
  expect(new Set(passwords).size).toBe(3)
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{12}$/)
  await look(page, 'accounts-imported')
  // Pages of tests are plain http: what is copied is selected in a field for a moment.
  const copying = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener('copy', () => resolve(document.querySelector('textarea')?.value ?? ''), {
          once: true,
        }),
      ),
  )
  await made.getByRole('button', { name: '复制全部' }).click()
  const copied = await copying
  for (const [place, password] of passwords.entries()) expect(copied).toContain(`imported${place + 1}\t${password}`)
  await made.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(made).toHaveCount(0)
  await expect(page.getByRole('row', { name: /imported1/ })).toBeVisible()

  // The same file again: every name is taken now.
  await page.getByRole('button', { name: '导入账号' }).click()
  await choose(dialog, [['imported3', '', '', '会员', 'A', '', '']])
  await expect(dialog.getByRole('row', { name: '第 2 行' })).toContainText('账号已存在')
})

test('on a phone search, filters and tools take two rows; files are read from a menu', async ({ seat }) => {
  const page = await (await seat('merch001', 'phone')).open('/agent/accounts/index')
  const more = page.getByRole('toolbar', { name: '列表工具' }).getByRole('button', { name: '更多' })
  await expect(page.getByText('genagt01', { exact: true })).toBeVisible()
  const bar = page.locator('.list-bar').filter({ has: more })
  // Two rows of 36 px, their gap and the edge.
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(2 * 36 + 28)
  for (const [item, title] of [
    ['导入账号', '导入 merch001 的直属下级'],
    ['导入限额', '导入下线限额'],
  ] as const) {
    await more.click()
    await page.getByRole('menuitem', { name: item }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await more.click()
  await page.getByRole('menuitem', { name: '补货上限' }).click()
  await expect(page).toHaveURL(/\/agent\/accounts\/max-fill/)
})
