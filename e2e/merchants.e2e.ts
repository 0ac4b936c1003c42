import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { expectToast, toastsAt, toastsOf } from './support/toasts.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

const LIST = '/admin/merchant/index'
const FIRST = '[data-account=merch001]'

test('the list of merchants is searched, filtered, sorted and exported', async ({ page }) => {
  await signIn(page, 'headco01', LIST)
  const first = page.locator(FIRST)
  await expect(first).toContainText('demo')
  const all = await page.locator('[data-account]').count()
  expect(all).toBeGreaterThan(1)
  await page.getByLabel('平台代码').fill('merch001')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.locator('[data-account]')).toHaveCount(1)
  await page.getByLabel('状态', { exact: true }).selectOption('2')
  await expect(page.getByText('没有符合条件的商户，请放宽条件')).toBeVisible()
  await page.goto(`${LIST}?sort=code&dir=0`)
  await expect(page.locator('[data-account]').first()).toHaveAttribute('data-account', 'merch001')
  await page.getByRole('button', { name: '平台代码' }).click()
  await expect(page).toHaveURL(LIST)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: /CSV/i }).click()
  expect((await download).suggestedFilename()).toContain('商户列表')
})

test('a merchant is frozen with a reason and set free again', async ({ page }) => {
  await signIn(page, 'headco01', LIST)
  const row = page.locator('[data-account=merch002]')
  const dialog = page.getByRole('dialog')
  for (const [status, reason] of [
    ['冻结', '欠费'],
    ['正常', '已缴清'],
  ] as const) {
    await row.getByRole('button', { name: /的状态$/ }).click()
    await dialog.getByText(status, { exact: true }).click()
    await dialog.getByLabel('原因（选填）').fill(reason)
    await look(page, `merchant-status-${status}`)
    await dialog.getByRole('button', { name: /^确\s?定$/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row.locator('.tag').first()).toHaveText(status)
  }
})

test('a new key stands beside the old one, and each is ended; the only one asks twice', async ({ page }) => {
  await signIn(page, 'headco01', LIST)
  await page
    .locator('[data-account=merch002]')
    .getByRole('button', { name: /的密钥$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /平台密钥$/ })
  const live = dialog.locator('[data-live=true]')
  await expect(live).toHaveCount(1)
  const old = await live.getAttribute('data-key')
  await dialog.getByRole('button', { name: '生成新密钥' }).click()
  await expect(dialog.locator('[data-part=new-key] code')).toHaveText(/^[\w-]{43}$/)
  await expect(live).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: '生成新密钥' })).toBeDisabled()
  await look(page, 'admin-merchant-keys')
  // What is shown once does not go away by a slip.
  await page.keyboard.press('Escape')
  await expect(dialog.locator('[data-part=new-key]')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0)

  const retire = page.getByRole('dialog', { name: `停用第${old}把密钥` })
  await dialog.getByRole('button', { name: `停用第${old}把密钥`, exact: true }).click()
  await retire.getByLabel('何时停用').selectOption('planned')
  const confirm = retire.getByRole('button', { name: /^停\s?用$/ })
  await retire.getByLabel('停用时间').fill('2020-01-01T00:00')
  await expect(retire.getByText('请填写晚于现在的时间')).toBeVisible()
  await expect(confirm).toBeDisabled()
  const tomorrow = new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 16)
  await retire.getByLabel('停用时间').fill(tomorrow)
  await confirm.click()
  await expect(dialog.locator(`[data-key="${old}"]`)).toContainText('将停用')
  // One toast for one change: the server's.
  await expectToast(page, '操作成功')
  expect(toastsOf(page).filter((text) => text !== '复制成功')).toEqual(['操作成功'])
  await expect(dialog.locator(`[data-key="${old}"]`)).toContainText(tomorrow.replace('T', ' '))

  // The other key is now the only one without an end.
  const fresh = String(Number(old) + 1)
  const last = page.getByRole('dialog', { name: `停用第${fresh}把密钥` })
  await dialog.getByRole('button', { name: `停用第${fresh}把密钥`, exact: true }).click()
  await expect(last.getByRole('button', { name: /^停\s?用$/ })).toBeDisabled()
  await look(page, 'admin-merchant-last-key')
  await last.getByLabel('我已了解，仍要停用唯一的密钥').check()
  await expect(last.getByRole('button', { name: /^停\s?用$/ })).toBeEnabled()
  await last.getByRole('button', { name: '取消', exact: true }).click()

  await dialog.getByRole('button', { name: `取消停用第${old}把密钥` }).click()
  await expect(dialog.locator(`[data-key="${old}"]`)).not.toContainText('将停用')
  await dialog.getByRole('button', { name: `停用第${fresh}把密钥`, exact: true }).click()
  await last.getByRole('button', { name: /^停\s?用$/ }).click()
  await expect(live).toHaveCount(1)
  await expect(live).toHaveAttribute('data-key', String(old))
})

test('what is typed of a merchant is not lost without a question', async ({ page }) => {
  await signIn(page, 'headco01', LIST)
  await page.locator(FIRST).getByRole('button', { name: /^修改/ }).click()
  const name = page.getByLabel('商户名称', { exact: true })
  const before = await name.inputValue()
  await name.fill(`${before}二`)
  const question = page.getByRole('dialog', { name: '离开本页？' })
  await page.getByRole('link', { name: '公告管理' }).click()
  await question.getByRole('button', { name: '留在本页' }).click()
  await expect(name).toHaveValue(`${before}二`)
  await page.getByRole('button', { name: '‹ 返回' }).click()
  await question.getByRole('button', { name: '离开', exact: true }).click()
  await expect(page.locator(FIRST)).toContainText(before)
  await expect(page.locator(FIRST)).not.toContainText(`${before}二`)
})

test('on a phone a merchant’s card has the figures of today', async ({ seat }) => {
  const page = await (await seat('headco01', 'phone')).open(LIST)
  const card = page.locator(FIRST)
  for (const name of ['可用余额', '今日已结注数', '今日已结注额', '平台盈亏'])
    await expect(card.locator('dt', { hasText: name })).toBeVisible()
  await expect(card.locator('dt', { hasText: '今日已结注额' }).locator('..').locator('dd')).toHaveText(/^[\d,]+\.\d\d$/)
  await look(page, 'admin-merchant-cards')
})

test('on a phone a toast leaves the buttons of a page free', async ({ seat }) => {
  const page = await (await seat('headco01', 'phone')).open(LIST)
  await page.locator(FIRST).getByRole('button', { name: /^修改/ }).click()
  await expect(page.getByRole('button', { name: /^保存/ }).first()).toBeVisible()
  const bar = await page.locator('.save-bar').boundingBox()
  expect((await toastsAt(page)).bottom).toBeLessThanOrEqual(bar?.y ?? 0)
})
