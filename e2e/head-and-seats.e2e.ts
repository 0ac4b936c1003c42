import { ApiUser } from './support/api.ts'
import { expect, forgiveBusy, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { placeBet } from './support/place-bet.ts'

const FIVE = 1
const MARK_SIX = 3
const CHARTS_MS = 60_000
/** With this many plays, at least one item has won twice in a row except in one of thirty thousand runs. */
const PLAYS = [
  ...['1', '2', '3', '4', '5'].flatMap((ball) => [`B${ball}`, `B${ball}_LM`]),
  'ZH',
  'LH',
  'Q3',
  'Z3',
  'H3',
]

type Found = { readonly items: readonly { readonly agentPathsId: number; readonly accountName: string }[] }

const pathOf = async (user: ApiUser, accountName: string): Promise<number> => {
  const { items } = await user.call<Found>('/api/agent/query', { keyword: accountName })
  const id = items.find((one) => one.accountName === accountName)?.agentPathsId
  if (id === undefined) throw new Error(`${accountName} is not found`)
  return id
}

test('the chosen outcomes of the panel are in the address and survive a reload', async ({
  seat,
  timetable,
  faults,
}) => {
  await timetable.hold(MARK_SIX)
  const { open } = await seat('agent001')
  const page = await open('/agent/bet/instant?game=6HC')
  forgiveBusy(faults)
  const whole = page.getByRole('radio', { name: '本期全部' })
  // The address changes a moment after the press.
  await page.getByText('本期全部', { exact: true }).click({ timeout: CHARTS_MS })
  await expect(whole).toBeChecked({ timeout: CHARTS_MS })
  await expect(page).toHaveURL(/outlook=period/)
  await page.reload()
  await expect(whole).toBeChecked({ timeout: CHARTS_MS })
  await page.getByText('本盘', { exact: true }).click()
  await expect(page).not.toHaveURL(/outlook=/)
})

test('the board of a path below is updated live while its seat is shown', async ({ seat, timetable }) => {
  const { periodNo } = await timetable.hold(MARK_SIX)
  const general = await ApiUser.signIn('genagt01')
  const id = await pathOf(general, 'agent001')
  const { context, open } = await seat('genagt01')
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/agent/realtime/stream')) streams.push(request.url())
  })
  const page = await open(`/agent/bet/instant?game=6HC&under=${id}:agent001:3&view=seat`)
  await expect.poll(() => streams.at(-1) ?? '', { timeout: CHARTS_MS }).toContain(`seat=${id}`)
  await expect(page.getByText('以 agent001 的视角查看')).toBeVisible()
  const cell = page.locator('[data-key="TMA|37"] [data-part="stake"]')
  const before = await cell.textContent()
  await placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMA', itemCode: '37', stake: '1700' })
  await expect(cell).not.toHaveText(before ?? '')
  // Back on the user's own board, the stream is the user's own again.
  await page.getByText('其注单', { exact: true }).click()
  await expect.poll(() => streams.at(-1) ?? '').not.toContain('seat=')
})

test('the head gets advice for the merchant that its board is filtered by', async ({ seat, timetable }) => {
  await timetable.hold(MARK_SIX)
  const head = await ApiUser.signIn('headco01')
  const id = await pathOf(head, 'merch001')
  const { open } = await seat('headco01')
  const page = await open('/agent/bet/instant?game=6HC')
  await expect(page.getByText('选定一个商户')).toBeVisible({ timeout: CHARTS_MS })
  await page.goto(`/agent/bet/instant?game=6HC&under=${id}:merch001:1`)
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: '补货建议' }) })
  await panel.getByLabel('最大亏损限额').fill('1')
  await panel.getByLabel('最大亏损限额').press('Enter')
  await expect(panel.getByText(/最差结果由|没有可以补出的项|以下结果仍超出限额|无需补货/).first()).toBeVisible({
    timeout: CHARTS_MS,
  })
  await look(page, 'head-adviser')
})

test('an item that wins repeatedly has lower odds, marked on the board with its streak', async ({
  seat,
  timetable,
}) => {
  // Held, because a board opened while its period closes would stay with it, and odds drop only in the next.
  await timetable.hold(FIVE)
  const operator = await Operator.signIn()
  const settings = await operator.call<{ version: number }>('/api/admin/odds/drop/query', { gameId: FIVE })
  const streakSteps = [{ draws: 2, drop: '0.01', floor: '1.5' }]
  const items = PLAYS.map((playCode) => ({ playCode, key: null, steps: [], streakSteps }))
  const request = { gameId: FIVE, version: settings.version, items }
  const saved = await operator.call<{ version: number }>('/api/admin/odds/drop/set', request)
  const { open } = await seat('agent001')
  const page = await open('/agent/bet/instant?game=5M')
  const lowered = page.getByTitle(/自动降赔 0\.01，含长龙 \d+ 期降赔/)
  await expect(lowered.filter({ visible: true }).first()).toBeVisible({ timeout: CHARTS_MS })
  await look(page, 'odds-by-streak')
  const none = items.map((item) => ({ ...item, streakSteps: [] }))
  await operator.call('/api/admin/odds/drop/set', { gameId: FIVE, version: saved.version, items: none })
})
