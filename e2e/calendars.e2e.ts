import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { dayOfHistory } from './support/world.ts'

const openCalendar = async (page: Page, name: RegExp) => {
  // The form of orders has its times among the fields that are folded.
  if (page.url().includes('/details')) await page.getByRole('button', { name: '展开', exact: true }).click()
  await page.getByRole('button', { name }).click()
  const calendar = page.getByRole('region', { name: '日历' })
  await expect(calendar).toBeVisible()
  return calendar
}

const DAYS = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`
const CALENDARS = [
  { of: 'of a range', path: '/profile/login-log', name: /^日期范围 / },
  { of: 'with a clock', path: `/reports/details?${DAYS}`, name: /^下注时间从 / },
] as const

for (const { of, path, name } of CALENDARS)
  for (const scheme of ['light', 'dark'] as const)
    test(`an open calendar ${of} has no fault that axe finds (${scheme})`, async ({ seat }) => {
      const page = await (await seat('agent001')).open(path)
      await page.emulateMedia({ colorScheme: scheme })
      await settled(page)
      const calendar = await openCalendar(page, name)
      await expect(calendar.getByRole('button', { name: /^\d{4}年$/ }).first()).toBeVisible()
      await expect.poll(() => violationsOf(page)).toEqual([])
      await look(page, `calendar-${path.split('/')[1]}-${scheme}`)
    })
