import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { chooseDark, expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { PASSWORD } from './support/world.ts'

const cover = (page: Page) => page.getByRole('dialog', { name: '已锁屏' })

const unlock = async (page: Page, password: string): Promise<void> => {
  await cover(page).getByLabel('登录密码', { exact: true }).fill(password)
  await cover(page).getByRole('button', { name: '解锁' }).click()
}

/** Requests of a page to the server's calls from now on. */
const callsOf = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

test('a locked screen asks nothing, survives a reload, and opens with the own password where one was', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'agent002', '/agent/accounts/index?create=10001')
  const field = page.getByLabel('昵称')
  await field.fill('写到一半')
  const second = await context.newPage()
  await second.goto('/agent/bet/instant?game=PK')
  await settled(second)

  await page.getByRole('button', { name: '锁屏' }).click()
  await expect(cover(page)).toBeVisible()
  await expect(cover(page).getByLabel('登录密码', { exact: true })).toBeFocused()
  // Tabs of one browser lock together, boards too.
  await expect(cover(second)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await look(page, 'lock-screen')
  await expect(field).toBeHidden()
  await expect(second.getByRole('list', { name: '实时滚单' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(cover(page)).toBeVisible()
  const calls = [callsOf(page), callsOf(second)]
  await second.reload()
  await expect(cover(second)).toBeVisible()
  // A board asks every two seconds without a stream.
  await expect.poll(() => second.evaluate(() => performance.now())).toBeGreaterThan(7_000)
  expect(calls).toEqual([[], []])

  await unlock(page, 'Wrong2026x')
  await expect(cover(page)).toContainText('登录密码错误')
  await expect(cover(page)).toBeVisible()
  await unlock(page, PASSWORD)
  await expect(cover(page)).toHaveCount(0)
  // What had the focus has it again.
  await expect(page.getByRole('button', { name: '锁屏' })).toBeFocused()
  await expect(field).toHaveValue('写到一半')
  await expect(cover(second)).toHaveCount(0)
  await settled(second)
  await expect(second.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  expect(calls[0]?.filter((path) => path.endsWith('/unlock-screen'))).toHaveLength(2)
})

test('the screen locks after the chosen time without a key or a click', async ({ seat }) => {
  const page = await (await seat('agent001')).open('/404')
  await page.clock.install()
  await page.goto('/result')
  await settled(page)
  await page.getByRole('button', { name: '界面设置' }).click()
  const saved = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await page.getByRole('combobox', { name: '自动锁屏' }).selectOption('3')
  await page.clock.runFor(1_000)
  await saved
  await page.keyboard.press('Escape')
  await page.clock.fastForward(170_000)
  await page.keyboard.press('Shift')
  await page.clock.fastForward(170_000)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(cover(page)).toBeVisible()
  await unlock(page, PASSWORD)
  await expect(cover(page)).toHaveCount(0)
  await page.getByRole('button', { name: '界面设置' }).click()
  const restored = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await page.getByRole('combobox', { name: '自动锁屏' }).selectOption('0')
  await page.clock.runFor(1_000)
  await restored
})

test('a phone in the dark has the locked screen too, and signing out leads out of it', async ({ page }) => {
  await signIn(page, 'agent002')
  await chooseDark(page)
  await page.keyboard.press('Alt+l')
  await expect(cover(page)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await look(page, 'lock-screen-dark')
  await cover(page).getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
  // The next sign-in is not locked.
  await signIn(page, 'agent002')
  await expect(cover(page)).toHaveCount(0)
})

test('Caps Lock is said beside password fields', async ({ page }) => {
  const hint = page.getByText('大写锁定已打开')
  /** A key press while Caps Lock is on: the simulated keyboard has no such state. */
  const press = (on: boolean) =>
    page.evaluate((capsLock) => {
      const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: capsLock })
      document.activeElement?.dispatchEvent(event)
    }, on)
  await page.goto('/login')
  const loaded = page.waitForResponse((response) => /\/sign-in-[^/]*\.js$/.test(response.url()))
  await page.getByLabel('账号').press('a')
  await loaded
  await page.getByLabel('密码', { exact: true }).focus()
  await expect(async () => {
    await press(true)
    await expect(hint).toBeVisible({ timeout: 500 })
  }).toPass()
  await look(page, 'caps-lock')
  await press(false)
  await expect(hint).toHaveCount(0)
  await press(true)
  await page.getByLabel('账号').focus()
  await expect(hint).toHaveCount(0)
  await press(true)
  await expect(hint).toHaveCount(0)
  await signIn(page, 'agent001', '/profile/password')
  await page.getByLabel('原密码').first().focus()
  await press(true)
  await expect(hint).toBeVisible()
})
