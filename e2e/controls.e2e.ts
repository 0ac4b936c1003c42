import type { Page } from '@playwright/test'
import { violationsOf } from './support/axe.ts'
import { faintBorders, faintTotals, looseLabels } from './support/controls.ts'
import { ACCOUNTS } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { unreadable } from './support/text-boxes.ts'
import { lookAtAll, openWindows } from './support/windows.ts'
import { dayOfHistory } from './support/world.ts'

const RANGE = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`
const DELIVERY = `/reports/delivery?${RANGE}`
/** The pages of a working day. */
const PAGES = [
  '/',
  '/agent/bet/instant?game=6HC',
  '/agent/bet/setting?game=6HC',
  ACCOUNTS,
  `${ACCOUNTS}?create=3`,
  DELIVERY,
  `${DELIVERY}&tab=class&by=group`,
  `/reports/details?${RANGE}`,
  '/result?view=runs',
  '/rule',
]
/** Pages with a row of sums. */
const WITH_SUMS = [DELIVERY, `${DELIVERY}&tab=class&by=group`]

test('a dark screen of 1920x1080: nothing cut or overlapping, fields and sums stand out, also in light', async ({
  seat,
}) => {
  test.setTimeout(300_000)
  const windows = await openWindows(seat, 'genagt01', 'desk')
  for (const page of windows) await page.setViewportSize({ width: 1920, height: 1080 })
  await lookAtAll(windows, PAGES, (page, path) =>
    test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await page.goto(path)
      await settled(page)
      if (path.startsWith('/reports/details')) {
        await page.getByRole('button', { name: '展开', exact: true }).click()
        await expect(page.getByRole('button', { name: '收起', exact: true })).toBeVisible()
      }
      if (WITH_SUMS.includes(path)) await expect(page.locator('[data-kind=total]')).toBeVisible()
      expect.soft(await unreadable(page), path).toEqual([])
      expect.soft(await violationsOf(page), path).toEqual([])
      expect.soft(await looseLabels(page), path).toEqual([])
      await look(page, `dark${path.split('?')[0]?.replaceAll('/', '-')}`)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect.poll(() => faintBorders(page), { message: `${path} ${colorScheme}` }).toEqual([])
        expect.soft(await faintTotals(page), `${path} ${colorScheme}`).toEqual([])
      }
    }),
  )
})

const MENU = / 的操作$/
/** Dialogs by page and by what opens them: a button, and for a menu its entry. */
const DIALOGS: readonly (readonly [path: string, opener: string | RegExp, entry?: string])[] = [
  [ACCOUNTS, '回收'],
  [ACCOUNTS, MENU, '修改状态'],
  [ACCOUNTS, MENU, '重置密码'],
  [`${ACCOUNTS}?tab=sub`, '新增子账号'],
  ['/agent/group/index', '新增群组'],
  ['/profile/password', '绑定验证器'],
]

const checkFields = async (page: Page, name: string): Promise<void> => {
  expect.soft(await looseLabels(page), name).toEqual([])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // The colour of a border changes over a moment.
    await expect.poll(() => faintBorders(page), { message: `${name} ${colorScheme}` }).toEqual([])
  }
}

test('the fields of dialogs stand out in both themes, their labels four pixels above them', async ({ seat }) => {
  const page = await (await seat('genagt02')).open('/404')
  const dialog = page.getByRole('dialog')
  for (const [path, opener, entry] of DIALOGS)
    await test.step(`${path} ${entry ?? opener}`, async () => {
      await page.goto(path)
      await page.getByRole('button', { name: opener }).first().click()
      if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).click()
      await expect(dialog).toBeVisible()
      await settled(page)
      await checkFields(page, `${path} ${entry ?? opener}`)
    })
})

test('a border, a label and a sum that do not stand out are detected', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkFields(page, '/login')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => {
    const box = document.createElement('div')
    box.innerHTML = `<label for="faint" style="display: block; margin-bottom: 9px">名称</label>
      <input id="faint" style="border: 1px solid #ddd">
      <table><tr data-kind="total"><td style="background: #fff; color: #aaa">1.00</td></tr></table>`
    document.querySelector('main')?.append(box)
  })
  expect(await faintBorders(page)).toEqual([expect.stringContaining('faint')])
  expect(await looseLabels(page)).toEqual([expect.stringContaining('名称')])
  expect(await faintTotals(page)).toEqual([expect.stringContaining('1.00')])
})
