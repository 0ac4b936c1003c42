import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { cents, headingOf, readCsv, readSheets, tableOf } from '../apps/server/src/exports/testing/read-back.ts'
import { showAmount } from '../apps/web/src/lib/amount.ts'
import { addAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { businessDayAt } from './support/business-day.ts'
import { expect, test } from './support/fixtures.ts'
import { nextToast } from './support/toasts.ts'

/** Call once per test, because the day may change meanwhile. */
const dayBefore = (): string => businessDayAt(Date.now() - 86_400_000)

const arrives = async (page: Page, press: () => Promise<void>): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

/** The newest file of the download list; a busy machine may still be writing it. */
const fromList = async (page: Page): Promise<Download> => {
  await page.getByRole('button', { name: /^下载中心/ }).click()
  const newest = page.getByRole('dialog').getByRole('listitem').first()
  await expect(newest).toHaveAttribute('data-state', 'ready', { timeout: 90_000 })
  const download = await arrives(page, () => newest.getByRole('button', { name: /^下载/ }).click())
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  return download
}

/** Exports through the product's two ways: in the same answer within 5 s, else through the download list. */
const exportAs = async (page: Page, format: RegExp): Promise<Download> => {
  const arriving = page.waitForEvent('download')
  // A late file arrives through the list instead.
  arriving.catch(() => {})
  const late = nextToast(page, '数据较多，正在后台生成，可在下载中心查看进度')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: format }).click()
  const isLate = await Promise.race([arriving.then(() => false), late.then(() => true)])
  return isLate ? fromList(page) : arriving
}

const unformatted = (shown: string | null): string => addAmounts([(shown ?? '').replaceAll(',', '').trim()])

type Rows = readonly (readonly unknown[])[]
const cell = (rows: Rows, row: readonly unknown[] | undefined, title: string): unknown =>
  row?.[rows[0]?.indexOf(title) ?? -1]

test('the report is exported as a workbook with the totals of the screen', async ({ seat }) => {
  const day = dayBefore()
  const page = await (await seat('genagt01')).open(`/reports/delivery?from=${day}&to=${day}`)
  const total = page.locator('tr[data-kind=total]')
  await expect(total).toBeVisible()
  const download = await exportAs(page, /Excel/)
  expect(download.suggestedFilename()).toBe(`交收报表_${day}.xlsx`)
  const whole = readSheets(readFileSync(await download.path()))[0]?.rows ?? []
  expect(headingOf(whole)).toMatchObject({ title: '交收报表', lines: { 账号: 'genagt01（总代理）', 范围: day } })
  const rows = tableOf(whole)
  for (const title of ['盈亏结果', '应收下线', '应付上级', '有效金额']) {
    const card = page
      .locator('[data-part="delivery-sums"] > div')
      .filter({ has: page.locator('dt', { hasText: title }) })
    await expect(card.locator('dd')).toHaveText(showAmount(String(cell(rows, rows.at(-1), title))))
  }
  const user = await ApiUser.signIn('genagt01')
  type Report = { readonly total: number; readonly summary: { readonly receivable: string; readonly payable: string } }
  const range = { from: day, to: day }
  const { total: children, summary } = await user.call<Report>('/api/common/report/delivery/query', range)
  // More rows than the page: one for each child, and the total.
  expect(children).toBeGreaterThan(await page.locator('tr[data-kind=child]').count())
  expect(rows.filter((row) => cell(rows, row, '类型') === null)).toHaveLength(children + 1)
  expect(cell(rows, rows.at(-1), '应收下线')).toBe(Number(cents(summary.receivable)))
  expect(cell(rows, rows.at(-1), '应付上级')).toBe(Number(cents(summary.payable)))
})

test('orders are exported as CSV, and once more from the download list', async ({ seat }) => {
  const day = dayBefore()
  const page = await (await seat('agent003')).open(`/reports/details?from=${day}&to=${day}`)
  const count = page.locator('[data-part="orders-bar"] dd').first()
  await expect(count).toBeVisible()
  const orders = Number(unformatted(await count.textContent()))
  const first = await exportAs(page, /CSV/)
  const name = `注单明细_${day}.csv`
  expect(first.suggestedFilename()).toBe(name)
  const bytes = readFileSync(await first.path())
  const rows = tableOf(readCsv(bytes))
  expect(rows).toHaveLength(orders + 2)
  expect(rows.at(-1)?.[0]).toBe(`合计 ${orders} 笔`)
  const again = await fromList(page)
  expect(again.suggestedFilename()).toBe(name)
  expect(readFileSync(await again.path()).equals(bytes)).toBe(true)
})

test('the board is exported as shown: its plays, its order, its sums', async ({ seat }) => {
  const page = await (await seat('agent001')).open('/agent/bet/instant?game=PK&group=R12&sort=result&amount=held')
  const cells = page.locator('[data-part="board-grid"] [data-item]')
  await expect(cells.first()).toBeVisible()
  const download = await exportAs(page, /CSV/)
  expect(download.suggestedFilename()).toMatch(/^即时注单_\d{4}-\d\d-\d\d\.csv$/)
  const rows = tableOf(readCsv(readFileSync(await download.path())))
  // Below the rows: sums, best and worst.
  const body = rows.slice(1, -3)
  expect(body).toHaveLength(await cells.count())
  const results = body.map((row) => Number(cell(rows, row, '盈亏')))
  expect(results).toEqual(results.toSorted((a, b) => a - b))
  expect(Number(cell(rows, rows.at(-1), '盈亏'))).toBe(results[0])
})

test('a user without the export permission sees no button', async ({ seat }) => {
  const page = await (await seat('agtsub01')).open('/reports/delivery')
  await expect(page.getByRole('button', { name: '查询' })).toBeVisible()
  const allowed = await page.evaluate(() => {
    const stored = JSON.parse(window.localStorage.getItem('strata-session') ?? '{}') as {
      state: { permissionIds: number[] }
    }
    const held = stored.state.permissionIds
    stored.state.permissionIds = held.filter((id) => id !== 50_009)
    window.localStorage.setItem('strata-session', JSON.stringify(stored))
    return held.includes(50_009)
  })
  await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(allowed ? 1 : 0)
  await page.reload()
  await expect(page.getByRole('button', { name: '查询' })).toBeVisible()
  await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '下载中心' })).toHaveCount(0)
})
