import type { Page } from '@playwright/test'
import { addAmounts, compareAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { startBets } from './support/bets.ts'
import {
  type BoardPart,
  boardPath,
  CHAMPION,
  followNext,
  itemOf,
  itemsOf,
  largestStake,
  overLimit,
  receivedOf,
  receivedOnPage,
  SPECIAL,
  sumOfStakes,
  winners,
} from './support/board.ts'
import { expect, type Look, type Seat, test } from './support/fixtures.ts'
import { PERIOD_SECONDS } from './support/world.ts'

const BETS_PER_SECOND = 50
const BY_HAND = '50'
/** What is kept of an item, and the steps in which the rest leaves: less than a step stays above the limit. */
const LIMIT = '10'
const UNIT = '20'
const PERIOD_MS = PERIOD_SECONDS * 1000
const SOON_MS = PERIOD_MS + 20_000
/** What the work before the close takes. */
const NEEDED_MS = (PERIOD_MS * 2) / 3

type GroupInfo = { readonly id: number; readonly name: string; readonly plays: readonly { readonly code: string }[] }
type Game = { readonly id: number; readonly gameType: string; readonly groups: readonly GroupInfo[] }
type Auto = { readonly groupId: number; readonly enabled: boolean }
type Settings = { readonly version: number; readonly self: { readonly auto: readonly Auto[] } }
type Period = { readonly periodNo: string; readonly state: string }
type Figures = { readonly receivable: string; readonly payable: string }
type Row = Figures & { readonly rowKind: string; readonly accountName: string; readonly agentPathsId: number }
type Delivery = { readonly items: readonly Row[]; readonly summary: Figures }

/** Nothing leaves by itself until the walk says so: what the last one switched on is off again. */
const restAutomatic = async (agent: ApiUser): Promise<void> => {
  const infos = await agent.call<readonly { gameId: number }[]>('/api/rec/game/get-game-infos')
  for (const { gameId } of infos) {
    const { version, self } = await agent.call<Settings>('/api/common/replenishment/query', { gameId })
    if (!self.auto.some(({ enabled }) => enabled)) continue
    const auto = self.auto.map((one) => ({ ...one, enabled: false }))
    await agent.call('/api/common/replenishment/auto-config/set', { gameId, version, auto })
  }
}

/** Through the menu, as a person goes: at the side, on a phone behind the last button of the bar. */
const goTo = async (page: Page, entry: string): Promise<void> => {
  const more = page.getByRole('button', { name: '更多', exact: true })
  const link = page.getByRole('link', { name: entry, exact: true })
  if (await more.isVisible()) await more.click()
  await link.click()
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768

/** Picks the item, types, looks at who takes what, and sends; what moved in between is shown and asked again. */
const sendByHand = async (page: Page, part: BoardPart, key: string): Promise<void> => {
  await itemOf(page, part, key).getByRole('button', { name: /^选择/ }).click()
  await expect(page.getByText('已选 1 项')).toBeVisible()
  await page.getByRole('button', { name: '补货', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '手动补货' })
  const amount = drawer.getByRole('textbox', { name: /补货金额$/ }).first()
  await amount.fill(BY_HAND)
  await amount.press('Enter')
  await expect(drawer.getByRole('heading', { name: '预览：谁收多少' })).toBeVisible()
  await expect(drawer.getByText(/总代理 收货/)).toBeVisible()
  const sent = drawer.getByRole('status').filter({ hasText: `已补出 ${BY_HAND}.00` })
  await expect(async () => {
    const send = drawer.getByRole('button', { name: /^(发送|数据不是最新，仍要发送)$/ })
    if (await send.isVisible()) await send.click()
    await expect(sent).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await drawer.getByRole('button', { name: '完成' }).click()
  await expect(drawer).toHaveCount(0)
}

/** Switches a play group to keeping next to nothing, with the changes shown before and what left at once after. */
const switchAutomatic = async (page: Page, game: Game, part: BoardPart): Promise<void> => {
  const group = groupOf(game, part)
  await page.getByRole('main').getByText(gameName(part), { exact: true }).click()
  await page.getByRole('switch', { name: `${group.name} 自动`, exact: true }).check({ force: true })
  if (isPhone(page)) await page.getByRole('listitem').filter({ hasText: group.name }).first().locator('summary').click()
  await page.getByRole('textbox', { name: `${group.name} 占成控额` }).fill(LIMIT)
  await page.getByRole('textbox', { name: `${group.name} 单位` }).fill(UNIT)
  await page.getByRole('button', { name: '核对并保存' }).click()
  const review = page.getByRole('dialog', { name: '核对改动' })
  await expect(review.getByRole('row').filter({ hasText: '占成控额' })).toContainText(`${LIMIT}.00`)
  await review.getByRole('button', { name: '保存', exact: true }).click()
  const result = page.getByRole('dialog', { name: '保存结果' })
  await expect(result.getByText(/已保存，并立即补出 \d+ 笔/)).toBeVisible()
  await result.getByRole('button', { name: '关闭' }).last().click()
}

const gameName = ({ game }: BoardPart): string => (game === 'PK' ? '赛车' : '六合彩')

const groupOf = (game: Game, { heading }: BoardPart): GroupInfo => {
  const play = heading === null ? 'TMA' : 'R1'
  const group = game.groups.find(({ plays }) => plays.some(({ code }) => code === play))
  if (!group) throw new Error(`${game.gameType} has no group with ${play}`)
  return group
}

/** Ten seconds without a network: every board says how old it is, and goes on by itself afterwards. */
const loseConnection = async (legs: readonly Leg[]): Promise<void> => {
  for (const { seat } of legs) await seat.context.setOffline(true)
  for (const { own } of legs) {
    await expect(own.getByText(/^已断开 1\d 秒$/)).toBeVisible({ timeout: 30_000 })
    await expect(own.getByText(/连接已断开 \d+ 秒，正在重连/)).toBeVisible()
    await expect(own.locator('[data-stale]').first()).toBeVisible()
  }
  for (const { seat } of legs) await seat.context.setOffline(false)
  for (const { own } of legs) {
    await expect(own.getByText(/^实时( · |$)/)).toBeVisible()
    await expect(own.getByText(/连接已断开/)).toHaveCount(0)
    await expect(own.locator('[data-stale]')).toHaveCount(0)
  }
}

const allSettled = async (user: ApiUser, games: readonly Game[], periods: ReadonlyMap<string, string>) => {
  for (const { id, gameType } of games) {
    const wanted = periods.get(gameType)
    if (wanted === undefined) continue
    const page = await user.call<{ readonly items: readonly Period[] }>('/api/common/game/period-histories', {
      gameId: id,
      pageIndex: 1,
      pageSize: 10,
    })
    if (page.items.find(({ periodNo }) => periodNo === wanted)?.state !== 'settled') return false
  }
  return true
}

/** What the server answers to the report of what is settled, asked anew. */
const askReport = async (page: Page): Promise<Delivery> => {
  const answered = page.waitForResponse(
    (response) =>
      response.url().includes('/report/delivery/query') && !/"open"/.test(response.request().postData() ?? ''),
  )
  await page.reload()
  return ((await (await answered).json()) as { data: Delivery }).data
}

/** One part of the walk: whose bets they are, and the level above; where each of the two sits. */
type Leg = { readonly part: BoardPart; readonly own: Page; readonly above: Page; readonly seat: Seat }

/** Mark Six from a desk with the level above on a phone, racing the other way round. */
const takeSeats = async (seat: (account: string, look: Look) => Promise<Seat>): Promise<Leg[]> => {
  const other = { desk: 'phone', phone: 'desk' } as const
  const legs: Leg[] = []
  for (const [part, look] of [
    [SPECIAL, 'desk'],
    [CHAMPION, 'phone'],
  ] as const) {
    const agent = await seat('agent001', look)
    const general = await seat('genagt01', other[look])
    const [own, above] = [await agent.open(boardPath(part)), await general.open(boardPath(part))]
    legs.push({ part, own, above, seat: agent })
  }
  return legs
}

type Current = {
  readonly gameType: string
  readonly current: { readonly periodNo: string; readonly closeAt: number } | null
}

/** The open periods of the walk's games by game, and how long the shortest still takes bets. */
const openPeriods = async (
  user: ApiUser,
): Promise<{ readonly byGame: Map<string, string>; readonly leftMs: number }> => {
  const infos = await user.call<readonly Current[]>('/api/rec/game/get-game-infos')
  const wanted = infos.filter(({ gameType }) => [SPECIAL, CHAMPION].some(({ game }) => game === gameType))
  return {
    byGame: new Map(wanted.map(({ gameType, current }) => [gameType, current?.periodNo ?? ''])),
    leftMs: Math.min(...wanted.map(({ current }) => (current?.closeAt ?? 0) - Date.now())),
  }
}

/** A period that was there before the boards and still has time for the walk will do; else all enter the next together. */
const beginPeriod = async (
  user: ApiUser,
  legs: readonly Leg[],
  before: Map<string, string>,
): Promise<Map<string, string>> => {
  for (const { part, own, above } of legs)
    for (const page of [own, above]) await expect(itemsOf(page, part).first()).toBeVisible()
  const opened = await openPeriods(user)
  const same = [...before].every(([game, periodNo]) => opened.byGame.get(game) === periodNo)
  if (same && opened.leftMs > NEEDED_MS) return opened.byGame
  const begun = async (): Promise<boolean> => {
    const { byGame } = await openPeriods(user)
    return [...byGame].every(([game, periodNo]) => periodNo !== '' && periodNo !== opened.byGame.get(game))
  }
  await expect.poll(begun, { timeout: SOON_MS, intervals: [500] }).toBe(true)
  for (const { own, above } of legs) for (const page of [own, above]) await followNext(page, SOON_MS)
  return (await openPeriods(user)).byGame
}

test('a whole period of Mark Six and of racing, from the first bet to who owes whom', async ({ seat }) => {
  test.setTimeout(6 * PERIOD_MS + 120_000)
  const agentApi = await ApiUser.signIn('agent001')
  await restAutomatic(agentApi)
  const games = await agentApi.get<readonly Game[]>('/api/common/drop-down-list/sys-gametype')
  const gameOf = (part: BoardPart): Game => {
    const game = games.find(({ gameType }) => gameType === part.game)
    if (!game) throw new Error(`no ${part.game}`)
    return game
  }
  const before = (await openPeriods(agentApi)).byGame
  const legs = await takeSeats(seat)
  const [special, champion] = legs as [Leg, Leg]
  const simulator = startBets(BETS_PER_SECOND)
  let periods: ReadonlyMap<string, string> = before
  try {
    periods = await test.step('a period begins', () => beginPeriod(agentApi, legs, before))
    await test.step('exposure grows', async () => {
      for (const { part, own } of legs) {
        const before = await sumOfStakes(own, part)
        await expect.poll(() => sumOfStakes(own, part)).toBeGreaterThan(before)
        await expect.poll(async () => (await largestStake(own, part)).amount).toBeGreaterThan(Number(BY_HAND))
      }
    })
    await test.step('by hand', async () => {
      for (const { part, own, above } of legs) {
        const { key } = await largestStake(own, part)
        const before = await receivedOf(itemOf(above, part, key))
        await sendByHand(own, part, key)
        await expect(itemOf(own, part, key)).toContainText(/补出 [\d,]+/)
        await expect.poll(() => receivedOf(itemOf(above, part, key))).toBeGreaterThanOrEqual(before + Number(BY_HAND))
      }
    })
    await test.step('by itself', async () => {
      for (const { part, above, seat: agent } of legs) {
        const before = await receivedOnPage(above, part)
        const settings = await agent.open('/agent/bet/setting')
        await switchAutomatic(settings, gameOf(part), part)
        await expect.poll(() => receivedOnPage(above, part)).toBeGreaterThan(before)
        await settings.close()
      }
    })
    await test.step('what is still above the limit is marked', async () => {
      for (const { part, own } of legs) await expect(overLimit(own, part).first()).toBeVisible({ timeout: SOON_MS })
    })
    await test.step('ten seconds without a network', () => loseConnection(legs))
    await test.step('the draw marks the winners, and the period stays', async () => {
      for (const { part, own, above } of legs)
        for (const page of [own, above]) {
          await expect(page.getByRole('status').filter({ hasText: '开奖结果' })).toBeVisible({ timeout: SOON_MS })
          await expect(winners(page, part).first()).toBeVisible()
          await expect(page.getByRole('button', { name: '进入新一期' })).toBeVisible({ timeout: SOON_MS })
          await expect(page.getByText(`${periods.get(part.game)}期已封盘`)).toBeVisible()
        }
      await expect(winners(special.own, SPECIAL)).toHaveCount(1)
    })
  } finally {
    await simulator.stop()
  }
  await test.step('who owes whom', async () => {
    await expect.poll(() => allSettled(agentApi, games, periods), { timeout: 30_000 }).toBe(true)
    for (const leg of legs) await compareReports(leg)
  })
  await test.step('down to one bet', async () => {
    for (const { own } of [special, champion]) await openOneBet(own)
  })
})

/** Both see the same sum, to the last unit: what one has to pay is what the other has to receive. */
const compareReports = async ({ own, above }: Leg): Promise<void> => {
  for (const page of [own, above]) {
    await goTo(page, '报表查询')
    await expect(page).toHaveURL('/reports/delivery')
  }
  // Another game may settle between the two questions: asked until both are of the same moment.
  await expect(async () => {
    const below = await askReport(own)
    const parent = await askReport(above)
    const rows = parent.items.filter(({ accountName }) => accountName === 'agent001')
    expect(rows.map(({ rowKind }) => rowKind).toSorted()).toEqual(['child', 'childReplenishment'])
    const receivable = addAmounts(rows.map((row) => row.receivable))
    expect(compareAmounts(receivable, below.summary.payable), `${receivable} / ${below.summary.payable}`).toBe(0)
  }).toPass({ timeout: 30_000 })
  await expect(above.getByText('补货', { exact: true }).first()).toBeVisible()
}

const openOneBet = async (page: Page): Promise<void> => {
  await goTo(page, '报表查询')
  const member = page
    .locator('[data-kind=child]')
    .filter({ hasText: /mem\d+/ })
    .first()
  await member.getByRole('button', { name: /查看注单/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByRole('button', { name: /^\d{10,}$/ })
    .first()
    .click()
  await expect(drawer.getByRole('heading', { name: '各级占成与盈亏' })).toBeVisible()
  await expect(drawer.getByRole('row').filter({ hasText: 'agent001' })).toBeVisible()
}
