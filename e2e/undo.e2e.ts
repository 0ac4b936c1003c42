import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { expectToast } from './support/toasts.ts'

const undo = (page: Page) => page.getByRole('button', { name: '撤销' })

test('a change of the own details is taken back within ten seconds, bank details are not offered', async ({ seat }) => {
  const { open } = await seat('agent001')
  const page = await open('/profile/user-info')
  await settled(page)
  const field = page.getByLabel('详细地址')
  const before = await field.inputValue()
  await field.fill('改到一半的地址')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('资料已修改')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await look(page, 'undo')
  const again = await open('/profile/user-info')
  await expect(again.getByLabel('详细地址')).toHaveValue('改到一半的地址')
  await undo(page).click()
  await expectToast(page, '已撤销')
  await expect(field).toHaveValue(before)
  await expect(undo(page)).toHaveCount(0)
  await again.reload()
  await expect(again.getByLabel('详细地址')).toHaveValue(before)

  const bank = page.getByLabel('开户银行')
  const held = await bank.inputValue()
  for (const text of ['另一家银行', held]) {
    await bank.fill(text)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.locator('.save-bar')).toHaveCount(0)
    await expect(undo(page)).toHaveCount(0)
  }
})

test('after ten seconds nothing is offered any more', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/404')
  await page.clock.install()
  await page.goto('/agent/accounts/index')
  await settled(page)
  await page.getByRole('button', { name: '列设置' }).click()
  const columns = page.getByRole('dialog', { name: '列设置' })
  const heads = page.locator('.data-table thead th')
  const chosen = (await heads.count()) - 1
  await columns.getByRole('checkbox').nth(2).click()
  await expect(heads).toHaveCount(chosen)
  await columns.getByRole('button', { name: '恢复默认' }).click()
  await expect(page.getByText('列设置已恢复默认')).toBeVisible()
  await page.clock.fastForward(9_000)
  await undo(page).click()
  await expect(heads).toHaveCount(chosen)
  // The press beside the panel has closed it.
  await page.getByRole('button', { name: '列设置' }).click()
  await columns.getByRole('button', { name: '恢复默认' }).click()
  await expect(undo(page)).toBeVisible()
  await page.clock.fastForward(10_001)
  await expect(undo(page)).toHaveCount(0)
})

test('closed tabs and the closed strip come back', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/')
  const strip = page.getByRole('navigation', { name: '页签' })
  const act = async (tab: string, what: string): Promise<void> => {
    await strip.getByRole('link', { name: tab, exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: what, exact: true }).click()
  }
  for (const name of ['用户管理', '开奖结果', '规则说明']) {
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name }).click()
    await expect(strip.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await act('规则说明', '关闭其他')
  await expect(strip.getByRole('link')).toHaveText(['首页', '规则说明'])
  await undo(page).click()
  await expect(strip.getByRole('link')).toHaveText(['首页', '用户管理', '开奖结果', '规则说明'])
  await act('规则说明', '不显示页签栏')
  await expect(strip).toHaveCount(0)
  await undo(page).click()
  await expect(strip).toBeVisible()
})
