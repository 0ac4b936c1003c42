import { expect, type Locator, type Page } from '@playwright/test'
import { look } from './looks.ts'

export const ACCOUNTS = '/agent/accounts/index'

export const accountRow = (page: Page, name: string): Locator => page.locator(`[data-account=${name}]`)

type NewOne = {
  readonly role: string
  readonly name: string
  readonly password: string
  readonly credit: string
  readonly transferPassword: string
}

/** The question before an account is created with an amount. */
export const confirmCredit = async (page: Page, transferPassword: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('转账密码')).toBeFocused()
  await dialog.getByLabel('转账密码').fill(transferPassword)
  // Without an answer in time the same request is sent again, as the dialog says.
  const confirm = dialog.getByRole('button', { name: /确认新增并上分/ })
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click()
    await expect(dialog).toHaveCount(0, { timeout: 12_000 })
  }).toPass({ timeout: 90_000 })
}

/** Creates an account directly below the signed-in one. */
export const createBelow = async (page: Page, made: NewOne): Promise<void> => {
  await page.goto(ACCOUNTS)
  await page.getByRole('button', { name: '新增' }).click()
  await page.getByRole('menuitem', { name: `新增${made.role}` }).click()
  await expect(page.getByRole('heading', { name: `新增${made.role}` })).toBeVisible()
  await page.getByLabel('账号', { exact: true }).fill(made.name)
  await page.getByLabel('登录密码').fill(made.password)
  await page.getByLabel('初始额度').fill(made.credit)
  await look(page, `create-${made.role}`)
  await page.getByRole('button', { name: '创建' }).click()
  await confirmCredit(page, made.transferPassword)
  await expect(accountRow(page, made.name)).toBeVisible()
}
