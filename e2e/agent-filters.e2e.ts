import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'

type Filtered = {
  readonly path: string
  readonly set: (page: Page) => Promise<unknown>
  readonly address: RegExp
  /** What shows the choice, pressed or chosen. */
  readonly shown: (page: Page) => Locator
}

const radio = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).first()
const press = (name: string) => (page: Page) => page.getByText(name, { exact: true }).first().click()

const PAGES: readonly Filtered[] = [
  {
    path: '/agent/bet/setting',
    set: press('PC蛋蛋'),
    address: /game=PC/,
    shown: radio('PC蛋蛋'),
  },
  {
    path: '/agent/bet/fly-out?tab=settings',
    set: press('赛车'),
    address: /game=PK/,
    shown: radio('赛车'),
  },
  {
    path: '/rule',
    set: press('赛车'),
    address: /game=PK/,
    shown: radio('赛车'),
  },
]

for (const { path, set, address, shown } of PAGES)
  test(`a choice on ${path.split('?')[0]} is a step that back undoes, and a link that a reload keeps`, async ({
    seat,
  }) => {
    const page = await (await seat('genagt01')).open(path)
    await settled(page)
    await expect(shown(page)).not.toBeChecked()
    await set(page)
    await expect(shown(page)).toBeChecked()
    await expect(page).toHaveURL(address)
    await page.reload()
    await expect(shown(page)).toBeChecked()
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0])
    await expect(shown(page)).not.toBeChecked()
  })

test('a choice that changes nothing is no step', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/agent/group/index')
  await settled(page)
  const steps = await page.evaluate(() => window.history.length)
  const search = page.getByRole('searchbox')
  await search.fill('abc')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page).toHaveURL(/q=abc/)
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await page.getByRole('button', { name: '查询', exact: true }).click()
  expect(await page.evaluate(() => window.history.length)).toBe(steps + 1)
})
