import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { part, typeBalls } from './support/ball-entry.ts'
import { businessDayAt } from './support/business-day.ts'
import { expect, signIn, test, watchFaults } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { placeBet } from './support/place-bet.ts'
import { expectToast } from './support/toasts.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
/** 六合彩: six balls and the special one. */
const SIX = { id: 3, code: '6HC' } as const
const DRAWN = '07182631441233'
const CORRECTED = '07182631441238'

/** An operator's own browser, on the page of one period. */
const operator = async (browser: Browser, account: string, path: string, faults: string[]): Promise<Page> => {
  const context = await browser.newContext({ baseURL: ADMIN_SITE, viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await watchFaults(page, faults)
  await signIn(page, account, `/login?redirect=${encodeURIComponent(path)}`)
  return page
}

/** A proposal of the list, opened: its whole effect is below. */
const openProposal = async (page: Page, text: string): Promise<void> => {
  await part(page, 'proposals').getByRole('button').filter({ hasText: text }).click()
  await expect(part(page, 'effect').getByRole('row', { name: /合计/ })).toBeVisible()
}

const decide = async (page: Page, button: string): Promise<void> => {
  await part(page, 'effect').getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const propose = async (page: Page, button: string, reason: string): Promise<void> => {
  const effect = part(page, 'effect')
  await expect(effect.getByRole('row', { name: /合计/ })).toBeVisible()
  await expect(effect.getByRole('button', { name: button })).toBeDisabled()
  await effect.getByLabel('原因').fill(reason)
  await look(page, `results-${button}`)
  await effect.getByRole('button', { name: button }).click()
  await expect(effect.getByLabel('原因')).toBeHidden()
}

/** The effect of the void of an order, as a file. */
const downloadOf = async (page: Page): Promise<void> => {
  const download = page.waitForEvent('download')
  await part(page, 'effect').getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: /CSV/i }).click()
  expect((await download).suggestedFilename()).toContain('注单作废预览')
}

const phoneLook = async (page: Page, name: string): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, name)
  await page.setViewportSize({ width: 1440, height: 900 })
  await look(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await look(page, name)
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('two operators enter a result blind, correct it, void an order and take a proposal back', async ({
  browser,
  timetable,
  faults,
}) => {
  const { periodNo } = await timetable.handOver(SIX.id)
  for (const itemCode of ['33', '38', '05'])
    await placeBet({ gameId: SIX.id, periodNo, playCode: 'TMA', itemCode, stake: '200' })
  await timetable.end(SIX.id)
  const path = `/admin/game/result?game=${SIX.code}&period=${periodNo}`
  const first = await operator(browser, 'headco01', path, faults)
  const second = await operator(browser, 'oper0001', path, faults)

  // Judged while typing; a whole result at once has everything that follows from it beside it.
  await expect(part(first, 'entry')).toBeVisible({ timeout: 60_000 })
  // The page is opened for the entry, which has the keyboard.
  await expect(first.getByLabel('正一')).toBeFocused()
  await expect(part(first, 'entry').getByRole('button', { name: '整期作废' })).toBeVisible()
  await typeBalls(first, '0707')
  await expect(first.getByText('正一、正二重复')).toBeVisible()
  await first.getByRole('button', { name: '清空' }).click()
  await first.keyboard.type(DRAWN)
  await expect(part(first, 'entry').locator('[data-label=sum]')).toContainText('171')
  for (const [label, value] of [
    ['tail', '3尾'],
    ['tailBigSmall', '尾小'],
    ['halfWave', '绿大单'],
    ['sevenWaves', '红波'],
  ] as const)
    await expect(part(first, 'entry').locator(`[data-label=${label}]`)).toContainText(value)
  await phoneLook(first, 'results-entry')
  await first.getByRole('button', { name: '提交第一次录入' }).click()
  await expect(first.getByText('您已完成第一次录入，须由另一位操作员盲录')).toBeVisible()
  // The server takes no second proposal beside the entry.
  await expect(part(first, 'entry').getByRole('button', { name: '整期作废' })).toHaveCount(0)

  // The second one sees that there is an entry and not what it is; another result ends both.
  await expect(part(second, 'entry').getByText('headco01')).toBeVisible()
  await expect(part(second, 'entry').locator('[data-part=ball]')).toHaveCount(0)
  await typeBalls(second, CORRECTED)
  await look(second, 'results-second')
  await second.getByRole('button', { name: '提交第二次录入' }).click()
  await expect(second.getByText('两次录入不一致，两次都已作废')).toBeVisible()
  await expect(first.getByRole('button', { name: '提交第一次录入' })).toBeVisible()
  await typeBalls(first, DRAWN)
  await first.getByRole('button', { name: '提交第一次录入' }).click()
  await expect(part(second, 'entry').getByText('headco01')).toBeVisible()
  await typeBalls(second, DRAWN)
  await second.getByRole('button', { name: '提交第二次录入' }).click()
  await expectToast(second, '两次录入一致，开奖结果已生效')
  await expect(part(first, 'standing')).toContainText('已结算', { timeout: 60_000 })

  // A correction: its effect first, then the proposal, then the other operator.
  await first.getByRole('button', { name: '更正结果' }).click()
  await expect(first.getByLabel('正一')).toBeFocused()
  await first.keyboard.type(CORRECTED)
  await propose(first, '提出更正', '来源更正特码')
  await openProposal(second, periodNo)
  await expect(part(second, 'effect')).toContainText('原因：来源更正特码')
  await expect(part(second, 'effect').getByText('各级差额与会员差额合计')).toContainText('0.00')
  await second.getByText('应付上级').first().click()
  await expect(second.getByRole('columnheader', { name: '商户应付上级' })).toBeVisible()
  await second.getByText('盈亏', { exact: true }).first().click()
  await phoneLook(second, 'results-decide')
  const orderNo = await part(second, 'effect').locator('[data-order]').first().getAttribute('data-order')
  await decide(second, '复核并生效')
  const history = part(second, 'history')
  await expect(history.locator('[data-version="2"]')).toContainText('来源更正特码')
  await expect(history.getByRole('cell', { name: '版本 1 → 2' }).first()).toBeVisible()
  await expect(history.getByText('已入账').first()).toBeVisible()
  await look(second, 'results-history')
  await second.getByRole('button', { name: '重新结算' }).click()
  await expectToast(second, '各商户均已按现行结果结算，无需处理')

  // The void of the period is taken back by who proposed it; the void of an order comes into force.
  await first.getByRole('button', { name: '整期作废' }).click()
  await propose(first, '提出作废', '误操作')
  await openProposal(first, periodNo)
  await expect(part(first, 'effect').getByRole('button', { name: '复核并生效' })).toHaveCount(0)
  await decide(first, '撤回提案')
  await first.getByRole('button', { name: '作废注单' }).click()
  const find = async (wanted: string): Promise<void> => {
    await part(first, 'effect').getByLabel('注单号').fill(wanted)
    await part(first, 'effect').getByRole('button', { name: '预览', exact: true }).click()
  }
  for (const wrong of ['abc', '1'.repeat(23)]) {
    await find(wrong)
    await expect(part(first, 'effect').getByRole('alert')).toHaveText('注单号为1至19位数字')
  }
  await find('123')
  await expect(part(first, 'effect').getByRole('alert')).toHaveText('没有注单号为 123 的注单，请核对后重新输入')
  // The order may be of another game and period than those that the page shows.
  await find(orderNo ?? '')
  await expect(part(first, 'order-of')).toHaveText(`该注单属于 六合彩 ${periodNo}期`)
  await downloadOf(first)
  await propose(first, '提出作废', '客诉核实')
  await openProposal(second, orderNo ?? '')
  await downloadOf(second)
  await decide(second, '复核并生效')
  await expect(part(second, 'history').getByText(`注单 ${orderNo} 作废`)).toBeVisible()
  await second.getByText('已决', { exact: true }).click()
  await expect(part(second, 'proposals')).toContainText('已撤回')
  await expect(part(second, 'proposals')).toContainText('两次不一致')
  await look(second, 'results-decided')
  for (const page of [first, second]) await page.context().close()
})

test('a committed period offers its seed and nothing else', async ({ browser, faults }) => {
  const operatorPage = await operator(browser, 'headco01', '/admin/game/result?game=5M', faults)
  await expect(part(operatorPage, 'result').or(part(operatorPage, 'waits'))).toBeVisible()
  const settled = operatorPage.getByLabel('期号', { exact: true })
  const options = await settled.locator('option').filter({ hasText: '已结算' }).all()
  await settled.selectOption((await options[0]?.getAttribute('value')) ?? '')
  await expect(operatorPage.getByText('现行结果就是种子开出的号码')).toBeVisible()
  await expect(operatorPage.getByRole('button', { name: '更正结果' })).toHaveCount(0)
  await look(operatorPage, 'results-seed')
  await operatorPage.context().close()
})

test('the result of a game that was switched off after the close is still typed', async ({
  browser,
  timetable,
  faults,
}) => {
  const { periodNo } = await timetable.handOver(SIX.id)
  await placeBet({ gameId: SIX.id, periodNo, playCode: 'TMA', itemCode: '33', stake: '20' })
  await timetable.end(SIX.id)
  const keeper = await Operator.signIn()
  const turn = async (enabled: boolean): Promise<void> => {
    const games = await keeper.call<{ gameId: number; version: number }[]>('/api/admin/game/query', {})
    const { version } = games.find(({ gameId }) => gameId === SIX.id) ?? { version: 0 }
    await keeper.call('/api/admin/game/update', { gameId: SIX.id, version, enabled, requestId: randomUUID() })
  }
  const path = `/admin/game/result?game=${SIX.code}&period=${periodNo}`
  const first = await operator(browser, 'headco01', path, faults)
  await expect(part(first, 'entry')).toBeVisible({ timeout: 60_000 })
  await turn(false)
  try {
    // Told to the open page, and the same after a reload.
    await expect(first.getByText('六合彩（停用）')).toBeVisible()
    await first.reload()
    await expect(first.getByText('六合彩（停用）')).toBeVisible()
    await typeBalls(first, DRAWN)
    await first.getByRole('button', { name: '提交第一次录入' }).click()
    const second = await operator(browser, 'oper0001', path, faults)
    await expect(part(second, 'entry').getByText('headco01')).toBeVisible()
    await typeBalls(second, DRAWN)
    await second.getByRole('button', { name: '提交第二次录入' }).click()
    await expect(part(first, 'standing')).toContainText('已结算', { timeout: 60_000 })
    await look(first, 'results-game-off')
    await second.context().close()
  } finally {
    await turn(true)
  }
  await first.context().close()
})

test('a period that has not opened is proposed for void from its own page and from the list', async ({
  browser,
  faults,
}) => {
  const GAME = { id: 4, code: 'PC' } as const
  const keeper = await Operator.signIn()
  const asked = { gameId: GAME.id, state: 'scheduled', pageSize: 100 }
  type Scheduled = { readonly periodNo: string; readonly drawAt: number }
  const { items } = await keeper.call<{ items: Scheduled[] }>('/api/admin/game/period/query', asked)
  // The furthest one: other tests use those that come next.
  const [last] = [...items].sort((one, two) => two.drawAt - one.drawAt)
  if (!last) throw new Error('no period is planned')
  const list = `/admin/game/periods?game=${GAME.code}&day=${businessDayAt(last.drawAt)}&state=scheduled`
  const page = `/admin/game/result?game=${GAME.code}&period=${last.periodNo}`
  const first = await operator(browser, 'headco01', list, faults)
  const row = first.locator(`[data-period="${last.periodNo}"]`)
  await look(first, 'periods-void')
  await row.getByRole('link', { name: '整期作废' }).click()
  await expect(first).toHaveURL(/show=void/)
  await expect(part(first, 'effect')).toContainText(`整期作废预览 · ${last.periodNo}期`)
  await part(first, 'effect').getByRole('button', { name: '放弃' }).click()

  await part(first, 'waits').getByRole('button', { name: '整期作废' }).click()
  await look(first, 'results-void-scheduled')
  await part(first, 'effect').getByLabel('原因').fill('停开本期')
  await part(first, 'effect').getByRole('button', { name: '提出作废' }).click()
  await expect(part(first, 'void-waits')).toHaveText('本期已有未决提案，决定前不能再提出整期作废')
  await expect(part(first, 'waits').getByRole('button', { name: '整期作废' })).toHaveCount(0)
  await first.goto(list)
  await expect(row.getByRole('link', { name: '去复核' })).toBeVisible()
  await expect(row.getByRole('link', { name: '整期作废' })).toHaveCount(0)

  const second = await operator(browser, 'oper0001', page, faults)
  await part(second, 'proposals').getByRole('button').filter({ hasText: last.periodNo }).click()
  await expect(part(second, 'effect')).toContainText('原因：停开本期')
  await decide(second, '复核并生效')
  await expect(part(second, 'result')).toContainText('本期已作废，注单全部退回本金。')
  for (const one of [first, second]) await one.context().close()
})
