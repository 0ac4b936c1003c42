import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

// A browser in another language: its own fields would say mm/dd/yyyy.
test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}`, locale: 'en-US' })

const noticeDialog = async (page: Page) => {
  await settled(page)
  await page.getByRole('button', { name: '发布公告' }).click()
  return page.getByRole('dialog', { name: '发布公告' })
}

test('a time of a form is typed or picked in Chinese on a desk', async ({ seat }) => {
  const page = await (await seat('headco01')).open('/admin/notice/index')
  await page.setViewportSize({ width: 1366, height: 768 })
  // The list and the line above it have names of their own.
  await expect(page.getByRole('region', { name: '公告列表', exact: true })).toHaveCount(1)
  expect(await page.getByRole('region', { name: '公告', exact: true }).count()).toBeLessThanOrEqual(1)
  const dialog = await noticeDialog(page)
  await dialog.getByLabel('内容（最多500字）').fill('时间字段')
  const from = dialog.getByLabel('开始时间')
  await expect(from).toHaveAttribute('placeholder', '年-月-日 时:分')
  expect(await dialog.locator('input[type=date], input[type=datetime-local]').count()).toBe(0)
  // The form's own parts; the calendar is the kit's.
  expect((await violationsOf(page)).filter((one) => one.includes('_field'))).toEqual([])
  const publish = dialog.getByRole('button', { name: '发布', exact: true })

  await from.fill('2099/13/5 9:30')
  await from.blur()
  await expect(dialog.getByText('请按“年-月-日 时:分”填写')).toBeVisible()
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await expect(publish).toBeDisabled()
  await from.fill('2099年3月5日 9:30')
  await from.blur()
  await expect(from).toHaveValue('2099-03-05 09:30')
  await expect(publish).toBeEnabled()

  await dialog.getByRole('button', { name: '打开日历' }).first().click()
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar).toContainText('2099年')
  await expect(calendar).toContainText('3月')
  await expect(calendar.locator('thead')).toHaveText('一二三四五六日')
  await look(page, 'time-field')
  await calendar.locator('[title="2099-03-12"]').click()
  await calendar.getByRole('button', { name: /确\s?定/ }).click()
  await expect(from).toHaveValue('2099-03-12 09:30')
  await expect(from).toBeFocused()

  // Escape belongs to the calendar first.
  await dialog.getByRole('button', { name: '打开日历' }).last().click()
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(dialog).toBeVisible()
  // The next one is the dialog's.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('Escape closes a dialog also when its calendar came while the page was at something else', async ({ seat }) => {
  const page = await (await seat('headco01')).open('/admin/notice/index')
  await page.setViewportSize({ width: 1366, height: 768 })
  const dialog = await noticeDialog(page)
  const opener = dialog.getByRole('button', { name: '打开日历' }).first()
  const part = page.waitForResponse(/kit-calendar-/)
  await opener.hover()
  await (await part).finished()
  // The first calendar of the page, and changes right behind the press, each drawn at once.
  await opener.evaluate(async (button: HTMLElement) => {
    const fields = [...(button.closest('[role=dialog]')?.querySelectorAll<HTMLElement>('.text-input') ?? [])]
    const others = [fields.at(0), fields.at(-1)]
    button.click()
    for (let at = 0; at < 200 && document.querySelector('.ant-picker-dropdown') === null; at += 1) {
      others[at % 2]?.focus()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar).toBeVisible()
  await page.getByRole('textbox', { name: '日历' }).focus()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('on a phone it is the phone’s own field', async ({ seat }) => {
  const page = await (await seat('headco01', 'phone')).open('/admin/notice/index')
  const dialog = await noticeDialog(page)
  await expect(dialog.getByLabel('开始时间')).toHaveAttribute('type', 'datetime-local')
})

test('the day of a list is picked in Chinese, also one to come', async ({ seat }) => {
  const page = await (await seat('headco01')).open('/admin/game/periods')
  await settled(page)
  expect(await page.locator('input[type=date]').count()).toBe(0)
  await page.getByRole('button', { name: /^业务日 \d{4}-/ }).click()
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar).toContainText(/\d{4}年/)
  const year = Number(/(\d{4})年/.exec((await calendar.textContent()) ?? '')?.[1])
  await calendar.getByRole('button', { name: /下一年/ }).click()
  await expect(calendar).toContainText(`${year + 1}年`)
  await calendar.locator(`td[title^="${year + 1}-"][title$="-15"]`).click()
  await expect(page).toHaveURL(new RegExp(`day=${year + 1}-\\d\\d-15`))
})

test('the days of a report and the times of its search are picked in Chinese', async ({ seat }) => {
  const page = await (await seat('headco01')).open('/reports/details')
  await settled(page)
  await page.getByRole('button', { name: '展开' }).click()
  expect(await page.locator('input[type=date], input[type=datetime-local]').count()).toBe(0)
  const calendar = page.locator('.ant-picker-dropdown:visible')
  const day = process.env['E2E_DAY'] ?? ''

  await page.getByRole('button', { name: /^日期范围 \d{4}-/ }).click()
  await expect(calendar).toContainText(/\d{4}年/)
  await expect(calendar.locator('thead').first()).toHaveText('一二三四五六日')
  await calendar
    .getByRole('button', { name: /上个月/ })
    .first()
    .click()
  for (const of of ['10', '12']) await calendar.locator(`td.ant-picker-cell-in-view[title$="-${of}"]`).first().click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-10&to=\d{4}-\d\d-12/)
  await expect(calendar).toHaveCount(0)

  await page.getByRole('button', { name: /^下注时间从/ }).click()
  await expect(calendar.locator('thead').first()).toHaveText('一二三四五六日')
  await calendar.locator(`td.ant-picker-cell-in-view[title="${day}"]`).click()
  await calendar.getByRole('button', { name: /确\s?定/ }).click()
  await expect(page.getByRole('textbox', { name: '下注时间从' })).toHaveValue(new RegExp(`^${day} \\d\\d:\\d\\d$`))
})
