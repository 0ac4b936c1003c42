import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { connect } from './support/database.ts'
import { expect, type Seat, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { ADMIN_PORT, dataDir, SITE_HOST } from './support/world.ts'

/** Somebody who never was here. */
const makeNewcomer = async (account: string): Promise<void> => {
  const pool = await connect(dataDir())
  try {
    await pool.query(
      `delete from preferences where key = 'tours' and account_id = (select id from accounts where name = $1)`,
      [account],
    )
  } finally {
    await pool.end()
  }
}

const hint = (page: Page) => page.locator('[data-part=tour-hint]')
const bubble = (page: Page) => page.getByRole('dialog', { name: '新手指引' })
const ring = (page: Page) => page.locator('[data-part=tour-ring]')
const saved = (page: Page) => page.waitForResponse((response) => response.url().includes('/preference/set'))

/** Steps through the tour by its keys; the ring is around something at every step. */
const walk = async (page: Page, steps: readonly string[]): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    await expect(bubble(page)).toContainText(`${index + 1} / ${steps.length}`)
    await expect(ring(page)).toHaveAttribute('data-step', step)
    const box = await ring(page).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), step).toBeGreaterThan(10)
    const at = await bubble(page).boundingBox()
    const window = page.viewportSize()
    expect(at?.x, step).toBeGreaterThanOrEqual(0)
    expect(at?.y, step).toBeGreaterThanOrEqual(0)
    expect((at?.x ?? 0) + (at?.width ?? 0), step).toBeLessThanOrEqual(window?.width ?? 0)
    expect((at?.y ?? 0) + (at?.height ?? 0), step).toBeLessThanOrEqual(window?.height ?? 0)
    if (index === 1) await look(page, `tour-${step}`)
    if (index < steps.length - 1) await page.keyboard.press('ArrowRight')
  }
}

const openAt = async ({ open }: Seat, path: string): Promise<Page> => {
  const page = await open(path)
  await page.setViewportSize({ width: 1366, height: 768 })
  await settled(page)
  return page
}

const BOARD = '/agent/bet/instant?game=6HC'

test('a tour of the board is offered once, stepped through by keys and skipped', async ({ seat }) => {
  await makeNewcomer('genagt01')
  const here = await seat('genagt01')
  const page = await openAt(here, BOARD)
  await expect(page.locator('[data-part=board-side]')).toBeVisible()
  // Nothing stands over the board before somebody asks.
  await expect(hint(page)).toBeVisible()
  await expect(bubble(page)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await look(page, 'tour-hint')
  const stored = saved(page)
  await hint(page).getByRole('button', { name: '新手指引', exact: true }).click()
  await walk(page, ['period', 'groups', 'grid', 'side', 'totals'])
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await expect(bubble(page)).toContainText('4 / 5')
  await page.keyboard.press('Escape')
  await expect(bubble(page)).toHaveCount(0)
  await expect(hint(page)).toHaveCount(0)
  await stored

  const before = page.waitForResponse((response) => response.url().includes('/preference/get'))
  await page.reload()
  await before
  await settled(page)
  await expect(hint(page)).toHaveCount(0)
  const elsewhere = await seat('genagt01')
  const other = await openAt(elsewhere, BOARD)
  await expect(other.locator('[data-part=board-totals]')).toBeVisible()
  await expect(hint(other)).toHaveCount(0)

  // Whoever wants it again finds it beside the keys.
  await other.keyboard.press('?')
  await other.getByRole('dialog', { name: '快捷键' }).getByRole('button', { name: '新手指引' }).click()
  await expect(bubble(other)).toContainText('1 / 5')
  await bubble(other).getByRole('button', { name: '跳过' }).click()
  await expect(bubble(other)).toHaveCount(0)
})

test('each page has a tour of its own, and one turned down is not offered again', async ({ seat }) => {
  await makeNewcomer('genagt01')
  const here = await seat('genagt01')
  const accounts = await openAt(here, '/agent/accounts/index')
  const opened = saved(accounts)
  await hint(accounts).getByRole('button', { name: '新手指引', exact: true }).click()
  await walk(accounts, ['levels', 'search', 'accounts', 'create'])
  await bubble(accounts).getByRole('button', { name: '完成' }).click()
  await expect(bubble(accounts)).toHaveCount(0)
  await opened
  await accounts.goto('/agent/accounts/index?tab=sub')
  await settled(accounts)
  await expect(hint(accounts)).toHaveCount(0)

  const delivery = await openAt(here, '/reports/delivery')
  await hint(delivery).getByRole('button', { name: '新手指引', exact: true }).click()
  await walk(delivery, ['reports', 'sums', 'rows', 'tools'])
  // Leaving the page ends its tour.
  await delivery.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '开奖结果' }).click()
  await expect(bubble(delivery)).toHaveCount(0)
  const turnedDown = await openAt(here, BOARD)
  const answer = saved(turnedDown)
  await hint(turnedDown).getByRole('button', { name: '不再提示新手指引' }).click()
  await answer
  await expect(hint(turnedDown)).toHaveCount(0)
  await turnedDown.reload()
  await settled(turnedDown)
  await expect(turnedDown.locator('[data-part=board-totals]')).toBeVisible()
  await expect(hint(turnedDown)).toHaveCount(0)
})

test('a phone has the tours of what it shows', async ({ seat }) => {
  await makeNewcomer('genagt01')
  const page = await (await seat('genagt01', 'phone')).open('/agent/accounts/index')
  await settled(page)
  const stored = saved(page)
  await hint(page).getByRole('button', { name: '新手指引', exact: true }).tap()
  await walk(page, ['levels', 'search', 'accounts', 'create'])
  await bubble(page).getByRole('button', { name: '完成' }).tap()
  await expect(bubble(page)).toHaveCount(0)
  await stored
})

test.describe('the operators’ side', () => {
  test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

  test('the first page has a tour', async ({ seat }) => {
    await makeNewcomer('headco01')
    const here = await seat('headco01')
    const page = await openAt(here, '/')
    await expect(page.locator('[data-card=health]')).toBeVisible()
    const stored = saved(page)
    await hint(page).getByRole('button', { name: '新手指引', exact: true }).click()
    await walk(page, ['needs', 'games', 'merchants', 'health'])
    await page.keyboard.press('Escape')
    await stored
    await page.reload()
    await expect(page.locator('[data-card=health]')).toBeVisible()
    await expect(hint(page)).toHaveCount(0)
  })
})
