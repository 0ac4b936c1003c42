import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { dayOfHistory } from './support/world.ts'

const SETTINGS = '/admin/game/system-config'
const ORDERS = '**/api/common/report/order/query*'
const DETAIL = '**/api/common/report/order-detail/query*'
const day = dayOfHistory(3)

test('operators say how long single orders stay, and less than 93 days are refused by name', async ({ seat }) => {
  const operator = await (await seat('headco01')).open(SETTINGS)
  const setting = operator.locator('[data-setting="retention.orderDays"]')
  await expect(setting.locator('[data-part=value]')).toHaveText('永久')
  await setting.getByRole('button', { name: '修改' }).click()
  const dialog = operator.getByRole('dialog', { name: '修改单笔注单保留' })
  await expect(dialog).toContainText('单笔注单自动删除，无法恢复')
  await dialog.getByRole('textbox').fill('92')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toContainText('单笔注单保留')
  await look(operator, 'settings-order-days')
  await dialog.getByRole('textbox').fill('400')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(setting.locator('[data-part=value]')).toHaveText('400 天')
  await setting.getByRole('button', { name: '修改' }).click()
  await dialog.getByRole('textbox').fill('0')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(setting.locator('[data-part=value]')).toHaveText('永久')
})

/** A history of days that are old enough would take too long: the server's answers are put in the place of its own. */
test('a list of orders says where single orders begin, and a link says that its order is gone', async ({ page }) => {
  await page.route(ORDERS, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, notStored: day } } })
  })
  await signIn(page, 'merch001', `/reports/details?from=${day}&to=${dayOfHistory(1)}`)
  const said = page.getByRole('status').filter({ hasText: `${day} 及以前的单笔注单已不再保存` })
  await expect(said).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await look(page, 'orders-not-stored')

  await page.unroute(ORDERS)
  await page.route(ORDERS, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    const data = { ...body.data, items: [], total: 0, nextCursor: null, notStored: day }
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  const message = `${day}及以前的单笔注单已不再保存，无法查看该注单；当日合计请看报表`
  await page.route(DETAIL, (route) =>
    route.fulfill({
      json: { code: 40401, data: null, message, isSuccess: false },
      headers: { 'x-server-now': String(Date.now()) },
    }),
  )
  await page.goto(`/reports/details?from=${day}&to=${day}&bet=123456789`)
  await expect(page.getByText(`${day} 及以前的单笔注单已不再保存`)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await look(page, 'order-not-stored')
})
