import type { Locator } from '@playwright/test'
import { ApiUser } from './support/api.ts'
import { itemOf, SPECIAL } from './support/board.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { countPresses } from './support/presses.ts'
import { gameOf, gamesOf, groupOf, restAutomatic } from './support/replenishment.ts'
import { toastsAt, toastsOf } from './support/toasts.ts'
import { dayOfHistory } from './support/world.ts'

const MARK_SIX = 3

test('by touch alone: the worst number is hedged and a limit set', async ({ seat, timetable }) => {
  const agent = await ApiUser.signIn('agent001')
  await restAutomatic(agent)
  const { periodNo } = await timetable.begin(MARK_SIX)
  await placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMA', itemCode: '38', stake: '6000', account: 'mem0002' })
  // A second play holds the number, so that the one sent whole leaves the list.
  await placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMB', itemCode: '38', stake: '100', account: 'mem0002' })
  const { open } = await seat('agent001', 'phone')
  const page = await open('/agent/bet/instant?game=6HC&group=TM&sort=item')
  const cell = itemOf(page, SPECIAL, 'TMA|38')
  const drawer = page.getByRole('dialog', { name: '手动补货' })
  // The worst number stands first when the board is sorted by results; here it is a tap on its ball.
  await expect(cell.locator('[data-part="stake"]')).toContainText(/[\d,]{4,}/)
  const counted = await countPresses(page)
  await cell.getByRole('button', { name: /^选择/ }).tap()
  const bar = page.locator('[data-part=pick-bar]')
  await expect(bar).toBeInViewport()
  expect((await toastsAt(page)).bottom).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
  await page.getByRole('button', { name: '补货 1 项', exact: true }).tap()
  const amount = drawer.getByRole('textbox', { name: '特码A 38 补货金额' })
  await expect(amount).toBeVisible()
  await drawer
    .getByRole('button', { name: /填入全部可补/ })
    .first()
    .tap()
  await expect(amount).not.toHaveValue('')
  const preview = drawer.getByRole('button', { name: '预览', exact: true })
  if (await preview.isVisible()) await preview.tap()
  await expect(drawer.getByRole('heading', { name: '预览：谁收多少' })).toBeVisible()
  await look(page, 'touch-preview')
  const sent = drawer.getByRole('status').filter({ hasText: '已补出' })
  await expect(async () => {
    const send = drawer.getByRole('button', { name: /^(发送|数据不是最新，仍要发送)$/ })
    if (await send.isVisible()) await send.tap()
    await expect(sent).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await expect(cell).toContainText('补出')
  await expect(drawer.locator('[data-part="replenish-item"]')).toContainText('特码A')
  await drawer.getByRole('button', { name: '完成' }).tap()
  await expect(drawer).toHaveCount(0)
  await expect(cell).toContainText('补出')
  expect((await counted()).clicks).toBe(0)

  await test.step('an automatic limit', async () => {
    const group = groupOf(gameOf(await gamesOf(agent), SPECIAL), SPECIAL)
    await page.goto('/agent/bet/setting?game=6HC')
    const automatic = page.getByRole('switch', { name: `${group.name} 自动`, exact: true })
    await expect(automatic).toBeVisible()
    const taps = await countPresses(page)
    await automatic.tap()
    await expect(automatic).toBeChecked()
    await page.getByRole('listitem').filter({ hasText: group.name }).first().locator('summary').tap()
    for (const [name, text] of [
      ['占成控额', '650'],
      ['单位', '20'],
    ] as const) {
      await page.getByRole('textbox', { name: `${group.name} ${name}` }).tap()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    }
    await page.getByRole('button', { name: '核对并保存' }).tap()
    const review = page.getByRole('dialog', { name: '核对改动' })
    await expect(review.getByRole('row').filter({ hasText: '占成控额' })).toContainText('650.00')
    await look(page, 'touch-limit')
    await review.getByRole('button', { name: '保存', exact: true }).tap()
    const result = page.getByRole('dialog', { name: '保存结果' })
    await expect
      .poll(async () => (await result.isVisible()) || toastsOf(page).some((said) => said.startsWith('已保存')))
      .toBe(true)
    expect((await taps()).clicks).toBe(0)
  })
  await restAutomatic(agent)
})

/** A tap that scrolls to its target first, as a finger does. */
const tapOn = async (target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  await target.tap()
}

test('by touch alone: from a month to one bet in four taps, and why it won', async ({ seat }) => {
  const page = await (await seat('genagt01', 'phone')).open('/reports/delivery')
  const child = page.locator('[data-kind=child][data-account=agent001]')
  const counted = await countPresses(page)
  const month = dayOfHistory(1).slice(0, 7) === (process.env['E2E_DAY'] ?? '').slice(0, 7) ? '本月' : '上月'
  await tapOn(page.getByText(month, { exact: true }))
  await tapOn(child.getByRole('button', { name: /查看注单/ }))
  const drawer = page.getByRole('dialog')
  const won = drawer.locator('[data-part="order-cards"] li').filter({ has: page.getByText('中', { exact: true }) })
  await tapOn(won.getByRole('button', { name: /^查看注单/ }).first())
  const draw = drawer.getByRole('region', { name: '开奖号码' })
  await expect(draw).toBeVisible()
  const { taps, clicks } = await counted()
  expect(clicks).toBe(0)
  expect(taps).toBeLessThanOrEqual(4)
  const formula = drawer.getByRole('region', { name: '算式' })
  await formula.scrollIntoViewIfNeeded()
  await expect(formula).toBeInViewport()
  await expect(formula.locator('[data-formula=payout]')).toContainText('赔率')
  await expect(formula.locator('[data-formula=result]')).toContainText('会员输赢')
  await expect(draw.locator('[data-mark=hit], [data-mark=counts]').first()).toBeAttached()
  await look(page, 'touch-won')
})
