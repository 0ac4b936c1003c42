import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { acceptCapped } from './support/capped.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
const FILLS = '/admin/merchant/max-fill'

test.use({ baseURL: ADMIN_SITE })

test('an operator signs in on the admin site, sees the merchants and sets their limits', async ({ page }) => {
  await page.goto(FILLS)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(FILLS)}`)
  await expect(page.getByRole('heading', { name: '平台后台登录' })).toBeVisible()
  await signIn(page, 'headco01')
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '商户管理' }).click()
  await expect(page.locator('[data-account=merch001]')).toContainText('华通娱乐')
  await look(page, 'admin-merchants')
  await page.getByRole('link', { name: '补货上限' }).click()
  const cell = page.getByRole('gridcell').first()
  await cell.click()
  await page.keyboard.type('50000')
  await page.keyboard.press('Enter')
  await look(page, 'admin-max-fill')
  await page.getByRole('button', { name: '保存' }).click()
  await acceptCapped(page)
  await expect(page.getByText('没有改动')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('gridcell').first()).toContainText('50,000')
})

test('two operators set limits: the second sees both values of a cell and chooses', async ({ page: mine, browser }) => {
  const context = await browser.newContext({ baseURL: ADMIN_SITE })
  try {
    const theirs = await context.newPage()
    // A cell of the second merchant: limits of the first one would bind paths below it that other tests use.
    const cell = (page: Page, at: number) => page.locator(`[data-place="1:${at}"]`)
    const type = async (page: Page, at: number, value: string): Promise<void> => {
      await cell(page, at).click()
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
      await expect(cell(page, at)).toHaveText(value)
    }
    for (const page of [mine, theirs]) {
      await signIn(page, 'headco01', `${FILLS}?game=PC`)
      await expect(cell(page, 0)).toBeVisible()
    }
    await type(theirs, 1, '721')
    await theirs.getByRole('button', { name: '保存', exact: true }).click()
    await acceptCapped(theirs)
    await expect(theirs.getByText('没有改动')).toBeVisible()
    await type(mine, 1, '922')
    await type(mine, 2, '623')
    await mine.getByRole('button', { name: '保存', exact: true }).click()
    const conflict = mine.getByRole('dialog', { name: '数据已被他人修改' })
    await expect(conflict.getByRole('row').filter({ hasText: '721' })).toContainText('922')
    await look(mine, 'admin-max-fill-conflict')
    await conflict.getByRole('radio', { name: /采用对方的 721$/ }).check()
    await conflict.getByRole('button', { name: '应用所选' }).click()
    await expect(cell(mine, 1)).toHaveText('721')
    await expect(cell(mine, 2)).toHaveText('623')
    await mine.getByRole('button', { name: '保存', exact: true }).click()
    await acceptCapped(mine)
    await expect(mine.getByText('没有改动')).toBeVisible()
    await theirs.reload()
    await expect(cell(theirs, 1)).toHaveText('721')
    await expect(cell(theirs, 2)).toHaveText('623')
  } finally {
    await context.close()
  }
})

test('a user who is no operator cannot sign in, and the agents’ pages do not exist there', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('账号').fill('merch001')
  await page.getByLabel('密码', { exact: true }).fill('Strata2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.locator('#entry-password-fault')).toHaveText('账号或密码错误')
  await signIn(page, 'headco01')
  await page.goto('/agent/accounts/index')
  await expect(page).toHaveURL('/404')
})

test('the agents’ build contains no code of the operators’', () => {
  const folder = new URL('../apps/web/dist/agent/assets/', import.meta.url)
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  // The specification has the logo of the agents' own merchant under this path.
  const code = (name: string) =>
    readFileSync(new URL(name, folder), 'utf8').replaceAll('/api/admin/merchant/get-logo', '')
  const telling = scripts.filter((name) => /api\/admin|adminlogin/.test(code(name)))
  expect(telling).toEqual([])
})

test('a connection of an operator’s page lives longer than the page waits between two questions', async ({
  request,
}) => {
  const answer = await request.get(`http://127.0.0.1:${ADMIN_PORT}/config.json`)
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers()['keep-alive'] ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(30)
})
