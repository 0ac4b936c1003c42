import type { Page } from '@playwright/test'
import { acceptCapped } from './support/capped.ts'
import { expect, type Seat, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { SENT_NONE } from './support/replenishment.ts'
import { expectToast } from './support/toasts.ts'

/** The same page in two browsers. */
const twoBrowsers = async (seat: (account: string) => Promise<Seat>, account: string, path: string) => {
  const [mine, theirs] = [await seat(account), await seat(account)]
  return { mine: await mine.open(path), theirs: await theirs.open(path) }
}

const conflict = (page: Page) => page.getByRole('dialog', { name: '数据已被他人修改' })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()
const saved = async (page: Page): Promise<void> => {
  await save(page)
  await expect(page.getByText('没有改动')).toBeVisible()
}

test('two users set limits: the second sees both values of each cell, chooses, and loses no edit', async ({ seat }) => {
  const { mine, theirs } = await twoBrowsers(seat, 'genagt01', '/agent/accounts/max-fill?game=PC')
  const cell = (page: Page, at: number) => page.locator(`[data-place="0:${at}"]`)
  const type = async (page: Page, values: readonly (readonly [number, string])[]): Promise<void> => {
    for (const [at, value] of values) {
      await cell(page, at).click()
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
      await expect(cell(page, at)).toHaveText(value)
    }
  }
  for (const page of [mine, theirs]) await expect(cell(page, 0)).toBeVisible()
  await type(theirs, [
    [0, '711'],
    [1, '812'],
  ])
  await saved(theirs)
  await type(mine, [
    [0, '913'],
    [2, '614'],
  ])
  await save(mine)
  const rows = conflict(mine).getByRole('row')
  await expect(rows.filter({ hasText: '711' }).getByRole('radio', { name: /保留我的 913$/ })).toBeChecked()
  await expect(rows.filter({ hasText: '812' })).toContainText('未填')
  await expect(rows.filter({ hasText: '614' }).getByRole('radio')).toHaveCount(2)
  await look(mine, 'max-fill-conflict')

  // Closing the dialog decides nothing: the next save asks again.
  await mine.keyboard.press('Escape')
  await expect(cell(mine, 0)).toHaveText('913')
  await save(mine)
  await conflict(mine)
    .getByRole('radio', { name: /采用对方的 711$/ })
    .check()
  await conflict(mine).getByRole('button', { name: '应用所选' }).click()
  await expect(conflict(mine)).toHaveCount(0)
  for (const [at, value] of ['711', '812', '614'].entries()) await expect(cell(mine, at)).toHaveText(value)
  await expect(mine.getByText('1 格改动')).toBeVisible()
  await saved(mine)

  // All at once, with the other user's version.
  await type(theirs, [
    [0, '515'],
    [2, '416'],
  ])
  await save(theirs)
  await conflict(theirs).getByRole('button', { name: '采用对方的', exact: true }).click()
  await conflict(theirs).getByRole('button', { name: '应用所选' }).click()
  await expect(theirs.getByText('没有改动')).toBeVisible()
  for (const [at, value] of ['711', '812', '614'].entries()) await expect(cell(theirs, at)).toHaveText(value)
})

test('two users set how a downline’s replenishment is treated: both values side by side', async ({ seat }) => {
  const path = '/agent/bet/setting?game=PC&section=downline'
  const { mine, theirs } = await twoBrowsers(seat, 'merch001', path)
  const limit = (page: Page) => page.getByRole('textbox', { name: /^genagt01 .* 补货上限$/ }).first()
  for (const page of [mine, theirs]) await expect(limit(page)).toBeVisible()
  await limit(theirs).fill('733')
  await save(theirs)
  await acceptCapped(theirs)
  await expectToast(theirs, '已保存 1 个下线')
  await limit(mine).fill('834')
  await save(mine)
  await expect(conflict(mine).getByRole('radio', { name: /采用对方的 733$/ })).not.toBeChecked()
  await expect(conflict(mine).getByRole('radio', { name: /保留我的 834$/ })).toBeChecked()
  await mine.keyboard.press('Escape')
  await mine.reload()
  await save(mine)
  await expect(conflict(mine).getByRole('radio', { name: /保留我的 834$/ })).toBeChecked()
  await conflict(mine).getByRole('button', { name: '应用所选' }).click()
  await expect(limit(mine)).toHaveValue('834')
  await save(mine)
  await expectToast(mine, '已保存 1 个下线')
  await mine.reload()
  await expect(limit(mine)).toHaveValue('834')
})

test('two users set their own replenishment: closing the dialog overwrites nothing', async ({ seat }) => {
  const { mine, theirs } = await twoBrowsers(seat, 'merch001', '/agent/bet/setting?game=PC')
  const limit = (page: Page, at: number) => page.getByRole('textbox', { name: / 占成控额$/ }).nth(at)
  const review = (page: Page) => page.getByRole('button', { name: '核对并保存' }).click()
  const changes = (page: Page) => page.getByRole('dialog', { name: '核对改动' })
  for (const page of [mine, theirs]) await expect(limit(page, 0)).toBeVisible()
  for (const [at, value] of ['655', '656'].entries()) await limit(theirs, at).fill(value)
  await review(theirs)
  await expect(changes(theirs).getByRole('row')).toHaveCount(3)
  await look(theirs, 'setting-review')
  await changes(theirs).getByRole('button', { name: '保存', exact: true }).click()
  await expectToast(theirs, SENT_NONE)
  await expect(theirs.getByRole('dialog')).toHaveCount(0)

  for (const [at, value] of ['755', '756'].entries()) await limit(mine, at).fill(value)
  await review(mine)
  await changes(mine).getByRole('button', { name: '保存', exact: true }).click()
  await expectToast(mine, '数据已被他人修改，请核对后重试')
  await expect(conflict(mine).getByRole('radio', { name: /保留我的 755\.00$/ })).toBeChecked()
  await look(mine, 'setting-conflict')

  // Closing the dialog decides nothing, and neither does a reload: the next save asks again before it sends
  // anything.
  await mine.keyboard.press('Escape')
  await review(mine)
  await expect(conflict(mine)).toBeVisible()
  await mine.reload()
  await review(mine)
  await conflict(mine)
    .getByRole('radio', { name: /采用对方的 655\.00$/ })
    .check()
  await conflict(mine).getByRole('button', { name: '应用所选' }).click()
  await expect(limit(mine, 0)).toHaveValue('655')
  await expect(limit(mine, 1)).toHaveValue('756')
  await review(mine)
  await expect(changes(mine).getByRole('row')).toHaveCount(2)
  await changes(mine).getByRole('button', { name: '保存', exact: true }).click()
  await expectToast(mine, SENT_NONE)
  await expect(mine.getByRole('dialog')).toHaveCount(0)
  await expectToast(mine, '数据已被他人修改，请核对后重试', 1)
})

test('two users set automatic fly-outs: both values side by side', async ({ seat }) => {
  const { mine, theirs } = await twoBrowsers(seat, 'agent003', '/agent/bet/fly-out?tab=settings&game=PC')
  const limit = (page: Page) => page.getByRole('textbox', { name: / 占成控额$/ }).first()
  const confirm = async (page: Page): Promise<void> => {
    await save(page)
    await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  }
  for (const page of [mine, theirs]) await expect(limit(page)).toBeVisible()
  await limit(theirs).fill('755')
  await confirm(theirs)
  await expectToast(theirs, SENT_NONE)
  await expect(theirs.getByRole('dialog')).toHaveCount(0)
  await limit(mine).fill('856')
  await confirm(mine)
  await expect(conflict(mine).getByRole('radio', { name: /保留我的 856\.00$/ })).toBeChecked()
  // Closing the dialog decides nothing, and neither does a reload: the next save asks again.
  await mine.keyboard.press('Escape')
  await mine.reload()
  await save(mine)
  await expect(conflict(mine).getByRole('radio', { name: /保留我的 856\.00$/ })).toBeChecked()
  await conflict(mine)
    .getByRole('radio', { name: /采用对方的 755\.00$/ })
    .check()
  await conflict(mine).getByRole('button', { name: '应用所选' }).click()
  await expect(limit(mine)).toHaveValue('755')
})

test('two users change an account’s terms: both versions side by side, and the edits stay', async ({ seat }) => {
  const { mine, theirs } = await twoBrowsers(seat, 'genagt01', '/agent/accounts/index')
  const limit = (page: Page) => page.getByRole('textbox', { name: / 补货上限$/ }).first()
  for (const page of [mine, theirs]) {
    await page.locator('[data-account=agent001]').getByRole('button', { name: '修改占成与退水' }).click()
    await expect(limit(page)).toBeVisible()
  }
  await limit(theirs).fill('777')
  await save(theirs)
  await expect(theirs.getByText('没有改动')).toBeVisible()
  await expect(mine.getByLabel('允许登录的IP')).toBeVisible()
  // The matrix of terms has the keys of a table of fields: left to the limit beside, and the value above by Ctrl+D.
  await limit(mine).press('ArrowDown')
  await expect(mine.getByRole('textbox', { name: / 补货上限$/ }).nth(1)).toBeFocused()
  await mine.keyboard.press('ArrowLeft')
  await expect(mine.getByRole('textbox', { name: / 单项限额$/ }).nth(1)).toBeFocused()
  await limit(mine).fill('878')
  await save(mine)
  const dialog = mine.getByRole('dialog', { name: '占成与退水已被他人修改' })
  await expect(dialog.getByRole('row').filter({ hasText: '878' })).toContainText('777')
  await dialog.getByRole('button', { name: '在新版本上保留我的修改' }).click()
  await expect(limit(mine)).toHaveValue('878')
})
