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
  // The arrows of the table lead beside and down, as on the board.
  await page.keyboard.press('ArrowRight')
  await expect(field('30')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(field('10')).toBeFocused()
  await look(page, 'setting-items')
  await drawer.getByRole('button', { name: '应用', exact: true }).click()
  await expect(page.getByText('1 处改动')).toBeVisible()
  await page.getByRole('button', { name: '放弃' }).click()
})

test('a copy chooses nothing beforehand, and a save that sends nothing closes with a toast', async ({ seat }) => {
  const page = await (await seat('agent003')).open('/agent/bet/setting?game=PC')
  await page
    .getByRole('button', { name: /^把“.*”的设置复制到$/ })
    .first()
    .click()
  const copy = page.getByRole('dialog', { name: /的设置复制到$/ })
  await expect(copy.getByRole('checkbox').first()).toBeVisible()
  expect(await copy.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await expect(copy.getByRole('button', { name: '确定' })).toBeDisabled()
  await copy.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '复制到其他彩种' }).click()
  await expect(copy.getByRole('checkbox').first()).toBeVisible()
  expect(await copy.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await copy.getByRole('button', { name: '取消' }).click()

  const limit = page.getByRole('textbox', { name: / 补出限额$/ }).first()
  await limit.fill('765432')
  // By key from wherever one is, and then the focus is not lost.
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: '核对改动' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expectToast(page, SENT_NONE)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('the table of settings has the keys of a matrix, and its heads and names stay', async ({ seat }) => {
  const page = await (await seat('agent003')).open('/agent/bet/setting?game=6HC')
  await page.setViewportSize({ width: 1366, height: 768 })
  const table = page.getByRole('table', { name: '各玩法大类的设置' })
  const field = (group: string, name: string) => table.getByLabel(`${group} ${name}`, { exact: true })

  // Every kind of field is left by the same keys; a text is left at its ends.
  await field('特码', '自动').focus()
  await page.keyboard.press('ArrowRight')
  await expect(field('特码', '方式')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(field('特码两面', '方式')).toBeFocused()
  await expect(field('特码', '方式')).toHaveValue('stake')
  await page.keyboard.press('ArrowRight')
  await expect(field('特码两面', '占成控额')).toBeFocused()
  // 最大亏损 has no meaning here and is passed over.
  await page.keyboard.press('ArrowRight')
  await expect(field('特码两面', '单位')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(field('特码两面', '自动')).toBeFocused()
  await page.keyboard.press('Control+ArrowUp')
  await expect(field('特码', '自动')).toBeFocused()

  // Ctrl+D takes the value above; a block is pasted from its first cell on.
  const place = (await table.boundingBox())?.y
  await field('特码', '收货限额').fill('1234')
  // The mark of an edited game takes no place: nothing moves under the pointer.
  await expect(page.getByRole('radio', { name: /^六合彩 ?有未保存的改动$/ })).toBeChecked()
  expect((await table.boundingBox())?.y).toBe(place)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await expect(field('特码两面', '收货限额')).toHaveValue('1234')
  await field('色波', '收货限额').focus()
  await paste(page, '11\t22\n33\t44')
  await expect(field('色波', '补出限额')).toHaveValue('22')
  await expect(field('生肖', '收货限额')).toHaveValue('33')
  await expect(field('生肖', '补出限额')).toHaveValue('44')
  await expect(page.getByText('6 处改动')).toBeVisible()

  // The last row by key: heads and names stand where they stood, and nothing is below them.
  const heads = await Promise.all(
    ['单位', '收货限额'].map((name) => table.getByRole('columnheader', { name }).first().boundingBox()),
  )
  await page.keyboard.press('Control+ArrowDown')
  const last = table.locator('tbody tr').last()
  await expect(last.getByLabel(/收货限额$/)).toBeFocused()
  expect(
    await Promise.all(
      ['单位', '收货限额'].map((name) => table.getByRole('columnheader', { name }).first().boundingBox()),
    ),
  ).toEqual(heads)
  await page.keyboard.press('Control+ArrowUp')
  const first = await field('特码', '收货限额').boundingBox()
  const head = heads[1]
  expect(first?.y ?? 0).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
  // A figure stands below the figures of its head.
  expect(Math.abs((first?.x ?? 0) + (first?.width ?? 0) - ((head?.x ?? 0) + (head?.width ?? 0)))).toBeLessThan(12)
  await look(page, 'setting-keys')
  await page.getByRole('button', { name: '放弃' }).click()
})

test('downlines and fly-outs have the same keys', async ({ seat }) => {
  const agent = await seat('genagt01')
  const page = await agent.open('/agent/bet/setting?game=6HC&section=downline')
  const table = page.getByRole('table', { name: '下线的补货方式与补货上限' })
  const cell = (row: number, column: number) =>
    table.locator('tbody tr').nth(row).locator('td').nth(column).locator('input, select')
  await cell(0, 0).focus()
  const type = await cell(0, 0).inputValue()
  await page.keyboard.press('ArrowRight')
  await expect(cell(0, 1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell(1, 1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(1, 0)).toBeFocused()
  expect(await cell(0, 0).inputValue()).toBe(type)
  await cell(0, 1).focus()
  await paste(page, '5\t6\n7\t8')
  for (const [row, column, value] of [
    [0, 1, '5'],
    [0, 2, '6'],
    [1, 1, '7'],
    [1, 2, '8'],
  ] as const)
    await expect(cell(row, column)).toHaveValue(value)
  await page.getByRole('button', { name: '放弃' }).click()
})
