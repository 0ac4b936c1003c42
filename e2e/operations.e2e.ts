import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

test('money goes to a merchant and comes back, and the records of the platform show both', async ({ page }) => {
  await signIn(page, 'headco01', '/admin/game/fund-logs')
  await expect(page.getByText('转入合计')).toBeVisible()
  await look(page, 'funds-all')
  await expect(page.getByRole('button', { name: '发放', exact: true })).toBeDisabled()
  const merchant = page.getByRole('combobox', { name: '商户' })
  await merchant.selectOption({ index: 1 })
  for (const [button, confirm, toast] of [
    ['发放', '确认上分', '上分成功'],
    ['回收', '确认回收', '回收成功'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('金额').fill('4321.09')
    await dialog.getByRole('button', { name: '下一步' }).click()
    await expect(dialog.getByText('之后')).toBeVisible()
    await dialog.getByLabel('转账密码', { exact: true }).fill('246810')
    await look(page, `funds-${button}`)
    await dialog.getByRole('button', { name: new RegExp(confirm) }).click()
    await expect(page.getByText(toast)).toBeVisible()
  }
  await page.getByLabel('最小金额').fill('4,321.09')
  await page.getByLabel('最大金额').fill('4321.09')
  await page.getByLabel('操作人（完整）').fill('HEADCO01')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.locator('[data-kind=recovery]')).toHaveCount(1)
  await expect(page.locator('[data-kind=transferIn]')).toHaveCount(1)
  await look(page, 'funds-found')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: /CSV/i }).click()
  expect((await download).suggestedFilename()).toContain('资金变动记录')
})
