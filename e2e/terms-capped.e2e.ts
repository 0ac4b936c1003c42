import type { Page } from '@playwright/test'
import { ApiUser } from './support/api.ts'
import { SPECIAL } from './support/board.ts'
import { ACCOUNTS, accountRow } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { gameOf, gamesOf, groupOf } from './support/replenishment.ts'

const SET = '/api/common/game/agent/set/v1'

/** genagt02's terms, as the merchant above sees them. */
const openTerms = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${ACCOUNTS}?q=genagt02`)
  await accountRow(page, 'genagt02').getByRole('button', { name: '修改占成与退水' }).click()
}

const limit = (page: Page) => page.getByRole('textbox', { name: '六合彩 特码 单项限额', exact: true })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()
const question = (page: Page) => page.getByRole('dialog', { name: '此次修改将同时调整以下账号' })
const confirm = (page: Page) => question(page).getByRole('button', { name: /^确认并调整 \d+ 个账号$/ })
const unchanged = (page: Page) => page.getByText('没有改动')

const users = new Map<string, Promise<ApiUser>>()
/** Each account signs in once: the session of a seat ends after some others. */
const signedIn = (account: string): Promise<ApiUser> => {
  const user = users.get(account) ?? ApiUser.signIn(account)
  users.set(account, user)
  return user
}

/** Sets the same limit of an account from its parent's seat, which the page must not see. */
const setLimit = async (parent: string, account: string, maxItem: string): Promise<void> => {
  const [above, { agentPathsId }] = [await signedIn(parent), await signedIn(account)]
  const { version } = await above.call<{ version: number }>('/api/common/account/get-game-infos', { agentPathsId })
  const { id: groupId } = groupOf(gameOf(await gamesOf(above), SPECIAL), SPECIAL)
  const asked = { agentPathsId, version, games: [{ gameId: 0, plays: [{ groupId, maxItem }] }] }
  const preview = await above.call<{ confirm: string }>(SET, { ...asked, preview: true })
  await above.call(SET, { ...asked, confirm: preview.confirm, requestId: `terms-capped-${Date.now()}` })
}

/** What genagt02 has at first, and agent002 below. Whatever other tests have made there has no more than a member. */
const given = async (general: string, agent: string): Promise<void> => {
  await setLimit('merch002', 'genagt02', '100000')
  await setLimit('merch002', 'genagt02', general)
  await setLimit('genagt02', 'agent002', agent)
}

test('terms below what accounts have ask first, name them, and ask again when they have changed', async ({ seat }) => {
  await given('1000000', '1000000')
  const page = await (await seat('merch002')).open('/404')
  await openTerms(page)
  const rows = question(page).getByRole('row')

  // Members have a tenth of what agents have.
  await limit(page).fill('90000')
  await save(page)
  await expect(rows.filter({ hasText: 'mem0201' })).toContainText('100,000')
  await expect(rows.filter({ hasText: 'mem0220' })).toContainText('90,000')
  await look(page, 'terms-capped-many')
  // To leave keeps what was typed, and nothing is saved.
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 处改动')).toBeVisible()

  await limit(page).fill('888888')
  await save(page)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('agent002')
  await expect(rows.nth(1)).toContainText('六合彩 特码 单项限额')
  await expect(rows.nth(1)).toContainText('1,000,000')
  await expect(rows.nth(1)).toContainText('888,888')
  await look(page, 'terms-capped')

  await setLimit('genagt02', 'agent002', '950000')
  await confirm(page).click()
  await expect(question(page).getByRole('alert')).toContainText('受影响的账号刚刚有变化')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('950,000')
  await look(page, 'terms-moved')
  await confirm(page).click()
  await expect(question(page)).toHaveCount(0)
  await expect(unchanged(page)).toBeVisible()
  await page.reload()
  await expect(limit(page)).toHaveValue('888,888')
})

test('accounts that get more than the new terms after a preview without any are asked about', async ({ seat }) => {
  await given('800000', '700000')
  const page = await (await seat('merch002')).open('/404')
  await openTerms(page)
  await page.route(
    /\/game\/agent\/set\/v1/,
    async (route) => {
      if (!('preview' in route.request().postDataJSON())) await setLimit('genagt02', 'agent002', '790000')
      await route.continue()
    },
    { times: 2 },
  )
  await limit(page).fill('750000')
  await save(page)
  await expect(question(page).getByRole('row').nth(1)).toContainText('790,000')
  await confirm(page).click()
  await expect(question(page)).toHaveCount(0)
  await expect(unchanged(page)).toBeVisible()
})

test('terms that somebody else has saved behind the question stand side by side', async ({ seat }) => {
  await given('800000', '800000')
  const page = await (await seat('merch002')).open('/404')
  await openTerms(page)
  await limit(page).fill('700000')
  await save(page)
  await expect(question(page).getByRole('row').nth(1)).toContainText('800,000')
  await setLimit('merch002', 'genagt02', '780000')
  await confirm(page).click()
  const conflict = page.getByRole('dialog', { name: '占成与退水已被他人修改' })
  await expect(conflict.getByRole('row').filter({ hasText: '700,000' })).toContainText('780,000')
  await expect(question(page)).toHaveCount(0)
  await conflict.getByRole('button', { name: '在新版本上保留我的修改' }).click()
  await save(page)
  await expect(question(page).getByRole('row').nth(1)).toContainText('780,000')
  await confirm(page).click()
  await expect(unchanged(page)).toBeVisible()
})

test('details that are refused after the question leave nothing to confirm, and the page says what is saved', async ({
  seat,
}) => {
  await given('800000', '800000')
  const page = await (await seat('merch002')).open('/404')
  await openTerms(page)
  const message = '服务繁忙'
  await page.route(
    /\/update-account-info/,
    async (route) => {
      const { origin = '' } = await route.request().allHeaders()
      const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
      await route.fulfill({ headers, json: { code: 40001, data: null, message, isSuccess: false } })
    },
    { times: 1 },
  )
  await limit(page).fill('700000')
  await page.getByLabel('备注').fill('周结')
  await save(page)
  await confirm(page).click()
  await expect(page.getByText(`占成与退水已保存，账号资料未保存：${message}`)).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await look(page, 'terms-saved-details-refused')
  await save(page)
  await expect(unchanged(page)).toBeVisible()
})
