import { compareAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { expect, forgiveBusy, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { sendPreviewed } from './support/replenishment.ts'

type Scenario = { readonly worst: readonly { readonly code: string; readonly result: string }[] }

const MARK_SIX = 3
/** Charts are computed and loaded after the board, which takes long on a busy machine. */
const CHARTS_MS = 60_000
const LIMIT = '5000'

type Number = { readonly itemCode: string; readonly out: string; readonly netAmount: string }

/** A number as the board of the special number has it. */
const numberOf = async (user: ApiUser, periodNo: string, itemCode: string): Promise<Number> => {
  const asked = { gameId: MARK_SIX, periodNo }
  const { rows } = await user.call<{ rows: readonly Number[] }>('/api/agent/realtimereport/tmzx1', asked)
  const row = rows.find((one) => one.itemCode === itemCode)
  if (!row) throw new Error(`no number ${itemCode}`)
  return row
}

const worstOf = async (user: ApiUser, periodNo: string): Promise<{ code: string; result: string }> => {
  const asked = { gameId: MARK_SIX, periodNo, outcomes: 'deciding' }
  const { worst } = await user.call<Scenario>('/api/agent/realtimereport/scenario', asked)
  if (!worst[0]) throw new Error('no outcomes')
  return worst[0]
}

test('before the close: a loss is typed, the advice fills the form, is previewed and sent, and the worst result improves', async ({
  seat,
  timetable,
}) => {
  const agent = await ApiUser.signIn('agent001')
  const { open } = await seat('agent001')
  const { periodNo } = await timetable.hold(MARK_SIX)
  for (const stake of ['1500', '1500']) {
    await placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMA', itemCode: '33', stake })
  }
  await placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMB', itemCode: '33', stake: '800' })
  expect(compareAmounts((await worstOf(agent, periodNo)).result, `-${LIMIT}`)).toBe(-1)
  const before = await numberOf(agent, periodNo, '33')

  const page = await open('/agent/bet/instant?game=6HC')
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: '补货建议' }) })
  await expect(panel.getByRole('img', { name: /盈亏图/ })).toBeVisible({ timeout: CHARTS_MS })
  await expect(panel.getByRole('list').filter({ hasText: '-' }).first()).toBeVisible()

  const button = panel.getByRole('button', { name: /^(计算建议|按现况重算)$/ })
  const place = await button.boundingBox()
  await panel.getByLabel('最大亏损限额').fill(`-${LIMIT}`)
  await panel.getByLabel('最大亏损限额').press('Enter')
  await expect(panel.getByText('最差结果由')).toBeVisible()
  await expect(panel.getByText(/^已按 \d\d:\d\d:\d\d 的盘面计算/)).toBeVisible()
  // The answer had its place.
  expect(await button.boundingBox()).toEqual(place)
  await placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMA', itemCode: '33', stake: '100' })
  await expect(panel.getByText(/的盘面计算 · 已过期$/)).toBeVisible()
  await button.click()
  // Its name is another one while the answer is on its way.
  await expect(button).toBeEnabled()
  await expect(panel.getByText('最差结果由')).toBeVisible()
  await look(page, 'adviser')
  await panel.getByRole('button', { name: '填入补货单' }).click()

  const drawer = page.getByRole('dialog', { name: '手动补货' })
  const amounts = drawer.getByRole('textbox', { name: /补货金额$/ })
  await expect(amounts.first()).not.toHaveValue('')
  await look(page, 'adviser-form')
  // The number's result over its plays, as its board has it; bets arrive meanwhile.
  const figure = drawer
    .locator('[data-part=replenish-items] > li')
    .filter({ has: page.getByText('33', { exact: true }) })
    .locator('dd .amount')
    .first()
  await expect(async () => {
    const shown = Number((await figure.textContent())?.replaceAll(',', ''))
    expect(Math.abs(shown - Number((await numberOf(agent, periodNo, '33')).netAmount))).toBeLessThan(1)
  }).toPass({ timeout: 20_000 })
  await drawer.getByRole('button', { name: '预览' }).click()
  await expect(drawer.getByText('33').first()).toBeVisible()
  await sendPreviewed(page, '已补出')

  // Bets on other numbers may arrive meanwhile.
  const after = await numberOf(agent, periodNo, '33')
  expect(compareAmounts(after.netAmount, before.netAmount)).toBe(1)
  expect(compareAmounts(after.out, '0')).toBe(1)
})

test('the whole period shows the draws with the worst results', async ({ seat, timetable, faults }) => {
  await timetable.hold(MARK_SIX)
  const { open } = await seat('agent001')
  const page = await open('/agent/bet/instant?game=6HC')
  // Waits until the choice stands still: charts load above and below it.
  await page.getByText('本期全部', { exact: true }).click({ timeout: CHARTS_MS })
  await expect(page.getByRole('radio', { name: '本期全部' })).toBeChecked()
  await expect(page.getByRole('heading', { name: /最差十次开奖/ })).toBeVisible({ timeout: CHARTS_MS })
  // The draws load after their heading.
  await expect(page.locator('[data-part="worst-draws"] li').first().locator('[data-part="ball"]')).toHaveCount(7, {
    timeout: CHARTS_MS,
  })
  await expect(page.getByText(/按 200,000 次模拟开奖估算/)).toBeVisible()
  forgiveBusy(faults)
})
