import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { enter, setTransferPassword } from './first-sign-in.ts'
import type { Production } from './production.ts'
import { totpCode } from './totp.ts'

/** The first operator of an empty production server. */
export const FOUNDER = { account: 'founder1', password: 'Founder2026', transferPassword: '246810' } as const

export const linkFile = ({ dataDir }: Production): string => join(dataDir, 'first-start-link.txt')

/** The link as printed, opened through the proxy that ends TLS. */
export const setupAddress = (production: Production): string => {
  const { pathname, hash } = new URL(readFileSync(linkFile(production), 'utf8').trim())
  return `${production.admin.page}${pathname}${hash}`
}

export const fillCompany = async (page: Page): Promise<void> => {
  await page.getByLabel('平台名称').fill('天元彩票')
  await page.getByLabel('总公司名称').fill('天元集团')
  await page.getByLabel('操作员账号').fill(FOUNDER.account)
  await page.getByLabel('登录密码', { exact: true }).fill(FOUNDER.password)
  await page.getByLabel('再次输入登录密码').fill(FOUNDER.password)
  await page.getByRole('button', { name: '下一步' }).click()
}

export const finishSetup = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('验证器上的6位数字').fill(code)
  await page.getByRole('button', { name: '完成设置' }).click()
}

/** From the finished set-up to the first page of the first operator. */
export const signInFounder = async (page: Page, secret: string): Promise<void> => {
  await page.getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  await enter(page, FOUNDER.account, FOUNDER.password, page.url())
  await page.getByLabel('验证码').fill(totpCode(secret))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '首次登录，请设置密码' })).toBeVisible()
  await setTransferPassword(page, FOUNDER)
}
