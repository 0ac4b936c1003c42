import { utils, write } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
const PAGE = '/admin/game/amount?game=6HC&group=SB'

const cell = (page: Page, name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name} `) })

const sheetFile = (rows: unknown[][]) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '赔率')
  const buffer = Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  return { name: '赔率.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer }
}

test('odds are edited as a spreadsheet, saved with a second question, restored, imported, and lowered for a merchant', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: ADMIN_SITE, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, 'headco01', `/login?redirect=${encodeURIComponent(PAGE)}`)
    const bar = page.locator('.save-bar')
    const save = bar.getByRole('button', { name: '保存', exact: true })
    const grid = page.getByRole('grid', { name: '赔率表' })
    await expect(cell(page, '特码色波 红波 A 盘')).toContainText('2.7')

    // Typing, Enter and Tab; then fill down and a pasted block.
    await cell(page, '特码色波 红波 A 盘').click()
    await page.keyboard.type('2.65')
    await page.keyboard.press('Enter')
    await page.keyboard.type('2.8')
    await page.keyboard.press('Tab')
    await expect(cell(page, '特码色波 红波 A 盘')).toHaveText(/2\.7\s*2\.65/)
    await cell(page, '半波 红大 A 盘').click()
    await page.keyboard.type('6.4')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect(cell(page, '半波 红小 A 盘')).toContainText('6.4')
    await cell(page, '半波 红单 B 盘').click()
    await grid.evaluate((element) => {
      const data = new DataTransfer()
      data.setData('text/plain', '5.5\t5.4\n5.0\t4.9')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect(cell(page, '半波 红双 C 盘')).toContainText('4.9')
    // A percentage on a selection.
    await cell(page, '半波 蓝大 C 盘').click()
    await cell(page, '半波 蓝小 D 盘').click({ modifiers: ['Shift'] })
    const batch = page.getByRole('region', { name: '批量修改' })
    await expect(batch).toContainText('已选 4 格')
    await batch.getByText('百分比').click()
    await batch.getByLabel('数值').fill('-1')
    await batch.getByRole('button', { name: '应用' }).click()
    // Floors and what is on sale, by cell and by the bar.
    await cell(page, '特码色波 蓝波 最低赔率').click()
    await page.keyboard.type('2.9')
    await page.keyboard.press('Enter')
    // The floor is above the prices, and the price that was typed in this row is below it.
    await expect(bar).toContainText('2 处填写有误')
    await cell(page, '特码色波 蓝波 最低赔率').dblclick()
    await page.keyboard.type('1.5')
    await page.keyboard.press('Enter')
    await cell(page, '特码色波 绿波 A 盘').click()
    await batch.getByRole('button', { name: '停售' }).click()
    await expect(cell(page, '特码色波 绿波 销售')).toHaveText(/开放\s*停售/)
    // The bettor would win at this price.
    await cell(page, '特码色波 红波 D 盘').click()
    await page.keyboard.type('3.1')
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('让投注者占优')
    await look(page, 'odds-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, 'odds-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1366, height: 768 })
    await look(page, 'odds-light')

    await bar.getByRole('button', { name: /查看差异/ }).click()
    await expect(page.getByRole('dialog', { name: '改动的差异' })).toContainText('特码色波 红波 D 盘')
    await page.getByRole('dialog').getByRole('button', { name: '返回' }).click()
    await save.click()
    const again = page.getByRole('dialog', { name: '投注者占优，仍要保存？' })
    await expect(again).toContainText('特码色波 红波 D 盘')
    await look(page, 'odds-again')
    await again.getByRole('button', { name: '仍要保存' }).click()
    await expect(bar).toContainText('没有改动')
    await expect(cell(page, '特码色波 红波 A 盘')).toHaveText(/^\s*2\.650$/)
    await expect(cell(page, '特码色波 蓝波 最低赔率')).toHaveText(/^\s*1\.500$/)
    await expect(cell(page, '特码色波 绿波 销售')).toHaveText(/^\s*停售$/)

    // Everything back by the history: a new version with the old prices.
    await page.getByRole('button', { name: /历史/ }).click()
    await expect(page.getByText('赔率历史')).toBeVisible()
    await look(page, 'odds-history')
    await page.getByRole('button', { name: '恢复到此版本' }).last().click()
    await page
      .getByRole('dialog', { name: /恢复到版本/ })
      .getByRole('button', { name: '恢复', exact: true })
      .click()
    await expect(cell(page, '特码色波 红波 A 盘')).toHaveText(/^\s*2\.700$/)
    await expect(cell(page, '特码色波 绿波 销售')).toHaveText(/^\s*开放$/)
    await page.locator('.ant-drawer').getByRole('button', { name: '关闭' }).click()

    // A file with a bad row changes nothing; the good one fills the sheet.
    const head = ['玩法代码', '投注项代码', 'A盘', 'B盘', '销售']
    await page.getByRole('button', { name: '导入' }).click()
    const dialog = page.getByRole('dialog', { name: '导入赔率' })
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles(
      sheetFile([head, ['TM_SB', 'RED', 2.6, ''], ['TM_SB', 'NONE', 2, ''], ['TM_SB', 'BLUE', 'x', 0.5, '卖']]),
    )
    await expect(dialog.getByRole('alert')).toContainText('4 处错误')
    await expect(dialog).toContainText('第 3 行')
    await expect(dialog.getByRole('button', { name: '应用到表格' })).toBeDisabled()
    await look(page, 'odds-import')
    await file.setInputFiles(sheetFile([head, ['TM_SB', 'RED', 2.6, '']]))
    await dialog.getByRole('button', { name: '应用到表格' }).click()
    await expect(bar).toContainText('1 处改动')
    await bar.getByRole('button', { name: '放弃' }).click()

    // What the members of one merchant get less.
    await page.getByText('商户差额', { exact: true }).click()
    await page.getByRole('combobox', { name: '商户' }).selectOption({ index: 1 })
    await cell(page, '特码色波 红波 差额').click()
    await page.keyboard.type('-0.1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: '红波' })).toContainText('2.6')
    await save.click()
    await expect(bar).toContainText('没有改动')
    await expect(cell(page, '特码色波 红波 差额')).toHaveText(/^\s*-0\.1$/)
    // A file of differences, and back by their own history.
    await page.getByRole('button', { name: '导入' }).click()
    const offsets = page.getByRole('dialog', { name: '导入商户差额' })
    const offsetFile = offsets.locator('input[type=file]')
    await offsetFile.setInputFiles(
      sheetFile([
        ['玩法代码', '投注项代码', '商户差额'],
        ['TM_SB', 'BLUE', 0.2],
      ]),
    )
    await expect(offsets.getByRole('alert')).toContainText('差额只能下调')
    await offsetFile.setInputFiles(
      sheetFile([
        ['玩法代码', '投注项代码', '商户差额'],
        ['TM_SB', 'BLUE', -0.2],
      ]),
    )
    await offsets.getByRole('button', { name: '应用到表格' }).click()
    await save.click()
    await expect(cell(page, '特码色波 蓝波 差额')).toHaveText(/^\s*-0\.2$/)
    await look(page, 'odds-offset')
    await page.getByRole('button', { name: /历史/ }).click()
    const history = page.locator('.ant-drawer')
    await expect(history).toContainText('差额历史')
    await expect(history.getByRole('listitem').filter({ hasText: '特码色波 蓝波 差额' }).first()).toContainText('-0.2')
    await look(page, 'odds-offset-history')
    await history.getByRole('button', { name: '恢复到此版本' }).first().click()
    await page
      .getByRole('dialog', { name: /恢复到版本/ })
      .getByRole('button', { name: '恢复', exact: true })
      .click()
    await expect(cell(page, '特码色波 蓝波 差额')).toHaveText(/^\s*0$/)
    await expect(cell(page, '特码色波 红波 差额')).toHaveText(/^\s*-0\.1$/)
    await history.getByRole('button', { name: '关闭' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'odds-offset')
    await page.goto(PAGE)
    await expect(cell(page, '特码色波 红波 A 盘')).toBeVisible()
    await look(page, 'odds-phone')
  } finally {
    await context.close()
  }
})

test.describe('in a small window', () => {
  test.use({ baseURL: ADMIN_SITE })

  test('a window made as narrow as a phone keeps the page inside it', async ({ seat }) => {
    const page = await (await seat('headco01')).open('/admin/game/amount?game=6HC&group=SB')
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    for (const width of [1366, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(overhang, { message: String(width) }).toBeLessThanOrEqual(0)
    }
    await look(page, 'odds-narrow')
  })
})

test('prices that are typed are not lost without a question', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: ADMIN_SITE, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, 'headco01', `/login?redirect=${encodeURIComponent(PAGE)}`)
    await cell(page, '特码色波 红波 A 盘').click()
    await page.keyboard.type('2.61')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: '离开本页？' })
    await page.getByRole('link', { name: '自动降赔' }).click()
    await expect(question).toContainText('有未保存的改动')
    await look(page, 'odds-leave')
    await question.getByRole('button', { name: '留在本页' }).click()
    await expect(cell(page, '特码色波 红波 A 盘')).toContainText('2.61')
    await page.getByRole('link', { name: '自动降赔' }).click()
    await question.getByRole('button', { name: '离开', exact: true }).click()
    await expect(page).toHaveURL(/odds-drops/)
  } finally {
    await context.close()
  }
})
