import type { Page } from '@playwright/test'
import { ApiUser } from './support/api.ts'
import { expect, signIn, storedSession, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'

type Sub = { readonly accountId: number; readonly accountName: string; readonly moduleIds: readonly number[] }

const SUB = 'agtsub01'
const NORMAL = 1
const STOPPED = 2
const FROZEN = 4
const RESULTS = 60000
/** A permission that a frozen account loses, with a page in the menu. */
const GROUPS = 9000000

const alertOf = (page: Page) => page.getByRole('alertdialog', { name: '提示' })

test('a signed-in user sees at once that permissions were given, removed, frozen or disabled', async ({ page }) => {
  const main = await ApiUser.signIn('agent001')
  const { items } = await main.call<{ items: readonly Sub[] }>('/api/common/account/query-childaccount')
  const sub = items.find(({ accountName }) => accountName === SUB)
  if (!sub) throw new Error(`no ${SUB}`)
  const { accountId } = sub
  const give = (...more: readonly number[]) =>
    main.call('/api/common/account/update-childaccount', { accountId, moduleIds: [...sub.moduleIds, ...more] })
  const become = (status: number) => main.call('/api/common/account/update-childaccount-statue', { accountId, status })

  // The stream opens late: a change between the first read and the stream must show when it opens.
  const line = Promise.withResolvers<void>()
  await page.route(/\/realtime\/stream\b/, async (route) => {
    await line.promise
    await route.continue()
  })
  const asked = page.waitForResponse((response) => response.url().includes('/session/paths'))
  await signIn(page, SUB, '/reports/delivery')
  await asked
  const entries = page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
  // Every sub-account reaches its own passwords, whatever it was given.
  await expect(entries).toHaveText([/^首页/, '修改密码', '报表查询'])

  await give(RESULTS, GROUPS)
  line.resolve()
  await expect(entries).toHaveText([/^首页/, '群组管理', '修改密码', '报表查询', '开奖结果'])
  await entries.filter({ hasText: '群组管理' }).click()
  await expect(page).toHaveURL('/agent/group/index')

  await become(FROZEN)
  await expect(alertOf(page)).toContainText('账号已冻结')
  await look(page, 'frozen-alert')
  await alertOf(page).getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL('/404')
  await expect(entries).toHaveText([/^首页/, '修改密码', '报表查询', '开奖结果'])
  expect((await storedSession(page)).token).not.toBe('')

  await become(NORMAL)
  await expect(entries).toHaveText([/^首页/, '群组管理', '修改密码', '报表查询', '开奖结果'])
  await give()
  await expect(entries).toHaveText([/^首页/, '修改密码', '报表查询'])

  await become(STOPPED)
  await expect(alertOf(page)).toContainText('账号已停用')
  await look(page, 'stopped-alert')
  await alertOf(page).getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL('/login?redirect=%2F404')
  expect((await storedSession(page)).token).toBe('')
  await become(NORMAL)
})
