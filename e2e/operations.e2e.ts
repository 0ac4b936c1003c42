import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { DEMO_PLATFORMS } from '../apps/server/src/demo/facts.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

test('money goes to a merchant and comes back, and the records of the platform show both', async ({ page }) => {
  await signIn(page, 'headco01', '/admin/game/fund-logs')
  await expect(page.getByText('转入合计')).toBeVisible()
  await look(page, 'funds-all')
  await expect(page.getByRole('button', { name: '上分', exact: true })).toBeDisabled()
  const merchant = page.getByRole('combobox', { name: '商户' })
  await merchant.selectOption({ index: 1 })
  for (const [button, confirm, toast] of [
    ['上分', '确认上分', '上分成功'],
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
  await page.getByLabel('操作人（须完整）').fill('HEADCO01')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.locator('[data-kind=recovery]')).toHaveCount(1)
  await expect(page.locator('[data-kind=transferIn]')).toHaveCount(1)
  await look(page, 'funds-found')
  await page.setViewportSize({ width: 1366, height: 768 })
  await look(page, 'funds-found')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'funds-phone')
})

/** Pictures of a page on a small desktop, and on a phone in the dark theme. */
const lookAtAll = async (page: Page, name: string): Promise<void> => {
  await look(page, name)
  await page.setViewportSize({ width: 1366, height: 768 })
  await look(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, `${name}-dark`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await look(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the books of all merchants are verified, and the pages of jobs and health say how it went', async ({ page }) => {
  await signIn(page, 'headco01', '/admin/system/jobs')
  const verify = page.locator('[data-part=verify]')
  await expect(verify.locator('[data-part=last-clean]')).toBeVisible()
  await verify.getByRole('button', { name: '开始校验' }).click()
  await expect(verify.locator('[data-run]').first()).toHaveAttribute('data-run', /^(waiting|running|clean)$/)
  await expect(verify.locator('[data-run]').first()).toHaveAttribute('data-run', 'clean', { timeout: 60_000 })
  await expect(verify.locator('[data-part=last-clean]')).not.toContainText('从未')
  // The clock's work is reported every ten seconds.
  await expect(page.locator('[data-loop="games:periods"]')).toContainText('正常', { timeout: 20_000 })
  await lookAtAll(page, 'jobs')

  await page.getByRole('link', { name: '运行状况' }).click()
  await expect(page.locator('[data-part=processes] tbody tr')).toHaveCount(1)
  await expect(page.locator('[data-part=strip]')).toContainText('1 / 1 正常')
  await expect(page.locator('[data-part=database]')).toContainText('没有副本')
  await lookAtAll(page, 'health')
})

test('an integrator copies a signed call that this server answers', async ({ page }) => {
  const [{ code, key }] = DEMO_PLATFORMS
  await signIn(page, 'headco01', '/admin/system/integrators')
  await expect(page.locator('[data-call="games.recCommitment"]')).toContainText('commitment')
  await expect(page.locator('[data-part=codes]')).toContainText('签名错误')
  const card = page.locator('[data-part=example]')
  await card.getByLabel('服务器地址').fill(`http://127.0.0.1:${ADMIN_PORT}`)
  await card.getByLabel('平台代码').fill(code)
  await card.getByLabel('密钥').fill(key)
  for (const [kind, run] of [
    ['curl', ['bash', '-c']],
    ['node', ['node', '--input-type=module', '-e']],
  ] as const) {
    await card.getByRole('combobox', { name: '示例' }).selectOption(kind)
    const [program, ...options] = run
    const text = (await card.locator('pre').textContent()) ?? ''
    const ran = await promisify(execFile)(program, [...options, text])
    expect(JSON.parse(ran.stdout)).toMatchObject({ code: 200, isSuccess: true })
  }
  await card.getByLabel('密钥').fill('')
  await lookAtAll(page, 'integrators')
})

test('an outside book and a channel are registered, tried and switched off', async ({ page }) => {
  const name = `盘${String(Date.now()).slice(-6)}`
  await signIn(page, 'headco01', '/admin/system/books')
  await expect(page.locator('[data-connection]').first()).toBeVisible()
  await page.getByRole('button', { name: '登记外部盘' }).click()
  const dialog = page.getByRole('dialog', { name: '登记外部盘' })
  const save = dialog.getByRole('button', { name: /^保\s?存$/ })
  await dialog.getByLabel('名称', { exact: true }).fill(name)
  await dialog.getByLabel('地址').fill('http://book.example/')
  await dialog.getByLabel('密钥名称').fill('strata')
  await dialog.getByLabel('密钥', { exact: true }).fill('12345')
  await expect(dialog.getByText('密钥为16至200个字符')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('密钥', { exact: true }).fill('a-key-of-20-characters')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('https')
  // Never reached: the address is of this machine.
  await dialog.getByLabel('地址').fill('https://127.0.0.1:9/')
  await look(page, 'books-dialog')
  await save.click()
  const row = page.locator(`[data-connection="${name}"]`)
  await expect(row).toContainText('没有账号使用')
  await row.getByRole('button', { name: '试调用' }).click()
  await expect(row).toContainText('地址被禁止访问')

  // What keeps a mail server from being saved is said at its field.
  await page.getByRole('button', { name: '登记邮件服务器' }).click()
  const mail = page.getByRole('dialog', { name: '登记邮件服务器' })
  await expect(mail.locator('[aria-invalid=true]')).toHaveCount(0)
  await mail.getByLabel('端口').fill('99999')
  await expect(mail.getByText('请填写 1 至 65535 的整数')).toBeVisible()
  await mail.getByLabel('账号').fill('no-reply')
  await expect(mail.getByText('请填写该账号的密码')).toBeVisible()
  await mail.getByRole('button', { name: '取消' }).click()

  // A bot for reset codes. Its address is of this machine too.
  await page.getByRole('button', { name: '登记机器人' }).click()
  const bot = page.getByRole('dialog', { name: '登记机器人' })
  await bot.getByLabel('地址').fill('https://127.0.0.1:9/')
  await expect(bot.getByRole('button', { name: /^保\s?存$/ })).toBeDisabled()
  await bot.getByLabel('密钥').fill('123456:token-of-the-bot')
  await look(page, 'channel-dialog')
  await bot.getByRole('button', { name: /^保\s?存$/ }).click()
  const channel = page.locator('[data-connection=bot]')
  await channel.getByRole('button', { name: '试发' }).click()
  await page.getByRole('dialog', { name: '试发 机器人' }).getByLabel('联系方式').fill('telegram:123456')
  await page.getByRole('button', { name: /^发\s?送$/ }).click()
  await expect(channel).toContainText('地址被禁止访问')
  await lookAtAll(page, 'books')
  await channel.getByRole('button', { name: '停用' }).click()
  await page
    .getByRole('dialog', { name: '停用机器人渠道' })
    .getByRole('button', { name: /^停\s?用$/ })
    .click()
  await expect(channel.locator('.tag').first()).toHaveText('停用')
  await row.getByRole('button', { name: '停用' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^停\s?用$/ })
    .click()
  await expect(row.locator('.tag').first()).toHaveText('停用')
})
