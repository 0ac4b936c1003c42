import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { SENT_NONE } from './support/replenishment.ts'
import { expectToast } from './support/toasts.ts'

/** Pastes a block as a spreadsheet gives it, into the field that has the focus. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((block) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', block)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

test('limits of numbers: in the order of the board, filled by colour and animal, pasted all or none', async ({
  seat,
}) => {
  const page = await (await seat('agent003')).open('/agent/bet/setting?game=6HC')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name: /^特码 单项 (设置|\d+ 项)$/ }).click()
  const drawer = page.getByRole('dialog', { name: '特码 单项控额' })
  const field = (number: string) => drawer.getByRole('textbox', { name: `${number} 控额`, exact: true })
  await expect(field('49')).toBeVisible()
  // Ten numbers down a column, as the board has them: 11 begins the second one, beside 01.
  const at = async (number: string) => await field(number).boundingBox()
  const [one, two, eleven] = [await at('01'), await at('02'), await at('11')]
  expect([two?.x, eleven?.y]).toEqual([one?.x, one?.y])
  expect(eleven?.x ?? 0).toBeGreaterThan(one?.x ?? 0)

  const fill = async (set: RegExp, amount: string): Promise<void> => {
    const options = drawer.getByRole('combobox', { name: '填充范围' })
    const label = (await options.locator('option').allTextContents()).find((text) => set.test(text)) ?? ''
    await options.selectOption({ label })
    await drawer.getByRole('textbox', { name: '填充金额' }).fill(amount)
    await drawer.getByRole('button', { name: '填充', exact: true }).click()
  }
  await fill(/^红波（17）$/, '300')
  for (const red of ['01', '02', '46']) await expect(field(red)).toHaveValue('300')
  for (const other of ['03', '05', '49']) await expect(field(other)).toHaveValue('')
  // 2026 is the year of the horse.
  await fill(/^马（5）$/, '88')
  for (const horse of ['01', '13', '49']) await expect(field(horse)).toHaveValue('88')
  await expect(field('02')).toHaveValue('300')

  await field('20').focus()
  await paste(page, '07\t50\n50\t60\n08\tx')
  await expect(drawer.getByRole('alert')).toContainText('第 2 行：没有“50”')
  await expect(drawer.getByRole('alert')).toContainText('第 3 行')
  await expect(field('07')).toHaveValue('300')
  await paste(page, '61\n62')
  await expectToast(page, '已填入 2 项')
  await expect(drawer.getByRole('alert')).toHaveCount(0)
  await expect(field('20')).toHaveValue('61')
  await expect(field('21')).toHaveValue('62')
  await look(page, 'setting-items')
  await drawer.getByRole('button', { name: '应用', exact: true }).click()
  await expect(page.getByText('1 处改动')).toBeVisible()
  await page.getByRole('button', { name: '放弃' }).click()
})

test('a copy chooses nothing beforehand, and a save that sends nothing closes with a toast', async ({ seat }) => {
  const page = await (await seat('agent003')).open('/agent/bet/setting?game=PC')
  await page
    .getByRole('button', { name: /^把「.*」的设置复制到$/ })
    .first()
    .click()
  const copy = page.getByRole('dialog', { name: /的设置复制到$/ })
  await expect(copy.getByRole('checkbox').first()).toBeVisible()
  expect(await copy.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await expect(copy.getByRole('button', { name: '确定' })).toBeDisabled()
  await copy.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '复制到其它彩种' }).click()
  await expect(copy.getByRole('checkbox').first()).toBeVisible()
  expect(await copy.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await copy.getByRole('button', { name: '取消' }).click()

  const limit = page.getByRole('textbox', { name: / 补出限额$/ }).first()
  await limit.fill('765432')
  await page.getByRole('button', { name: '核对并保存' }).click()
  await page.getByRole('dialog', { name: '核对改动' }).getByRole('button', { name: '保存', exact: true }).click()
  await expectToast(page, SENT_NONE)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
