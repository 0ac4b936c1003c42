import type { Page } from '@playwright/test'
import { ACCOUNTS, accountRow } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { countPresses } from './support/presses.ts'

const TRANSFER_PASSWORD = '246810'
const CLONE = 'clone0a'

const shareOf = async (page: Page, name: string): Promise<string> =>
  (await accountRow(page, name).getByRole('cell').allTextContents()).find((text) => /^[\d.]+%/.test(text)) ?? 'no share'

test('an account is opened like another with at most six clicks, its password shown once', async ({ seat }) => {
  const page = await (await seat('genagt01')).open(`${ACCOUNTS}?tab=3`)
  const like = accountRow(page, 'agent001')
  await expect(like).toBeVisible()
  const share = await shareOf(page, 'agent001')
  const pressed = await countPresses(page)
  await like.getByRole('button', { name: 'agent001 的操作' }).click()
  await page.getByRole('menuitem', { name: '再开一个相同的' }).click()
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused()
  await page.keyboard.type('agent001')
  await page.getByRole('button', { name: '随机生成' }).click()
  const password = await page.getByLabel('登录密码').inputValue()
  await page.getByRole('button', { name: '创建' }).click()
  // The name is taken: the failure is at its field, which has the focus.
  await expect(page.getByLabel('账号', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused()
  await page.getByLabel('账号', { exact: true }).fill(CLONE)
  await look(page, 'clone')
  await page.getByRole('button', { name: '创建' }).click()
  const made = page.getByRole('dialog', { name: '账号已新增' })
  await expect(made).toContainText(CLONE)
  await expect(made.locator('[data-part=made-password]')).toHaveText(password)
  await look(page, 'made')
  await page.keyboard.press('Enter')
  await expect(made).toHaveCount(0)
  // One click was for the name that was taken.
  expect((await pressed()).clicks - 1).toBeLessThanOrEqual(6)

  const row = accountRow(page, CLONE)
  await expect(row).toHaveAttribute('data-new', '')
  await expect(row).toBeFocused()
  await expect(row).toContainText('新')
  expect(await shareOf(page, CLONE)).toBe(share)
  await look(page, 'new-row')
  // Everything below is listed too, where only direct children are offered money.
  await page.getByText('全部下线', { exact: true }).click()
  await expect(page.locator('[data-account^=mem]').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: '级别' }).getByRole('button', { name: /^会员\d+/ })).toBeVisible()
  await page.goto(`${ACCOUNTS}?q=mem0001`)
  const below = accountRow(page, 'mem0001')
  await expect(below).toBeVisible()
  // A search finds the whole downline, and says so.
  await expect(page.getByRole('radio', { name: '全部下线' })).toBeChecked()
  await expect(page.getByRole('radio', { name: '直属' })).toBeDisabled()
  await expect(below.getByRole('button', { name: '上分', exact: true })).toHaveCount(0)
  await below.getByRole('button', { name: /的操作$/ }).click()
  await expect(page.getByRole('menuitem', { name: /^上分/ })).toContainText('只能对直属下级上分、回收')
})

test('many accounts get money and a status at once, each with its result; widths of columns are kept', async ({
  seat,
}) => {
  const page = await (await seat('agent002')).open(`${ACCOUNTS}?tab=10001&sort=accountName`)
  const dialog = page.getByRole('dialog')
  const names = ['mem0219', 'mem0220']
  const choose = async (kind: string): Promise<void> => {
    for (const name of names) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
    await page.getByRole('button', { name: '批量操作 2 个账号' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  await choose('上分')
  await expect(dialog.getByLabel('每个账号的金额')).toBeFocused()
  await page.keyboard.type('3')
  await expect(dialog).toContainText('合计 6.00（六元整）')
  await dialog.getByLabel('转账密码').fill(TRANSFER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('成功', { exact: true })).toHaveCount(2)
  await look(page, 'bulk-funds')
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  for (const status of ['冻结', '正常']) {
    await choose('修改状态')
    await dialog.getByText(status, { exact: true }).first().click()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(dialog.getByText('成功', { exact: true })).toHaveCount(2)
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await expect(dialog).toHaveCount(0)
    for (const name of names) await expect(accountRow(page, name)).toContainText(status)
    for (const name of names) await page.getByRole('checkbox', { name: `选择 ${name}` }).uncheck()
  }

  const head = page.getByRole('columnheader', { name: /创建时间/ })
  const width = async (): Promise<number> => (await head.boundingBox())?.width ?? 0
  const before = await width()
  const saved = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await page.getByRole('separator', { name: '调整“创建时间”的列宽' }).press('Shift+ArrowRight')
  await saved
  await expect.poll(width).toBe(Math.round(before) + 16)
  await page.reload()
  await expect.poll(width).toBe(Math.round(before) + 16)
  // The rows scroll; the pager is in view.
  await expect(page.getByRole('navigation', { name: /^第/ })).toBeInViewport()
})
