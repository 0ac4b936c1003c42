import type { Page } from '@playwright/test'
import { addDays, businessDay } from '@strata/domain/calendar'
import { expect, signIn, test, watchFaults } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { ADMIN_PORT, PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
const AGENT_SITE = `http://${SITE_HOST}:${PORT}`
/** Of PC蛋蛋. */
const BET = { gameId: 4, playCode: 'LHB', itemCode: 'LONG', stake: '10' } as const
/** The clock tells of leases once a minute. */
const TOLD_MS = 100_000

const row = (page: Page) => page.locator('[data-account=merch001]')

/** Sets the last day of merch001's lease from its row in the list; '' for no end. */
const setEnd = async (page: Page, day: string): Promise<void> => {
  await row(page).getByRole('button', { name: /^修改/ }).click()
  await page.getByLabel('截止日').fill(day)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(row(page)).toContainText(day === '' ? '不限' : day)
}

test.describe('the lease of a merchant', () => {
  test.use({ baseURL: ADMIN_SITE })

  test('ends soon, is over, and is renewed: what operator and merchant see, and whether it takes bets', async ({
    seat,
    browser,
    timetable,
    faults,
  }) => {
    test.setTimeout(400_000)
    const today = businessDay(Date.now())
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

    const context = await browser.newContext({ baseURL: AGENT_SITE })
    const merchant = await context.newPage()
    await watchFaults(merchant, faults)
    await signIn(merchant, 'merch001', '/login?redirect=%2F')
    await expect(merchant.getByText(`租期还有5天到期（${soon}）`).first()).toBeVisible({ timeout: TOLD_MS })

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
    await look(merchant, 'lease-over-merchant')
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
    await context.close()
  })
})
