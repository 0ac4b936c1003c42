import { statSync } from 'node:fs'
import { secretOn } from './support/first-sign-in.ts'
import { fillCompany, finishSetup, linkFile, setupAddress, signInFounder } from './support/first-start.ts'
import { expect, test } from './support/fixtures.ts'
import { ADMIN_PAGES, settled } from './support/pages.ts'
import { type Production, startProduction } from './support/production.ts'
import { unreadable } from './support/text-boxes.ts'
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

test('a link without its token opens nothing', async ({ page }) => {
  await page.goto(`${production.admin.page}/setup`)
  await expect(page.getByRole('alert')).toContainText('此链接无效或已过期')
})

test('the agents’ site has no first start', async ({ page }) => {
  await page.goto(`${production.agent.page}/setup#${'a'.repeat(43)}`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('from the printed link to the signed-in operator', async ({ page }) => {
  expect(statSync(linkFile(production)).mode & 0o777).toBe(0o600)
  const address = setupAddress(production)
  await page.goto(address)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('请填写').first()).toBeVisible()
  await fillCompany(page)

  await expect(page.locator('svg').first()).toBeVisible()
  const secret = await secretOn(page)
  await finishSetup(page, '000000')
  await expect(page.getByText('验证码错误').first()).toBeVisible()
  await finishSetup(page, totpCode(secret))
  await expect(page.getByRole('heading', { name: '设置完成' })).toBeVisible()
  await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)

  await signInFounder(page, secret)
  await expect(page.getByText('founder1 · 操作员')).toBeVisible()
  await expect(page.locator('[data-part=four-eyes-off]')).toBeVisible()
  await expect(page.locator('[data-part=validator-due]')).toHaveCount(0)
  await page.getByRole('link', { name: '操作员管理' }).click()
  await expect(page.locator('[data-account=founder1]')).toContainText('已绑定')

  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('此链接无效或已过期')

  // Every page of an empty installation fits a phone: all games are off, and say so in their names.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ADMIN_PAGES)
    await test.step(path, async () => {
      await page.goto(`${production.admin.page}${path}`)
      await settled(page)
      expect.soft(await unreadable(page), path).toEqual([])
    })
})
