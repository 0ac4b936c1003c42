import { expect, type Look, test } from './support/fixtures.ts'
import { look as picture } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

// That every page has its place is checked where every page is looked at: pages.e2e.ts and admin-pages.e2e.ts.

test('the place of a page names what is above it, and leads there', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/profile/login-log')
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
    test(`the place of a page names what is above it (${look})`, async ({ seat }) => {
      const page = await (await seat('headco01', look)).open('/admin/game/schedules')
      const place = page.getByRole('navigation', { name: '当前位置' })
      await expect(place.getByRole('listitem')).toHaveText(['首页', '游戏中心'])
      await picture(page, 'place-admin')
    })
})
