import type { Locator, Page } from '@playwright/test'
import { ACCOUNTS, accountRow } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { expectToast, toastsOf } from './support/toasts.ts'

const TRANSFER_PASSWORD = '246810'
const MEMBER = 'mem0218'

/** Presses Tab until the element has the focus, like a user without a pointer. */
const tabTo = async (page: Page, element: Locator): Promise<void> => {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never came to it')
}

const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    const counted = globalThis as typeof globalThis & { clicks?: number }
    counted.clicks = 0
    document.addEventListener(
      'pointerdown',
      () => {
        counted.clicks = (counted.clicks ?? 0) + 1
      },
      true,
    )
  })
  return async () => await page.evaluate(() => (globalThis as typeof globalThis & { clicks?: number }).clicks ?? 0)
}

test('money moves by keyboard alone, and with at most four clicks', async ({ seat }) => {
  const page = await (await seat('agent002')).open(`${ACCOUNTS}?q=${MEMBER}`)
  const row = accountRow(page, MEMBER)
  const down = row.getByRole('button', { name: '上分', exact: true })
  const back = row.getByRole('button', { name: '回收', exact: true })
  const dialog = page.getByRole('dialog')
  await expect(down).toBeVisible()

  await tabTo(page, down)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('金额')).toBeFocused()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  const password = dialog.getByLabel('转账密码')
  await expect(password).toBeFocused()
  await look(page, 'dialog-money')
  // A wrong password is said at the field, where it can be typed again at once.
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(TRANSFER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  // Only there: no toast has said it too.
  await expectToast(page, '上分成功')
  expect(toastsOf(page)).toEqual(['上分成功'])
  await expect(down).toBeFocused()

  const clicks = await countClicks(page)
  await back.click()
  await expect(dialog.getByLabel('金额')).toBeFocused()
  await page.keyboard.type('12')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(password).toBeFocused()
  await page.keyboard.type(TRANSFER_PASSWORD)
  await dialog.getByRole('button', { name: /确认回收/ }).click()
  await expect(dialog).toHaveCount(0)
  expect(await clicks()).toBeLessThanOrEqual(4)
  await expect(back).toBeFocused()
})

test('each dialog of the accounts and groups opens at its first field and gives the focus back', async ({ seat }) => {
  const page = await (await seat('genagt02')).open(ACCOUNTS)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dialog = page.getByRole('dialog')
  /** Opens a dialog, looks where the focus is, and closes it with Escape. */
  const walk = async (opener: Locator, first: Locator | null, menuItem?: string): Promise<void> => {
    await opener.focus()
    await page.keyboard.press('Enter')
    if (menuItem !== undefined) {
      // The menu can be walked by key: its first entry has the focus.
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.getByRole('menuitem', { name: menuItem }).click()
    }
    if (first) await expect(first).toBeFocused()
    // A drawer that is only read has no field.
    else
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  const row = page.locator('[data-account]').first()
  const more = row.getByRole('button', { name: /的操作$/ })
  await walk(row.getByRole('button', { name: '回收' }), dialog.getByLabel('金额'))
  await walk(more, dialog.getByRole('radio', { name: '停用' }), '修改状态')
  await walk(more, dialog.getByRole('radio', { name: '登录密码' }), '重置密码')
  await walk(more, null, '登录日志')
  await walk(more, null, '变更日志')

  await page.getByRole('button', { name: '子账号' }).click()
  await walk(page.getByRole('button', { name: '新增子账号' }).first(), dialog.getByLabel('账号'))

  await page.goto('/agent/group/index')
  await walk(page.getByRole('button', { name: '新增群组' }).first(), dialog.getByRole('textbox').first())

  await page.goto('/profile/password')
  const bind = page.getByRole('button', { name: '绑定验证器' })
  await walk(bind, dialog.getByLabel('验证码'))
  // A button of the dialog keeps its own Enter.
  await bind.click()
  await dialog.getByRole('button', { name: '取消' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(bind).toBeFocused()
})
