import type { Page } from '@playwright/test'
import { ApiUser } from './support/api.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { expectToast } from './support/toasts.ts'
import { dayOfHistory } from './support/world.ts'

const range = { from: dayOfHistory(7), to: dayOfHistory(1) }

type Order = { readonly orderNo: string }
type Orders = { readonly items: readonly Order[] }
type Detail = { readonly causedBy: Order | null; readonly replenishments: readonly Order[] }

/** A bet that was replenished, and what it caused. */
const findChain = async (agent: ApiUser): Promise<{ readonly bet: string; readonly sent: readonly string[] }> => {
  const asked = { ...range, kind: 'replenishment', pageSize: 20 }
  const { items } = await agent.call<Orders>('/api/common/report/order/query', asked)
  const detail = (orderNo: string): Promise<Detail> =>
    agent.call<Detail>('/api/common/report/order-detail/query', { orderNo })
  for (const { orderNo } of items) {
    const { causedBy } = await detail(orderNo)
    if (!causedBy) continue
    const { replenishments } = await detail(causedBy.orderNo)
    return { bet: causedBy.orderNo, sent: replenishments.map((one) => one.orderNo) }
  }
  throw new Error('no bet of the history was replenished')
}

/** What the page copies: a page without TLS has no clipboard of the browser, so this one stands in its place. */
const hearCopies = async (page: Page): Promise<() => Promise<readonly string[]>> => {
  await page.addInitScript(() => {
    const copies: string[] = []
    const writeText = async (text: string): Promise<void> => {
      copies.push(text)
    }
    Object.assign(globalThis, { copies })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  return async () => await page.evaluate(() => (globalThis as typeof globalThis & { copies: string[] }).copies)
}

test('the last digits of an order’s number are in view, the whole is copied, and its chain leads up and down', async ({
  seat,
}) => {
  const { bet, sent } = await findChain(await ApiUser.signIn('agent001'))
  const page = await (await seat('agent001')).open('/404')
  const copies = await hearCopies(page)
  await page.goto(`/reports/details?from=${range.from}&to=${range.to}`)
  await page.setViewportSize({ width: 1366, height: 768 })
  await settled(page)

  await test.step('in the list', async () => {
    const number = page.getByRole('region', { name: '注单明细' }).locator('tbody [title]').first()
    const whole = (await number.getAttribute('title')) ?? ''
    expect(whole).toMatch(/^\d{10,}$/)
    const tail = number.locator('[data-tail]')
    await expect(tail).toHaveAttribute('data-tail', whole.slice(-6))
    // The style sheet writes it; the first digits, which are the same for days, are left out.
    expect(await tail.evaluate((one) => getComputedStyle(one, '::before').content)).toMatch(/^"…(\d{6}"$|" attr)/)
    await expect(tail).toBeInViewport({ ratio: 0.99 })
    expect(await tail.evaluate((one) => one.getBoundingClientRect().width)).toBeGreaterThan(40)
    await number.getByRole('button', { name: new RegExp(`复制.*${whole}`) }).click()
    await expectToast(page, '复制成功')
    expect(await copies()).toEqual([whole])
  })

  await test.step('in the drawer, whose chain leads to each of its orders and back', async () => {
    await page.goto(`/reports/details?from=${range.from}&to=${range.to}&bet=${bet}`)
    const drawer = page.getByRole('dialog')
    const chain = drawer.getByRole('region', { name: '补货链' })
    await expect(chain).toContainText('会员下注')
    await drawer.getByRole('button', { name: new RegExp(`复制.*${bet}`) }).click()
    await expectToast(page, '复制成功', 2)
    expect(await copies()).toEqual([bet])
    await expect(chain.getByRole('button')).toHaveCount(sent.length)
    await look(page, 'chain')
    for (const orderNo of sent) {
      await chain.getByRole('button', { name: new RegExp(orderNo) }).click()
      await expect(page).toHaveURL(new RegExp(`bet=${orderNo}`))
      await expect(chain.locator('[aria-current=true]')).toContainText('补货')
      // Up again, to the bet that caused it.
      await chain.getByRole('button', { name: new RegExp(bet) }).click()
      await expect(page).toHaveURL(new RegExp(`bet=${bet}`))
      await expect(chain.locator('[aria-current=true]')).toContainText('会员')
    }
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`bet=${sent.at(-1)}`))
  })
})

test('the orders behind a figure fill their drawer down to its pager', async ({ seat }) => {
  const page = await (await seat('genagt01')).open(`/reports/delivery?from=${range.from}&to=${range.to}`)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page
    .getByRole('button', { name: /笔，查看注单$/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('tbody tr')).toHaveCount(20)
  await settled(page)
  const [rows, pages] = await Promise.all(
    [drawer.locator('.data-scroll'), drawer.getByRole('navigation')].map((one) => one.boundingBox()),
  )
  // The pager and the margin of the drawer below it.
  expect(pages?.y).toBeGreaterThan(768 - 64)
  expect(pages?.y).toBeGreaterThanOrEqual((rows?.y ?? 0) + (rows?.height ?? 0))
  await look(page, 'orders-drawer-full')
})
