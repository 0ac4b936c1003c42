import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`

test('a notice for agents is pushed to them, read by them, and its readers are listed', async ({ seat, browser }) => {
  const agent = await (await seat('agent001')).open('/result')
  const context = await browser.newContext({ baseURL: ADMIN_SITE })
  try {
    const operator = await context.newPage()
    await signIn(operator, 'headco01', '/login?redirect=%2Fadmin%2Fnotice%2Findex')
    await operator.getByRole('button', { name: '发布公告' }).click()
    const dialog = operator.getByRole('dialog', { name: '发布公告' })
    const publish = dialog.getByRole('button', { name: '发布', exact: true })
    await expect(publish).toBeDisabled()
    await dialog.getByLabel('内容（最多500字）').fill('周五晚间升级，请提前核对补货设置')
    await dialog.getByRole('combobox', { name: '对象' }).selectOption('agent')
    await dialog.getByRole('checkbox', { name: '代理', exact: true }).check()
    await expect(dialog.locator('[data-part=notice-preview]')).toHaveText('周五晚间升级，请提前核对补货设置')
    await look(operator, 'admin-notice-dialog')
    await publish.click()
    const row = operator.getByRole('row').filter({ hasText: '周五晚间升级' })
    await expect(row).toContainText('显示中')
    await expect(row).toContainText('代理端 · 代理')

    const line = agent.locator('[data-part=notice-text]')
    await expect(line).toContainText('周五晚间升级')
    const moves = () => line.evaluate((text) => text.getAnimations({ subtree: true }).map((one) => one.playState))
    // It rests while keys are pressed, and goes on afterwards.
    await agent.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(moves).toEqual(['running'])
    await agent.keyboard.press('Shift')
    await expect.poll(moves).toEqual(['paused'])
    await expect.poll(moves).toEqual(['running'])
    await agent.emulateMedia({ reducedMotion: 'reduce' })
    await line.click()
    await operator.reload()
    await expect(row.getByRole('button', { name: '1', exact: true })).toBeVisible()
    await look(operator, 'admin-notices')
    await row.getByRole('button', { name: '1', exact: true }).click()
    await expect(operator.getByRole('dialog', { name: '已读名单' })).toContainText('agent001')
    await operator.getByRole('dialog', { name: '已读名单' }).getByRole('button', { name: '关闭' }).click()

    await row.getByRole('button', { name: '修改' }).click()
    await operator.getByRole('dialog').getByRole('combobox', { name: '级别' }).selectOption('warn')
    await operator.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect(row).toContainText('重要')
    await row.getByRole('button', { name: '删除' }).click()
    await operator.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(row).toHaveCount(0)
    await expect(line).not.toContainText('周五晚间升级')
  } finally {
    await context.close()
  }
})
