import type { Page } from '@playwright/test'
import { OPEN_PATHS, REDIRECTS } from '@strata/contract/menu'
import { rewriteAnswers } from './support/answers.ts'
import { ApiUser, revoke } from './support/api.ts'
import { chooseDark, expect, signIn, storedSession, test } from './support/fixtures.ts'
import { settled } from './support/pages.ts'
import { expectToast } from './support/toasts.ts'
import { PASSWORD } from './support/world.ts'

const SESSION_KEY = 'strata-session'

const stored = async (page: Page): Promise<Record<string, unknown>> =>
  await page.evaluate((key) => {
    const kept = JSON.parse(window.localStorage.getItem(key) ?? '{}') as { state?: Record<string, unknown> }
    return kept.state ?? {}
  }, SESSION_KEY)

test('a visitor without a session sees only the public pages', async ({ page }) => {
  for (const path of OPEN_PATHS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  for (const path of [
    '/',
    '/404',
    '/set-password',
    '/maintenance',
    '/agent/bet',
    '/profile/password',
    '/no/such/page',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
    await expect(page.getByLabel('账号')).toBeVisible()
  }
})

test('a sign-in never redirects to another site', async ({ page }) => {
  await signIn(page, 'agent001', `/login?redirect=${encodeURIComponent('//evil.test/')}`)
  await expect(page).toHaveURL('/')
})

test('redirect paths redirect a signed-in user', async ({ seat }) => {
  const { open } = await seat('agent001')
  for (const { from, to } of [...REDIRECTS, { from: '/login', to: '/' }]) {
    const page = await open(from)
    await expect(page).toHaveURL(to)
    await settled(page)
    await page.close()
  }
})

test('a signed-in user can open pages that need no permission', async ({ seat }) => {
  const { open } = await seat('agent001')
  for (const [path, title] of [
    ['/forgot', '找回登录密码'],
    ['/resetpwd', '设置新密码'],
    ['/tutorial', '使用教程'],
  ] as const) {
    const page = await open(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
    await page.close()
  }
})

test('menu and pages follow the permissions', async ({ seat }) => {
  const { open } = await seat('agtsub01')
  const page = await open('/')
  await expect(page).toHaveURL('/')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  // The first entry may have a count of unread alerts.
  await expect(menu.getByRole('link')).toHaveText([/^首页/, '修改密码', '报表查询'])
  for (const path of ['/agent/bet/instant', '/agent/accounts/index', '/admin/merchant/index']) {
    await page.goto(path)
    await expect(page).toHaveURL('/404')
  }
})

test('a stored session without a menu is dropped with a message', async ({ seat }) => {
  const { open } = await seat('agent001')
  const page = await open('/404')
  await settled(page)
  await page.evaluate((key) => {
    const kept = JSON.parse(window.localStorage.getItem(key) ?? '{}') as { state: object }
    window.localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, currentPathId: 0 } }))
  }, SESSION_KEY)
  await page.goto('/reports/delivery?state=open')
  await expectToast(page, '菜单加载失败，请重新登录')
  await expect(page).toHaveURL('/login?redirect=%2Freports%2Fdelivery')
  expect((await storedSession(page)).token).toBe('')
})

test('permissions removed after the sign-in disappear from menu and page at once', async ({ seat }) => {
  const { open } = await seat('agtsub01')
  const page = await open('/404')
  await settled(page)
  await page.evaluate((key) => {
    const kept = JSON.parse(window.localStorage.getItem(key) ?? '{}') as { state: { paths: object[] } }
    const permissionIds = [101, 102, 103, 104, 105, 106, 404, 50000, 60000, 70000]
    const paths = kept.state.paths.map((path) => ({ ...path, permissionIds }))
    window.localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, paths, permissionIds } }))
  }, SESSION_KEY)
  await page.goto('/agent/bet/instant')
  await expect(page).toHaveURL('/404')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('link')).toHaveText([/^首页/, '修改密码', '报表查询'])
})

test('a reload keeps the stored session and builds the menu again', async ({ seat }) => {
  const { open } = await seat('agent001')
  const page = await open('/agent/bet/instant?game=PK&amount=held')
  await expect(page.getByRole('radio', { name: '实占' })).toBeChecked()
  await chooseDark(page)
  await expect.poll(async () => (await stored(page))['replenishType']).toBe(3)
  const before = await stored(page)
  expect(Object.keys(before).toSorted()).toEqual([
    'account',
    'currentPathId',
    'dayStarts',
    'paths',
    'permissionIds',
    'rememberedAccount',
    'replenishType',
    'theme',
    'token',
  ])
  await page.reload()
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: '实占' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByText('[补货方式：超额补上级]')).toBeVisible()
  expect(await stored(page)).toEqual(before)
  const all = await page.evaluate(() => JSON.stringify({ ...window.localStorage, ...window.sessionStorage }))
  expect(all).not.toMatch(/menu|routes/i)
})

test('every navigation starts at the top of the page', async ({ seat }) => {
  const { open } = await seat('agent001')
  const page = await open('/rule')
  await page.setViewportSize({ width: 1366, height: 400 })
  await settled(page)
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 2_000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.getByRole('link', { name: '开奖结果' }).click()
  await expect(page).toHaveURL('/result')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a tab is locked and sends nothing after another account signs in beside it', async ({ page, context }) => {
  await page.clock.install()
  await signIn(page, 'agent001', '/agent/bet/instant?game=6HC')
  const board = page.getByRole('group', { name: '特码', exact: true })
  await expect(board.getByRole('listitem').first()).toBeVisible()

  // Overwrites the shared storage, as a sign-in of another account in another tab does.
  const other = await context.browser()?.newContext()
  const beside = await other?.newPage()
  if (!other || !beside) throw new Error('no second browser')
  await signIn(beside, 'agent003')
  const taken = await beside.evaluate((key) => window.localStorage.getItem(key) ?? '', SESSION_KEY)
  await other.close()
  const second = await context.newPage()
  await second.goto('/404')
  await second.evaluate(([key, value]) => window.localStorage.setItem(key, value), [SESSION_KEY, taken] as const)

  const notice = page.getByRole('alertdialog', { name: '此页面已锁定' })
  await expect(notice).toBeVisible()
  // Files of the app may still load; they carry no session.
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/assets/')) sent.push(request.url())
  })
  // Long enough for every polling interval and for reopening a silent stream.
  await page.clock.fastForward(60_000)
  await page.clock.fastForward(60_000)
  expect(sent).toEqual([])
  await notice.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByText(/agent003 · 代理/)).toBeVisible()
})

test('a session that ends during work keeps everything typed', async ({ page }) => {
  await signIn(page, 'agent003', '/agent/bet/setting?game=PK')
  const limit = page.getByRole('textbox', { name: /占成控额$/ }).first()
  await page
    .getByRole('switch', { name: / 自动$/ })
    .first()
    .check()
  await limit.fill('12345')
  await expect(page.getByText('2 处改动')).toBeVisible()
  await revoke(await storedSession(page))
  await page.getByRole('alertdialog', { name: '提示' }).getByRole('button', { name: '确定' }).click()
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL('/agent/bet/setting?game=PK')
  await expect(limit).toHaveValue(/^12,?345(\.00)?$/)
  await expect(page.getByText('2 处改动')).toBeVisible()
})

test('two users edit the same terms: the second is told once and sees both versions', async ({ page }) => {
  const agent = await ApiUser.signIn('agent003')
  const infos = await agent.call<readonly { gameId: number; gameType: string }[]>('/api/rec/game/get-game-infos')
  const gameId = infos.find(({ gameType }) => gameType === 'PC')?.gameId
  await signIn(page, 'agent003', '/agent/bet/setting?game=PC')
  await page
    .getByRole('textbox', { name: / 补出限额$/ })
    .first()
    .fill('777')
  const { version } = await agent.call<{ version: number }>('/api/common/replenishment/query', { gameId })
  const { self } = await agent.call<{ self: { auto: readonly object[] } }>('/api/common/replenishment/query', {
    gameId,
  })
  await agent.call('/api/common/replenishment/auto-config/set', { gameId, version, auto: self.auto })
  await page.getByRole('button', { name: '核对并保存' }).click()
  await page.getByRole('dialog', { name: '核对改动' }).getByRole('button', { name: '保存', exact: true }).click()
  await expectToast(page, '数据已被他人修改，请核对后重试')
  await expect(page.getByRole('dialog', { name: '数据已被他人修改' })).toBeVisible()
})

test('Ctrl+K finds pages, accounts, periods and actions, and ? shows the keys of the page', async ({ seat }) => {
  const { open } = await seat('agent001')
  const page = await open('/404')
  await settled(page)
  const search = page.getByRole('dialog', { name: '搜索页面、账号、注单、期次与操作' })
  // What is typed before the code of the search is here is not lost.
  let release = (): void => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/palette[^/]*\.js$/, async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+K')
  await page.keyboard.type('kjjg')
  release()
  await expect(search.getByRole('combobox')).toHaveValue('kjjg')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/result')
  // Tab goes on in the page, not at the top of the menu.
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('分类')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reports/delivery?tab=class')
  await expect(page.getByRole('heading', { level: 1, name: '分类报表' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '页签' }).getByRole('link', { name: '分类报表' })).toBeVisible()

  await page.locator('[aria-keyshortcuts="Control+K"]').click()
  await page.keyboard.type('mem001')
  const account = search.getByRole('option', { name: /^mem001\d* .*账号 · 会员/ }).first()
  await expect(account).toBeVisible()
  await account.click()
  await expect(page).toHaveURL(/\/agent\/accounts\/index\?q=mem001/)
  await expect(page.locator('[data-account^=mem001]').first()).toBeVisible()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('新增账号')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/agent/accounts/index?create=10001')
  await expect(page.getByRole('heading', { name: '新增会员' })).toBeVisible()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('浅色')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // An action leaves one where one was; a question mark typed in a field is text.
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused()
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await expect(sheet.getByRole('heading')).toContainText(['列表', '所有页面'])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

test('a new alert shows itself on any page when one asks for it, and a new build offers a reload', async ({ seat }) => {
  const { context, open } = await seat('agent001')
  const page = await open('/result')
  const bell = page.getByRole('button', { name: /^提醒提示：/ })
  await expect(bell).toHaveAttribute('data-signal', 'off')
  const stored = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await bell.click()
  await expect(bell).toHaveAttribute('data-signal', 'quiet')
  await stored
  // The choice is the person's: another page has it too.
  const other = await open('/rule')
  await expect(other.getByRole('button', { name: /^提醒提示：/ })).toHaveAttribute('data-signal', 'quiet')
  await bell.click()
  await bell.click()
  await expect(bell).toHaveAttribute('data-signal', 'off')

  await expect(page.locator('[data-part=new-build]')).toHaveCount(0)
  const html = await page.evaluate(async () => await (await fetch('/')).text())
  await context.route(/:\d+\/$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: html.replace(/src="\/assets\/[^"]+"/, 'src="/assets/entry-later.js"'),
    }),
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.locator('[data-part=new-build]')).toContainText('系统已更新')
  const manifest = await page.evaluate(async () => (await (await fetch('/manifest.webmanifest')).json()) as object)
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
})

test('unread alerts are counted in the title and marked in the icon', async ({ seat }) => {
  const { context, open } = await seat('agent001')
  await rewriteAnswers(context, { paths: ['/alert/query$'], over: { unread: 3 } })
  const page = await open('/result')
  await expect(page).toHaveTitle('(3) 开奖结果 - Strata')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/mark-unread.svg')
  await expect(page.getByRole('link', { name: '首页 3 条未读提醒' })).toBeVisible()
})
