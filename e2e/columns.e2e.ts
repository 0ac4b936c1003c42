import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { unreadable } from './support/text-boxes.ts'
import { dayOfHistory } from './support/world.ts'

const HISTORY = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`

const titles = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allTextContents()).map((text) => text.replace(/[↑↓]/g, '').trim())

const middleOf = async (one: Locator): Promise<{ x: number; y: number }> => {
  const box = await one.boundingBox()
  if (!box) throw new Error('no head')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses a head, and lets it go over another one. */
const dragHead = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await expect(to).toHaveAttribute('data-drop', 'true')
  await page.mouse.up()
}

test('a head dragged to another place stays there, with widths and hidden columns, on every machine', async ({
  seat,
}) => {
  const desk = await seat('agent002')
  const page = await desk.open(`/reports/details?${HISTORY}`)
  await settled(page)
  const head = (of: Page, name: string): Locator => of.getByRole('columnheader', { name })
  const before = await titles(page)
  const [game, account] = [before.indexOf('彩种'), before.indexOf('账号')]
  expect(game).toBeGreaterThan(account)
  // A press without a way is a click: it sorts.
  await head(page, '下注时间').getByRole('button').click()
  await expect(page).toHaveURL(/sort=/)
  const sorted = page.url()
  const saved = (): Promise<unknown> => page.waitForResponse((response) => response.url().includes('/preference/set'))

  const placed = saved()
  await dragHead(page, head(page, '彩种'), head(page, '账号'))
  await placed
  const after = before.toSpliced(game, 1).toSpliced(account, 0, '彩种')
  expect(await titles(page)).toEqual(after)
  // A head that sorts is moved without sorting.
  await dragHead(page, head(page, '下注时间'), head(page, '类型'))
  await expect.poll(() => titles(page)).not.toEqual(after)
  const moved = await titles(page)
  expect(moved.indexOf('下注时间')).toBe(after.indexOf('类型'))
  expect(page.url()).toBe(sorted)

  const grip = page.getByRole('separator', { name: '调整“账号”的列宽' })
  const edge = await middleOf(grip)
  const narrow = (await head(page, '账号').boundingBox())?.width ?? 0
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x + 70, edge.y, { steps: 3 })
  await page.mouse.up()
  await expect(page.locator('[data-dragged], [data-drop]')).toHaveCount(0)
  expect(await titles(page)).toEqual(moved)
  const width = (await head(page, '账号').boundingBox())?.width ?? 0
  expect(Math.round(width - narrow)).toBe(70)
  const hidden = saved()
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox', { name: '退水' }).click()
  await hidden
  const kept = moved.filter((name) => name !== '退水')
  await expect.poll(() => titles(page)).toEqual(kept)

  const other = await desk.open(`/reports/details?${HISTORY}`)
  await settled(other)
  await expect.poll(() => titles(other)).toEqual(kept)
  expect((await head(other, '账号').boundingBox())?.width).toBe(width)
  const restored = other.waitForResponse((response) => response.url().includes('/preference/set'))
  await other.getByRole('button', { name: '列设置' }).click()
  await other.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => titles(other)).toEqual(before)
  await restored
})

for (const height of [768, 600])
  test(`what a tool of a list opens stands whole in a window ${height} high, and closes when it is left`, async ({
    seat,
  }) => {
    const page = await (await seat('agent002')).open(`/reports/details?${HISTORY}`)
    await page.setViewportSize({ width: 1366, height })
    await settled(page)
    await page.getByRole('button', { name: '展开', exact: true }).click()
    const long = await page.evaluate(() => document.documentElement.scrollHeight)
    for (const name of ['列设置', '常用筛选'])
      await test.step(name, async () => {
        const button = page.getByRole('button', { name })
        const panel = page.getByRole('dialog', { name })
        await button.click()
        await expect(panel).toBeInViewport({ ratio: 0.99 })
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(long)
        expect(await unreadable(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(panel).toBeHidden()
        await expect(button).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(panel).toBeInViewport()
        await page.keyboard.press('Tab')
        await expect(panel.locator(':focus')).toHaveCount(1)
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Shift+Tab')
        await expect(panel).toBeHidden()
      })
  })
