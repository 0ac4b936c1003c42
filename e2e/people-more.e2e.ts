import type { Page } from '@playwright/test'
import { revoke } from './support/api.ts'
import { changeOver, expect, signIn, storedSession, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { PASSWORD } from './support/world.ts'

const ACCOUNTS = '/agent/accounts/index'

const comeBack = async (page: Page): Promise<void> => {
  await revoke(await storedSession(page))
  await page.reload()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('the draft of a new account survives the end of a session, without its secrets and amounts', async ({ page }) => {
  await signIn(page, 'genagt01', `${ACCOUNTS}?create=3`)
  await page.getByLabel('账号', { exact: true }).fill('typed01')
  await page.getByLabel('昵称').fill('城东')
  await page.getByLabel('登录密码').fill('Begin2026a')
  await page.getByLabel('初始额度').fill('500')
  // Nothing is in force yet that could have a value now, or change from a later day on.
  await expect(page.getByText(/现值|占成改动从/)).toHaveCount(0)
  await page.getByLabel(/上级占成/).fill('7')
  await comeBack(page)
  await expect(page.getByRole('heading', { name: '新增代理' })).toBeVisible()
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('typed01')
  await expect(page.getByLabel('昵称')).toHaveValue('城东')
  await expect(page.getByLabel(/上级占成/)).toHaveValue('7')
  await expect(page.getByLabel('登录密码')).toHaveValue('')
  await expect(page.getByLabel('初始额度')).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify({ ...window.sessionStorage, ...window.localStorage }))
  for (const secret of ['Begin2026a', '"500"']) expect(kept).not.toContain(secret)

  await test.step('the account is made and its details are refused: they stay, and the page says which', async () => {
    const calls: string[] = []
    page.on('request', (one) => calls.push(new URL(one.url()).pathname))
    const madeCalls = (): number => calls.filter((path) => path === '/api/agent/create').length
    const message = '服务繁忙'
    await page.route(/\/update-account-info/, async (route) => {
      const { origin = '' } = await route.request().allHeaders()
      const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
      await route.fulfill({ headers, json: { code: 40001, data: null, message, isSuccess: false } })
    })
    await page.getByLabel('登录密码').fill('Begin2026a')
    await page.getByLabel('下级占成上限').fill('43')
    await page.getByLabel('备注').fill('周结')
    await page.getByRole('button', { name: '创建' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'typed01' })).toHaveText(
      `账号 typed01 已新增，账号资料未保存：${message}`,
    )
    await expect(page.getByLabel('备注')).toHaveValue('周结')
    // What is saved can't be sent again.
    await expect(page.getByLabel('账号', { exact: true })).toHaveCount(0)
    await page.unroute(/\/update-account-info/)
    await page.getByRole('button', { name: '保存账号资料' }).click()
    await expect(page.locator('[data-account=typed01]')).toBeVisible()
    expect(madeCalls()).toBe(1)
  })
  await page.goto(`${ACCOUNTS}?create=3`)
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('')

  await test.step('every fault of a form is listed, and leads to its field', async () => {
    await page.getByLabel('账号', { exact: true }).fill('中文账号')
    await page.getByLabel('初始额度').fill('-3')
    await page.getByLabel('下级占成上限').fill('12.345')
    await page.getByRole('button', { name: '创建' }).click()
    const list = page.getByRole('alert').filter({ hasText: '请先修正以下各项' })
    await expect(list.getByRole('listitem')).toHaveCount(4)
    await look(page, 'create-faults')
    for (const name of ['登录密码', '初始额度', '账号']) {
      await list.getByRole('button', { name, exact: true }).click()
      await expect(page.getByLabel(name, { exact: true })).toBeFocused()
    }
  })
})

test('an open log and its page are in the address', async ({ page }) => {
  await signIn(page, 'genagt01', `${ACCOUNTS}?tab=3`)
  await page.locator('[data-account=agent001]').getByRole('button', { name: 'agent001 的操作' }).click()
  await page.getByRole('menuitem', { name: '变更日志' }).click()
  const log = page.getByRole('dialog', { name: 'agent001 变更日志' })
  await expect(log).toBeVisible()
  await page.reload()
  await expect(log).toBeVisible()
  await look(page, 'change-log-drawer')
  await page.goBack()
  await expect(log).toHaveCount(0)
  await expect(page).toHaveURL(`${ACCOUNTS}?tab=3`)

  const asked = page.waitForRequest((one) => one.url().includes('/findloginlog') && one.postDataJSON().pageIndex === 2)
  await page.goto('/profile/login-log?page=2')
  await asked
})

test('several values are set on many accounts by one call, with old values, progress and an end', async ({ page }) => {
  await signIn(page, 'agent003', `${ACCOUNTS}?tab=10001&size=10`)
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('button', { name: /批量操作 \d+ 个账号/ }).click()
  await page.getByRole('menuitem', { name: '修改占成与退水' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('项目').selectOption('maxStake')
  await dialog.getByLabel('改为').fill('15000')
  await dialog.getByRole('button', { name: '再加一项' }).click()
  const second = dialog.getByRole('group', { name: '第 2 项' })
  await second.getByLabel('项目').selectOption('maxItem')
  await second.getByLabel('改为').fill('900000')
  await dialog.getByRole('button', { name: '预览' }).click()
  for (const value of ['15,000', '900,000'])
    await expect(
      dialog
        .locator('[data-preview]')
        .filter({ hasText: new RegExp(`\\d → ${value}`) })
        .first(),
    ).toBeVisible()
  await dialog.getByRole('button', { name: '开始修改' }).click()
  await expect(dialog.getByRole('status')).toContainText(/完成：\d+ 个成功，0 个未改/)
  await look(page, 'bulk')
})

test('an account under two parents acts for one at a time', async ({ page }) => {
  await signIn(page, 'merch001', `${ACCOUNTS}?tab=3&create=3`)
  await page.getByText('已有账号（再开一条线）').click()
  await page.getByLabel('账号', { exact: true }).fill('agent003')
  await page.getByRole('button', { name: '创建' }).click()
  await expect(page.locator('[data-account=agent003]')).toBeVisible()

  await changeOver(page)
  await signIn(page, 'agent003', ACCOUNTS)
  const first = (await storedSession(page)).currentPathId
  await expect(page.locator('[data-account^=mem]').first()).toBeVisible()
  await look(page, 'path-switch')
  // The page is reloaded: its requests count only after that.
  const isOther = (headers: Record<string, string>): boolean => headers['agentpathsid'] !== String(first)
  const called = page.waitForRequest((one) => one.url().includes('/api/agent/balance') && isOther(one.headers()))
  await page.getByLabel('当前线路').selectOption({ label: '线路2 滨江 · 商户 › 代理' })
  await page.waitForURL('/')
  const sent = (await called).headers()['agentpathsid']
  const { currentPathId } = await storedSession(page)
  expect(currentPathId).not.toBe(first)
  expect(sent).toBe(String(currentPathId))
  await page.goto(ACCOUNTS)
  await expect(page.getByText('还没有下级账号')).toBeVisible()
})

test('a card of an agent on a phone says what its last line is', async ({ seat }) => {
  const page = await (await seat('genagt01', 'phone')).open(ACCOUNTS)
  await expect(page.locator('[data-account=agent001]')).toContainText(/最后登录 \S/)
})
