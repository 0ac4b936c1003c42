import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { enter } from './support/first-sign-in.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'

/** An account that no other test signs in: its failures are counted by name and address. */
const NAME = 'nobody42'

const picture = (page: Page) => page.getByRole('img', { name: '验证图片，点击换一张' })
const submit = (page: Page) => page.getByRole('button', { name: '登录', exact: true }).click()

test('after three failures the server asks for what a picture shows, drawn once for each attempt', async ({ page }) => {
  await page.goto('/login')
  for (let time = 0; time < 3; time += 1) {
    await enter(page, NAME, 'Wrong2026x')
    await expect(page.locator('#entry-password-fault')).toHaveText('账号或密码错误')
  }
  await expect(page.getByLabel('图中的字符')).toHaveCount(0)
  await submit(page)
  await expect(page.locator('#entry-captchaText-fault')).toHaveText('请输入图中的字符')
  await expect(picture(page)).toBeVisible()
  const first = await picture(page).getAttribute('src')
  expect(first).toMatch(/^data:image\/png;base64,/)
  expect(await page.getByLabel('账号').inputValue()).toBe(NAME)
  expect(await violationsOf(page)).toEqual([])
  await look(page, 'captcha')

  // Nothing is sent without an answer; a wrong one brings a new picture.
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/agentlogin')) sent.push(request.url())
  })
  await submit(page)
  await expect(page.getByLabel('图中的字符')).toBeFocused()
  expect(sent).toEqual([])
  await page.getByLabel('图中的字符').fill('AAAAA')
  await submit(page)
  await expect(page.locator('#entry-captchaText-fault')).toHaveText('图中的字符不正确或已过期，请按新图输入')
  await expect(picture(page)).toBeVisible()
  const second = await picture(page).getAttribute('src')
  expect(second).not.toBe(first)
  await picture(page).click()
  await expect.poll(() => picture(page).getAttribute('src')).not.toBe(second)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'captcha-dark')
})
