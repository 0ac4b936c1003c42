import { FIGURE_LABELS } from '@strata/contract/labels'
import { GROUPS, playsOfGroup } from '@strata/domain/games/catalogue'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { dayOfHistory } from './support/world.ts'

test('a card of the delivery report has every figure of the table', async ({ seat }) => {
  const range = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`
  const page = await (await seat('genagt01', 'phone')).open(`/reports/delivery?${range}`)
  // The figures come first; what filters them is a sheet.
  await expect(page.locator('[data-part="delivery-sums"] dd').first()).toBeInViewport({ ratio: 1 })
  const filters = page.getByRole('dialog', { name: '筛选' })
  await page.getByRole('button', { name: /^筛选与导出/ }).tap()
  await expect(filters.getByText('本月', { exact: true })).toBeVisible()
  // Whoever looks for the export finds it by the name of the sheet, and no tool is cut off.
  for (const tool of await filters.locator('[data-part="report-tools"] button:visible').all())
    await expect(tool).toBeInViewport({ ratio: 1 })
  await filters.getByRole('button', { name: '关闭' }).tap()
  await expect(filters).toHaveCount(0)
  const card = page.locator('[data-kind=child][data-account=agent001]')
  await card.locator('summary').click()
  await card.scrollIntoViewIfNeeded()
  const shown = await card.locator('dt').allTextContents()
  // The count of orders stands beside the name; both shares are one figure.
  const { orders: _orders, shareMin: _min, shareMax: _max, ...others } = FIGURE_LABELS
  expect(shown.map((title) => title.trim())).toEqual(expect.arrayContaining([...Object.values(others), '占成']))
  await look(page, 'delivery-card')

  await test.step('by classes: figures first, filters in the sheet, plays in the order of the catalogue', async () => {
    await page.goto(`/reports/delivery?${range}&tab=class&by=play&game=3&size=100`)
    const classes = page.locator('main li').filter({ has: page.getByText('有效金额') })
    const first = classes.first()
    await expect(first.locator('dd').last()).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: /^筛选.*六合彩/ }).tap()
    await expect(filters.getByText('本月', { exact: true })).toBeVisible()
    await filters.getByRole('button', { name: '关闭' }).tap()
    await expect(filters).toHaveCount(0)
    const groups = GROUPS.filter(({ gameId }) => gameId === 3)
    const listed = groups.flatMap(({ id }) => playsOfGroup(id).map(({ name }) => `六合彩 ${name}`))
    const names = await classes.locator('b').allTextContents()
    expect(names.pop()).toBe('合计')
    expect(names.length).toBeGreaterThan(10)
    expect(names).toEqual(listed.filter((name) => names.includes(name)))
    await look(page, 'class-cards')
  })

  await page.goto(`/reports/details?${range}`)
  await expect(page.locator('[data-part="orders-bar"] dd').first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^筛选/ }).tap()
  await filters.getByLabel('账号').fill('mem0001')
  await filters.getByRole('button', { name: '查询' }).tap()
  await expect(filters).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^筛选.*mem0001$/ })).toBeVisible()
})
