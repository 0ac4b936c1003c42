import type { Page } from '@playwright/test'
import { addAmounts, compareAmounts } from './amounts.ts'
import type { ApiUser } from './api.ts'
import { businessToday } from './business-day.ts'
import { expect } from './fixtures.ts'
import type { Game } from './replenishment.ts'

type Period = { readonly periodNo: string; readonly state: string }
type Figures = { readonly receivable: string; readonly payable: string }
type Row = Figures & { readonly rowKind: string; readonly accountName: string; readonly agentPathsId: number }
type Delivery = { readonly items: readonly Row[]; readonly summary: Figures }

/** Navigates by the menu: at the side, or on a phone behind the last button of the bar. */
export const goTo = async (page: Page, entry: string): Promise<void> => {
  const more = page.getByRole('button', { name: '更多', exact: true })
  const link = page.getByRole('link', { name: entry, exact: true })
  if (await more.isVisible()) await more.click()
  await link.click()
}

/** Whether these periods (by game) are settled. */
export const allSettled = async (
  user: ApiUser,
  games: readonly Game[],
  periods: ReadonlyMap<string, string>,
): Promise<boolean> => {
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

/** Presses the query button of the settled report, and returns the server's answer. */
const askReport = async (page: Page): Promise<Delivery> => {
  const answered = page.waitForResponse(
    (response) =>
      response.url().includes('/report/delivery/query') && !/"open"/.test(response.request().postData() ?? ''),
  )
  await page.reload()
  return ((await (await answered).json()) as { data: Delivery }).data
}

/** Compares exactly: the payable below equals the receivable above, in rows of these kinds. */
const expectSame = (below: Delivery, parent: Delivery, account: string, kinds: readonly string[]): void => {
  const rows = parent.items.filter(({ accountName }) => accountName === account)
  expect(rows.map(({ rowKind }) => rowKind).toSorted()).toEqual(kinds)
  const receivable = addAmounts(rows.map((row) => row.receivable))
  expect(compareAmounts(receivable, below.summary.payable), `${receivable} / ${below.summary.payable}`).toBe(0)
}

/** agent001 and the level above see the same sum on their pages. */
export const compareReports = async ({ own, above }: { readonly own: Page; readonly above: Page }): Promise<void> => {
  for (const page of [own, above]) {
    await goTo(page, '报表查询')
    await expect(page).toHaveURL('/reports/delivery')
  }
  // Another game may settle between the two reads: repeated until both are equal.
  await expect(async () => {
    const below = await askReport(own)
    expectSame(below, await askReport(above), 'agent001', ['child', 'childReplenishment'])
  }).toPass({ timeout: 60_000 })
  // A row with a correction says so behind its name.
  await expect(above.getByText(/^补货/).filter({ visible: true }).first()).toBeVisible()
}

const reportOf = (user: ApiUser): Promise<Delivery> =>
  user.call<Delivery>('/api/common/report/delivery/query', {
    from: businessToday(),
    to: businessToday(),
    state: 'settled',
    pageSize: 100,
  })

type TwoLevels = { readonly below: ApiUser; readonly account: string; readonly above: ApiUser }

/** The same for any account and the level above it, without a page. */
export const compareAnswers = async ({ below, account, above }: TwoLevels, kinds: readonly string[]): Promise<void> => {
  await expect(async () => {
    const own = await reportOf(below)
    expectSame(own, await reportOf(above), account, kinds)
  }).toPass({ timeout: 60_000 })
}
