import { ApiUser } from './support/api.ts'
import { topOfRows } from './support/board.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'

/** Racing says the most: ten numbers. */
const GAMES = [
  { id: 2, type: 'PK', balls: 10 },
  { id: 3, type: '6HC', balls: 7 },
] as const

for (const { id, type, balls } of GAMES)
  test(`the end of a period on a phone moves no row and is said within the screen (${type})`, async ({
    seat,
    timetable,
  }) => {
    // Another test of this account may have chosen to follow the next period.
    const agent = await ApiUser.signIn('agent001')
    await agent.call('/api/common/preference/set', { key: 'board', value: '{}' })
    await timetable.hold(id)
    const page = await (await seat('agent001', 'phone')).open(`/agent/bet/instant?game=${type}`)
    await expect(page.locator('[data-part="board-rows"] [data-key]').first()).toBeVisible()
    const strip = page.locator('[data-part="period-strip"]')
    await expect(strip.getByLabel('自动跟进新一期')).toBeVisible()
    const before = await topOfRows(page)
    await timetable.begin(id)
    const next = strip.getByRole('button', { name: '进入新一期' })
    await expect(next).toBeVisible({ timeout: 60_000 })
    await expect(strip.locator('[data-part~="ball"]')).toHaveCount(balls, { timeout: 60_000 })
    for (const shown of [...(await strip.locator('[data-part~="ball"]').all()), next])
      await expect(shown).toBeInViewport({ ratio: 0.99 })
    expect(await topOfRows(page)).toBe(before)
    expect(await strip.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await look(page, `phone-ended-${type}`)
    await next.click()
    await expect(strip.getByLabel('自动跟进新一期')).toBeVisible()
    expect(await topOfRows(page)).toBe(before)
  })
