import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { settled } from './support/pages.ts'

type Config = { readonly version: number }

const set = async (value: '0' | '1'): Promise<void> => {
  const operator = await Operator.signIn()
  const { version } = await operator.call<Config>('/api/admin/system-config/query', {})
  await operator.call('/api/admin/system-config/set', { version, items: [{ key: 'platform.watermark', value }] })
}

test('pages with money carry account and time while operators want it, on paper too', async ({ seat }) => {
  const { open } = await seat('agent001')
  const before = await open('/reports/delivery')
  await settled(before)
  await expect(before.locator('[data-part=watermark]')).toHaveCount(0)
  await before.close()
  await set('1')
  try {
    // The server reads its settings once a second.
    const page = await open('/reports/delivery')
    const mark = page.locator('[data-part=watermark]')
    await expect(async () => {
      await page.reload()
      await expect(mark).toHaveCount(1, { timeout: 2_000 })
    }).toPass()
    const tile = decodeURIComponent(await mark.evaluate((element) => getComputedStyle(element).backgroundImage))
    expect(tile).toContain('agent001')
    expect(tile).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/)
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
    await look(page, 'watermark')
    await page.emulateMedia({ media: 'print' })
    await expect(mark).toBeVisible()
    expect(await mark.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe('exact')
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'watermark-dark')
    // What lies below can still be pressed.
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByRole('link', { name: '规则说明' }).first().click()
    await expect(page).toHaveURL('/rule')
    await expect(mark).toHaveCount(0)
  } finally {
    await set('0')
  }
})
