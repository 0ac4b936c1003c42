import type { Page } from '@playwright/test'
import { ROUTES } from '@strata/contract/menu'
import { expect, type Look, test } from './support/fixtures.ts'
import { look as picture } from './support/looks.ts'
import { AGENT_PAGES, settled } from './support/pages.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_PAGES = ['/', ...ROUTES.filter(({ platform }) => platform === 'admin').map(({ path }) => path)]
/** Without the frame of the other pages. */
const FULL = ['/set-password', '/tutorial']

/** Each page says once where one is; its name is the last step. */
const checkPlace = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await settled(page)
  const place = page.getByRole('navigation', { name: '当前位置' })
  await expect.soft(place, path).toHaveCount(1)
  await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
}

test('every page of the agents says where one is', async ({ seat }) => {
  test.setTimeout(180_000)
  const page = await (await seat('genagt01')).open('/404')
  for (const path of AGENT_PAGES.filter((one) => !FULL.includes(one)))
    await test.step(path, () => checkPlace(page, path))
  await checkPlace(page, '/agent/accounts/index?create=10001')
  await page.goto('/profile/login-log')
  const place = page.getByRole('navigation', { name: '当前位置' })
  await expect(place.getByRole('listitem')).toHaveText(['首页', '个人管理'])
  await picture(page, 'place')
  await page.goto('/agent/accounts/max-fill')
  await place.getByRole('link', { name: '用户管理' }).click()
  await expect(page).toHaveURL('/agent/accounts/index')
})

test.describe('the operators’ side', () => {
  test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })
  for (const look of ['desk', 'phone'] satisfies Look[])
    test(`every page says where one is (${look})`, async ({ seat }) => {
      test.setTimeout(180_000)
      const page = await (await seat('headco01', look)).open('/404')
      const place = page.getByRole('navigation', { name: '当前位置' })
      for (const path of ADMIN_PAGES) await test.step(path, () => checkPlace(page, path))
      await page.goto('/admin/game/schedules')
      await expect(place.getByRole('listitem')).toHaveText(['首页', '游戏中心'])
      await picture(page, 'place-admin')
    })
})
