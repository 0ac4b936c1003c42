import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

/** Gzipped size of all scripts of the operators' first page, the frame's and the prefetched ones included. */
const SCRIPT_BUDGET_BYTES = 330_000
const SETTINGS = '/admin/game/system-config'
const card = (name: string): string => `[data-card=${name}]`

test('the operators’ first page tells what needs a person, and its totals are the header’s', async ({ seat }) => {
  const operator = await (await seat('headco01')).open('/')
  await expect(operator.locator(card('needs'))).toBeVisible()
  await look(operator, 'admin-home')
  const totals = operator.locator(card('merchants')).locator('tfoot .amount')
  const header = operator.locator('header dl .amount')
  await expect(async () => {
    const [, result, open] = await totals.allTextContents()
    const [shownResult, shownOpen] = await header.allTextContents()
    expect([shownResult?.replace('+', ''), shownOpen]).toEqual([result, open])
  }).toPass({ timeout: 30_000 })
  await expect(operator.locator(card('games')).locator('[data-game]')).toHaveCount(4)
  const health = operator.locator(card('health'))
  await expect(health).toContainText('分区已备')
  await expect(health).toContainText(/进程\d+ \/ \d+ 正常/)
  await expect(health).toContainText('最近无误校验')
  // Nobody tells the demo world of a backup.
  await expect(health.locator('[data-warned]', { hasText: '最近备份' })).toContainText('没有记录')
  const merchants = operator.locator(card('merchants'))
  await merchants.getByRole('button', { name: '列设置' }).click()
  // A click: the tick follows with the stored choice, a moment later than `uncheck` looks at it.
  const lease = operator.getByRole('dialog', { name: '列设置' }).getByRole('checkbox', { name: '租期截止日' })
  await lease.click()
  await expect(lease).not.toBeChecked()
  await expect(merchants.getByRole('columnheader', { name: '租期截止日' })).toHaveCount(0)
  await look(operator, 'admin-home-columns')
  await lease.click()
  await expect(lease).toBeChecked()
  await operator.keyboard.press('Escape')
  const download = operator.waitForEvent('download')
  await merchants.getByRole('button', { name: '导出' }).click()
  await operator.getByRole('menuitem', { name: /CSV/i }).click()
  expect((await download).suggestedFilename()).toContain('商户列表')

  // A threshold above every balance puts each merchant on the list, with its way to the merchant.
  await operator.goto(SETTINGS)
  const setting = operator.locator('[data-setting="alert.balance"]')
  await setting.getByRole('button', { name: '修改' }).click()
  const dialog = operator.getByRole('dialog', { name: '修改商户余额预警线' })
  await dialog.getByRole('textbox').fill('12x')
  await expect(dialog.getByText('请输入整数金额')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('9999999999')
  await look(operator, 'admin-settings-dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(setting.locator('[data-part=value]')).toHaveText('9,999,999,999.00 元')
  await look(operator, 'admin-settings')
  await operator.goto('/')
  const low = operator.locator('[data-kind=balance]').first()
  await expect(low).toContainText('低于预警线 9,999,999,999.00')
  await expect(
    operator.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /首页 \d/ }),
  ).toBeVisible()
  await operator.getByRole('button', { name: /^等我/ }).click()
  await look(operator, 'admin-home-needs')
  const phone = await (await seat('headco01', 'phone')).open('/')
  await expect(phone.locator('[data-kind=balance]').first()).toBeVisible()
  await look(phone, 'admin-home')
  await phone.goto(SETTINGS)
  await expect(phone.locator('[data-setting="platform.name"]')).toBeVisible()
  await look(phone, 'admin-settings')
  await low.getByRole('link').click()
  await expect(operator).toHaveURL(/\/admin\/merchant\/index\?q=/)

  // The default is one click away, and the list is short again without a reload of the page.
  await operator.goto(SETTINGS)
  await setting.getByRole('button', { name: '修改' }).click()
  await dialog.getByRole('button', { name: '恢复默认值' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(setting.locator('[data-part=value]')).toHaveText('不预警')
})

test('the name of the platform stands in the menu, the tab and on the sign-in page', async ({ seat, visitor }) => {
  const operator = await (await seat('headco01')).open(SETTINGS)
  const setting = operator.locator('[data-setting="platform.name"]')
  const name = async (text: string): Promise<void> => {
    await setting.getByRole('button', { name: '修改' }).click()
    const dialog = operator.getByRole('dialog', { name: '修改平台名称' })
    await dialog.getByRole('textbox').fill(text)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toHaveCount(0)
  }
  // A second operator typed another name meanwhile, and sees both before saving again.
  const second = await (await seat('headco01')).open(SETTINGS)
  await second.locator('[data-setting="platform.name"]').getByRole('button', { name: '修改' }).click()
  const other = second.getByRole('dialog', { name: '修改平台名称' })
  await other.getByRole('textbox').fill('星海')
  // A page that is open already: it is not loaded again.
  const third = await (await seat('headco01')).open('/admin/notice/index')
  await expect(third).toHaveTitle(/Strata$/)
  await name('星河彩务')
  try {
    await other.getByRole('button', { name: '保存' }).click()
    await expect(other.locator('[data-part=theirs]')).toContainText('他人已改为“星河彩务”，您填写的是“星海”')
    await expect(other.getByRole('alert')).toContainText('已被他人修改')
    await look(second, 'admin-settings-conflict')
    await second.close()
    await expect(operator.getByRole('complementary', { name: '星河彩务' })).toBeVisible()
    await expect(operator).toHaveTitle(/星河彩务$/)
    await expect(third).toHaveTitle(/星河彩务$/, { timeout: 5_000 })
    await expect(third.getByRole('complementary', { name: '星河彩务' })).toBeVisible()
    const stranger = await visitor('desk')
    await stranger.goto('/login')
    await expect(stranger.getByText('星河彩务', { exact: true })).toBeVisible()
    await expect(stranger).toHaveTitle(/星河彩务$/)
    // Before any script runs, and below the icon of the installed app.
    const textOf = (path: string): Promise<string> =>
      stranger.evaluate(async (of) => await (await fetch(of)).text(), path)
    await expect(async () => {
      expect(await textOf('/login')).toContain('<title>星河彩务</title>')
      expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({
        name: '星河彩务',
        short_name: '星河彩务',
      })
    }).toPass({ timeout: 5_000 })
  } finally {
    await name('')
  }
  await expect(operator).toHaveTitle(/Strata$/)
})

test('says that no game is on only when it knows', async ({ page }) => {
  await signIn(page, 'headco01')
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/rec/game/get-game-infos', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const games = page.locator(card('games'))
  await expect(games).toBeVisible()
  await expect(games).not.toContainText('没有启用的彩种')
  answer()
  await expect(games.locator('[data-game]')).toHaveCount(4)
})

test('a period without a result leads to its entry and to its void', async ({ page }) => {
  await signIn(page, 'headco01')
  const missing = {
    kind: 'result',
    key: 'result:1:2026131',
    tone: 'bad',
    turn: 'me',
    at: Date.now() - 660_000,
    text: '时时彩 2026131期已过开奖时间，等待录入结果',
    merchantCode: '',
    gameId: 1,
    periodNo: '2026131',
    proposal: null,
  }
  // The demo world draws by itself, so the need is told to the page only.
  const told = await (await Operator.signIn('headco01')).call<object>('/api/admin/home', {})
  const data = { ...told, needs: [missing], moreNotices: 3 }
  await page.route(/\/api\/admin\/home(\?|$)/, async (route) => {
    const { origin = '' } = await route.request().allHeaders()
    const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    await route.fulfill({ headers, json: { code: 200, data, message: '', isSuccess: true } })
  })
  await page.goto('/')
  const need = page.locator('[data-kind=result]')
  await expect(need.getByRole('link')).toHaveText(['录入结果', '作废'])
  await expect(page.locator(card('in-force')).getByRole('link', { name: '另有 3 条生效的公告' })).toHaveAttribute(
    'href',
    '/admin/notice/index',
  )
  await look(page, 'admin-home-missing')
  await need.getByRole('link', { name: '作废' }).click()
  await expect(page).toHaveURL(/\/admin\/game\/result\?game=1&period=2026131&show=void$/)
})

test('the operators’ first page is small', async ({ page }) => {
  await signIn(page, 'headco01')
  const scripts = new Map<string, Response>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.set(pathname, response)
  })
  await page.goto('/')
  await expect(page.locator(card('needs'))).toBeVisible()
  await page.waitForTimeout(1_500)
  const bodies = await Promise.all([...scripts.values()].map((response) => response.body()))
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
})
