import type { Page } from '@playwright/test'
import { ApiUser } from './support/api.ts'
import { startBets, stopBets } from './support/bets.ts'
import {
  boardPath,
  CHAMPION,
  itemOf,
  largestStake,
  overLimit,
  receivedOf,
  receivedOnPage,
  SPECIAL,
  sumOfStakes,
  topOfRows,
  winners,
} from './support/board.ts'
import { expect, type Look, type Seat, test } from './support/fixtures.ts'
import { beginPeriods, endPeriods, holdAll, type Leg, SOON_MS } from './support/live-game.ts'
import { placeBet } from './support/place-bet.ts'
import { gameOf, gamesOf, restAutomatic, sendByHand, switchAutomatic } from './support/replenishment.ts'
import { allSettled, compareReports, goTo } from './support/reports.ts'

const BETS_PER_SECOND = 50
const BY_HAND = '50'
/** The item consists of two plays: with this sum, one of them holds the amount that is sent by hand. */
const ENOUGH = 101
/** How much of an item is held, and the unit of the amounts sent: an excess below one unit stays. */
const KEEPING = { limit: '10', unit: '20' }

/** More than ten seconds without a network: every board shows its age, and continues by itself afterwards. */
const loseConnection = async (legs: readonly Leg[]): Promise<void> => {
  const tops = await Promise.all(legs.map(({ own }) => topOfRows(own)))
  for (const { seat } of legs) await seat.context.setOffline(true)
  for (const { own } of legs) {
    await expect(own.getByText(/^已断开 [1-9]\d 秒$/)).toBeVisible({ timeout: 30_000 })
    await expect(own.getByText(/连接已断开 \d+ 秒，正在重连/)).toBeVisible()
    await expect(own.locator('[data-stale]').first()).toBeVisible()
  }
  // The line that says so comes over the page and moves no row.
  expect(await Promise.all(legs.map(({ own }) => topOfRows(own)))).toEqual(tops)
  for (const { seat } of legs) await seat.context.setOffline(false)
  for (const { own } of legs) {
    await expect(own.getByText(/^实时( · |$)/)).toBeVisible()
    await expect(own.getByText(/连接已断开/)).toHaveCount(0)
    await expect(own.locator('[data-stale]')).toHaveCount(0)
  }
}

/** Mark Six on a desktop with the level above on a phone, racing the other way round. */
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

test('a whole period of Mark Six and of racing, from the first bet to the delivery report', async ({
  seat,
  timetable,
}) => {
  test.setTimeout(480_000)
  const agentApi = await ApiUser.signIn('agent001')
  await restAutomatic(agentApi)
  const games = await gamesOf(agentApi)
  await holdAll(timetable, games)
  const legs = await takeSeats(seat)
  const [special, champion] = legs as [Leg, Leg]
  const simulator = startBets(BETS_PER_SECOND)
  let periods: ReadonlyMap<string, string> = new Map()
  try {
    periods = await test.step('a period begins', () => beginPeriods(timetable, games, legs))
    await test.step('exposure grows', async () => {
      for (const { part, own } of legs) {
        const before = await sumOfStakes(own, part)
        await expect.poll(() => sumOfStakes(own, part), { timeout: SOON_MS }).toBeGreaterThan(before)
        // Members choose at random: on the ten cars of one rank they may leave little with this agent for minutes.
        const { key } = await largestStake(own, part)
        const [playCode = '', itemCode = ''] = key.split('|')
        const periodNo = periods.get(part.game) ?? ''
        await placeBet({ gameId: gameOf(games, part).id, periodNo, playCode, itemCode, stake: '500' })
        const largest = async (): Promise<number> => (await largestStake(own, part)).amount
        await expect.poll(largest, { timeout: SOON_MS }).toBeGreaterThan(ENOUGH)
      }
    })
    await test.step('replenishment by hand', async () => {
      for (const { part, own, above } of legs) {
        const { key } = await largestStake(own, part)
        const before = await receivedOf(itemOf(above, part, key))
        await sendByHand(own, part, key, BY_HAND)
        await expect(itemOf(own, part, key)).toContainText(/补出 [\d,]+/)
        await expect.poll(() => receivedOf(itemOf(above, part, key))).toBeGreaterThanOrEqual(before + Number(BY_HAND))
      }
    })
    await test.step('automatic replenishment', async () => {
      for (const { part, above, seat: agent } of legs) {
        const before = await receivedOnPage(above, part)
        const settings = await agent.open('/agent/bet/setting')
        await switchAutomatic(settings, gameOf(games, part), part, KEEPING)
        await expect.poll(() => receivedOnPage(above, part), { timeout: SOON_MS }).toBeGreaterThan(before)
        await settings.close()
      }
    })
    await test.step('items above the limit are marked', async () => {
      for (const { part, own } of legs) await expect(overLimit(own, part).first()).toBeVisible({ timeout: SOON_MS })
    })
    await test.step('ten seconds without a network', () => loseConnection(legs))
    await test.step('the draw marks the winners, and the board stays on the period', async () => {
      await endPeriods(timetable, games, legs)
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
    await stopBets(simulator)
  }
  await test.step('the delivery report', async () => {
    await expect.poll(() => allSettled(agentApi, games, periods), { timeout: SOON_MS }).toBe(true)
    for (const leg of legs) await compareReports(leg)
  })
  await test.step('down to one bet', async () => {
    for (const { own } of [special, champion]) await openOneBet(own)
  })
})

const openOneBet = async (page: Page): Promise<void> => {
  await goTo(page, '报表查询')
  const member = page
    .locator('[data-kind=child]')
    .filter({ hasText: /mem\d+/ })
    .first()
  await member.getByRole('button', { name: /查看注单/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByRole('button', { name: /^查看注单 \d{10,}$/ })
    .first()
    .click()
  await expect(drawer.getByRole('heading', { name: '各级占成与盈亏' })).toBeVisible()
  // One row, a card on a phone: where some of the bet was replenished onward, a second one sums what came of it.
  await expect(drawer.locator('[data-own]').filter({ hasText: 'agent001' })).toBeVisible()
}
