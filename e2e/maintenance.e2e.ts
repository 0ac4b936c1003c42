import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
const MINUTE = 60_000

/** The text of a datetime-local field on the business's clock. */
const inShanghai = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16)

const row = (page: Page, game: number) => page.locator(`[data-game="${game}"]`)

const end = async (page: Page, game: number, button: '提前结束' | '取消计划'): Promise<void> => {
  await row(page, game).getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(row(page, game)).toContainText('正常')
}

test('a planned maintenance counts down on every open screen, begins, and ends early', async ({
  seat,
  browser,
  faults,
}) => {
  const agent = await (await seat('agent001')).open('/reports/delivery')
  const phone = await (await seat('agent001', 'phone')).open('/result')
  const context = await browser.newContext({ baseURL: ADMIN_SITE })
  try {
    const operator = await context.newPage()
    await signIn(operator, 'headco01', '/login?redirect=%2Fadmin%2Fgame%2Fmaintenance')
    await expect(row(operator, 0)).toContainText('全平台')
    await expect(agent.locator('[data-part=maintenance-bar]')).toHaveCount(0)

    await row(operator, 0).getByRole('button', { name: '设置维护' }).click()
    const dialog = operator.getByRole('dialog', { name: '全平台维护' })
    await dialog.getByRole('combobox', { name: '开始' }).selectOption('planned')
    await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
    await dialog.getByLabel('开始时间').fill(inShanghai(Date.now() + 40 * MINUTE))
    await dialog.getByLabel('结束时间').fill(inShanghai(Date.now() + 30 * MINUTE))
    await expect(dialog.getByText('结束时间须晚于开始时间')).toBeVisible()
    await dialog.getByLabel('结束时间').fill(inShanghai(Date.now() + 100 * MINUTE))
    await dialog.getByLabel('说明（用户可见）').fill('数据库升级')
    await look(operator, 'admin-maintenance-dialog')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(row(operator, 0)).toContainText('已计划')
    await look(operator, 'admin-maintenance')

    // Pushed to those who are signed in, without a reload.
    for (const page of [agent, phone]) {
      const bar = page.locator('[data-part=maintenance-bar]')
      await expect(bar).toContainText('全平台将于')
      await expect(bar).toContainText('数据库升级')
      await expect(bar).toContainText(/还有 00:(39|40):\d\d/)
      await look(page, 'maintenance-coming')
    }
    await end(operator, 0, '取消计划')
    await expect(agent.locator('[data-part=maintenance-bar]')).toHaveCount(0)

    // At once, with reports left open: the page stays and says so.
    await row(operator, 0).getByRole('button', { name: '设置维护' }).click()
    await dialog.getByRole('switch').click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(row(operator, 0)).toContainText('维护中')
    await expect(agent.locator('[data-part=maintenance-bar]')).toContainText('报表、开奖结果与规则可查看')
    await agent.reload()
    await expect(agent).toHaveURL(/\/reports\/delivery/)
    await look(agent, 'maintenance-reading')

    // Closed for all: every open page leaves for the maintenance page, and comes back when it is over.
    await row(operator, 0).getByRole('button', { name: '修改' }).click()
    await dialog.getByRole('switch').click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(agent).toHaveURL(/\/maintenance\?from=/)
    await expect(agent.getByRole('heading', { name: '系统维护' })).toBeVisible()
    await end(operator, 0, '提前结束')
    await agent.getByRole('button', { name: '立即重试' }).click()
    await expect(agent).toHaveURL(/\/reports\/delivery/)
  } finally {
    faults.splice(0, faults.length, ...faults.filter((text) => !text.includes('status of 503')))
    await context.close()
  }
})

test('a maintenance of one game leaves the others alone', async ({ seat, browser }) => {
  const agent = await (await seat('agent001')).open('/result')
  const context = await browser.newContext({ baseURL: ADMIN_SITE })
  try {
    const operator = await context.newPage()
    await signIn(operator, 'headco01', '/login?redirect=%2Fadmin%2Fgame%2Fmaintenance')
    await row(operator, 4).getByRole('button', { name: '设置维护' }).click()
    await operator.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect(row(operator, 4)).toContainText('维护中')
    await expect(agent.locator('[data-part=maintenance-bar]')).toContainText(/维护中/)
    await expect(agent).toHaveURL('/result')
    // On a phone it is a card: nothing to scroll sideways.
    await operator.setViewportSize({ width: 390, height: 844 })
    await expect(row(operator, 4).getByRole('button', { name: '提前结束' })).toBeInViewport({ ratio: 1 })
    await expect(operator.getByRole('table')).toHaveCount(0)
    await look(operator, 'admin-maintenance-phone')
    await end(operator, 4, '提前结束')
    await expect(agent.locator('[data-part=maintenance-bar]')).toHaveCount(0)
  } finally {
    await context.close()
  }
})
