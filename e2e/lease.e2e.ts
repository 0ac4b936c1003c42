import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays } from '@strata/domain/calendar'
import { businessDayAt } from './support/business-day.ts'
import { expect, signIn, test, watchFaults } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { placeBet } from './support/place-bet.ts'
import { ADMIN_PORT, PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
const AGENT_SITE = `http://${SITE_HOST}:${PORT}`
/** Of PC蛋蛋. */
const BET = { gameId: 4, playCode: 'LHB', itemCode: 'LONG', stake: '10' } as const
/** The clock tells of leases once a minute. */
const TOLD_MS = 100_000

/** The bar of the frame; null once no lease is near its end. */
const bar = (page: Page) => page.locator('[data-part=lease-bar]')

const row = (page: Page) => page.locator('[data-account=merch001]')

/** Sets the last day of merch001's lease from its row in the list; '' for no end. */
const setEnd = async (page: Page, day: string): Promise<void> => {
  await row(page).getByRole('button', { name: /^修改/ }).click()
  // The list has a handle of that column, which is there until the merchant's page is.
  await page.getByRole('textbox', { name: '截止日' }).fill(day)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(row(page)).toContainText(day === '' ? '不限' : day)
}

test.describe('the lease of a merchant', () => {
  test.use({ baseURL: ADMIN_SITE })

  // The tests after this one bet, also where it failed in the middle.
  test.afterEach(async () => {
    const operator = await Operator.signIn()
    const { items } = await operator.call<{ items: readonly { accountName: string; agentPathsId: number }[] }>(
      '/api/admin/merchant/query',
      { pageIndex: 1, pageSize: 20, keyword: 'merch001' },
    )
    for (const { accountName, agentPathsId } of items)
      if (accountName === 'merch001')
        await operator.call('/api/admin/merchant/update', { agentPathsId, leaseUntil: null, requestId: randomUUID() })
  })

  test('ends soon, is over, and is renewed: what operator and merchant see, and whether it takes bets', async ({
    seat,
    browser,
    timetable,
    faults,
  }) => {
    test.setTimeout(400_000)
    const today = businessDayAt(Date.now())
    const { periodNo } = await timetable.hold(BET.gameId)
    const bet = () => placeBet({ ...BET, periodNo })
    await bet()
    const operator = await (await seat('headco01')).open('/admin/merchant/index?q=merch001')
    const soon = addDays(today, 5)
    await setEnd(operator, soon)
    await expect(row(operator).locator('.tag-warn').filter({ hasText: soon })).toBeVisible()
    await bet()

    const home = await (await seat('headco01')).open('/')
    const need = home.locator('[data-kind=lease]').filter({ hasText: 'demo' })
    await expect(need).toContainText(soon)
    await expect(need).toContainText(/剩 \d+ 天/)
    await look(home, 'lease-soon')
    await expect(bar(home).getByRole('link')).toHaveText([new RegExp(`还有5天到期（${soon}）$`)])
    // In the tab that saved it, without waiting for the next question.
    await expect(bar(operator)).toContainText('还有5天到期')

    const context = await browser.newContext({ baseURL: AGENT_SITE })
    const merchant = await context.newPage()
    await watchFaults(merchant, faults)
    await signIn(merchant, 'merch001', '/login?redirect=%2F')
    await expect(bar(merchant)).toHaveText(`商户租期还有5天到期（${soon}），到期后暂停下注与补货，历史数据仍可查看`)
    await expect(merchant.getByText(`租期还有5天到期（${soon}），`).last()).toBeVisible({ timeout: TOLD_MS })
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true } as const
    const below = await browser.newContext({ baseURL: AGENT_SITE, ...phone })
    const agent = await below.newPage()
    await watchFaults(agent, faults)
    await signIn(agent, 'agent001', '/login?redirect=%2Freports%2Fdelivery')
    await expect(bar(agent)).toContainText('商户租期还有5天到期')
    await look(agent, 'lease-soon-agent')

    // Over: every bet is refused with its own code, and what was stays readable.
    const past = addDays(today, -1)
    await setEnd(operator, past)
    await expect(row(operator).locator('.tag-bad').filter({ hasText: past })).toBeVisible()
    await expect(bet()).rejects.toThrow(/42208 商户不在租期内，暂停下注与补货/)
    await home.reload()
    await expect(need).toContainText(past)
    await look(home, 'lease-over')
    await look(operator, 'lease-over-list')
    await expect(merchant.getByText(`租期已到期（${past}）`).first()).toBeVisible({ timeout: TOLD_MS })
    await merchant.reload()
    await expect(bar(merchant)).toHaveText(`商户租期已于 ${past} 到期，已暂停下注与补货，历史数据仍可查看`)
    await look(merchant, 'lease-over-merchant')
    // The bar of an open page follows by itself.
    await expect(bar(agent)).toContainText(`商户租期已于 ${past} 到期`, { timeout: TOLD_MS })
    await look(agent, 'lease-over-agent')
    await expect(bar(home).getByRole('link')).toContainText([`已于 ${past} 到期`])
    await merchant.goto('/reports/delivery')
    await expect(merchant.locator('[data-kind=child]').first()).toBeVisible()

    // Renewed by the way that the first page names.
    await need.getByRole('link', { name: '续期' }).click()
    await expect(home).toHaveURL(/q=demo/)
    await setEnd(home, '')
    await bet()
    await home.goto('/')
    await expect(home.locator('[data-card=needs]')).toBeVisible()
    await expect(need).toHaveCount(0)
    await expect(bar(home)).toHaveCount(0)
    await expect(bar(agent)).toHaveCount(0, { timeout: TOLD_MS })
    await below.close()
    await context.close()
  })
})
