import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ROUTES } from '@strata/contract/menu'
import { expect } from './fixtures.ts'

const source = readFileSync(new URL('../../apps/web/src/app/pages.ts', import.meta.url), 'utf8')

/** Every page behind the sign-in that the router has, in its own order: a new page is tested without a line here. */
const PAGES = [...source.matchAll(/^\s+'(\/[^']+)': async/gm)].map(([, path = '']) => path)

const unknown = PAGES.filter((path) => !ROUTES.some((route) => route.path === path))
if (PAGES.length < 5 || unknown.length > 0) throw new Error(`the router's pages could not be read: ${unknown.join()}`)

/** Pages of the agents' side; the admin's are the admin's only, and nobody stays on the one for maintenance without any. */
export const AGENT_PAGES = ['/', ...PAGES.filter((path) => !path.startsWith('/admin/') && path !== '/maintenance')]

/** Waits until the page shows what it was opened for: nothing is loading and nothing fades any more. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map((one) => one.finished))
  })
}
