import type { Browser, Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { traced } from './support/traced.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const PAGE = '/admin/game/amount?game=6HC&group=all'

/** For how many elements the browser worked out a style while `work` ran in the page. */
const restyled = async (browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> => {
  const styles = (await traced(browser, page, ['devtools.timeline'], work)).filter(
    ({ name }) => name === 'UpdateLayoutTree',
  )
  expect(styles.length).toBeGreaterThan(0)
  return styles.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
}

/** The odds table of 六合彩 in a browser of its own. */
const onTable = async (browser: Browser, work: (page: Page, grid: Locator) => Promise<void>): Promise<void> => {
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
    await work(page, grid)
  } finally {
    await context.close()
  }
}

/** Decision 0183: fifteen elements a row, and half of the frames of a scroll. */
test('what moves a row of prices works out the style of the row alone', async ({ browser }) => {
  await onTable(browser, async (page, grid) => {
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
  })
})

test('rows let the pointer through while they are scrolled, and a click in that moment is not lost', async ({
  browser,
}) => {
  await onTable(browser, async (page, grid) => {
    const body = grid.locator('tbody')
    const box = await page.locator('[data-part=odds-grid]').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 420, (box?.y ?? 0) + 300]
    await page.mouse.move(x, y)
    await body.evaluate((element) => {
      const note = (): void => {
        if (element.style.pointerEvents === 'none') element.setAttribute('data-let', 'through')
      }
      new MutationObserver(note).observe(element, { attributeFilter: ['style'] })
    })
    await page.mouse.wheel(0, 600)
    await expect(body).toHaveAttribute('data-let', 'through')
    await page.mouse.down()
    await page.mouse.up()
    const active = grid.locator('td[id]')
    await expect(active).toHaveCount(1)
    const chosen = await active.boundingBox()
    expect(y).toBeGreaterThanOrEqual(chosen?.y ?? 0)
    expect(y).toBeLessThan((chosen?.y ?? 0) + (chosen?.height ?? 0))
    await expect(body).not.toHaveCSS('pointer-events', 'none')
    // At rest they have it again.
    await page.mouse.wheel(0, 600)
    await expect(body).not.toHaveCSS('pointer-events', 'none')
  })
})
