import { ApiUser } from './support/api.ts'
import { drawnControls, watchControls } from './support/board.ts'
import { boardBoxes } from './support/board-boxes.ts'
import { keepCountdowns, keptCountdowns } from './support/countdowns.ts'
import { expect, type Look, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { type PlacedBet, placeBet } from './support/place-bet.ts'
import { countPresses } from './support/presses.ts'
import { replenishLines, restAutomatic } from './support/replenishment.ts'
import { unreadable } from './support/text-boxes.ts'
import { openLarge } from './support/windows.ts'

const MARK_SIX = 3

const bet = (periodNo: string, playCode: string, itemCode: string, stake: string): PlacedBet => ({
  gameId: MARK_SIX,
  periodNo,
  playCode,
  itemCode,
  stake,
})

/** Members of agent001 who bet the large stakes: each has its own credit. */
const PLAYERS = { desk: 'mem0002', phone: 'mem0003' } as const

for (const size of ['desk', 'phone'] as const satisfies readonly Look[])
  test(`the largest combinations, the exposure of each number, and a search by numbers (${size})`, async ({
    seat,
    timetable,
  }) => {
    const { periodNo } = await timetable.begin(MARK_SIX)
    // The stakes are far above any bet of the simulated players.
    for (const [play, item, stake] of [
      ['LM_2QZ', '02+03', '9000'],
      ['LM_2QZ', '01+02', '7000'],
      ['LM_3QZ', '01+02+03', '6000'],
    ] as const)
      await placeBet({ ...bet(periodNo, play, item, stake), account: PLAYERS[size] })
    const page = await (await seat('agent001', size)).open('/agent/bet/instant?game=6HC&group=LM&sort=amount')
    const list = page.getByRole('group', { name: '连码', exact: true })
    const items = list.getByRole('listitem')
    await expect(items.first()).toHaveAttribute('data-key', 'LM_2QZ|02+03')
    await expect(items.nth(1)).toHaveAttribute('data-key', 'LM_2QZ|01+02')
    // 9,000 + 7,000 + 6,000, of which the agent holds 30%.
    await expect(page.getByRole('button', { name: /^02，[\d,]+，\d+ 组$/ })).toBeVisible()
    await look(page, 'combinations')
    await page.getByRole('button', { name: /^01，/ }).click()
    await expect(items.first()).toHaveAttribute('data-key', 'LM_2QZ|01+02')
    await expect(list.locator('[data-item="02+03"]')).toHaveCount(0)
    await page.getByRole('button', { name: /^03，/ }).click()
    await expect(items.first()).toHaveAttribute('data-key', 'LM_3QZ|01+02+03')
    await page
      .getByRole('group', { name: '玩法', exact: true })
      .getByText(/^二全中/)
      .click()
    await expect(page).toHaveURL(/section=LM_2QZ/)
    await expect(items.first()).toHaveAttribute('data-key', 'LM_2QZ|02+03')
    // Becomes the largest by 1,000.
    await placeBet({ ...bet(periodNo, 'LM_2QZ', '01+02', '3000'), account: PLAYERS[size] })
    await expect(items.first()).toHaveAttribute('data-key', 'LM_2QZ|01+02')
    if (size === 'phone') {
      // 30% of it is no whole number of fen, so that the sum of the group is none either, whoever else bets.
      await placeBet({ ...bet(periodNo, 'LM_2QZ', '01+02', '100.55'), account: PLAYERS.phone })
      const whole = page.locator('[data-group="LM"] [data-exact]').first()
      await expect(whole).toHaveAttribute('data-exact', /\.\d/)
      await whole.tap()
      await expect(page.locator('[data-part="exact-tip"]')).toHaveText(/^-?[\d,]+\.\d+$/)
      return
    }
    await test.step('groups with money stand first on request', async () => {
      const tabs = page.locator('[data-part="group-tabs"] [data-group]')
      /** A group with money stands behind one without. */
      const isMixed = async (): Promise<boolean> => {
        const money = await tabs.evaluateAll((all) => all.map((one) => one.hasAttribute('data-money')))
        return money.includes(false) && money.lastIndexOf(true) > money.indexOf(false)
      }
      await expect.poll(isMixed).toBe(true)
      const choice = page.getByRole('checkbox', { name: '有注额在前' })
      await choice.click()
      await expect(choice).toBeChecked()
      await expect.poll(isMixed).toBe(false)
      // Stored for the user: the other tests have the game's order.
      await choice.click()
      await expect.poll(isMixed).toBe(true)
    })
  })

test('a new user reads what the figure of a group is', async ({ seat, timetable }) => {
  const { periodNo } = await timetable.hold(MARK_SIX)
  await placeBet(bet(periodNo, 'TMA', '21', '500'))
  const page = await (await seat('agent001')).open('/agent/bet/instant?game=6HC&group=TM')
  await page.setViewportSize({ width: 1366, height: 768 })
  const chosen = page.locator('[data-group="TM"]')
  await expect(chosen.getByText('最差', { exact: true }).first()).toBeVisible()
  await expect(chosen).toHaveAttribute('title', /^开出最差结果时盈亏 -?[\d,]+　净额 [\d,]+$/)
  await expect(page.getByRole('radio', { name: /^特码 最差 -?[\d,]+$/ })).toBeChecked()
  await look(page, 'group-figure')
  const phone = await (await seat('agent001', 'phone')).open('/agent/bet/instant?game=6HC&group=TM')
  await expect(phone.locator('[data-group="TM"]')).toContainText(/净额 [\d,]+最差 -?[\d,]+/)
  await look(phone, 'group-figure')
  // The totals end the rows; nothing of the board is left out.
  const totals = phone.locator('[data-part=board-totals]')
  await totals.scrollIntoViewIfNeeded()
  for (const word of ['总额', '实占', '补入', '补出', '净额', '最高盈利', '最高亏损'])
    await expect(totals).toContainText(word)
  await look(phone, 'phone-totals')
})

test('the running list beside the board leaves out small orders and marks large ones', async ({ seat, timetable }) => {
  // Resets the stored settings.
  await (await ApiUser.signIn('agent001')).call('/api/common/preference/set', { key: 'order-roll', value: '{}' })
  const { periodNo } = await timetable.hold(MARK_SIX)
  const page = await (await seat('agent001')).open('/agent/bet/instant?game=6HC&group=TM')
  await page.getByRole('button', { name: /^实时滚单/ }).click()
  await page.getByLabel('最低注额').fill('3000')
  const saved = page.waitForResponse((response) => response.url().includes('/preference/set'))
  await page.getByLabel('大额提醒').fill('3500')
  await saved
  const roll = page.getByRole('list', { name: '实时滚单' })
  // Earlier periods may have orders on the same numbers.
  const rows = roll.getByRole('listitem').filter({ hasText: `${periodNo}期` })
  await placeBet(bet(periodNo, 'TMA', '11', '3000'))
  await expect(rows.filter({ hasText: '特码A 11' })).toContainText('3,000.00')
  await placeBet(bet(periodNo, 'TMA', '12', '2999'))
  await placeBet(bet(periodNo, 'TMA', '13', '4000'))
  // Shown for a few seconds only.
  await expect(page.getByRole('button', { name: '实时滚单 大额' })).toBeVisible()
  const large = rows.filter({ hasText: '特码A 13' })
  await expect(large).toContainText('大额')
  await expect(large).toContainText('实占 1,200.00')
  await expect(large).toContainText('mem0001')
  await expect(rows.filter({ hasText: '特码A 12' })).toHaveCount(0)
  await test.step('one line a bet with its ball, beside a board without a mask', async () => {
    await expect(large.locator('[data-part~="ball"]')).toHaveText('13')
    const lines = await roll.getByRole('listitem').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.max(...lines)).toBeLessThanOrEqual(34)
    await expect(page.locator('.ant-drawer-mask')).toHaveCount(0)
  })
  await look(page, 'order-roll')
  // The settings belong to the user, not to the page.
  await page.reload()
  await expect(page.getByLabel('最低注额')).toHaveValue('3000')
})

test('a big bet lowers the odds, and the board shows it without a reload', async ({ seat, timetable }) => {
  const operator = await Operator.signIn()
  const setSteps = async (steps: readonly object[]): Promise<void> => {
    const { version } = await operator.call<{ version: number }>('/api/admin/odds/drop/query', { gameId: MARK_SIX })
    const items = [{ playCode: 'TMB', key: '07', steps }]
    await operator.call('/api/admin/odds/drop/set', { gameId: MARK_SIX, version, items })
  }
  await setSteps([{ stake: '900', drop: '0.5', floor: '40' }])
  const { periodNo } = await timetable.begin(MARK_SIX)
  const page = await (await seat('agent001')).open('/agent/bet/instant?game=6HC&group=TM&section=TMB')
  const cell = page.locator('[data-key="TMB|07"]')
  await expect(cell).toBeVisible()
  await expect(cell).not.toContainText('自动降赔')
  // The head holds 30% of it.
  await placeBet(bet(periodNo, 'TMB', '07', '3000'))
  await expect(cell).toContainText('自动降赔 0.5')
  await look(page, 'odds-drop')
  await setSteps([])
  await expect(cell).not.toContainText('自动降赔')
})

test('the board fits the window: every number, both rows of groups and the totals, with rows of 34 to 72 px', async ({
  seat,
  timetable,
}) => {
  await timetable.hold(MARK_SIX)
  const page = await (await seat('agent001')).open('/agent/bet/instant?game=6HC&group=TM')
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.locator('[data-key="TMA|49"]')).toBeVisible()
  await expect(page.locator('[data-part="worst"] li')).toHaveCount(10)
  for (const [width, height] of [
    [1366, 768],
    [1366, 700],
    [1440, 900],
    [1920, 1080],
  ] as const)
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height })
      const boxes = await boardBoxes(page)
      expect(boxes.pageScrolls).toBe(false)
      expect(boxes.rowsScroll).toBe(false)
      expect(boxes.cells).toHaveLength(49)
      // Five columns of ten.
      expect(new Set(boxes.cells.map(({ left }) => Math.round(left))).size).toBe(5)
      const totals = boxes.totals?.top ?? 0
      expect(boxes.totals?.bottom).toBeLessThanOrEqual(height)
      for (const { top, bottom } of boxes.cells) {
        expect(bottom - top).toBeGreaterThanOrEqual(34)
        expect(bottom - top).toBeLessThanOrEqual(72.5)
        expect(bottom).toBeLessThanOrEqual(totals)
      }
      expect(boxes.groups).toHaveLength(26)
      expect(new Set(boxes.groups.map(({ top }) => Math.round(top))).size).toBe(2)
      expect(boxes.groups.every(({ right }) => right <= width)).toBe(true)
      expect((boxes.side?.right ?? 0) - (boxes.side?.left ?? 0)).toBe(244)
      expect(boxes.side?.bottom).toBeLessThanOrEqual(height)
    })
  await page.setViewportSize({ width: 1366, height: 640 })
  // No game is cut off, with period numbers as long as those of a game that draws each minute.
  const games = page.getByRole('navigation').filter({ has: page.getByRole('timer') })
  await expect(games).toContainText(/\d{12}期/)
  expect(await games.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0)
  // Too low: only the numbers scroll.
  const low = await boardBoxes(page)
  expect([low.pageScrolls, low.rowsScroll, low.side?.scrolls]).toEqual([false, true, true])
  expect(low.totals?.bottom).toBeLessThanOrEqual(640)
  await test.step('the column heads stay while the numbers scroll', async () => {
    const head = page.locator('[data-part="board-rows"]').getByText('赔率', { exact: true }).first()
    const before = await head.boundingBox()
    await page.locator('[data-part="board-rows"]').evaluate((rows) => rows.scrollTo({ top: rows.scrollHeight }))
    await expect(page.locator('[data-key="TMA|10"]')).toBeInViewport({ ratio: 0.99 })
    await expect(head).toBeInViewport({ ratio: 0.99 })
    expect(await head.boundingBox()).toEqual(before)
  })
  await look(page, 'board-low')
  await page.setViewportSize({ width: 1366, height: 768 })
  await test.step('a selection has its place', async () => {
    const before = await boardBoxes(page)
    await page.getByRole('button', { name: /^选择 17/ }).click()
    await expect(page.getByText('已选 1 项')).toBeVisible()
    expect((await boardBoxes(page)).cells).toEqual(before.cells)
    await look(page, 'board')
    await page.keyboard.press('Escape')
    await expect(page.getByText('已选 1 项')).toHaveCount(0)
  })
  await test.step('arrows go to the neighbour, also after the items have changed places', async () => {
    const pick = (item: string) => page.locator(`[data-key="TMA|${item}"] [data-part="pick"]`)
    const walk = async (from: string, ways: readonly (readonly [string, string])[]): Promise<void> => {
      await pick(from).focus()
      for (const [way, to] of ways) {
        await page.keyboard.press(`Arrow${way}`)
        await expect(pick(to)).toBeFocused()
      }
    }
    const five = [
      ['Down', '02'],
      ['Right', '12'],
      ['Up', '11'],
      ['Left', '01'],
    ] as const
    await walk('01', five)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/agent/bet/instant?game=6HC&group=TM&sort=item')
    await walk('01', [
      ['Down', '02'],
      ['Down', '03'],
    ])
    // What says which board it is, and for how long, stays in view on a phone.
    await page.locator('[data-key="TMA|49"]').scrollIntoViewIfNeeded()
    await expect(page.getByRole('timer').first()).toBeInViewport()
    await expect(page.locator('[data-part="group-tabs"]')).toBeInViewport()
    await page.setViewportSize({ width: 1366, height: 768 })
    await walk('01', five)
  })
  await test.step('PC: 28 sums, and its panel does not stretch them', async () => {
    await page.goto('/agent/bet/instant?game=PC&group=HZ')
    await expect(page.locator('[data-key="HZ|27"]')).toBeVisible()
    const { cells, rowsScroll, side } = await boardBoxes(page)
    expect(cells).toHaveLength(28)
    expect(rowsScroll).toBe(false)
    expect(Math.max(...cells.map(({ top, bottom }) => bottom - top))).toBeLessThanOrEqual(72.5)
    expect(side?.bottom).toBeLessThanOrEqual(768)
  })
  await test.step('the items of a section are on one grid', async () => {
    await page.goto('/agent/bet/instant?game=6HC&group=SB')
    await expect(page.locator('[data-part="board-grid"] [data-key]').first()).toBeVisible()
    const { columns } = await boardBoxes(page)
    for (const section of columns) expect(new Set(section).size).toBeLessThanOrEqual(2)
  })
})

test('amounts of eight digits in every cell make no row higher, with all that was taken, sent and waits', async ({
  seat,
  timetable,
}) => {
  await timetable.hold(MARK_SIX)
  const page = await openLarge(await seat('agent001'), 'desk')
  await page.goto('/agent/bet/instant?game=6HC&group=TM')
  const extras = page.locator('[data-key^="TMA|"] [data-part="stake"]').filter({ hasText: /入.*出/ })
  await expect(extras).toHaveCount(49)
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const)
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await expect.poll(async () => (await boardBoxes(page)).window.width).toBe(width)
      const { cells, pageScrolls, rowsScroll, totals } = await boardBoxes(page)
      expect([cells.length, pageScrolls, rowsScroll]).toEqual([49, false, false])
      const heights = cells.map(({ top, bottom }) => bottom - top)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(32)
      expect(Math.max(...heights)).toBeLessThanOrEqual(72.5)
      // Each row as high as any other.
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
      expect(Math.max(...cells.map(({ bottom }) => bottom))).toBeLessThanOrEqual(totals?.top ?? 0)
      expect(totals?.bottom).toBeLessThanOrEqual(height)
      expect(await unreadable(page)).toEqual([])
      await look(page, 'board-eight-digits')
    })
  // What is shortened is whole in the title and for screen readers.
  await page.setViewportSize({ width: 1366, height: 768 })
  const whole = /补入 -?99,999,999.*补出 -?99,999,999.*待确认 -?99,999,999/
  await expect(extras.first().locator('[title]').first()).toHaveAttribute('title', whole)
  await expect(extras.first()).toHaveAccessibleName(whole)
})

test('the worst number: Shift and a click select it, two clicks and Enter send it, and nothing moves at the close', async ({
  seat,
  timetable,
}) => {
  const agent = await ApiUser.signIn('agent001')
  await restAutomatic(agent)
  const { periodNo } = await timetable.begin(MARK_SIX)
  // Far above what simulated players bet; 30% of the second one is no whole yuan.
  await placeBet({ ...bet(periodNo, 'TMA', '38', '6000'), account: PLAYERS.desk })
  await placeBet(bet(periodNo, 'TMA', '12', '100.55'))
  // Decided by the same ball: numbers from 25 lose though nobody has bet on most of them, by more than the stakes bring.
  for (const account of ['mem0004', 'mem0005', 'mem0006', 'mem0007'])
    await placeBet({ ...bet(periodNo, 'TM_LM', 'DA', '9000'), account })
  const page = await (await seat('agent001')).open('/agent/bet/instant?game=6HC&group=TM')
  const cell = page.locator('[data-key="TMA|38"]')
  const worst = page.locator('[data-part="worst"]').getByRole('button', { name: /^38\D/ })
  const drawer = page.getByRole('dialog', { name: '手动补货' })

  await worst.click({ modifiers: ['Shift'] })
  await expect(page.getByText('已选 1 项')).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('已选 1 项')).toHaveCount(0)

  await test.step('a loss of a number without a stake is said to come from other plays', async () => {
    const idle = page
      .locator('[data-key^="TMA|"]')
      .filter({ has: page.locator('[data-part="stake"] .amount-zero') })
      .filter({ has: page.locator('[data-part="result"] .amount-negative') })
    await expect(idle.first()).toContainText('其他玩法')
    await expect(cell).not.toContainText('其他玩法')
    // Nothing of it can be sent.
    const why = page.locator('[data-part="worst"]').getByTitle('净额为 0，亏损来自其他玩法')
    await expect(why.first()).toBeDisabled()
  })

  await test.step('the exact amount under the pointer and on focus', async () => {
    const figure = page.locator('[data-key="TMA|12"] [data-part="stake"] .amount')
    await figure.hover()
    await expect(figure).toHaveAttribute('title', /^[\d,]+\.\d+$/)
    await page.locator('[data-key="TMA|12"] [data-part="stake"]').focus()
    await expect(page.locator('[data-part="exact-tip"]')).toHaveText(/^[\d,]+\.\d+$/)
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-part="exact-tip"]')).toHaveCount(0)
  })

  await test.step('the worst numbers keep their order under the pointer, with the figures of now', async () => {
    const lines = page.locator('[data-part="worst"] [data-outcome]')
    const order = (): Promise<readonly (string | undefined)[]> =>
      lines.evaluateAll((shown: HTMLElement[]) => shown.map(({ dataset }) => dataset['outcome']))
    await expect(lines.first()).toHaveAttribute('data-outcome', 'TMA:38')
    await lines.nth(1).hover()
    const held = await order()
    const before = await lines.first().locator('.amount').textContent()
    await page.evaluate(watchControls)
    for (const account of ['mem0004', 'mem0005']) await placeBet({ ...bet(periodNo, 'TMA', '07', '5000'), account })
    // Its own result is worse than that of 38 now.
    await expect(page.locator('[data-key="TMA|07"] [data-part="stake"] .amount-zero')).toHaveCount(0)
    await expect(lines.first().locator('.amount')).not.toHaveText(before ?? '')
    expect(await order()).toEqual(held)
    expect(await drawnControls(page)).toEqual([])
    // A pointer that rests does not hide a new worst number.
    await expect(lines.first()).toHaveAttribute('data-outcome', 'TMA:07')
    expect(await order()).not.toEqual(held)
  })

  await test.step('the orders of a number: its total and the play’s own figure, beside a board without a mask', async () => {
    await cell.locator('[data-part="stake"]').click()
    const figures = page.locator('[data-part="item-figures"]')
    await expect(figures.getByRole('listitem').filter({ hasText: '38 号合计' })).toContainText(/净额 1,8\d\d\.\d\d/)
    await expect(figures.getByRole('listitem').filter({ hasText: '特码A' })).toContainText(/净额 1,8\d\d\.\d\d/)
    await expect(page.locator('.ant-drawer-mask')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(figures).toHaveCount(0)
  })

  await test.step('ways to fill: down to what is to stay, and up to the average of the chosen', async () => {
    await worst.click()
    await expect(drawer.getByRole('textbox', { name: '特码A 38 补货金额' })).toBeFocused()
    // The board beside it stays in use: a number pressed there is added.
    await expect(page.locator('.ant-drawer-mask')).toHaveCount(0)
    await page.getByRole('button', { name: /^选择 12/ }).click()
    await expect(drawer.getByRole('textbox', { name: '特码A 12 补货金额' })).toBeVisible()
    const fill = async (kind: string, kept?: string): Promise<void> => {
      await drawer.getByText(kind, { exact: true }).click()
      if (kept !== undefined) await drawer.getByRole('textbox', { name: '各项净额只留' }).fill(kept)
      await drawer.getByRole('button', { name: '填入全部', exact: true }).click()
    }
    // Bets may arrive between what is filled and what is read.
    await expect(async () => {
      await fill('补到净额', '500')
      for (const { net, amount } of await replenishLines(drawer))
        expect(Math.abs(amount - Math.max(0, net - 500))).toBeLessThan(1)
    }).toPass({ timeout: 60_000 })
    await expect(async () => {
      await fill('平均盈亏')
      const lines = await replenishLines(drawer)
      const resultOf = (item: string): number =>
        lines.find(({ name }) => name === `特码A ${item}`)?.result ?? Number.NaN
      const missing = (resultOf('12') - resultOf('38')) / 2
      const filled = lines.filter(({ name }) => name.endsWith(' 38'))
      // In whole units, and never above the average.
      const gained = filled.reduce((sum, { amount, odds }) => sum + amount * odds, 0)
      expect(gained).toBeLessThanOrEqual(missing)
      expect(missing - gained).toBeLessThan(Math.max(...filled.map(({ odds }) => odds)))
      expect(lines.filter(({ name, amount }) => name.endsWith(' 12') && amount > 0)).toEqual([])
    }).toPass({ timeout: 60_000 })
    await look(page, 'fill-even')
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  })

  await test.step('two clicks and Enter', async () => {
    const pressed = await countPresses(page)
    await worst.click()
    await drawer
      .getByRole('button', { name: /填入全部可补/ })
      .first()
      .click()
    await page.keyboard.press('Enter')
    const change = drawer.locator('[data-part="result-change"]').first()
    await expect(change).toContainText(/开出时盈亏 -[\d,.]+ → -?[\d,.]+/)
    await expect(change).toContainText(/退水 [\d.]+%/)
    await expect(change).toContainText(/盘口 [A-D]/)
    await look(page, 'worst-preview')
    // Enter sends, and once more if the preview has changed meanwhile; then it closes.
    const sent = drawer.getByRole('status').filter({ hasText: '已补出' })
    const send = drawer.getByRole('button', { name: /^(发送|数据不是最新，仍要发送)$/ })
    await expect(async () => {
      if (await send.isVisible()) await page.keyboard.press('Enter')
      await expect(sent).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expect(drawer.getByRole('button', { name: '完成' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(drawer).toHaveCount(0)
    expect((await pressed()).clicks).toBe(2)
    await expect(cell).toContainText('补出')
  })

  await test.step('the strip of the ended period has its place, and all that it says fits a laptop', async () => {
    await page.setViewportSize({ width: 1366, height: 768 })
    const before = await boardBoxes(page)
    await page.evaluate(keepCountdowns)
    await timetable.begin(MARK_SIX)
    const strip = page.locator('[data-part="period-strip"]')
    await expect(strip).toContainText(`${periodNo}期已封盘`)
    const next = strip.getByRole('button', { name: '进入新一期' })
    await expect(next).toBeVisible({ timeout: 60_000 })
    const balls = strip.locator('[data-part~="ball"]')
    await expect(balls).toHaveCount(7, { timeout: 60_000 })
    for (const shown of [strip.getByText(`${periodNo}期已封盘`), balls.last(), next])
      await expect(shown).toBeInViewport({ ratio: 0.99 })
    expect((await boardBoxes(page)).cells).toEqual(before.cells)
    // Nothing can be sent any more, and no button says so.
    await expect(page.locator('[data-part="worst"]').getByTitle('补货已截止').first()).toBeVisible()
    await expect(page.locator('[data-part="worst"] button:enabled')).toHaveCount(0)
    await look(page, 'board-ended')
  })

  await test.step('a countdown is red in its last ten seconds and not before', async () => {
    const kept = await page.evaluate(keptCountdowns)
    const soon = kept.filter(({ seconds }) => seconds <= 10)
    expect(soon.length).toBeGreaterThan(0)
    expect(soon.filter(({ red }) => !red)).toEqual([])
    expect(kept.length).toBeGreaterThan(soon.length)
    expect(kept.filter(({ seconds, red }) => seconds > 10 && red)).toEqual([])
  })

  await test.step('the next period is followed by choice, never while something of this one is in hand', async () => {
    const strip = page.locator('[data-part="period-strip"]')
    await page.getByRole('button', { name: /^选择 17/ }).click()
    await page.getByLabel('自动跟进新一期').click()
    await expect(page.getByLabel('自动跟进新一期')).toBeChecked()
    await expect(page.getByText('已选 1 项')).toBeVisible()
    await expect(strip.getByRole('button', { name: '进入新一期' })).toBeVisible()
    await page.getByRole('button', { name: '清除', exact: true }).click()
    await expect(strip.getByRole('button', { name: '进入新一期' })).toHaveCount(0)
    await expect(strip).not.toContainText('已封盘')
  })
  // The page saves a choice a little later, maybe after the call below.
  await page.getByLabel('自动跟进新一期').click()
  await expect(page.getByLabel('自动跟进新一期')).not.toBeChecked()
  await agent.call('/api/common/preference/set', { key: 'board', value: '{}' })
})
