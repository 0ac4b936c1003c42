import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, dayOfHistory, SITE_HOST } from './support/world.ts'

const ORDERS = /\/api\/common\/report\/order\/query(\?|$)/
const FLY_OUTS = /\/api\/common\/pilot-out\/order\/query(\?|$)/
const DETAIL = /\/api\/common\/report\/order-detail\/query(\?|$)/
const day = dayOfHistory(3)

test.describe('the operators', () => {
  test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

  test('say how long single orders stay, and less than 93 days are refused by name', async ({ seat }) => {
    const operator = await (await seat('headco01')).open('/admin/game/system-config')
    const setting = operator.locator('[data-setting="retention.orderDays"]')
    await expect(setting.locator('[data-part=value]')).toHaveText('永久')
    await setting.getByRole('button', { name: '修改' }).click()
    const dialog = operator.getByRole('dialog', { name: '修改单笔注单保留' })
    await expect(dialog).toContainText('单笔注单自动删除，无法恢复')
    await dialog.getByRole('textbox').fill('92')
    const save = dialog.getByRole('button', { name: '保存' })
    await expect(save).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /无法恢复$/ }).check()
    await save.click()
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
})

/** Days that are old enough would take a history of months, so the answers for them are made here. */
async function answerWith(page: Page, call: RegExp, body: object): Promise<void> {
  await page.route(call, (route) =>
    route.fulfill({
      json: { message: '操作成功', ...body },
      headers: {
        'access-control-allow-origin': new URL(page.url()).origin,
        'access-control-allow-credentials': 'true',
      },
    }),
  )
}

test('a list without stored orders and a link to one say that they are no longer stored', async ({ page }) => {
  const message = `${day}及以前的单笔注单已不再保存，无法查看该注单；当日合计请看报表`
  const zero = { orders: 0, stake: '0', payout: '0', memberResult: '0', heldStake: '0', heldResult: '0' }
  const list = { items: [], total: 0, pageIndex: 1, pageSize: 20, summary: zero, nextCursor: null, notStored: day }
  await answerWith(page, ORDERS, { code: 200, data: list, isSuccess: true })
  await answerWith(page, DETAIL, { code: 40401, data: null, message, isSuccess: false })
  await signIn(page, 'merch001', `/reports/details?from=${day}&to=${day}&bet=123456789`)
  await expect(page.getByText(`${day} 及以前的单笔注单已不再保存`)).toBeVisible()
  await expect(page.locator('p[role=alert]').filter({ hasText: message })).toBeVisible()
  await look(page, 'order-not-stored')
})

test('a list of fly-outs says that those of old days are no longer stored, with rows and without', async ({ page }) => {
  const row = {
    id: '7599000000000000001',
    at: Date.now(),
    gameId: 3,
    periodNo: '20260101001',
    playCode: 'TMA',
    itemCode: '01',
    itemName: '01',
    amount: '100',
    odds: '46',
    pilotId: 1,
    pilotName: 'flyout01',
    connector: 'record',
    state: 'confirmed',
    externalNo: '',
    attempts: 0,
    lastError: null,
    contradicted: null,
    mayConfirm: false,
    mayReject: false,
    mayResend: false,
  }
  const list = { items: [row], total: 1, pageIndex: 1, pageSize: 20, notStored: day }
  await answerWith(page, FLY_OUTS, { code: 200, data: list, isSuccess: true })
  await signIn(page, 'agent003', '/agent/bet/fly-out?tab=orders')
  const line = page.getByRole('status').filter({ hasText: `${day} 及以前的单笔注单已不再保存` })
  await expect(line).toBeVisible()
  await expect(page.locator(`[data-order="${row.id}"]`)).toBeVisible()
  await look(page, 'fly-outs-not-stored')
  await page.unroute(FLY_OUTS)
  await answerWith(page, FLY_OUTS, { code: 200, data: { ...list, items: [], total: 0 }, isSuccess: true })
  await page.reload()
  await expect(line).toBeVisible()
  await expect(page.getByText('还没有放飞注单')).toBeVisible()
})
