import type { Page } from '@playwright/test'
import { DEMO_BOOK } from '../apps/server/src/demo/facts.ts'
import { type OutsideBookServer, startOutsideBook } from '../apps/server/src/replenishment/testing/outside-book.ts'
import { compareAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { startBets, stopBets } from './support/bets.ts'
import { boardPath, compareSides, receivedOnPage, SPECIAL, sumOfStakes, winners } from './support/board.ts'
import { expect, test } from './support/fixtures.ts'
import { beginPeriods, endPeriods, holdAll, type Leg, SOON_MS } from './support/live-game.ts'
import { look } from './support/looks.ts'
import {
  type Game,
  gameOf,
  gamesOf,
  groupOf,
  pressStop,
  restAutomatic,
  sendPreviewed,
  switchAutomatic,
} from './support/replenishment.ts'
import { allSettled, compareAnswers, compareReports } from './support/reports.ts'
import { BOOK_PORT } from './support/world.ts'

const BETS_PER_SECOND = 200
/** How many changes of the worst numbers are compared with their cells. */
const CHANGES = 6
const KEEPING = { limit: '25', unit: '5' }

type People = { readonly agent: ApiUser; readonly sibling: ApiUser; readonly general: ApiUser }
/** The period that is played, the settings opened before it began, and the book for fly-outs. */
type Live = {
  readonly game: Game
  readonly periodNo: string
  readonly settings: Page
  readonly book: OutsideBookServer
}
type FlyOut = { readonly id: string; readonly state: string; readonly externalNo: string }
type FlyOutSettings = {
  readonly version: number
  readonly auto: readonly { readonly groupId: number; readonly enabled: boolean }[]
}
type Worst = { readonly worst: readonly { readonly result: string }[] }
type Outs = { readonly rows: readonly { readonly itemCode: string; readonly out: string }[] }

/** Everything on the special numbers flies out to the registered book, through a new account. */
const flyOutAll = async (sibling: ApiUser, game: Game): Promise<void> => {
  const { books } = await sibling.call<{ books: { bookId: number; name: string }[] }>('/api/common/pilot/books')
  const bookId = books.find(({ name }) => name === DEMO_BOOK.name)?.bookId
  const { pilotId } = await sibling.call<{ pilotId: number }>('/api/common/pilot/create', {
    accountName: `live${String(Date.now() % 1_000_000).padStart(6, '0')}`,
    nickname: '海天实时',
    connector: 'http',
    bookId,
    oddsDiscount: '2',
    commission: '1',
    maxPerItem: null,
    status: 1,
  })
  const groupId = groupOf(game, SPECIAL).id
  const { version, auto } = await sibling.call<FlyOutSettings>('/api/common/pilot-out/query', { gameId: game.id })
  const all = { groupId, enabled: true, holdLimit: '0', unit: '1', mode: 'stake', maxLoss: null, items: [], pilotId }
  const others = auto.filter((one) => one.groupId !== groupId)
  await sibling.call('/api/common/pilot-out/set', { gameId: game.id, version, auto: [...others, all] })
}

const delivered = async (sibling: ApiUser, at: object, book: OutsideBookServer): Promise<number> => {
  const asked = { ...at, state: 'confirmed', pageIndex: 1, pageSize: 100 }
  const { items } = await sibling.call<{ items: FlyOut[] }>('/api/common/pilot-out/order/query', asked)
  const known = new Map([...book.orders].map(([key, { orderNo }]) => [key.slice(key.lastIndexOf('-') + 1), orderNo]))
  for (const { id, externalNo } of items) expect(externalNo, `fly-out ${id}`).toBe(known.get(id))
  return items.length
}

/** The sums sent out of the special numbers so far, item by item. */
const outsOf = async (agent: ApiUser, at: object): Promise<Record<string, string>> => {
  const { rows } = await agent.call<Outs>('/api/agent/realtimereport/tmzx1', at)
  return Object.fromEntries(rows.map(({ itemCode, out }) => [itemCode, out]))
}

const worstOf = async (agent: ApiUser, at: object): Promise<number> => {
  const { worst } = await agent.call<Worst>('/api/agent/realtimereport/scenario', { ...at, outcomes: 'deciding' })
  return Number(worst[0]?.result ?? 0)
}

/** Types the allowed loss; the advice fills the form, is previewed and sent. */
const takeAdvice = async (page: Page, limit: number): Promise<void> => {
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: '补货建议' }) })
  await panel.getByLabel('最大亏损限额').fill(`-${limit}`)
  await panel.getByLabel('最大亏损限额').press('Enter')
  await expect(panel.getByText('最差结果由')).toBeVisible()
  await panel.getByRole('button', { name: '填入补货单' }).click()
  const drawer = page.getByRole('dialog', { name: '手动补货' })
  await expect(drawer.getByRole('textbox', { name: /补货金额$/ }).first()).not.toHaveValue('')
  await drawer.getByRole('button', { name: '预览' }).click()
  await sendPreviewed(page, '已补出')
}

/** All steps before the close, in one period. */
const playPeriod = async ({ agent, sibling }: People, { part, own, above }: Leg, live: Live): Promise<void> => {
  const { game, settings, book } = live
  const at = { gameId: game.id, periodNo: live.periodNo }
  await test.step('limits change, and both levels see the automatic replenishment', async () => {
    const before = await receivedOnPage(above, part)
    await switchAutomatic(settings, game, part, KEEPING)
    await settings.close()
    await expect.poll(() => receivedOnPage(above, part), { timeout: SOON_MS }).toBeGreaterThan(before)
    await expect(own.getByText(/补出 [\d,]+/).first()).toBeVisible()
  })
  await test.step('one press stops all automatic sending', async () => {
    await pressStop(own, /1 个大类的自动补货/)
    await look(own, 'stopped')
    const [outs, stakes] = [await outsOf(agent, at), await sumOfStakes(own, part)]
    await expect.poll(() => sumOfStakes(own, part), { timeout: SOON_MS }).toBeGreaterThan(stakes)
    expect(await outsOf(agent, at)).toEqual(outs)
  })
  await test.step('the worst numbers beside the board are of the version of its cells', async () => {
    const { changes, differing } = await own.evaluate(compareSides, CHANGES)
    expect(changes).toBe(CHANGES)
    expect(differing).toEqual([])
  })
  await test.step('the adviser improves the worst result', async () => {
    await expect.poll(() => worstOf(agent, at), { timeout: SOON_MS }).toBeLessThan(-1000)
    const outs = await outsOf(agent, at)
    await takeAdvice(own, Math.floor(-(await worstOf(agent, at)) / 2))
    const after = await outsOf(agent, at)
    const sent = Object.keys(after).filter((item) => compareAmounts(after[item] ?? '0', outs[item] ?? '0') === 1)
    expect(sent.length).toBeGreaterThan(0)
  })
  await test.step('the sibling’s fly-outs reach the outside book', async () => {
    await expect.poll(() => delivered(sibling, at, book), { timeout: SOON_MS }).toBeGreaterThan(0)
  })
}

test('a live period at two widths: limits, fly-outs, the stop switch, advice, the draw, and every yuan explained', async ({
  seat,
  timetable,
}) => {
  test.setTimeout(480_000)
  const people: People = {
    agent: await ApiUser.signIn('agent001'),
    sibling: await ApiUser.signIn('agent003'),
    general: await ApiUser.signIn('genagt01'),
  }
  for (const user of [people.agent, people.sibling]) await restAutomatic(user)
  const games = await gamesOf(people.agent)
  const game = gameOf(games, SPECIAL)
  await holdAll(timetable, games)
  const book = await startOutsideBook({ keyId: DEMO_BOOK.keyId, key: DEMO_BOOK.key, port: BOOK_PORT, mode: 'accept' })
  const [below, parent] = [await seat('agent001', 'desk'), await seat('genagt01', 'phone')]
  const [own, above] = [await below.open(boardPath(SPECIAL)), await parent.open(boardPath(SPECIAL))]
  const settings = await below.open('/agent/bet/setting')
  const leg: Leg = { part: SPECIAL, own, above, seat: below }
  await flyOutAll(people.sibling, game)
  const simulator = startBets(BETS_PER_SECOND)
  let periods: ReadonlyMap<string, string> = new Map()
  try {
    periods = await beginPeriods(timetable, games, [leg])
    const periodNo = periods.get(SPECIAL.game) ?? ''
    await playPeriod(people, leg, { game, periodNo, settings, book })
    await test.step('the draw', async () => {
      await endPeriods(timetable, games, [leg])
      for (const page of [own, above]) {
        await expect(page.getByRole('status').filter({ hasText: '开奖结果' })).toBeVisible({ timeout: SOON_MS })
        await expect(winners(page, SPECIAL).first()).toBeVisible()
        await expect(page.getByText(`${periodNo}期已封盘`)).toBeVisible({ timeout: SOON_MS })
      }
    })
  } finally {
    await stopBets(simulator)
    await restAutomatic(people.sibling)
    await book.close()
  }
  await test.step('both reports explain every yuan', async () => {
    await expect.poll(() => allSettled(people.agent, games, periods), { timeout: SOON_MS }).toBe(true)
    await compareReports(leg)
    await compareAnswers({ below: people.sibling, account: 'agent003', above: people.general }, ['child'])
  })
})
