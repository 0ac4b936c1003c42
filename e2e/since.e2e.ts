import { ApiUser } from './support/api.ts'
import { violationsOf } from './support/axe.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'

test('the first page says what others changed since the last visit, and who of the downline is here', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'genagt01')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
  const low = await ApiUser.signIn('agent001')
  const { remark } = await low.get<{ readonly remark: string }>('/api/common/account/account-info')
  for (const text of [`${remark}.`, remark]) await low.call('/api/common/account/update-account-info', { remark: text })
  await signIn(page, 'genagt01')
  await settled(page)
  const since = page.locator('[data-card=since]')
  await expect(since).toContainText('上次登录以来的变更')
  await expect(since.locator('.tag').filter({ hasText: '修改资料' })).toHaveText(/修改资料 \d+/)
  await expect(since.getByRole('listitem').filter({ hasText: 'agent001' }).first()).toContainText('修改资料')
  const online = page.locator('[data-card=online]')
  await expect(online.getByRole('listitem').filter({ hasText: 'agent001' })).toHaveCount(1)
  await expect(online.getByRole('listitem').filter({ hasText: 'genagt01' })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  // Days of one sign fill the whole height of their picture.
  const bars = page.locator('section', { has: page.getByRole('heading', { name: /^近30天盈亏/ }) }).locator('svg')
  const filled = await bars.evaluate((svg) => {
    const boxes = [...svg.querySelectorAll('rect')].map((one) => one.getBoundingClientRect())
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))]
    return (bottom - top) / svg.getBoundingClientRect().height
  })
  expect(filled).toBeGreaterThan(0.9)
  await page.setViewportSize({ width: 1366, height: 768 })
  await online.scrollIntoViewIfNeeded()
  await look(page, 'since')
  await online.getByRole('link', { name: 'agent001' }).click()
  await expect(page).toHaveURL('/agent/accounts/index?q=agent001')
})

test('who may not see accounts has neither list', async ({ seat }) => {
  const page = await (await seat('agtsub01')).open('/')
  await settled(page)
  await expect(page.locator('[data-card=alerts]')).toBeVisible()
  await expect(page.locator('[data-card=since], [data-card=online]')).toHaveCount(0)
})
