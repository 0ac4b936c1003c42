import type { Page } from '@playwright/test'
import { expect, type Seat, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { dayOfHistory } from './support/world.ts'

/** What a person opens a page for. */
const ROW = '#content tbody tr'
const CELL = '#content [data-key]'
/** Presses of Tab from the load of the page to its first row or cell; a row more in the frame is allowed. */
const PAGES: readonly (readonly [path: string, goal: string, most: number])[] = [
  ['/agent/accounts/index', ROW, 34],
  ['/agent/bet/instant?game=6HC', CELL, 44],
  ['/agent/bet/setting', ROW, 30],
  [`/reports/delivery?from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`, ROW, 38],
  ['/reports/details', ROW, 40],
  ['/result', ROW, 33],
  ['/profile/login-log', ROW, 31],
]
/** The skip links are the first two stops of every page. */
const TO_FIGURES = 2
/** Menu, head, page, figures. */
const REGIONS = 4

const isWithin = (page: Page, goal: string): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.closest(selector) != null, goal)

const pressesTo = async (page: Page, key: string, goal: string, most: number): Promise<number> => {
  for (let presses = 1; presses <= most; presses += 1) {
    await page.keyboard.press(key)
    if (await isWithin(page, goal)) return presses
  }
  return Number.POSITIVE_INFINITY
}

const open = async (seat: Seat, path: string, goal: string): Promise<Page> => {
  const page = await seat.open(path)
  await settled(page)
  await page.locator(goal).first().waitFor()
  return page
}

test('the first row, cell or figure of a page is few keys away', async ({ seat }) => {
  const desk = await seat('agent001')
  for (const [path, goal, most] of PAGES)
    await test.step(path, async () => {
      const page = await open(desk, path, goal)
      expect(await pressesTo(page, 'Tab', goal, most), `Tab on ${path}`).toBeLessThanOrEqual(most)
      await page.reload()
      await settled(page)
      await page.locator(goal).first().waitFor()
      for (let presses = 0; presses < TO_FIGURES; presses += 1) await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: '跳到数据' })).toBeFocused()
      await page.keyboard.press('Enter')
      expect(await isWithin(page, goal), `the skip link of ${path}`).toBe(true)
      await page.reload()
      await settled(page)
      await page.locator(goal).first().waitFor()
      expect(await pressesTo(page, 'F6', goal, REGIONS), `F6 on ${path}`).toBeLessThanOrEqual(REGIONS)
      await page.close()
    })
})

test('an arrow leads into a board while nothing has the focus, and scrolls a phone', async ({ seat }) => {
  const page = await open(await seat('agent001'), '/agent/bet/instant?game=6HC', CELL)
  await page.keyboard.press('ArrowDown')
  const first = await page.evaluate(() => document.activeElement?.closest('[data-key]')?.getAttribute('data-key'))
  expect(first, 'the item that has the focus').toEqual(expect.any(String))
  await page.keyboard.press('ArrowDown')
  expect(await isWithin(page, CELL)).toBe(true)
  expect(await isWithin(page, `[data-key="${first}"]`)).toBe(false)
  const small = await open(await seat('agent001', 'phone'), '/agent/bet/instant?game=6HC', CELL)
  await small.keyboard.press('ArrowDown')
  expect(await isWithin(small, CELL)).toBe(false)
})

test('the skip links leave the address and the history as they are', async ({ seat }) => {
  const page = await open(await seat('agent001'), '/agent/accounts/index', ROW)
  const before = await page.evaluate(() => [window.location.href, window.history.length])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  expect(await page.evaluate(() => [window.location.href, window.history.length])).toEqual(before)
})

test('rows, heads and tools are one Tab stop each, and arrows move in them', async ({ seat }) => {
  const desk = await seat('agent001')
  const page = await open(desk, '/agent/accounts/index', ROW)
  const rows = page.locator(ROW)
  const credit = (at: number) => rows.nth(at).getByRole('button', { name: '上分' })
  await credit(0).focus()
  await page.keyboard.press('ArrowDown')
  await expect(credit(1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(credit(0)).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.last().getByRole('button', { name: '上分' })).toBeFocused()
  // Past the last control of the row, Tab leaves the table.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await isWithin(page, 'table')).toBe(false)

  await page.getByRole('checkbox', { name: '选择本页' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('columnheader', { name: '账号' }).getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('separator', { name: '调整“级别”的列宽' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  expect(await isWithin(page, 'thead')).toBe(false)

  const search = page.getByRole('button', { name: /^搜索/ })
  await search.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: '下载中心' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(search).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await isWithin(page, 'header')).toBe(false)
})

test('the keys of regions rest while something is open above the page', async ({ seat }) => {
  const desk = await seat('agent001')
  const page = await open(desk, '/agent/accounts/index', ROW)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await expect(sheet).toContainText('F6')
  await page.keyboard.press('F6')
  expect(await isWithin(page, 'dialog, [role=dialog]')).toBe(true)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: /^搜索/ }).focus()
  await page.keyboard.press('Shift+F6')
  expect(await isWithin(page, 'aside nav')).toBe(true)
  // Round at the beginning of the page.
  await page.keyboard.press('Shift+F6')
  expect(await isWithin(page, ROW)).toBe(true)
})
