import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { dayOfHistory } from './support/world.ts'

const rowHeight = async (page: Page): Promise<number> =>
  (await page.locator('.data-table tbody tr').first().boundingBox())?.height ?? 0

test('each person chooses how dense tables are, also for the next visit', async ({ seat }) => {
  const { open } = await seat('genagt01')
  const page = await open('/agent/accounts/index')
  await settled(page)
  const standard = await rowHeight(page)
  await page.getByRole('button', { name: '界面设置' }).click()
  const panel = page.getByRole('dialog', { name: '界面设置' })
  expect(await violationsOf(page)).toEqual([])
  await look(page, 'view-settings')
  await panel.getByText('紧凑').click()
  await expect.poll(() => rowHeight(page)).toBe(standard - 8)
  const saved = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await panel.getByText('宽松').click()
  await expect.poll(() => rowHeight(page)).toBe(standard + 10)
  await saved
  await look(page, 'density-loose')
  const next = await open('/agent/accounts/index')
  await expect.poll(() => rowHeight(next)).toBe(standard + 10)
  await next.getByRole('button', { name: '界面设置' }).click()
  const restored = next.waitForResponse((response) => response.url().includes('/preference/set'))
  await next.getByRole('dialog', { name: '界面设置' }).getByText('标准').click()
  await restored
})

const DELIVERY = `/reports/delivery?from=${dayOfHistory(1)}&to=${dayOfHistory(1)}`
for (const path of ['/agent/accounts/index', DELIVERY, '/reports/details', '/profile/login-log'])
  test(`a table fills the window until Escape (${path.split('?')[0]})`, async ({ seat }) => {
    const page = await (await seat('genagt01')).open(path)
    await page.setViewportSize({ width: 1366, height: 768 })
    await settled(page)
    await expect(page.locator('.data-table')).toBeVisible()
    const full = page.getByRole('button', { name: '表格全屏' })
    await full.click()
    const part = page.locator('[data-full]')
    expect(await part.boundingBox()).toEqual({ x: 0, y: 0, width: 1366, height: 768 })
    await expect(part.locator('table')).toBeVisible()
    await expect(page.getByRole('button', { name: '列设置' })).toBeVisible()
    await look(page, `full${path.split('?')[0]?.replaceAll('/', '-')}`)
    // What stands over the table closes first.
    await page.getByRole('button', { name: '列设置' }).click()
    await expect(page.getByRole('dialog', { name: '列设置' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: '列设置' })).toHaveCount(0)
    await expect(part).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(part).toHaveCount(0)
    await expect(full).toBeFocused()
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  })
