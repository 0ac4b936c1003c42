import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { dayOfHistory } from './support/world.ts'

const DAY = dayOfHistory(1)
const ORDERS = `/reports/details?from=${DAY}&to=${DAY}&game=3&kind=member`

const panelOf = (page: Page): Locator => page.getByRole('region', { name: '日历' })

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`what opens over a page opens inside the window: motion ${reducedMotion}`, async ({ seat }) => {
    const page = await (await seat('agent001')).open('/404')
    await page.emulateMedia({ reducedMotion })
    await page.goto(ORDERS)
    await settled(page)
    // Nothing runs that could be stopped.
    await expect(page.getByRole('button', { name: '暂停滚动' })).toHaveCount(reducedMotion === 'reduce' ? 0 : 1)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
    const opens = async (opener: Locator, opened: Locator): Promise<void> => {
      await opener.click()
      await expect(opened).toBeInViewport({ ratio: 0.99 })
      await page.keyboard.press('Escape')
      await expect(opened).not.toBeInViewport()
    }
    await opens(button(/^日期范围 /), panelOf(page))
    await opens(button('列设置'), page.getByRole('dialog'))
    await button('展开').click()
    await opens(button(/^下注时间从 /), panelOf(page))
    await page.getByLabel('玩法', { exact: true }).selectOption({ label: '特码两面' })
    await opens(button(/^投注项 /), page.getByTitle('特合双', { exact: true }))
  })
