import { expect, signIn, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { traced } from './support/traced.ts'
import { PORT, SITE_HOST } from './support/world.ts'

const MARK_SIX = 3
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline.invalidationTracking']

/** Decision 0162: each cell was laid out twice for each bet, and drawn in two tab stops for each arrow. */
test('a changed figure lays the board out once, and an arrow changes nothing of it', async ({
  playwright,
  launchOptions,
  timetable,
}) => {
  await timetable.hold(MARK_SIX)
  // A test's browser has no scrollbars, and it was one that came and went.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  try {
    const context = await browser.newContext({
      baseURL: `http://${SITE_HOST}:${PORT}`,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await signIn(page, 'agent001', `/login?redirect=${encodeURIComponent('/agent/bet/instant?game=6HC&group=TM')}`)
    const pick = (item: string) => page.locator(`[data-key="TMA|${item}"] [data-part="pick"]`)
    await expect(pick('49')).toBeVisible()
    await settled(page)
    const rows = page.locator('[data-part="board-rows"]')

    const events = await traced(browser, page, CATEGORIES, () =>
      rows.evaluate((board: HTMLElement) => {
        const figure = board.querySelector('[data-part="stake"] .amount')
        if (figure?.firstChild) figure.firstChild.nodeValue = '1,234,567'
        return board.offsetHeight
      }),
    )
    const reasons = events.flatMap(({ name, args }) => (name === 'LayoutInvalidationTracking' ? args.data?.reason : []))
    expect(reasons).toContain('Text changed')
    expect(reasons).not.toContain('Scrollbar changed')

    await pick('01').focus()
    const changes = await rows.evaluateHandle((board: HTMLElement) => {
      const seen: string[] = []
      new MutationObserver((list) => {
        for (const { type, attributeName } of list) seen.push(attributeName ?? type)
      }).observe(board, { subtree: true, childList: true, attributes: true, characterData: true })
      return seen
    })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(pick('12')).toBeFocused()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
    expect(await changes.jsonValue()).toEqual([])
    // Tab goes on from there, and comes back to it.
    for (const part of ['stake', 'result']) {
      await page.keyboard.press('Tab')
      await expect(page.locator(`[data-key="TMA|12"] [data-part="${part}"]`)).toBeFocused()
    }
    await page.keyboard.press('Tab')
    expect(await rows.evaluate((board: HTMLElement) => board.contains(document.activeElement))).toBe(false)
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('[data-key="TMA|12"] [data-part="result"]')).toBeFocused()
  } finally {
    await browser.close()
  }
})
