import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { type Production, startProduction } from './support/production.ts'
import { totpCode } from './support/totp.ts'

/** An empty production server, from the link it prints to the signed-in operator. */

test.use({ ignoreHTTPSErrors: true })

let production: Production
test.beforeAll(async () => {
  production = await startProduction({ STRATA_FOUR_EYES: 'off' })
})
test.afterAll(async () => {
  await production.close()
})

const PASSWORD = 'Founder2026'
const linkFile = (): string => join(production.dataDir, 'first-start-link.txt')

/** The link as printed, opened through the proxy that ends TLS. */
const setupAddress = (): string => {
  const { pathname, hash } = new URL(readFileSync(linkFile(), 'utf8').trim())
  return `${production.admin.page}${pathname}${hash}`
}

const fillCompany = async (page: Page): Promise<void> => {
  await page.getByLabel('平台名称').fill('天元彩票')
  await page.getByLabel('总公司名称').fill('天元集团')
  await page.getByLabel('操作员账号').fill('founder1')
  await page.getByLabel('登录密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再次输入登录密码').fill(PASSWORD)
  await page.getByRole('button', { name: '下一步' }).click()
}

test('a link without its token opens nothing', async ({ page }) => {
  await page.goto(`${production.admin.page}/setup`)
  await expect(page.getByRole('alert')).toContainText('此链接无效或已过期')
})

test('the agents’ site has no first start', async ({ page }) => {
  await page.goto(`${production.agent.page}/setup#${'a'.repeat(43)}`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('from the printed link to the signed-in operator', async ({ page }) => {
  expect(statSync(linkFile()).mode & 0o777).toBe(0o600)
  const address = setupAddress()
  await page.goto(address)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('请填写').first()).toBeVisible()
  await fillCompany(page)

  await expect(page.locator('svg').first()).toBeVisible()
  const secret = ((await page.locator('[data-part=secret]').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('验证器上的6位数字').fill('000000')
  await page.getByRole('button', { name: '完成设置' }).click()
  await expect(page.getByText('验证码错误').first()).toBeVisible()
  await page.getByLabel('验证器上的6位数字').fill(totpCode(secret))
  await page.getByRole('button', { name: '完成设置' }).click()
  await expect(page.getByRole('heading', { name: '设置完成' })).toBeVisible()
  await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)

  await page.getByRole('link', { name: '去登录' }).click()
  await page.getByLabel('账号').fill('founder1')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByLabel('验证码').fill(totpCode(secret))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '首次登录，请设置密码' })).toBeVisible()
  await page.getByLabel(/^登录密码（/).fill(PASSWORD)
  await page.getByLabel('新转账密码', { exact: true }).fill('246810')
  await page.getByLabel('再次输入', { exact: true }).fill('246810')
  await page.getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: '进入系统' }).click()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await expect(page.getByText('founder1 · 操作员')).toBeVisible()
  await expect(page.locator('[data-part=four-eyes-off]')).toBeVisible()
  await expect(page.locator('[data-part=validator-due]')).toHaveCount(0)
  await page.getByRole('link', { name: '操作员管理' }).click()
  await expect(page.locator('[data-account=founder1]')).toContainText('已绑定')

  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('此链接无效或已过期')
})
