import { test as base, expect, type Page } from '@playwright/test'
import type { StoredSession } from './api.ts'
import { PASSWORD } from './world.ts'

/** What a healthy page never says; a 401 on purpose is the test's own business. */
const isFault = (text: string): boolean => !/status of 401/.test(text)

/** Collects what the browser complains of: policy reports, script errors, failed loads. */
export const watchFaults = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`pageerror: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault(message.text())) faults.push(`console: ${message.text()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return faults
}

/** A page whose test fails on any policy report or script error. */
export const test = base.extend<{ readonly faults: readonly string[] }>({
  faults: [
    async ({ page }, use) => {
      const faults = await watchFaults(page)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export const signIn = async (page: Page, account: string, path = '/login'): Promise<void> => {
  await page.goto(path)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
}

/** What the page keeps of its session; empty when nobody is signed in. */
export const storedSession = async (page: Page): Promise<StoredSession> =>
  await page.evaluate(() => {
    const stored = JSON.parse(window.localStorage.getItem('strata-session') ?? '{}') as {
      state?: { token?: string | null; currentPathId?: number }
    }
    return { token: stored.state?.token ?? '', currentPathId: stored.state?.currentPathId ?? 0 }
  })

export { expect }
