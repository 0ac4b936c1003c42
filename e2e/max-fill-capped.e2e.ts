import type { Page } from '@playwright/test'
import { ApiUser } from './support/api.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'

const PATH = '/agent/accounts/max-fill?game=PK'

type Fills = {
  readonly items: readonly {
    readonly agentPathsId: number
    readonly version: number
    readonly maxFill: readonly { readonly groupId: number }[]
  }[]
}

const cell = (page: Page) => page.getByRole('row').filter({ hasText: 'genagt02' }).getByRole('gridcell').first()
const type = async (page: Page, value: string): Promise<void> => {
  await cell(page).click()
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()

test('a fill limit below what accounts have asks first, names them, and asks again when they have changed', async ({
  seat,
}) => {
  const page = await (await seat('merch002')).open(PATH)
  const dialog = page.getByRole('dialog', { name: '此次修改将同时调整以下账号' })
  const rows = dialog.getByRole('row')
  const confirm = dialog.getByRole('button', { name: /^确认并调整 \d+ 个账号$/ })
  await type(page, '999999')
  await save(page)
  await expect(rows.nth(1)).toContainText('999,999')
  await look(page, 'max-fill-capped')
  const before = await rows.count()
  expect(before).toBeGreaterThan(1)
  // To leave keeps what was typed, and nothing is saved.
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 格改动')).toBeVisible()
  await save(page)
  await confirm.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('没有改动')).toBeVisible()

  await type(page, '888888')
  await save(page)
  await expect(rows).toHaveCount(before)
  const general = await ApiUser.signIn('genagt02')
  const fills = await general.call<Fills>('/api/common/replenishment/max-fill/query', { gameId: 2 })
  const [agent] = fills.items
  const groupId = agent?.maxFill[0]?.groupId
  const own = { agentPathsId: agent?.agentPathsId, version: agent?.version, gameId: 2 }
  const asked = { items: [{ ...own, maxFill: [{ groupId, maxFill: '950000' }] }], requestId: `capped-${Date.now()}` }
  const preview = await general.call<{ confirm: string }>('/api/common/replenishment/xx-set', {
    ...asked,
    preview: true,
  })
  await general.call('/api/common/replenishment/xx-set', { ...asked, confirm: preview.confirm })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('受影响的账号刚刚有变化')
  await expect(rows.filter({ hasText: '950,000' })).toHaveCount(1)
  await look(page, 'max-fill-moved')
  await confirm.click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(cell(page)).toHaveText('888,888')
})

test('what is typed stays with another game, and another page asks before it loses it', async ({ seat }) => {
  const page = await (await seat('merch002')).open(PATH)
  const game = (name: string) => page.locator('fieldset.toggles').getByText(name, { exact: true })
  await type(page, '123456')
  await game('PC蛋蛋').click()
  await expect(page.getByText('没有改动')).toBeVisible()
  await game('赛车').click()
  await expect(cell(page)).toHaveText('123,456')
  await page.getByRole('button', { name: '返回' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('未保存')
  await look(page, 'max-fill-leave')
  await question.getByRole('button', { name: '留在本页' }).click()
  await expect(page).toHaveURL(/max-fill/)
  await expect(cell(page)).toHaveText('123,456')
})
