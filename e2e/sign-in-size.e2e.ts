import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

/** All script of the sign-in page, as gzip, before anybody has typed. */
const SCRIPT_BUDGET_BYTES = 75_000

test('the sign-in page is small, and fetches the app at the first key press', async ({ page }) => {
  const scripts: Promise<Buffer>[] = []
  const collect = (response: Response): void => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  }
  page.on('response', collect)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  page.off('response', collect)
  const bodies = await Promise.all(scripts)
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)

  const app = page.waitForResponse((response) => /\/start-[^/]*\.js$/.test(response.url()))
  await page.getByLabel('账号').press('a')
  await app
})
