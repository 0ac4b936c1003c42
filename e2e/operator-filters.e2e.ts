import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

type Filtered = {
  readonly path: string
  /** Sets one filter as a person does. */
  readonly set: (page: Page) => Promise<unknown>
  /** What the address then holds. */
  readonly address: RegExp
  /** Where the filter shows, with what it shows, and without it. */
  readonly shown: (page: Page) => readonly [Locator, string, string]
}

const search = (label: string | RegExp, text: string) => async (page: Page) => {
  await page.getByRole('searchbox', { name: label }).fill(text)
  await page.getByRole('button', { name: '查询', exact: true }).first().click()
}
const box = (label: string | RegExp, text: string) => (page: Page) =>
  [page.getByRole('searchbox', { name: label }), text, ''] as const
const choose = (label: string, value: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).selectOption(value)
const choice = (label: string, value: string) => (page: Page) =>
  [page.getByLabel(label, { exact: true }), value, ''] as const

/** One list of each room, with one of its filters. */
const LISTS: readonly Filtered[] = [
  {
    path: '/admin/merchant/index',
    set: search(/平台代码/, 'merch001'),
    address: /[?&]q=merch001/,
    shown: box(/平台代码/, 'merch001'),
  },
  { path: '/admin/user/index', set: search(/./, 'oper0001'), address: /[?&]q=oper0001/, shown: box(/./, 'oper0001') },
  { path: '/admin/notice/index', set: search(/./, 'abc'), address: /[?&]q=abc/, shown: box(/./, 'abc') },
  {
    path: '/admin/log/index?tab=logins',
    set: choose('结果', 'refused'),
    address: /outcome=refused/,
    shown: (page) => [page.getByLabel('结果', { exact: true }), 'refused', 'all'],
  },
  {
    path: '/admin/game/periods?game=PC',
    set: choose('状态', 'settled'),
    address: /game=PC&state=settled/,
    shown: choice('状态', 'settled'),
  },
  {
    path: '/admin/game/plays?game=PC',
    set: (page) => page.getByLabel(/^只看停售/).click(),
    address: /game=PC&stopped=1/,
    shown: (page) => [page.locator('input[type=checkbox]:checked'), '', ''],
  },
  {
    path: '/admin/game/odds-drops?game=6HC&tab=log',
    set: choose('玩法', 'TMA'),
    address: /play=TMA/,
    shown: choice('玩法', 'TMA'),
  },
  {
    path: '/admin/game/odds-drops?game=6HC',
    set: choose('玩法大类', '301'),
    address: /group=301/,
    shown: choice('玩法大类', '301'),
  },
  {
    path: '/admin/system/jobs',
    set: choose('任务状态', 'failed'),
    address: /state=failed/,
    shown: choice('任务状态', 'failed'),
  },
  {
    path: '/',
    set: (page) =>
      page
        .locator('[data-card=needs]')
        .getByRole('button', { name: /^等他人/ })
        .click(),
    address: /\?needs=others/,
    shown: (page) => [page.locator('[data-card=needs] button[aria-pressed=true]', { hasText: '等他人' }), '', ''],
  },
]

test('every list of the operators keeps its filters in the address: reload, back and forward', async ({ seat }) => {
  test.setTimeout(300_000)
  const operator = await seat('headco01')
  for (const { path, set, address, shown } of LISTS)
    await test.step(path, async () => {
      const page = await operator.open(path)
      const [field, value, none] = shown(page)
      const isChecked = value === ''
      const holds = async (on: boolean): Promise<void> => {
        if (isChecked) await expect(field).toHaveCount(on ? 1 : 0)
        else await expect(field).toHaveValue(on ? value : none)
      }
      await set(page)
      await expect(page).toHaveURL(address)
      await page.reload()
      await holds(true)
      await page.goBack()
      await expect(page).not.toHaveURL(address)
      await holds(false)
      await page.goForward()
      await expect(page).toHaveURL(address)
      await holds(true)
      await page.close()
    })
})

test('the game centre by its own address is the page of its first menu entry', async ({ seat }) => {
  const page = await (await seat('headco01')).open('/admin/game/index')
  const entry = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^期次与开奖/ })
  const other = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^时间表/ })
  await expect(page.getByRole('combobox', { name: '状态' })).toBeVisible()
  const colour = (link: Locator) => link.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colour(entry)).not.toBe(await colour(other))
})

/** Pages on which operators change things, with what the log calls these things. */
const LOGGED: readonly (readonly [path: string, filter: RegExp])[] = [
  ['/admin/game/plays?game=PC', /target=PC/],
  ['/admin/game/periods?game=PC', /target=PC/],
  ['/admin/game/schedules?game=PC', /target=PC/],
  ['/admin/game/result?game=5M', /target=\d+/],
  ['/admin/game/sources', /action=/],
  ['/admin/game/amount?game=PC', /target=PC/],
  ['/admin/game/odds-drops?game=PC', /target=PC/],
  ['/admin/game/pankou?game=PC', /action=/],
  ['/admin/game/maintenance', /target=/],
  ['/admin/notice/index', /target=/],
  ['/admin/game/system-config', /target=/],
  ['/admin/system/books', /action=/],
]

test('every page on which operators change things leads to the log of these changes', async ({ seat }) => {
  const page = await (await seat('headco01')).open('/')
  for (const [path, filter] of LOGGED)
    await test.step(path, async () => {
      await page.goto(path)
      await page.getByRole('main').getByRole('link', { name: '变更日志', exact: true }).first().click()
      await expect(page).toHaveURL(/\/admin\/log\/index\?/)
      await expect(page).toHaveURL(filter)
      await expect(page.getByRole('button', { name: '清除条件' })).toBeVisible()
    })
})
