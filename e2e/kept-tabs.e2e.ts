import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { AGENT_PAGES, settled } from './support/pages.ts'

const strip = (page: Page) => page.getByRole('navigation', { name: '页签' })
const tab = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true })
const names = (page: Page) => strip(page).getByRole('link')
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

/** Does something with a tab by its menu. */
const act = async (page: Page, name: string, what: string): Promise<void> => {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menu', { name: '页签操作' }).getByRole('menuitem', { name: what, exact: true }).click()
}

const openAll = async (page: Page, entries: readonly string[]): Promise<void> => {
  for (const name of entries) {
    await menu(page).getByRole('link', { name }).click()
    await expect(tab(page, name === '报表查询' ? '交收报表' : name)).toHaveAttribute('aria-current', 'page')
    await settled(page)
  }
}

test('a kept tab brings back the filters and how far its page was scrolled, also after a reload', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/reports/delivery?state=open')
  await expect(page.getByRole('radio', { name: '未结算' })).toBeChecked()
  await page.setViewportSize({ width: 1366, height: 400 })
  await openAll(page, ['规则说明'])
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  await tab(page, '交收报表').click()
  await expect(page).toHaveURL('/reports/delivery?state=open')
  await expect(page.getByRole('radio', { name: '未结算' })).toBeChecked()
  await page.reload()
  await expect(names(page)).toHaveText(['首页', '交收报表', '规则说明'])
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await tab(page, '规则说明').click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  // The menu leads back to the page as it was left, and once more to the page without its filters.
  await menu(page).getByRole('link', { name: '报表查询' }).click()
  await expect(page).toHaveURL('/reports/delivery?state=open')
  await menu(page).getByRole('link', { name: '报表查询' }).click()
  await expect(page).toHaveURL('/reports/delivery')
})

test('tabs are closed by button, middle click, key and menu, pinned, and moved', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/')
  await openAll(page, ['用户管理', '群组管理', '个人资料', '登录日志', '报表查询', '开奖结果'])
  await expect(names(page)).toHaveText(['首页', '用户管理', '群组管理', '个人资料', '登录日志', '交收报表', '开奖结果'])
  expect(await violationsOf(page)).toEqual([])
  await look(page, 'kept-tabs')
  // However narrow the strip gets, the tab of the page is whole.
  await page.setViewportSize({ width: 1000, height: 768 })
  await expect(tab(page, '开奖结果')).toBeInViewport({ ratio: 0.99 })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: '关闭页签 群组管理' }).click()
  await expect(page).toHaveURL('/result')
  await tab(page, '个人资料').click({ button: 'middle' })
  await expect(names(page)).toHaveText(['首页', '用户管理', '登录日志', '交收报表', '开奖结果'])
  // Closing the page on screen shows its neighbour.
  await page.keyboard.press('Alt+w')
  await expect(page).toHaveURL('/reports/delivery')
  await expect(names(page)).toHaveText(['首页', '用户管理', '登录日志', '交收报表'])
  await page.keyboard.press('Alt+PageUp')
  await expect(page).toHaveURL('/profile/login-log')

  await act(page, '交收报表', '固定')
  await expect(names(page)).toHaveText(['首页', '交收报表', '用户管理', '登录日志'])
  await tab(page, '登录日志').dragTo(tab(page, '用户管理'))
  await expect(names(page)).toHaveText(['首页', '交收报表', '登录日志', '用户管理'])
  await page.reload()
  await expect(names(page)).toHaveText(['首页', '交收报表', '登录日志', '用户管理'])
  await act(page, '登录日志', '关闭右侧')
  await expect(names(page)).toHaveText(['首页', '交收报表', '登录日志'])
  await openAll(page, ['规则说明', '开奖结果'])
  await act(page, '规则说明', '关闭其他')
  await expect(names(page)).toHaveText(['首页', '交收报表', '规则说明'])
  await expect(page).toHaveURL('/rule')
  // A pinned one stays until its menu closes it.
  await tab(page, '交收报表').click({ button: 'middle' })
  await tab(page, '交收报表').click()
  // The key closes the page on screen: before this one is there, that is the other.
  await expect(tab(page, '交收报表')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Alt+w')
  await expect(names(page)).toHaveText(['首页', '交收报表', '规则说明'])
  await act(page, '交收报表', '关闭')
  await expect(names(page)).toHaveText(['首页', '规则说明'])
  await expect(page).toHaveURL('/rule')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toContainText('Alt W')
})

test('with too many tabs the oldest unpinned is closed', async ({ seat }) => {
  test.setTimeout(180_000)
  const page = await (await seat('genagt01')).open('/')
  const paths = AGENT_PAGES.filter((path) => !['/', '/set-password', '/tutorial'].includes(path))
  expect(paths.length).toBeGreaterThan(12)
  for (const path of paths) {
    await page.goto(path)
    await expect(strip(page).locator('[aria-current=page]')).toHaveAttribute('href', path)
    if (path === paths[0]) await act(page, '总项盘口', '固定')
  }
  await expect(names(page)).toHaveCount(13)
  await expect(tab(page, '总项盘口')).toBeVisible()
  await expect(tab(page, '自动补货设置')).toHaveCount(0)
})

test('pages that are kept do not run: one stream, and no board is asked for', async ({ seat }) => {
  const { context, open } = await seat('agent001')
  let streams = 0
  context.on('request', (request) => {
    if (request.url().includes('/realtime/stream')) streams += 1
  })
  const page = await open('/agent/bet/instant?game=PK')
  await expect(page.getByRole('radio', { name: '实占' })).toBeVisible()
  await openAll(page, ['规则说明', '开奖结果', '规则说明'])
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await tab(page, '开奖结果').click()
  await expect(page).toHaveURL('/result')
  await settled(page)
  // The board asks every four seconds.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(9_000)
  expect(asked.filter((path) => /realtimereport\/(tmzx|common|zm|multi|type)/i.test(path))).toEqual([])
  await tab(page, '总项盘口').click()
  await expect(page).toHaveURL('/agent/bet/instant?game=PK')
  await expect(page.getByRole('radio', { name: '实占' })).toBeVisible()
  expect(streams).toBe(1)
})

test('the strip can be switched off and on, and a phone has none', async ({ seat }) => {
  const page = await (await seat('agent001')).open('/result')
  await expect(tab(page, '开奖结果')).toBeVisible()
  const saved = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await act(page, '开奖结果', '不显示页签栏')
  await expect(strip(page)).toHaveCount(0)
  await saved
  await page.reload()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  await page.getByRole('button', { name: '界面设置' }).click()
  const restored = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await page.getByRole('switch', { name: '页签栏' }).click()
  await expect(tab(page, '开奖结果')).toBeVisible()
  await restored
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(strip(page)).toHaveCount(0)
})
