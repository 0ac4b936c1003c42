import type { Locator, Page } from '@playwright/test'

export const part = (page: Page, name: string): Locator => page.locator(`[data-part=${name}]`)

/** Types the balls of 六合彩; the fields follow by themselves. */
export const typeBalls = async (page: Page, digits: string): Promise<void> => {
  await page.getByLabel('正一', { exact: true }).click()
  await page.keyboard.type(digits)
}
