import type { Browser, Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const PAGE = '/admin/game/amount?game=6HC&group=all'

type TraceEvent = { readonly name: string; readonly args: { readonly elementCount?: number } }

/** For how many elements the browser worked out a style while `work` ran in the page. */
const restyled = async (browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> => {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const styles = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree')
  expect(styles.length).toBeGreaterThan(0)
  return styles.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
}

/** Decision 0183: fifteen elements a row, and half of the frames of a scroll. */
test('what moves a row of prices works out the style of the row alone', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: `http://${SITE_HOST}:${ADMIN_PORT}`,
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    await signIn(page, 'headco01', `/login?redirect=${encodeURIComponent(PAGE)}`)
    const grid = page.getByRole('grid', { name: '赔率表' })
    await expect(grid.getByRole('gridcell').nth(40)).toBeVisible()
    await settled(page)
    const row = grid.getByRole('row').nth(5)
    await row.hover()
    const ofRow = await restyled(browser, page, () =>
      row.evaluate((element: HTMLElement) => {
        element.style.transform = 'translateY(1px)'
        return getComputedStyle(element).transform
      }),
    )
    expect(ofRow).toBe(1)
    // An id that moves from cell to cell has their styles worked out while the rows are scrolled.
    await row.locator('td[data-place]').first().click()
    await expect(grid.locator('td[id]')).toHaveCount(1)
  } finally {
    await context.close()
  }
})
