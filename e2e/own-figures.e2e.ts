import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { todayWinLose } from '@strata/contract/calls/book'
import { sealPassword } from '@strata/contract/wrapper'
import { loadDayStarts } from '../apps/server/src/access/platform-settings.ts'
import { DEMO_PLATFORMS } from '../apps/server/src/demo/facts.ts'
import { tellLowBalances } from '../apps/server/src/notices/alerts/tell-low-balances.ts'
import { LiveHub } from '../apps/server/src/platform/live.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { addAmounts } from './support/amounts.ts'
import { ApiUser } from './support/api.ts'
import { ACCOUNTS, accountRow } from './support/create-account.ts'
import { connect } from './support/database.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { APP_SECRET, dataDir } from './support/world.ts'

const MARK_SIX = 3
const TRANSFER_PASSWORD = '246810'
/** Nobody bets in the second merchant's branch but this test. */
const [AGENT, MEMBER, OTHER] = ['agent002', 'mem0201', 'mem0202'] as const

const figure = (within: Locator): Locator =>
  within
    .locator('div')
    .filter({ has: within.page().getByText('未结注额', { exact: true }) })
    .locator('dd')
    .last()

const amountOf = async (one: Locator): Promise<string> => ((await one.textContent()) ?? '').replaceAll(',', '')

test('what is open below an agent is on its card, in its head and on its page for the level above', async ({
  seat,
  timetable,
}) => {
  const { periodNo } = await timetable.hold(MARK_SIX)
  const own = await (await seat(AGENT)).open('/')
  const head = figure(own.getByRole('banner'))
  const card = figure(own.locator('article').filter({ has: own.getByRole('heading', { name: /^六合彩/ }) }))
  await expect(head).toHaveText(/\d/)
  const before = await amountOf(head)
  const place = (account: string, stake: string): Promise<void> =>
    placeBet({ gameId: MARK_SIX, periodNo, playCode: 'TMA', itemCode: '09', stake, account }, DEMO_PLATFORMS[1])
  await place(MEMBER, '123.45')
  await place(OTHER, '76.5')
  const after = addAmounts([before, '199.95'])
  const shown = Number(after).toLocaleString('en', { minimumFractionDigits: 2 })
  // Told by the stream: nobody reloads.
  await expect(head).toHaveText(shown)
  await expect(card).toHaveText(shown)

  const above = await (await seat('genagt02')).open(`${ACCOUNTS}?q=${AGENT}`)
  await accountRow(above, AGENT).getByRole('button', { name: '修改占成与退水' }).click()
  await expect(figure(above.locator('#section-funds'))).toHaveText(shown)
})

test('the figures of the head stay as they are when they cannot be read again', async ({ seat }) => {
  const own = await (await seat(AGENT)).open('/')
  const figures = own.getByRole('banner').locator('dl dd')
  await expect(figures).toHaveText([/\d/, /\d/, /\d/])
  let failed = 0
  await own.route(new RegExp(todayWinLose.path, 'i'), async (route) => {
    failed += 1
    await route.abort('internetdisconnected')
  })
  // The question of the next quarter of a minute, and that asked again at once.
  await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(1)
  await own.waitForTimeout(500)
  await expect(figures).toHaveText([/\d/, /\d/, /\d/])
})

/** Moves an amount between agent002 and a member. */
const move = async (agent: ApiUser, way: 'transfer' | 'recovery', agentPathsId: number, amount: string) => {
  const transferPassword = sealPassword({ password: TRANSFER_PASSWORD, appSecret: APP_SECRET, nowMs: Date.now() })
  const request = { agentPathsId, amount, kind: 'credit', transferPassword, requestId: randomUUID() }
  await agent.call(`/api/common/funds/agent/${way}`, request)
}

/** What the server does once a minute. */
const watchBalances = async (): Promise<void> => {
  const pool = await connect(dataDir())
  try {
    await loadDayStarts(pool)
    await tellLowBalances({ pool, live: new LiveHub(createLog('silent')), clock: Date.now })
  } finally {
    await pool.end()
  }
}

const lowOnes = (page: Page): Locator => page.locator('[data-card=alerts] li').filter({ hasText: /可用余额 .* 低于/ })

test('a low balance is an alert of its holder, which is acknowledged', async ({ seat }) => {
  const agent = await ApiUser.signIn(AGENT)
  const { items } = await agent.call<{ items: readonly { agentPathsId: number; accountName: string }[] }>(
    '/api/agent/query',
    { keyword: OTHER },
  )
  const member = items.find(({ accountName }) => accountName === OTHER)?.agentPathsId ?? 0
  const { balance } = await agent.get<{ balance: string }>('/api/agent/balance')
  const page = await (await seat(AGENT)).open('/')
  await expect(page.locator('[data-card=alerts]')).toBeVisible()
  await expect(lowOnes(page)).toHaveCount(0)
  // A hundred stay.
  const given = addAmounts([balance, '-100'])
  await move(agent, 'transfer', member, given)
  try {
    await watchBalances()
    await page.reload()
    const alert = lowOnes(page)
    await expect(alert).toContainText(/可用余额 100\.00 低于 [\d,.]+ 的 10%，请联系上级上分/)
    await look(page, 'low-balance')
    // Told once a day, however often it is looked at.
    await watchBalances()
    await alert.getByRole('button', { name: '确认' }).click()
    await expect(alert).toContainText(`${AGENT} 已确认`)
    await page.reload()
    await expect(alert).toHaveCount(1)
    await expect(alert).toContainText(`${AGENT} 已确认`)
    await page.locator('[data-card=alerts]').getByText('未确认', { exact: true }).click()
    await expect(lowOnes(page)).toHaveCount(0)
  } finally {
    await move(agent, 'recovery', member, given)
  }
})
