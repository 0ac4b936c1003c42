import type { Page } from '@playwright/test'
import { ROUTES } from '@strata/contract/menu'
import { expect } from './fixtures.ts'

const pagesOf = (side: 'agent' | 'admin'): readonly string[] => [
  '/',
  ...ROUTES.filter(({ platform }) => platform === side || platform === 'shared').map(({ path }) => path),
]

/** Every page after the sign-in of a side, in the order of the route table: a new page is tested without a change here. */
export const AGENT_PAGES = [...pagesOf('agent'), '/set-password', '/tutorial']
export const ADMIN_PAGES = pagesOf('admin')

/** Waits until the page is complete: nothing is loading and nothing is fading. */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('status', { name: /^(加载中|正在计算…)$/ })).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map((one) => one.finished))
  })
}
