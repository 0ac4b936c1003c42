import type { Page } from '@playwright/test'
import { revoke } from './support/api.ts'
import { chooseDark, expect, signIn, storedSession, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { toastsOf } from './support/toasts.ts'
import { PASSWORD } from './support/world.ts'

test('a visitor without a session is redirected to the sign-in and back to the wanted page', async ({ page }) => {
  const wanted = '/reports/delivery?from=2026-01-01&to=2026-01-02&state=open'
  await page.goto(wanted)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(wanted)}`)
  await signIn(page, 'agent001', page.url())
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('radio', { name: '未结算' })).toBeChecked()
})

test('a wrong password is shown under the field and the input stays', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('账号').fill('agent001')
  await page.getByLabel('密码', { exact: true }).fill('Wrong2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.locator('#entry-password-fault')).toHaveText('账号或密码错误')
  await expect(page.getByLabel('账号')).toHaveValue('agent001')
})

test('a fault shows the number of its line in the log, which stays while it is selected; a refusal stands only at its field', async ({
  page,
}, { project }) => {
  // An account of its own on each site: failures are counted, and the third asks for a captcha.
  const account = project.name === 'site' ? 'nobody01' : 'nobody02'
  await page.clock.install()
  // The next sign-in ends in a fault, with the headers of the real answer that the page may read.
  await page.addInitScript(() => {
    const real = window.fetch
    let faults = 1
    window.fetch = async (input, init) => {
      const answer = await real(input, init)
      if (!String(input).includes('/agentlogin') || faults === 0) return answer
      faults -= 1
      return new Response('{}', { status: 500, headers: answer.headers })
    }
    // Quicker than a click: on a busy machine the second of the toast is over before.
    const select = (): void => {
      const number = document.querySelector('.toast small')
      if (number) window.getSelection()?.selectAllChildren(number)
    }
    new MutationObserver(select).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Wrong2026x')
  const answered = page.waitForResponse((response) => response.url().includes('/agentlogin'))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  const trace = (await (await answered).allHeaders())['x-trace-id']
  expect(trace).toMatch(/^[0-9a-f]{32}$/)
  const number = page.locator('.toast small')
  await expect(number).toHaveText(`编号 ${trace}`)
  // A click on what is selected selects nothing: the number must be free before.
  await number.hover()
  await page.evaluate(() => window.getSelection()?.removeAllRanges())
  await number.click()
  expect(await page.evaluate(() => String(window.getSelection()))).toBe(`编号 ${trace}`)
  await page.mouse.move(0, 0)
  await page.clock.runFor(5_000)
  await expect(number).toBeVisible()
  await look(page, 'fault')
  await page.evaluate(() => window.getSelection()?.removeAllRanges())
  await page.clock.runFor(2_000)
  await expect(number).toHaveCount(0)

  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.locator('#entry-password-fault')).toHaveText('账号或密码错误')
  await page.evaluate(() => (window as unknown as { hearToast: (text: string) => Promise<void> }).hearToast('end'))
  expect(toastsOf(page)).toEqual([`系统错误，请稍后再试编号 ${trace}`, 'end'])
})

test('a signed-in visitor gets the app instead of the sign-in page, and 404 for an unknown page', async ({ page }) => {
  await signIn(page, 'agent001')
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/404')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})

test('the end of a session is shown exactly once, and the same account returns to the same page', async ({ page }) => {
  await signIn(page, 'agent001')
  await page.goto('/reports/delivery?state=open')
  await expect(page.getByRole('radio', { name: '未结算' })).toBeChecked()
  await revoke(await storedSession(page))
  // All calls of the page and its stream are refused at once.
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url())
  })
  await page.reload()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('登录超时，请重新登录')
  await expect.poll(() => refused.length).toBeGreaterThan(1)
  await expect(alert).toHaveCount(1)
  await alert.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Freports%2Fdelivery/)
  await expect(page.getByLabel('账号')).toHaveValue('agent001')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/reports\/delivery/)
})

test('signing out clears the account and keeps the machine’s settings', async ({ page }) => {
  await signIn(page, 'agent001')
  await chooseDark(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
  expect((await storedSession(page)).token).toBe('')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('账号')).toHaveValue('agent001')
})

test('calls go to the host of the site', async ({ page, baseURL }) => {
  const called = page.waitForRequest((request) => request.url().includes('/agentlogin'))
  await signIn(page, 'agent001')
  const site = new URL(baseURL ?? '')
  const host = site.hostname === 'localhost' ? site.host : `ms.${site.host}`
  const url = new URL((await called).url())
  expect(url.host).toBe(host)
  expect(url.search).toBe('')
})

/** Pretends that the tab is behind another one. */
const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('the end of a session elsewhere is said at once in hidden tabs, with and without a stream of their own', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  await signIn(page, 'agent002', '/result')
  const second = await context.newPage()
  await second.goto('/rule')
  await expect(second.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  const cut: string[] = []
  for (const tab of [page, second])
    tab.on('requestfailed', (request) => {
      if (request.url().includes('/realtime/stream')) cut.push(tab.url())
    })
  await hide(page)
  await hide(second)
  // Of two hidden tabs one gives its stream up.
  await expect.poll(() => cut.length, { timeout: 30_000 }).toBe(1)
  await revoke(await storedSession(page))
  for (const tab of [page, second]) {
    await expect(tab.getByRole('alertdialog')).toContainText('登录超时，请重新登录', { timeout: 3_000 })
    expect(await tab.title()).toContain('登录超时')
  }
})
