import type { Browser, Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
/** PC蛋蛋: no other test closes its periods. */
const GAME = 4
const DAY_MS = 86_400_000

/** An operator's page of the admin site. */
const withOperator = async (browser: Browser, path: string, work: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext({ baseURL: ADMIN_SITE, viewport: { width: 1366, height: 768 } })
  try {
    const page = await context.newPage()
    await signIn(page, 'headco01', `/login?redirect=${encodeURIComponent(path)}`)
    await work(page)
  } finally {
    await context.close()
  }
}

/** The page at the other sizes that are looked at, the phone in the dark. */
const lookAround = async (page: Page, name: string): Promise<void> => {
  if (process.env['E2E_LOOKS'] === undefined) return
  await look(page, name)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await look(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('a period is closed early for everybody at once', async ({ seat, browser, timetable }) => {
  const { periodNo } = await timetable.hold(GAME)
  const agent = await (await seat('agent001')).open('/agent/bet/instant?game=PC')
  const closed = agent.getByRole('status').filter({ hasText: periodNo })
  await expect(agent.locator('[data-part=board-tools]')).toBeVisible()
  await expect(closed).toHaveCount(0)
  await withOperator(browser, '/admin/game/periods?game=PC', async (operator) => {
    const row = operator.locator(`[data-period="${periodNo}"]`)
    await expect(row.locator('[data-stage=open]')).toBeVisible()
    await lookAround(operator, 'admin-periods')
    await row.getByRole('button', { name: '提前封盘' }).click()
    const dialog = operator.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: '提前封盘' })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('原因').fill('设备故障')
    await look(operator, 'admin-period-close')
    await confirm.click()
    await expect(row.locator('[data-stage=closed]')).toBeVisible()
    await expect(row).toContainText('设备故障')
    await expect(row.getByRole('button', { name: '提前封盘' })).toHaveCount(0)
    // Pushed to the agent's board, without a reload.
    await expect(closed).toBeVisible()
    await look(agent, 'board-closed-early')
    await timetable.drawClosed(GAME)
    await expect(row.locator('[data-stage=settled]')).toBeVisible({ timeout: 60_000 })
    await row.getByRole('link', { name: '查看结果' }).click()
    await expect(operator).toHaveURL(new RegExp(`/admin/game/result\\?game=PC&period=${periodNo}`))
    await expect(operator.locator('option:checked', { hasText: periodNo })).toHaveCount(1)
  })
})

test('六合彩 is opened by hand: the template proposes, one day is left out, one is opened', async ({ browser }) => {
  await withOperator(browser, '/admin/game/schedules?game=6HC', async (page) => {
    const crowded = page.locator('[data-day]', { has: page.getByRole('button', { name: /^还有 \d+ 期，/ }) }).first()
    const others = await crowded.getByRole('button', { name: /^还有/ }).textContent()
    const day = await crowded.getAttribute('data-day')
    await crowded.getByRole('button', { name: /^还有/ }).click()
    const whole = page.locator(`[data-day="${day}"]`)
    await expect(whole.locator('[data-period]')).toHaveCount(2 + Number(/\d+/.exec(others ?? '')?.[0]))
    await whole.getByRole('button', { name: `收起，${day}` }).click()
    await expect(whole.locator('[data-period]')).toHaveCount(2)
    await page.getByRole('button', { name: '下个月' }).click()
    const proposed = page.locator('[data-proposed]')
    await expect(proposed.nth(3)).toBeVisible()
    const days = page.locator('[data-day]', { has: page.locator('[data-proposed]') })
    const count = await days.count()
    const dayAt = async (at: number): Promise<string> => (await days.nth(at).getAttribute('data-day')) ?? ''
    const [out, opened] = [await dayAt(1), await dayAt(2)]
    const cell = (day: string) => page.locator(`[data-day="${day}"]`)
    await cell(out).getByRole('button', { name: '停开此日' }).click()
    await expect(cell(out)).toContainText('停开')
    await expect(days).toHaveCount(count - 1)

    // What the server refuses is said with the field's name.
    await cell(opened).getByRole('button', { name: '开期', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const number = await dialog.getByLabel('期号').inputValue()
    await dialog.getByLabel('期号').fill('')
    await expect(dialog.getByText('请填写期号')).toBeVisible()
    await dialog.getByLabel('期号').fill(number)
    await dialog.getByLabel('封盘时间').fill(`${opened}T21:40`)
    await dialog.getByRole('button', { name: '开期' }).click()
    await expect(dialog.getByRole('alert')).toContainText('封盘时间须早于开奖时间')
    await dialog.getByLabel('封盘时间').fill(`${opened}T21:20`)
    await look(page, 'admin-period-open')
    await dialog.getByRole('button', { name: '开期' }).click()
    await expect(cell(opened).locator('[data-period]')).toContainText('未开盘')
    await expect(cell(opened)).toContainText('21:20 / 21:30')
    await lookAround(page, 'admin-month')

    // Before it opens everything may be changed; what cannot be is said with the field's name.
    await cell(opened).getByRole('button', { name: '修改', exact: true }).click()
    const save = dialog.getByRole('button', { name: '保存修改' })
    await dialog.getByLabel('原因').fill('开奖改时')
    await expect(save).toBeDisabled()
    await dialog.getByLabel('封盘时间').fill(`${opened}T21:40:30`)
    await save.click()
    await expect(dialog.getByRole('alert')).toContainText('封盘时间须早于开奖时间')
    await dialog.getByLabel('开奖时间').fill(`${opened}T21:45`)
    await lookAround(page, 'admin-period-change')
    await save.click()
    await expect(dialog).toHaveCount(0)
    await expect(cell(opened)).toContainText('21:40 / 21:45')

    await cell(out).getByRole('button', { name: '恢复' }).click()
    await expect(days).toHaveCount(count - 1)
    await expect(cell(out).locator('[data-proposed]')).toBeVisible()
    await page.getByRole('button', { name: '模板' }).click()
    await expect(dialog.getByRole('checkbox', { name: '周二' })).toBeChecked()
    await look(page, 'admin-month-template')
    // Each field is judged by itself.
    const close = dialog.getByRole('textbox', { name: '封盘时间' })
    await dialog.getByLabel('封盘后补货秒数').fill('9999')
    await expect(dialog.getByText('请填写 0 至 600 的整数')).toBeVisible()
    await expect(close).toHaveAttribute('aria-invalid', 'false')
    await close.fill('23:59')
    await expect(dialog.getByText('封盘须晚于开盘、早于开奖')).toBeVisible()
    await expect(close).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('button', { name: '取消' }).click()
  })
})

test('a schedule is previewed with its clashes, and saved from a day on', async ({ browser }) => {
  const fromDay = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  await withOperator(browser, '/admin/game/schedules?game=PK', async (page) => {
    const save = page.getByRole('button', { name: '保存' })
    await expect(save).toBeDisabled()
    const remove = page.getByRole('button', { name: '删除第 2 个时段' })
    await expect(page.getByLabel('首期开奖 1')).toBeVisible()
    if ((await remove.count()) > 0) await remove.click()
    await page.getByRole('switch', { name: /全天连续/ }).click()
    await page.getByLabel('首期开奖 1').fill('00:05')
    await page.getByLabel('每期秒数 1').fill('600')
    await page.getByLabel('期数 1').fill('60')
    await page.getByLabel('生效日期').fill(fromDay)
    await page.getByRole('button', { name: '预览' }).click()
    const preview = page.locator('[data-part=preview]')
    await expect(preview).toContainText(`${fromDay} 共 60 期`)
    await expect(preview).toContainText('的开奖')
    await expect(save).toBeDisabled()
    await page.getByLabel('首期开奖 1').fill('10:00')
    // 24 hours and ten minutes: it would run into the next day's draws.
    await page.getByLabel('期数 1').fill('145')
    await page.getByRole('button', { name: '预览' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '末期不早于次日首期（10:00）' })).toBeVisible()
    await expect(page.getByRole('cell', { name: '次日 10:00' })).toBeVisible()
    await page.getByLabel('期数 1').fill('60')
    await page.getByRole('button', { name: '预览' }).click()
    await expect(preview).toContainText('没有冲突')
    await lookAround(page, 'admin-schedule')
    await save.click()
    await expect(page.locator(`[data-version="${fromDay}"]`)).toContainText(
      '10:00 起每 600 秒一期，共 60 期，末期 19:50',
    )
  })
})
