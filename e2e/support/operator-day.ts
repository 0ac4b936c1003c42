import type { Page } from '@playwright/test'
import { part, typeBalls } from './ball-entry.ts'
import { expect } from './fixtures.ts'
import { look } from './looks.ts'

/** What operators do with a book that runs: each part is a person's own way through the pages. */

const MINUTE_MS = 60_000
/** The text of a datetime-local field on the business's clock. */
const inShanghai = (at: number): string => new Date(at + 8 * 60 * MINUTE_MS).toISOString().slice(0, 16)

const propose = async (page: Page, button: string, reason: string): Promise<void> => {
  const effect = part(page, 'effect')
  await expect(effect.getByRole('row', { name: /合计/ })).toBeVisible()
  await effect.getByLabel('原因').fill(reason)
  await effect.getByRole('button', { name: button }).click()
  await expect(effect.getByLabel('原因')).toBeHidden()
}

const confirm = async (page: Page, text: string): Promise<void> => {
  await part(page, 'proposals').getByRole('button').filter({ hasText: text }).click()
  await expect(part(page, 'effect').getByRole('row', { name: /合计/ })).toBeVisible()
  await part(page, 'effect').getByRole('button', { name: '复核并生效' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '复核并生效' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

type Two = { readonly first: Page; readonly second: Page }

/** One types other balls and sees what they change; the other puts them in force. Returns the order that turned. */
export const correctResult = async ({ first, second }: Two, periodNo: string, balls: string): Promise<string> => {
  await first.getByRole('button', { name: '更正结果' }).click()
  await typeBalls(first, balls)
  await propose(first, '提出更正', '来源更正特码')
  await part(second, 'proposals').getByRole('button').filter({ hasText: periodNo }).click()
  await expect(part(second, 'effect')).toContainText('原因：来源更正特码')
  const orderNo = (await part(second, 'effect').locator('[data-order]').first().getAttribute('data-order')) ?? ''
  await look(second, 'day-correction')
  await confirm(second, periodNo)
  await expect(part(second, 'history').locator('[data-version="2"]')).toContainText('来源更正特码')
  await expect(part(second, 'history').getByText('已入账').first()).toBeVisible()
  return orderNo
}

export const voidOrder = async ({ first, second }: Two, orderNo: string): Promise<void> => {
  await first.getByRole('button', { name: '作废注单' }).click()
  await part(first, 'effect').getByLabel('注单号').fill(orderNo)
  await part(first, 'effect').getByRole('button', { name: '预览', exact: true }).click()
  await propose(first, '提出作废', '客诉核实')
  await confirm(second, orderNo)
  await expect(part(second, 'history').getByText(`注单 ${orderNo} 作废`)).toBeVisible()
}

/** Opens the agents' build as the merchant's first account, reading only. */
export const lookInto = async (page: Page, account: string): Promise<void> => {
  await page
    .locator(`[data-account=${account}]`)
    .getByRole('button', { name: /^只读查看/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^只读查看/ })
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const address = (await dialog.getByRole('link', { name: '打开代理端' }).getAttribute('href')) ?? ''
  const tab = await page.context().newPage()
  await tab.goto(address)
  const bar = tab.locator('[data-part=looking]')
  await expect(bar).toContainText(`只读查看 ${account}`)
  await look(tab, 'day-looking')
  await bar.getByRole('button', { name: '结束查看' }).click()
  await expect(tab).toHaveURL(/login/)
  await tab.close()
  await dialog.getByRole('button', { name: '关闭' }).first().click()
}

/** A second key beside the first, which is then ended. */
export const changeKey = async (page: Page, account: string): Promise<string> => {
  await page
    .locator(`[data-account=${account}]`)
    .getByRole('button', { name: /的密钥$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /平台密钥$/ })
  await dialog.getByRole('button', { name: '生成新密钥' }).click()
  const key = (await dialog.locator('[data-part=new-key] code').textContent()) ?? ''
  await dialog.getByRole('button', { name: '停用第1把密钥', exact: true }).click()
  await page
    .getByRole('dialog', { name: '停用第1把密钥' })
    .getByRole('button', { name: /^停\s?用$/ })
    .click()
  await expect(dialog.locator('[data-live=true]')).toHaveCount(1)
  await look(page, 'day-keys')
  await dialog.getByRole('button', { name: '我已保存密钥，返回列表' }).click()
  return key
}

export const publishNotice = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: '发布公告' }).click()
  const dialog = page.getByRole('dialog', { name: '发布公告' })
  await dialog.getByLabel('内容（最多500字）').fill(text)
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: text })).toContainText('显示中')
}

/** A window in forty minutes: people who are signed in see the countdown. */
export const planMaintenance = async (page: Page, reason: string): Promise<void> => {
  const platform = page.locator('[data-game="0"]')
  await platform.getByRole('button', { name: '设置维护' }).click()
  const dialog = page.getByRole('dialog', { name: '全平台维护' })
  await dialog.getByRole('combobox', { name: '开始' }).selectOption('planned')
  await dialog.getByLabel('开始时间').fill(inShanghai(Date.now() + 40 * MINUTE_MS))
  await dialog.getByLabel('结束时间').fill(inShanghai(Date.now() + 100 * MINUTE_MS))
  await dialog.getByLabel('说明（用户可见）').fill(reason)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(platform).toContainText('已计划')
}

/** Every one of these actions has a line in the log of the platform, found by its name. */
export const readLog = async (page: Page, actions: readonly string[]): Promise<void> => {
  for (const action of actions) {
    const field = page.getByRole('textbox', { name: /动作/ })
    await field.fill(action)
    await field.press('Enter')
    await expect(page).toHaveURL(new RegExp(`action=${encodeURIComponent(action)}`))
    await expect(page.getByRole('row').filter({ hasText: action }).first(), action).toBeVisible()
  }
  await look(page, 'day-log')
}
