import type { Page } from '@playwright/test'
import { ACCOUNTS, accountRow, createBelow } from './support/create-account.ts'
import { bindValidator, enter, setFirstPasswords } from './support/first-sign-in.ts'
import { changeOver, expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { totpCode } from './support/totp.ts'
import { PASSWORD } from './support/world.ts'

/** All steps run once on a desktop and once on a phone, with separate accounts. */
const WIDTHS = [
  { name: 'on a desk', tail: 'd', width: 1440, height: 900, upline: '19' },
  { name: 'on a phone', tail: 'p', width: 390, height: 844, upline: '18' },
] as const

const FIRST_PASSWORD = 'Begin2026a'
const NEXT_PASSWORD = 'Second2026b'
const TRANSFER_PASSWORD = '246810'
const OWN_TRANSFER_PASSWORD = '135791'
const OWN_PASSWORDS = { password: PASSWORD, transferPassword: OWN_TRANSFER_PASSWORD }

const moveMoney = async (
  page: Page,
  name: string,
  move: { readonly kind: '上分' | '回收'; readonly amount: string; readonly password: string },
): Promise<void> => {
  await accountRow(page, name).getByRole('button', { name: move.kind, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('金额').fill(move.amount)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByLabel('转账密码').fill(move.password)
  await look(page, `money-${move.kind === '上分' ? 'down' : 'back'}`)
  await dialog.getByRole('button', { name: new RegExp(`确认${move.kind}`) }).click()
  await expect(dialog).toHaveCount(0)
}

const chooseStatus = async (page: Page, name: string, status: '正常' | '冻结'): Promise<void> => {
  await accountRow(page, name)
    .getByRole('button', { name: `${name} 的操作` })
    .click()
  await page.getByRole('menuitem', { name: '修改状态' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(status, { exact: true }).click()
  await expect(dialog.getByRole('radio', { name: status })).toBeChecked()
  await look(page, 'status')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
}

/** The entries of the menu; on a phone they are in the drawer. */
const menuEntries = async (page: Page): Promise<string[]> => {
  const more = page.getByRole('button', { name: '更多' })
  if (await more.isVisible()) await more.click()
  const links = page.locator('nav[aria-label="主菜单"] a')
  await expect(links.first()).toBeVisible()
  return await links.allTextContents()
}

for (const { name, tail, width, height, upline } of WIDTHS) {
  const [merchant, agent, member, helper] = [`peomer${tail}`, `peoagt${tail}`, `peomem${tail}`, `peosub${tail}`]

  test.describe(`people, money and access ${name}`, () => {
    test.describe.configure({ mode: 'serial' })
    test.use({ viewport: { width, height } })

    test('the head creates a merchant, the merchant an agent, the agent a member', async ({ page }) => {
      await signIn(page, 'headco01')
      await createBelow(page, {
        role: '商户',
        name: merchant,
        password: FIRST_PASSWORD,
        credit: '1000000',
        transferPassword: TRANSFER_PASSWORD,
      })
      await changeOver(page)
      await setFirstPasswords(page, { account: merchant, given: FIRST_PASSWORD }, OWN_PASSWORDS)
      await createBelow(page, {
        role: '代理',
        name: agent,
        password: FIRST_PASSWORD,
        credit: '50000',
        transferPassword: OWN_TRANSFER_PASSWORD,
      })
      await changeOver(page)
      await setFirstPasswords(page, { account: agent, given: FIRST_PASSWORD }, OWN_PASSWORDS)
      await createBelow(page, {
        role: '会员',
        name: member,
        password: FIRST_PASSWORD,
        credit: '2000',
        transferPassword: OWN_TRANSFER_PASSWORD,
      })
      await expect(accountRow(page, member)).toContainText('2,000.00')
      await look(page, 'accounts')
    })

    test('money is transferred and recovered, and recorded', async ({ page }) => {
      await signIn(page, agent, ACCOUNTS)
      const row = accountRow(page, member)
      const password = OWN_TRANSFER_PASSWORD
      await moveMoney(page, member, { kind: '上分', amount: '500.50', password })
      await expect(row).toContainText('2,500.50')
      await moveMoney(page, member, { kind: '回收', amount: '1200', password })
      await expect(row).toContainText('1,300.50')
      await page.getByRole('button', { name: '资金记录' }).click()
      const records = page.locator('[data-kind=recovery]')
      await expect(records).toHaveCount(1)
      await expect(records).toContainText('48,699.50')
      await look(page, 'fund-records')
    })

    test('a wrong transfer password moves nothing and is shown at the field', async ({ page }) => {
      await signIn(page, agent, ACCOUNTS)
      await accountRow(page, member).getByRole('button', { name: '上分', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('金额').fill('10')
      await dialog.getByRole('button', { name: '下一步' }).click()
      await dialog.getByLabel('转账密码').fill('000000')
      await dialog.getByRole('button', { name: /确认上分/ }).click()
      await expect(dialog.getByLabel('转账密码')).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('button', { name: '关闭' }).click()
      await expect(accountRow(page, member)).toContainText('1,300.50')
    })

    test('a share with orders today is scheduled for the next day', async ({ page }) => {
      await signIn(page, 'genagt01', ACCOUNTS)
      await accountRow(page, 'agent001').getByRole('button', { name: '修改占成与退水' }).click()
      const share = page.getByLabel(/上级占成/)
      await share.fill(upline)
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await expect(page.getByText(/已有预设，\d\d-\d\d 06:00 生效/)).toBeVisible()
      await expect(page.getByText(new RegExp(`06:00 起 ${upline}%`))).toBeVisible()
      await look(page, 'share-scheduled')
    })

    test('a frozen agent can read only reports and results', async ({ page }) => {
      await signIn(page, merchant, ACCOUNTS)
      await chooseStatus(page, agent, '冻结')
      await expect(accountRow(page, agent)).toContainText('冻结')
      await changeOver(page)
      await signIn(page, agent)
      const entries = await menuEntries(page)
      expect(entries).toEqual(expect.arrayContaining(['报表查询', '开奖结果', '规则说明', '修改密码']))
      expect(entries).not.toContain('用户管理')
      expect(entries).not.toContain('群组管理')
      await look(page, 'frozen')
      await page.goto(ACCOUNTS)
      await expect(page).toHaveURL('/404')
      await page.goto('/reports/delivery')
      await expect(page.getByRole('heading', { name: '交收报表' })).toBeVisible()
      await changeOver(page)
      await signIn(page, merchant, ACCOUNTS)
      await chooseStatus(page, agent, '正常')
      await expect(accountRow(page, agent)).toContainText('正常')
    })

    test('a sub-account sees what it was given', async ({ page }) => {
      await signIn(page, agent, `${ACCOUNTS}?tab=sub`)
      await page.getByRole('button', { name: '新增子账号' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('账号').fill(helper)
      await dialog.getByLabel('登录密码').fill(FIRST_PASSWORD)
      await dialog.getByRole('treeitem', { name: '报表查询' }).getByRole('checkbox').click()
      await dialog.getByRole('treeitem', { name: '开奖结果' }).getByRole('checkbox').click()
      await look(page, 'sub-account')
      await dialog.getByRole('button', { name: '保存' }).click()
      await expect(accountRow(page, helper)).toBeVisible()
      await changeOver(page)
      await setFirstPasswords(page, { account: helper, given: FIRST_PASSWORD }, OWN_PASSWORDS)
      const entries = await menuEntries(page)
      expect(entries).toEqual(expect.arrayContaining(['报表查询', '开奖结果']))
      for (const hidden of ['总项盘口', '用户管理', '群组管理']) expect(entries).not.toContain(hidden)
      await page.goto(ACCOUNTS)
      await expect(page).toHaveURL('/404')
    })

    test('a forgotten password is reset with the code that was sent', async ({ page }) => {
      await page.goto('/login')
      await page.getByRole('link', { name: '忘记密码' }).click()
      await expect(page.getByRole('heading', { name: '找回登录密码' })).toBeVisible()
      await page.getByLabel('账号').fill(helper)
      await page.getByRole('button', { name: '下一步' }).click()
      const message = page.getByRole('list', { name: '已发送的消息' }).getByRole('listitem').first()
      // Sent a moment after the answer, so that the answer tells nothing; whoever waits for it looks again.
      await expect(async () => {
        await page.getByRole('button', { name: /^(演示：查看|刷新)已发送的消息$/ }).click()
        await expect(message).toContainText(helper, { timeout: 2_000 })
      }).toPass({ timeout: 60_000 })
      await look(page, 'outbox')
      const code = /\d{6}/.exec((await message.textContent()) ?? '')?.[0] ?? ''
      await page.getByLabel('验证码').fill(code)
      await page.getByRole('button', { name: '验证', exact: true }).click()
      await page.getByLabel('新密码', { exact: true }).fill(NEXT_PASSWORD)
      await page.getByLabel('再次输入').fill(NEXT_PASSWORD)
      await look(page, 'reset')
      await page.getByRole('button', { name: '保存并去登录' }).click()
      await expect(page).toHaveURL('/login')
      await enter(page, helper, PASSWORD)
      await expect(page.locator('#entry-password-fault')).toHaveText('账号或密码错误')
      await enter(page, helper, NEXT_PASSWORD)
      await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
    })

    test('a phone is bound as second factor, asked for at the sign-in, and taken away again', async ({ page }) => {
      await signIn(page, agent, '/profile/password')
      const { secret, codes } = await bindValidator(page, PASSWORD)
      const [first = '', second = ''] = codes
      await expect(page.getByText('已启用', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: '绑定验证器' })).toHaveCount(0)
      await look(page, 'totp-on')

      await changeOver(page)
      await enter(page, agent, PASSWORD)
      await page.getByLabel('验证码').fill('000000')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expect(page.getByLabel('验证码')).toHaveAttribute('aria-invalid', 'true')
      // The code of the next step: the present one was used up by the binding.
      await page.getByLabel('验证码').fill(totpCode(secret, 1))
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()

      await changeOver(page)
      await enter(page, agent, PASSWORD)
      await page.getByLabel('验证码').fill(first)
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()

      await page.goto('/profile/password')
      await page.getByRole('button', { name: '停用验证器' }).click()
      const stopping = page.getByRole('dialog')
      await stopping.getByLabel('验证码或恢复码').fill(second)
      await stopping.getByLabel('登录密码').fill(PASSWORD)
      await stopping.getByRole('button', { name: '停用验证器' }).click()
      await expect(page.getByRole('button', { name: '绑定验证器' })).toBeVisible()
    })
  })
}
