import type { Page } from '@playwright/test'
import { connect } from './support/database.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { ADMIN_PORT, dataDir, dayOfHistory, SITE_HOST } from './support/world.ts'

const DAYS = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`

/** Lists that have rows in the demo world. */
const AGENT_LISTS = [
  `/reports/delivery?${DAYS}`,
  `/reports/delivery?${DAYS}&tab=class&by=play`,
  `/reports/details?${DAYS}`,
  `/result?game=PK&date=${dayOfHistory(1)}`,
  '/agent/accounts/index',
  '/profile/login-log',
]
const ADMIN_LISTS = [
  '/admin/merchant/index',
  '/admin/user/index',
  '/admin/game/periods',
  '/admin/notice/index',
  '/admin/log/index?tab=logins',
  '/admin/game/fund-logs',
]

/** Pixels between the last row in view and the pages below; 0 where all rows are in view. */
const gapBelow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = document.querySelector('#content .table-scroll')
    const foot = document.querySelector('#content .pager')?.parentElement
    if (!rows || !foot) throw new Error('no list with pages')
    if (rows.scrollHeight <= rows.clientHeight) return 0
    return foot.getBoundingClientRect().top - rows.getBoundingClientRect().bottom
  })

/** The habits of every list: it fills its card, has the size of a page in the address, columns to hide, widths to drag. */
const expectHabits = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  const size = page.getByRole('combobox', { name: '20 条/页' })
  await expect(size, path).toBeVisible()
  await expect(page.getByRole('button', { name: '列设置' }).first(), path).toBeVisible()
  await expect(page.getByRole('separator').first(), path).toBeAttached()
  await size.selectOption('50')
  await expect(page, path).toHaveURL(/[?&]size=50/)
  await expect(page.getByRole('combobox', { name: '50 条/页' }), path).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: '50 条/页' }), path).toBeVisible()
  expect.soft(await gapBelow(page), `the rows of ${path} reach down to its pages`).toBeLessThan(10)
}

test('every list of an agent has the same habits', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/404')
  for (const path of AGENT_LISTS) await expectHabits(page, path)
})

test('a list beside another one has a page size of its own', async ({ seat }) => {
  const here = await seat('agent001')
  const report = await here.open(`/reports/delivery?${DAYS}`)
  await report
    .locator('tbody')
    .getByRole('button', { name: /查看注单/ })
    .first()
    .click()
  const drawer = report.getByRole('dialog')
  await expect(drawer.locator('tbody tr')).toHaveCount(20)
  await drawer.getByRole('button', { name: '2', exact: true }).click()
  await expect(drawer.getByRole('navigation', { name: /^第 ?2/ })).toBeVisible()
  await drawer.getByRole('combobox', { name: '20 条/页' }).selectOption('50')
  await expect(drawer.locator('tbody tr')).toHaveCount(50)
  await expect(drawer.getByRole('button', { name: '1', exact: true })).toHaveAttribute('aria-current', 'page')
  // The report's own pages stay as they were.
  expect(new URL(report.url()).searchParams.has('size')).toBe(false)
})

test('the alerts of the first page have a page size, down to the oldest, which can be acknowledged', async ({
  seat,
}) => {
  const pool = await connect(dataDir())
  try {
    await pool.query(
      `insert into alerts (merchant_id, path_id, kind, level, text, at)
       select p.merchant_id, p.id, 'test', 'warn', '试 ' || n, 1
         from paths p join accounts a on a.id = p.account_id, generate_series(1, 45) n where a.name = 'agent002'`,
    )
  } finally {
    await pool.end()
  }
  const page = await (await seat('agent002')).open('/')
  const card = page.locator('[data-card=alerts]')
  await expect(card.locator('li')).toHaveCount(20)
  await card.getByRole('combobox', { name: '20 条/页' }).selectOption('100')
  await expect(card.locator('li').nth(44)).toBeVisible()
  await expect(card.locator('li', { hasText: /^试 / })).toHaveCount(45)
  // The oldest one is acknowledged by name, and is not among the open ones any more.
  const oldest = card.locator('li', { hasText: /^试 / }).last()
  const text = /试 \d+/.exec((await oldest.textContent()) ?? '')?.[0] ?? ''
  await oldest.getByRole('button', { name: '确认' }).click()
  await expect(card.locator('li').filter({ hasText: new RegExp(`${text}(?!\\d)`) })).toContainText('agent002 已确认')
  await card.getByText('未确认', { exact: true }).click()
  await expect(card.locator('li', { hasText: /^试 / })).toHaveCount(44)
})

test.describe('of the operators', () => {
  test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

  test('every list of the operators has them too', async ({ page }) => {
    await signIn(page, 'headco01', '/admin/merchant/index')
    for (const path of ADMIN_LISTS) await expectHabits(page, path)
  })
})

for (const path of ['/profile/login-log', '/agent/accounts/index'])
  test(`the pages of a short list stand at the bottom of its card (${path})`, async ({ seat }) => {
    const page = await (await seat('agent001')).open(path)
    await page.setViewportSize({ width: 1440, height: 900 })
    const card = page.locator('.card').filter({ has: page.locator('.pager') })
    await expect(card.locator('.pager')).toBeVisible()
    const [whole, pages] = await Promise.all([card.boundingBox(), card.locator('.pager').boundingBox()])
    if (!whole || !pages) throw new Error('no card')
    expect(Math.abs(whole.y + whole.height - pages.y - pages.height)).toBeLessThan(3)
    // The card itself ends at the bottom of the window.
    expect(900 - whole.y - whole.height).toBeLessThan(16)
  })

for (const path of [
  `/reports/delivery?${DAYS}`,
  `/reports/delivery?${DAYS}&tab=class&by=play`,
  `/reports/details?${DAYS}`,
])
  test(`a report has its last row of sums and its pages in the window (${path.replace(DAYS, '')})`, async ({
    seat,
  }) => {
    const page = await (await seat('genagt01')).open(path)
    await page.setViewportSize({ width: 1366, height: 768 })
    const pages = page.locator('.pager, [class*=detailsFoot]').last()
    await expect(pages).toBeVisible()
    const box = await pages.boundingBox()
    expect((box?.y ?? 768) + (box?.height ?? 0)).toBeLessThanOrEqual(768)
    // One scroll for the rows, none for the page around them.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(768)
  })
