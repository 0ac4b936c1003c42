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

/** Creates an account directly below the signed-in one. */
export const createBelow = async (page: Page, made: NewOne): Promise<void> => {
  await page.goto(ACCOUNTS)
  await page.getByRole('button', { name: '新增' }).click()
  await page.getByRole('menuitem', { name: `新增${made.role}` }).click()
  await expect(page.getByRole('heading', { name: `新增${made.role}` })).toBeVisible()
  await page.getByLabel('账号', { exact: true }).fill(made.name)
  await page.getByLabel('登录密码').fill(made.password)
  await page.getByLabel('初始额度').fill(made.credit)
  await page.getByLabel('转账密码').fill(made.transferPassword)
  await look(page, `create-${made.role}`)
  await page.getByRole('button', { name: '创建' }).click()
  await expect(accountRow(page, made.name)).toBeVisible()
}
