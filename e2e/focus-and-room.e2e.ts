import type { Locator, Page } from '@playwright/test'
import { GAMES } from '@strata/domain/games/catalogue'
import { ACCOUNTS, accountRow } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { placeBet } from './support/place-bet.ts'
import { unreadable } from './support/text-boxes.ts'
import { toastsAt } from './support/toasts.ts'
import { dayOfHistory } from './support/world.ts'

const RACING = 2
const MARK_SIX = 3
const HISTORY = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`

const rowOf = (page: Page, account: string): Locator => page.locator(`tr[data-kind=child][data-account=${account}]`)

const rightOf = async (one: Locator): Promise<number> => {
  const box = await one.boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0)
}

test('the focus stays where work goes on: rows below a downline, an export, a saved limit', async ({ seat }) => {
  const above = await seat('genagt01')
  const report = await above.open(`/reports/delivery?${HISTORY}`)
  await settled(report)
  await rowOf(report, 'agent001').focus()
  await report.keyboard.press('Enter')
  await expect(report.locator('tr[data-kind=child][data-account^=mem]').first()).toBeFocused()

  const tools = report.getByRole('button', { name: '导出', exact: true })
  await tools.focus()
  await report.keyboard.press('Enter')
  await report.getByRole('menuitem').first().press('Enter')
  await expect(report.locator('button[aria-haspopup=menu]').and(report.locator(':focus'))).toHaveText(/导出/)

  const own = await seat('agent001')
  const settings = await own.open('/agent/bet/setting?game=PK')
  await settled(settings)
  await settings
    .getByRole('textbox', { name: /占成控额$/ })
    .first()
    .fill('987654')
  await settings.getByRole('button', { name: '核对并保存' }).click()
  await settings.getByRole('dialog', { name: '核对改动' }).getByRole('button', { name: '保存' }).click()
  await expect(settings.getByText(/^已保存/)).toBeVisible()
  await expect(settings.locator('footer:focus')).toHaveText(/没有改动/)
})

test.describe('at 1366x768', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('bars take one line, and no figure is cut without a sign', async ({ seat }) => {
    const above = await seat('genagt01')
    const size = { width: 1366, height: 768 }
    const lineOf = async (one: Locator): Promise<number> => {
      const box = await one.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
    }

    const orders = await above.open(`/reports/details?${HISTORY}`)
    await orders.setViewportSize(size)
    await settled(orders)
    const query = orders.getByRole('button', { name: '查询', exact: true })
    expect(await lineOf(query)).toBe(await lineOf(orders.getByLabel('期号', { exact: true })))
    // The amount held stands whole beside the pinned result; the space around it may lie under that.
    const held = orders.getByRole('columnheader', { name: '实占金额' })
    const pinned = orders.getByRole('columnheader', { name: '实占结果' })
    const edge = (await pinned.boundingBox())?.x ?? 0
    expect(await rightOf(held)).toBeLessThanOrEqual(edge + 8)

    const results = await above.open('/result')
    await results.setViewportSize(size)
    await settled(results)
    expect(await lineOf(results.getByRole('button', { name: '列设置' }))).toBe(
      await lineOf(results.getByRole('button', { name: '导出', exact: true })),
    )

    const own = await seat('agent001')
    const settings = await own.open('/agent/bet/setting?game=6HC')
    await settings.setViewportSize(size)
    await settled(settings)
    expect(await lineOf(settings.getByRole('button', { name: '停止自动补货与放飞' }))).toBe(
      await lineOf(settings.getByRole('button', { name: '注单预警' })),
    )

    const below = await above.open(`/reports/delivery?${HISTORY}`)
    await below.setViewportSize(size)
    await settled(below)
    await rowOf(below, 'agent001').getByRole('link').click()
    await expect(below.locator('tr[data-kind=child][data-account^=mem]').first()).toBeVisible()
    expect(await lineOf(below.getByRole('button', { name: '以 agent001 的视角查看' }))).toBe(
      await lineOf(below.getByRole('navigation', { name: '当前位置' }).locator('b')),
    )
  })

  test('a figure under the pinned column fades until it is scrolled into view', async ({ seat }) => {
    const above = await seat('genagt01')
    const page = await above.open(`/reports/details?${HISTORY}`)
    await page.setViewportSize({ width: 1000, height: 768 })
    await settled(page)
    const region = page.getByRole('region', { name: '注单明细' })
    const fade = (): Promise<string> =>
      region
        .locator('thead .pin-end')
        .first()
        .evaluate((head) => getComputedStyle(head, '::before').content)
    await expect.poll(fade).toBe('""')
    await region.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
    await expect.poll(fade).toBe('none')
  })
})

test('the orders behind a figure show their amount beside the pinned result', async ({ seat }) => {
  const own = await seat('agent001')
  const page = await own.open(`/reports/delivery?${HISTORY}`)
  await settled(page)
  await page
    .locator('tr[data-kind=child]')
    .first()
    .getByRole('button', { name: /查看注单/ })
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('columnheader', { name: /^金额/ })).toBeVisible()
  await expect(drawer.getByRole('columnheader', { name: '账号' })).toHaveCount(0)
  const edge = (await drawer.getByRole('columnheader', { name: '实占结果' }).boundingBox())?.x ?? 0
  expect(await rightOf(drawer.getByRole('columnheader', { name: /^金额/ }))).toBeLessThanOrEqual(edge + 8)
})

test('on a phone the amounts of a board with named places are one column, with the hits of a draw too', async ({
  seat,
  timetable,
}) => {
  await timetable.hold(RACING)
  const phone = await seat('agent001', 'phone')
  const page = await phone.open('/agent/bet/instant?game=PK')
  await settled(page)
  const stakes = page.locator('[data-key] [data-part=stake]')
  await stakes.nth(20).waitFor()
  const lefts = (): Promise<number[]> =>
    stakes.evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().x)))])
  await expect.poll(lefts).toHaveLength(1)
  await look(page, 'racing-column')
  // Another test may have chosen to follow: the board would leave the period with its draw.
  const follows = page.getByLabel('自动跟进新一期')
  if (await follows.isChecked()) await follows.click()
  await expect(follows).not.toBeChecked()
  await timetable.end(RACING)
  await expect(page.locator('[data-key]').getByText('中', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expect.poll(lefts).toHaveLength(1)
  await look(page, 'racing-column-drawn')
})

test('on a phone the rows of a board begin high, and a toast covers none of the figures above them', async ({
  seat,
  timetable,
}) => {
  // A period that has ended says more above the rows.
  await timetable.begin(RACING)
  const phone = await seat('agent001', 'phone')
  const page = await phone.open('/agent/bet/instant?game=PK')
  await settled(page)
  const first = page.locator('[data-key]').first()
  await expect(first).toBeVisible()
  expect(await first.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThanOrEqual(292)
  const stop = await page.getByRole('button', { name: /停止自动/ }).boundingBox()
  expect(stop?.height).toBeLessThanOrEqual(40)
  const figures = await page.locator('[data-part="phone-figures"]').boundingBox()
  const toast = await toastsAt(page)
  expect(toast.top).toBeGreaterThan((figures?.y ?? 0) + (figures?.height ?? 0))
  // Above the bar at the bottom.
  expect(toast.bottom).toBeLessThanOrEqual(toast.window - 56)
})

test('on a phone a toast covers none of the buttons that stay at the bottom', async ({ seat }) => {
  const above = await seat('genagt01', 'phone')
  const page = await above.open(`${ACCOUNTS}?q=agent001`)
  await accountRow(page, 'agent001').getByRole('button', { name: '修改占成与退水' }).click()
  const bar = page.locator('.save-bar')
  await expect(bar).toBeInViewport()
  await settled(page)
  // While a field has the focus a toast is at the top anyway.
  await expect(page.locator('input:focus')).toHaveCount(0)
  expect((await toastsAt(page)).bottom).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
})

const SMALL_WINDOWS = [
  { width: 1366, height: 640, window: 'of a laptop with the bars of its browser' },
  { width: 1093, height: 540, window: 'of a laptop that shows all at 125%' },
] as const
/** Height of the rows that are seen at once. */
const LEAST_ROWS_PX = 200

for (const { window, ...size } of SMALL_WINDOWS)
  test(`in the window ${window} a board shows rows, and its totals can be scrolled to`, async ({ seat, timetable }) => {
    for (const { id } of GAMES) await timetable.hold(id)
    const { periodNo } = await timetable.hold(MARK_SIX)
    const bet = { gameId: MARK_SIX, periodNo, playCode: 'LM_2QZ', stake: '10' }
    for (const itemCode of ['01+02', '03+04', '05+06', '07+08']) await placeBet({ ...bet, itemCode })
    const page = await (await seat('agent001')).open('/404')
    await page.setViewportSize(size)
    for (const board of ['game=6HC&group=LM', 'game=6HC', 'game=5M', 'game=PK&sort=amount', 'game=PC'])
      await test.step(board, async () => {
        await page.goto(`/agent/bet/instant?${board}`)
        await settled(page)
        const rows = page.locator('[data-part="board-rows"]')
        await expect(rows).toBeVisible()
        expect.soft((await rows.boundingBox())?.height, board).toBeGreaterThanOrEqual(LEAST_ROWS_PX)
        const totals = page.getByText('净额', { exact: true }).last()
        await totals.scrollIntoViewIfNeeded()
        await expect(totals).toBeInViewport({ ratio: 0.99 })
        expect.soft(await unreadable(page), board).toEqual([])
      })
  })
