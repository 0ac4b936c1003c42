import type { Locator, Page } from '@playwright/test'
import { unevenButtons } from './support/button-rows.ts'
import { ACCOUNTS, accountRow } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'
import { countPresses } from './support/presses.ts'
import { expectToast, toastsOf } from './support/toasts.ts'
import { ADMIN_PORT, dayOfHistory, SITE_HOST } from './support/world.ts'

const TRANSFER_PASSWORD = '246810'
const MEMBER = 'mem0218'

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement)

/** Presses Tab until the element has the focus, like a user without a pointer. */
const tabTo = async (page: Page, element: Locator): Promise<void> => {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await isFocused(element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab never came to it')
}

test('money moves by keyboard alone, and with at most four clicks', async ({ seat }) => {
  const page = await (await seat('agent002')).open(`${ACCOUNTS}?q=${MEMBER}`)
  await page.emulateMedia({ colorScheme: 'dark' })
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

  const pressed = await countPresses(page)
  await back.click()
  await expect(dialog.getByLabel('金额')).toBeFocused()
  await page.keyboard.type('12')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(password).toBeFocused()
  await page.keyboard.type(TRANSFER_PASSWORD)
  await dialog.getByRole('button', { name: /确认回收/ }).click()
  await expect(dialog).toHaveCount(0)
  expect((await pressed()).clicks).toBeLessThanOrEqual(4)
  await expect(back).toBeFocused()
})

test('a transfer whose answer is lost can only be confirmed again, and moves once', async ({ seat }) => {
  const page = await (await seat('agent002')).open(`${ACCOUNTS}?q=${MEMBER}`)
  const row = accountRow(page, MEMBER)
  const dialog = page.getByRole('dialog')
  const sent: string[] = []
  await page.route(/\/funds\/agent\/transfer/, async (route) => {
    sent.push((route.request().postDataJSON() as { requestId: string }).requestId)
    await (sent.length === 1 ? route.abort('internetdisconnected') : route.continue())
  })
  await row.getByRole('button', { name: '上分', exact: true }).click()
  await dialog.getByLabel('金额').fill('3')
  await dialog.getByRole('button', { name: '下一步' }).click()
  // Back and forth without another amount it is still the same transfer.
  await dialog.getByRole('button', { name: '返回修改' }).click()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByLabel('转账密码').fill(TRANSFER_PASSWORD)
  await dialog.getByRole('button', { name: /确认上分/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('没有收到结果')
  await expect(dialog.getByRole('button', { name: '返回修改' })).toBeDisabled()
  await look(page, 'dialog-money-unknown')
  await dialog.getByRole('button', { name: /确认上分/ }).click()
  await expect(dialog).toHaveCount(0)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toBe(sent[0])
})

test('an agent with credit is made by keyboard alone, and with at most six clicks', async ({ seat }) => {
  const page = await (await seat('genagt02')).open(ACCOUNTS)
  await page.emulateMedia({ colorScheme: 'dark' })
  const add = page.getByRole('button', { name: '新增', exact: true })
  const entry = page.getByRole('menuitem', { name: '新增代理' })
  const account = page.getByLabel('账号', { exact: true })
  const password = page.getByLabel('登录密码')
  const credit = page.getByLabel('初始额度')
  const asked = page.getByRole('dialog').getByLabel('转账密码')
  const made = async (name: string): Promise<void> => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const row = accountRow(page, name)
    await expect(row).toContainText('500.00')
    await expect(row).toBeFocused()
  }

  const pressed = await countPresses(page)
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  for (let steps = 0; steps < 4 && !(await isFocused(entry)); steps += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(account).toBeFocused()
  await page.keyboard.type('bykeys0a')
  await tabTo(page, password)
  await page.keyboard.type('Begin2026a')
  await tabTo(page, credit)
  await page.keyboard.type('500')
  await look(page, 'create-by-keys')
  await page.keyboard.press('Control+S')
  await expect(asked).toBeFocused()
  await page.keyboard.type(TRANSFER_PASSWORD)
  await page.keyboard.press('Enter')
  await made('bykeys0a')
  expect((await pressed()).clicks).toBe(0)

  await add.click()
  await entry.click()
  await expect(account).toBeFocused()
  await page.keyboard.type('byclick0')
  await password.click()
  await page.keyboard.type('Begin2026a')
  await credit.click()
  await page.keyboard.type('500')
  await page.getByRole('button', { name: '创建' }).click()
  await expect(asked).toBeFocused()
  await page.keyboard.type(TRANSFER_PASSWORD)
  await page.getByRole('button', { name: /确认新增并上分/ }).click()
  await made('byclick0')
  expect((await pressed()).clicks).toBeLessThanOrEqual(6)
})

test('Enter in the dialogs of a status does what their main button says', async ({ seat }) => {
  const page = await (await seat('agent002')).open(`${ACCOUNTS}?q=mem021`)
  const dialog = page.getByRole('dialog')
  const main = (name: string): Locator => dialog.locator('.dialog-foot').getByRole('button', { name, exact: true })
  const [one, other] = [accountRow(page, 'mem0215'), accountRow(page, 'mem0216')]
  const statusOf = async (): Promise<void> => {
    await one.getByRole('button', { name: /的操作$/ }).click()
    await page.getByRole('menuitem', { name: '修改状态' }).click()
    await expect(main('确定')).toBeVisible()
  }
  await statusOf()
  await expect(dialog.getByRole('radio', { name: '停用' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(one).toContainText('停用')
  // The arrows choose, and Enter in the reason is the main button's too.
  await statusOf()
  await expect(dialog.getByRole('radio', { name: '正常' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '冻结' })).toBeChecked()
  await dialog.getByRole('textbox').fill('核对')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(one).toContainText('冻结')

  for (const name of ['mem0215', 'mem0216']) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await page.getByRole('button', { name: '批量操作 2 个账号' }).click()
  await page.getByRole('menuitem', { name: '修改状态' }).click()
  await expect(dialog.getByRole('radio', { name: '停用' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: '正常' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(main('关闭')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  for (const row of [one, other]) await expect(row).toContainText('正常')
})

test('each dialog of the accounts and groups opens at its first field and gives the focus back', async ({ seat }) => {
  const page = await (await seat('genagt02')).open(ACCOUNTS)
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
    expect.soft(await unevenButtons(page), menuItem).toEqual([])
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

const RANGE = `from=${dayOfHistory(7)}&to=${dayOfHistory(1)}`

/** Dialogs by page and by what opens them: none of these sends anything before its main button. */
const AGENT_DIALOGS: readonly (readonly [path: string, openers: readonly RegExp[]])[] = [
  [`${ACCOUNTS}?tab=3`, [/^导入账号$/, /^导入限额$/]],
  ['/agent/bet/setting?game=6HC', [/^注单预警$/, /^复制到其他彩种$/, /^把“.*”的设置复制到$/, / 单项 (?:设置|\d+ 项)$/]],
  ['/agent/bet/fly-out?tab=accounts', [/^新增飞单账号$/]],
  ['/agent/bet/fly-out?tab=settings&section=downline', [/放飞规则$/]],
  ['/agent/group/index', [/^新增群组$/]],
  [`/reports/delivery?${RANGE}`, [/^列说明$/, /^批量交收$/, /的交收/, /^上级交收$/]],
  [`/result?game=PK&date=${dayOfHistory(1)}`, [/^校验/]],
  ['/', [/^下载中心/]],
]

const ADMIN_DIALOGS: typeof AGENT_DIALOGS = [
  ['/admin/merchant/index', [/的密钥$/, /^只读查看/]],
  ['/admin/user/index', [/^新增操作员$/]],
  ['/admin/notice/index', [/^发布公告$/]],
  ['/admin/game/maintenance', [/^设置维护$/]],
  ['/admin/game/plays?game=PC', [/^停售/, /^修改规则/]],
  ['/admin/game/sources', [/^登记来源$/]],
  ['/admin/game/schedules?game=6HC', [/^期次模板$|^模板$/]],
  ['/admin/game/amount', [/^导入$/]],
  ['/admin/game/odds-drops', [/^新增档位$/]],
  ['/admin/game/system-config', [/^修改平台名称$/]],
  ['/admin/system/books', [/^登记外部盘$/, /^登记机器人$/, /^登记邮件服务器$/]],
]

/** Where the focus of an open dialog is, when there is a field that can be used: on the first, or the chosen radio. */
const focusOf = (dialog: Locator): Promise<string> =>
  dialog.evaluate((box) => {
    const at = document.activeElement
    const body = box.querySelector('.ant-modal-body')
    const fields = [...(body?.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea') ?? [])]
    const first = fields.find((one) => one.tabIndex >= 0 && !one.disabled && !one.readOnly && one.checkVisibility())
    if (first !== undefined) {
      const isChosen = at instanceof HTMLInputElement && at.type === 'radio' && at.checked && at.name === first.name
      return at === first || isChosen ? 'right' : `on ${at?.outerHTML.slice(0, 120)}`
    }
    return box.contains(at) && !at?.matches('.ant-modal-close, .ant-drawer-close')
      ? 'right'
      : `no field, on ${at?.outerHTML.slice(0, 120)}`
  })

const walkDialogs = async (page: Page, [path, openers]: (typeof AGENT_DIALOGS)[number]): Promise<void> => {
  await page.goto(path)
  await settled(page)
  const dialog = page.getByRole('dialog')
  for (const name of openers) {
    const opener = page.getByRole('button', { name }).and(page.locator(':enabled')).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialog, `${path} ${name}`).toBeVisible()
    await expect.poll(() => focusOf(dialog), { message: `${path} ${name}` }).toBe('right')
    expect.soft(await unevenButtons(page), `${path} ${name}`).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog, `${path} ${name}`).toHaveCount(0)
    await expect(opener, `${path} ${name}`).toBeFocused()
  }
}

test('the other dialogs of the agents open at their first field and give the focus back', async ({ seat }) => {
  const page = await (await seat('genagt01')).open('/404')
  for (const one of AGENT_DIALOGS) await test.step(one[0], () => walkDialogs(page, one))
})

test.describe('the operators’ side', () => {
  test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })
  test('their dialogs do the same', async ({ seat }) => {
    const page = await (await seat('headco01')).open('/404')
    for (const one of ADMIN_DIALOGS) await test.step(one[0], () => walkDialogs(page, one))
  })
})
