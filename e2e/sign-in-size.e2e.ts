import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'

/** Gzipped size of all scripts of the sign-in page before anything is typed. */
const SCRIPT_BUDGET_BYTES = 75_000

test('the sign-in page is small, and loads the app at the first key press', async ({ page }) => {
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

test('with a session the app is loaded in parallel with the entry, compressed, and the frame asks once', async ({
  page,
}) => {
  await signIn(page, 'agent001')
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()

  const parts: string[] = []
  const packed: (readonly [encoding: string | undefined, length: string | undefined])[] = []
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const part = /^\/assets\/(ahead|app|shared|start)-[^/]*\.js$/.exec(pathname)?.[1]
    if (part) parts.push(part)
    if (/\/(bulletin-message|balance|TodayWinLose)$/.test(pathname)) asked.push(pathname)
  })
  page.on('response', (response) => {
    const { 'content-encoding': encoding, 'content-length': length } = response.headers()
    if (/\/(app|shared)-[^/]*\.js$/.test(response.url())) packed.push([encoding, length])
  })
  await page.reload()
  await expect(page.getByRole('region', { name: '公告' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  expect(parts.toSorted()).toEqual(['ahead', 'app', 'shared', 'start'])
  // Chunks preloaded by the page's own script; those that other chunks preload have a crossorigin attribute.
  const named = page.locator('link[rel=modulepreload]:not([crossorigin])')
  await expect(named).toHaveCount(3)
  // A file compressed while it is sent has no length. Browsers accept brotli only from a trusted address.
  expect(packed).toHaveLength(2)
  for (const one of packed) expect(one).toEqual([expect.stringMatching(/^(br|gzip)$/), expect.stringMatching(/^\d+$/)])
  expect(asked.toSorted()).toEqual([
    '/api/agent/RealTimeReport/TodayWinLose',
    '/api/agent/balance',
    '/api/common/account/bulletin-message',
  ])
})
