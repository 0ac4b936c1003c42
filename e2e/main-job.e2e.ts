import { addAmounts, compareAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { dayOfHistory } from './support/world.ts'

type Figures = { readonly receivable: string; readonly payable: string; readonly orders: number }
type Delivery = {
  readonly items: readonly (Figures & { rowKind: string; agentPathsId: number; accountName: string })[]
  readonly summary: Figures
}

/** The receivable of `parent` from `child` and the payable of `child`, of the same settled day. */
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

test('on every level the payable equals the receivable of the level above', async () => {
  const names = ['headco01', 'merch001', 'genagt01', 'agent001']
  const users: ApiUser[] = []
  for (const name of names) users.push(await ApiUser.signIn(name))
  for (let level = 1; level < users.length; level += 1) {
    const [parent, child] = [users[level - 1], users[level]]
    if (!parent || !child) throw new Error('a level is missing')
    const { receivable, payable, orders } = await bothSides(parent, child, dayOfHistory(1))
    expect(orders).toBeGreaterThan(0)
    expect(compareAmounts(receivable, payable), `${names[level]}: ${receivable} / ${payable}`).toBe(0)
  }
})

test('the report shows rows, total and formulas, and leads down to one bet', async ({ page }) => {
  await signIn(page, 'genagt01')
  await page.getByRole('link', { name: '报表查询' }).click()
  await page.getByText('昨天', { exact: true }).click()
  await expect(page.getByRole('radio', { name: '昨天' })).toBeChecked()
  // The old rows stay until the new ones are loaded.
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeEnabled()
  const row = page.locator('tr[data-kind=child][data-account=agent001]')
  await expect(row).toBeVisible()
  await expect(page.locator('tr[data-kind=total]')).toBeVisible()
  await row
    .getByRole('button')
    .filter({ has: page.locator('.amount') })
    .first()
    .hover()
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
  await drawer.getByRole('row').nth(1).getByRole('button').first().click()
  await expect(drawer.getByRole('heading', { name: '各级占成与盈亏' })).toBeVisible()
})

test('beside a report every column of its orders is in sight on a small laptop', async ({ seat }) => {
  const day = dayOfHistory(1)
  const page = await (await seat('genagt01')).open(`/reports/delivery?from=${day}&to=${day}`)
  await page.setViewportSize({ width: 1366, height: 768 })
  const row = page.locator('tr[data-kind=child][data-account=agent001]')
  await row.getByRole('button', { name: /查看注单/ }).click()
  const heads = page.getByRole('dialog').getByRole('columnheader')
  await expect(heads.filter({ hasText: '实占结果' })).toBeVisible()
  // The last column is pinned: what does not fit lies under it.
  const boxOf = async (name: string) => await heads.filter({ hasText: name }).boundingBox()
  await expect
    .poll(async () => {
      const [held, last] = [await boxOf('实占金额'), await boxOf('实占结果')]
      return held && last ? Math.round(held.x + held.width - last.x) : null
    })
    .toBeLessThanOrEqual(0)
  await expect(row.locator('th')).toBeInViewport()
})
