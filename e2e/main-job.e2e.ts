import type { Page } from '@playwright/test'
import { addAmounts, compareAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { expect, signIn, test, watchFaults } from './support/fixtures.ts'
import { PERIOD_SECONDS } from './support/world.ts'

type Settings = { readonly version: number }
type Board = { readonly rows: readonly { itemCode: string; in: string; out: string }[] }
type Figures = { readonly receivable: string; readonly payable: string; readonly orders: number }
type Delivery = {
  readonly items: readonly (Figures & { rowKind: string; agentPathsId: number; accountName: string })[]
  readonly summary: Figures
}

const ONE_PERIOD_MS = (PERIOD_SECONDS + 40) * 1000

const specialNumber = async (user: ApiUser): Promise<{ gameId: number; groupId: number }> => {
  const infos = await user.call<readonly { gameId: number; gameType: string }[]>('/api/rec/game/get-game-infos')
  const gameId = infos.find((info) => info.gameType === '6HC')?.gameId ?? 0
  const types = await user.call<{ readonly rows: readonly { readonly groupId: number; readonly code: string }[] }>(
    '/api/agent/realtimereport/type',
    { gameId },
  )
  return { gameId, groupId: types.rows.find((row) => row.code === 'TM')?.groupId ?? 0 }
}

/** The board stays with a period that is over; a person enters the next one when it is offered. */
const enterNextPeriod = async (page: Page): Promise<void> => {
  const next = page.getByRole('button', { name: '进入新一期' })
  if (await next.isVisible()) await next.click()
}

/** Whether a cell of the board shows the text; a period that is over is left for the next one. */
const shownOnOpenPeriod = async (page: Page, text: string): Promise<boolean> => {
  if ((await page.locator('.cell', { hasText: text }).count()) > 0) return true
  await enterNextPeriod(page)
  return false
}

test('bets arrive, excess leaves for the level above, the draw settles, and everybody sees who owes whom', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(480_000)
  await signIn(page, 'agent001', '/agent/bet/instant')
  await expect(page).toHaveURL(/\/agent\/bet\/instant/)
  const cells = page.locator('.cell')
  await expect(cells).toHaveCount(49)
  await expect(page.locator('[data-live=live]')).toBeVisible()

  // The simulator's bets move the board without a touch.
  const total = page.locator('.board-foot dd').first()
  const before = await total.textContent()
  const moved = async (): Promise<boolean> => {
    await enterNextPeriod(page)
    return (await total.textContent()) !== before
  }
  await expect.poll(moved, { timeout: 2 * ONE_PERIOD_MS }).toBe(true)

  // A control limit lowered by call sends the excess at once; the level above sees it arrive.
  const agent = await ApiUser.signIn('agent001')
  const general = await ApiUser.signIn('genagt01')
  const { gameId, groupId } = await specialNumber(agent)
  const aboveContext = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const above = await aboveContext.newPage()
  const aboveFaults = await watchFaults(above)
  await signIn(above, 'genagt01', '/agent/bet/instant')
  await expect(above.locator('.cell')).toHaveCount(49)

  const { version } = await agent.call<Settings>('/api/common/replenishment/query', { gameId })
  await agent.call('/api/common/replenishment/auto-config/set', {
    gameId,
    version,
    auto: [{ groupId, enabled: true, holdLimit: '0', unit: '1', mode: 'stake', maxLoss: null, items: [] }],
  })
  // On a slow machine the period may end first: the board stays with it, so the next one is entered as a person would.
  await expect.poll(() => shownOnOpenPeriod(page, '补出'), { timeout: 2 * ONE_PERIOD_MS }).toBe(true)
  await expect.poll(() => shownOnOpenPeriod(above, '补入'), { timeout: 2 * ONE_PERIOD_MS }).toBe(true)
  const sent = await general.call<Board>('/api/agent/realtimereport/tmzx1', { gameId, groupId })
  expect(sent.rows.length).toBe(49)

  // The draw marks the winner on the period that the board stayed with; the next period is only offered.
  await expect(page.locator('.strip-result .ball')).toHaveCount(7, { timeout: ONE_PERIOD_MS })
  await expect(page.locator('.cell-win')).toHaveCount(1)
  await page.getByRole('button', { name: '进入新一期' }).click()
  await expect(page.locator('.strip-result')).toHaveCount(0)
  expect(aboveFaults).toEqual([])
  await aboveContext.close()
})

/** What `parent` has to receive from `child` and what `child` says it owes, of the same settled day. */
const bothSides = async (
  parent: ApiUser,
  child: ApiUser,
  day: string,
): Promise<{ readonly receivable: string; readonly payable: string; readonly orders: number }> => {
  const request = { from: day, to: day, pageSize: 100 }
  const [above, below] = await Promise.all([
    parent.call<Delivery>('/api/common/report/delivery/query', request),
    child.call<Delivery>('/api/common/report/delivery/query', request),
  ])
  const rows = above.items.filter(
    (row) =>
      row.agentPathsId === child.agentPathsId && (row.rowKind === 'child' || row.rowKind === 'childReplenishment'),
  )
  return {
    receivable: addAmounts(rows.map((row) => row.receivable)),
    payable: below.summary.payable,
    orders: below.summary.orders,
  }
}

const dayBefore = (): string => new Date(Date.now() + 2 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)

test('on every level what one owes is what the next has to receive', async () => {
  const names = ['headco01', 'merch001', 'genagt01', 'agent001']
  const users: ApiUser[] = []
  for (const name of names) users.push(await ApiUser.signIn(name))
  for (let level = 1; level < users.length; level += 1) {
    const [parent, child] = [users[level - 1], users[level]]
    if (!parent || !child) throw new Error('a level is missing')
    const { receivable, payable, orders } = await bothSides(parent, child, dayBefore())
    expect(orders).toBeGreaterThan(0)
    expect(compareAmounts(receivable, payable), `${names[level]}: ${receivable} / ${payable}`).toBe(0)
  }
})

test('the report shows it: rows, total, formulas, the way down to one bet', async ({ page }) => {
  await signIn(page, 'genagt01')
  await page.getByRole('link', { name: '报表查询' }).click()
  await page.getByText('昨天', { exact: true }).click()
  const row = page.locator('tr[data-kind=child][data-account=agent001]')
  await expect(row).toBeVisible()
  await expect(page.locator('tr[data-kind=total]')).toBeVisible()
  await row.locator('.why-button').first().hover()
  await expect(page.getByText('应收下线 = 盈亏结果 + 应付上级')).toBeVisible()
  await row.getByRole('link', { name: /agent001/ }).click()
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('agent001')
  const member = page.locator('tr[data-kind=child]').first()
  await expect(member).toHaveAttribute('data-account', /^mem/)
  await page.reload()
  await expect(member).toHaveAttribute('data-account', /^mem/)
  await member.getByRole('button', { name: /查看注单/ }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('row').nth(1)).toBeVisible()
  await drawer.getByRole('row').nth(1).getByRole('button').click()
  await expect(drawer.getByRole('heading', { name: '各级占成与盈亏' })).toBeVisible()
})
