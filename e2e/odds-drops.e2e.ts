import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

const DROPS = '/admin/game/odds-drops?game=6HC'
const SIX = 3
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

/** Pictures of the page on a desktop and a phone, in both themes. */
const lookAll = async (page: Page, name: string): Promise<void> => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const size of [DESK, { width: 1366, height: 768 }, PHONE]) {
      await page.setViewportSize(size)
      await look(page, `${name}-${scheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESK)
}

const addStep = async (page: Page, part: string, values: readonly [string, string, string]): Promise<void> => {
  const section = page.getByRole('dialog').getByRole('region', { name: part })
  await section.getByRole('button', { name: '添加一档' }).click()
  const fields = section.getByRole('textbox')
  const count = await fields.count()
  for (const [at, value] of values.entries()) await fields.nth(count - 3 + at).fill(value)
}

test('steps are added and copied; a bet drops odds, the log says why, and a reset gives them back', async ({
  page,
  timetable,
}) => {
  test.setTimeout(120_000)
  const { periodNo } = await timetable.hold(SIX)
  await signIn(page, 'headco01', DROPS)
  await page.getByRole('button', { name: '新增档位' }).click()
  const dialog = page.getByRole('dialog', { name: '新增降赔档位' })
  await dialog.getByLabel('玩法大类').selectOption({ label: '正码' })
  await dialog.getByLabel('玩法', { exact: true }).selectOption({ index: 1 })
  await dialog.getByLabel('赔率项').selectOption('07')
  await expect(dialog.getByRole('status')).toContainText('将保存到 1 项')
  await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
  await addStep(page, '按总公司本期实占', ['1', '0.1', '5'])
  await addStep(page, '按总公司本期实占', ['0.5', '0.2', '5'])
  await expect(dialog.getByText('各档占成金额必须递增')).toBeVisible()
  await dialog.getByLabel('占成第2档 实占达到').fill('100000')
  await addStep(page, '按长龙', ['3', '0.05', '5'])
  await look(page, 'drops-dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  const first = page.locator('[data-steps$=" 07"]')
  await expect(first).toContainText('满 1 降 0.1')
  await expect(first).toContainText('3 期降 0.05')

  await first.getByRole('button', { name: /^复制到/ }).click()
  const copy = page.getByRole('dialog', { name: /^复制/ })
  await copy.getByLabel('玩法大类').selectOption({ label: '正码特' })
  await expect(copy.getByRole('status')).toContainText(/将保存到 [2-9]\d* 项/)
  await copy.getByRole('button', { name: '保存' }).click()
  await expect(page.locator('[data-steps]').nth(2)).toBeVisible()
  await lookAll(page, 'drops-steps')

  const playCode = ((await first.getAttribute('data-steps')) ?? '').split(' ')[0] ?? ''
  await placeBet({ gameId: SIX, periodNo, playCode, itemCode: '07', stake: '1000' })
  await page.getByRole('button', { name: '当前降赔' }).click()
  const dropped = page.locator(`[data-drop="${playCode} 07"]`)
  await expect(dropped).toContainText('-0.1')
  await lookAll(page, 'drops-now')
  await dropped.getByRole('button', { name: /^复位/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '复位' }).click()
  await expect(dropped).toHaveCount(0)

  await page.getByRole('button', { name: '降赔记录' }).click()
  await page.getByLabel('玩法', { exact: true }).selectOption(playCode)
  await expect(page.locator('[data-line]').first()).toContainText('headco01 复位')
  await expect(page.locator('[data-line]').nth(1)).toContainText(/实占 \d/)
  await lookAll(page, 'drops-log')

  await page.getByRole('button', { name: '降赔档位' }).click()
  for (let left = await page.locator('[data-steps]').count(); left > 0; left -= 1) {
    await page.locator('[data-steps]').first().getByRole('button', { name: /^清除/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '清除' }).click()
    await expect(page.locator('[data-steps]')).toHaveCount(left - 1)
  }
})

test('lowering the highest commission shows whose terms it lowers before it is saved', async ({ page }) => {
  await signIn(page, 'headco01', '/admin/game/pankou?game=PC')
  const field = page.getByLabel('特码和值 D盘最高退水')
  await field.fill('9')
  await expect(page.getByText('不能高于 4.5')).toBeVisible()
  await expect(page.getByRole('button', { name: '预览并保存' })).toBeDisabled()
  await field.fill('0.1')
  // The keys of every table of fields.
  await page.keyboard.press('Control+ArrowDown')
  await expect(field).not.toBeFocused()
  await page.keyboard.press('Control+ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(field).toBeFocused()
  await lookAll(page, 'pankou')
  await page.getByRole('button', { name: '预览并保存' }).click()
  const dialog = page.getByRole('dialog', { name: '保存最高退水' })
  await expect(dialog.locator('[data-part=affected]')).toContainText(/将下调 [1-9]\d* 个账号的 [1-9]\d* 项退水/)
  const row = dialog.getByRole('row').filter({ hasText: 'merch001' })
  await expect(row).toContainText('特码和值 D 盘')
  await expect(row).toContainText('0.1%')
  await lookAll(page, 'pankou-preview')
  // A look changes nothing.
  await dialog.getByRole('button', { name: '取消', exact: true }).click()
  await page.reload()
  await expect(field).not.toHaveValue('0.1')

  const saved = await field.inputValue()
  await field.fill('0.1')
  await page.getByRole('button', { name: '预览并保存' }).click()
  await dialog.getByRole('button', { name: /^保存并下调/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(field).toHaveValue('0.1')
  await field.fill(saved)
  await page.getByRole('button', { name: '预览并保存' }).click()
  await expect(dialog).toContainText('不会下调任何账号')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(field).toHaveValue(saved)
})
