import { expect, type Page } from '@playwright/test'
import { adminLogin, agentLogin } from '@strata/contract/calls/sign-in'
import { GIVEN_UP_MS } from './fixtures.ts'
import { look } from './looks.ts'
import { totpCode } from './totp.ts'

const SIGN_INS: readonly string[] = [agentLogin.path, adminLogin.path]

/** Fills the sign-in and presses its button; what follows depends on the account. */
export const enter = async (page: Page, account: string, password: string, path = '/login'): Promise<void> => {
  await page.goto(path)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const button = page.getByRole('button', { name: '登录', exact: true })
  // As signIn: a page that has given up says to try again.
  await expect(async () => {
    const answer = page.waitForResponse((one) => SIGN_INS.includes(new URL(one.url()).pathname), {
      timeout: GIVEN_UP_MS,
    })
    await Promise.all([answer, button.click({ timeout: GIVEN_UP_MS })])
  }).toPass({ timeout: 90_000 })
}

export type OwnPasswords = { readonly password: string; readonly transferPassword: string }

/** The last step of a first sign-in: the login password, typed in the same page before, is not asked for again. */
export const setTransferPassword = async (
  page: Page,
  { transferPassword }: Pick<OwnPasswords, 'transferPassword'>,
): Promise<void> => {
  await expect(page.getByLabel('新转账密码', { exact: true })).toBeVisible()
  await expect(page.getByLabel(/^登录密码/)).toHaveCount(0)
  await page.getByLabel('新转账密码', { exact: true }).fill(transferPassword)
  await page.getByLabel('再次输入', { exact: true }).fill(transferPassword)
  await page.getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: '进入系统' }).click()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
}

/** A first sign-in with the given password: both own passwords must be set before anything else. */
export const setFirstPasswords = async (
  page: Page,
  login: { readonly account: string; readonly given: string },
  own: OwnPasswords,
): Promise<void> => {
  await enter(page, login.account, login.given)
  await expect(page).toHaveURL(/set-password/)
  // Just typed at the sign-in: it is not asked for again.
  await expect(page.getByLabel('原密码')).toHaveCount(0)
  await page.getByLabel('新密码', { exact: true }).fill(own.password)
  await page.getByLabel('再次输入', { exact: true }).fill(own.password)
  await look(page, 'first-login')
  await page.getByRole('button', { name: '下一步' }).click()
  await setTransferPassword(page, own)
}

/** The secret that a page shows beside its picture for the validator. */
export const secretOn = async (page: Page): Promise<string> =>
  ((await page.locator('[data-part=secret]').textContent()) ?? '').replaceAll(' ', '')

/** Binds a validator on the page of passwords. */
export const bindValidator = async (
  page: Page,
  password: string,
): Promise<{ readonly secret: string; readonly codes: readonly string[] }> => {
  await page.getByRole('button', { name: '绑定验证器' }).click()
  const binding = page.getByRole('dialog')
  const secret = await secretOn(page)
  await look(page, 'totp-bind')
  await binding.getByLabel('验证码').fill(totpCode(secret))
  await binding.getByLabel('登录密码').fill(password)
  await binding.getByRole('button', { name: '启用' }).click()
  const list = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await look(page, 'recovery-codes')
  const codes = await list.allTextContents()
  await page.getByRole('button', { name: '我已保存' }).click()
  return { secret, codes }
}
