import { ApiUser } from './support/api.ts'
import { topOfRows } from './support/board.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'

/** Racing says the most: ten numbers. */
const GAMES = [
  { id: 2, type: 'PK', balls: 10 },
  { id: 3, type: '6HC', balls: 7 },
] as const

for (const { id, type, balls } of GAMES)
  test(`the end of a period on a phone moves no row and is said within the screen (${type})`, async ({
    seat,
    timetable,
  }) => {
    // Another test of this account may have chosen to follow the next period.
    const agent = await ApiUser.signIn('agent001')
    await agent.call('/api/common/preference/set', { key: 'board', value: '{}' })
    await timetable.hold(id)
    const page = await (await seat('agent001', 'phone')).open(`/agent/bet/instant?game=${type}`)
    await expect(page.locator('[data-part="board-rows"] [data-key]').first()).toBeVisible()
    const strip = page.locator('[data-part="period-strip"]')
    await expect(strip.getByLabel('自动跟进新一期')).toBeVisible()
    const before = await topOfRows(page)
    await timetable.begin(id)
    const next = strip.getByRole('button', { name: '进入新一期' })
    await expect(next).toBeVisible({ timeout: 60_000 })
    await expect(strip.locator('[data-part~="ball"]')).toHaveCount(balls, { timeout: 60_000 })
    for (const shown of [...(await strip.locator('[data-part~="ball"]').all()), next])
      await expect(shown).toBeInViewport({ ratio: 0.99 })
    expect(await topOfRows(page)).toBe(before)
    expect(await strip.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await look(page, `phone-ended-${type}`)
    await next.click()
    await expect(strip.getByLabel('自动跟进新一期')).toBeVisible()
    expect(await topOfRows(page)).toBe(before)
  })

test('a phone’s board has search, alerts, theme and downloads behind 更多', async ({ seat }) => {
  const page = await (await seat('agent001', 'phone')).open('/agent/bet/instant?game=6HC')
  const menu = page.getByRole('dialog', { name: '主菜单' })
  const more = page.getByRole('button', { name: '更多' })
  const tools = menu.getByRole('toolbar', { name: '工具' })
  await more.click()
  await expect(tools.getByRole('button', { name: /^提醒提示/ })).toBeVisible()
  const theme = tools.getByRole('button', { name: /^主题：/ })
  await theme.click()
  await expect(theme).toHaveAttribute('data-theme-choice', 'light')
  await look(page, 'phone-board-menu')
  await tools.getByRole('button', { name: '界面设置' }).click()
  await expect(page.getByRole('dialog', { name: '界面设置' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeVisible()
  // What opens over the page takes the place of the menu.
  await tools.getByRole('button', { name: '下载中心' }).click()
  await expect(page.getByRole('dialog', { name: '下载中心' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.getByRole('dialog', { name: '下载中心' }).getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('dialog', { name: '下载中心' })).toBeHidden()
  await more.click()
  await tools.getByRole('button', { name: /^搜索/ }).click()
  await expect(menu).toBeHidden()
  await page.keyboard.type('kjjg')
  await expect(page.getByRole('dialog').getByRole('option', { name: '开奖结果' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/result')
  await expect(menu).toBeHidden()
})
