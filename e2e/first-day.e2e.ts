import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { signedHeaders } from '@strata/contract/signature'
import { calendarDay } from '@strata/domain/calendar'
import { part, typeBalls } from './support/ball-entry.ts'
import { businessDayAt } from './support/business-day.ts'
import { createBelow } from './support/create-account.ts'
import { bindValidator, secretOn, setFirstPasswords } from './support/first-sign-in.ts'
import { FOUNDER, fillCompany, finishSetup, setupAddress, signInFounder } from './support/first-start.ts'
import { expect, test, watchFaults } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import {
  changeKey,
  correctResult,
  lookInto,
  planMaintenance,
  publishNotice,
  readLog,
  voidOrder,
} from './support/operator-day.ts'
import { type Origins, type Production, startProduction } from './support/production.ts'
import { askOverTls } from './support/tls-proxy.ts'
import { expectToast } from './support/toasts.ts'
import { totpCode } from './support/totp.ts'

/**
 * The steps of docs/how-to/first-day.md, in their order, on an empty production database with four eyes on; and then what the
 * operators of a running book do.
 */

let production: Production
test.beforeAll(async () => {
  production = await startProduction()
})
test.afterAll(async () => {
  await production.close()
})

const GIVEN = 'Welcome2026'
const OWN = { password: 'Strata2026', transferPassword: '135791' } as const
const MERCHANT = { code: 'first', account: 'merch01' } as const
const MEMBER = 'member01'
const [FIRST, SECOND] = ['opera01', 'opera02'] as const
const GAME_ID = 3
const BET_NO = 'first-bet'
/** What the log of the platform must hold of all this. */
const LOGGED = [
  '首次设置',
  '服务器命令重置操作员',
  '修改商户',
  '修改彩种',
  '修改赔率',
  '开期模板设置',
  '手工开期',
  '提前封盘',
  '复核开奖结果',
  '更正开奖结果',
  '注单作废',
  '新增公告',
  '维护设置',
  '只读查看',
] as const
/** The special number 02 is red. */
const DRAWN = '07182631441202'
/** The special number 03 is blue. */
const CORRECTED = '07182631441203'
const MINUTE_MS = 60_000
/** The draw is moved to soon; between 05:54 and 06:00 it stays some minutes ahead, on the next business day. */
const DRAWN_MS = 8 * MINUTE_MS

const menu = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true }).click()

const setUp = async (page: Page): Promise<void> => {
  await page.goto(setupAddress(production))
  await fillCompany(page)
  const secret = await secretOn(page)
  await finishSetup(page, totpCode(secret))
  await expect(page.getByRole('heading', { name: '设置完成' })).toBeVisible()
  await signInFounder(page, secret)
  await expect(page.locator('[data-card=games]')).toContainText('没有启用的彩种')
}

const RIGHTS = ['游戏中心', '录入开奖结果', '复核开奖结果', '作废与更正'] as const

/** A new operator who may enter and confirm results. */
const createOperator = async (page: Page, account: string): Promise<void> => {
  await page.getByRole('button', { name: '新增操作员' }).click()
  const dialog = page.getByRole('dialog', { name: '新增操作员' })
  await dialog.getByLabel('账号', { exact: true }).fill(account)
  await dialog.getByLabel('一次性登录密码').fill(GIVEN)
  for (const name of RIGHTS)
    await dialog.getByRole('treeitem').filter({ hasText: name }).locator('.ant-tree-checkbox').first().click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.locator(`[data-account=${account}]`)).toContainText('未绑定')
}

/** The command on the server, with the server's settings. */
const resetOnServer = async (account: string): Promise<string> => {
  const command = ['tools/bootstrap/run.mjs', 'node', 'tools/operator.ts', '--reset', account]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...production.settings },
  })
  return stdout.trim().split('\n').at(-1) ?? ''
}

const beginOperator = async (page: Page, account: string, given: string): Promise<void> => {
  await setFirstPasswords(page, { account, given }, OWN)
  await part(page, 'validator-due').getByRole('link').click()
  await bindValidator(page, OWN.password)
  await expect(page.getByText('已启用', { exact: true })).toBeVisible()
}

/** Creates the merchant and returns the key that is shown once. */
const createMerchant = async (page: Page): Promise<string> => {
  await menu(page, '商户管理')
  await page.getByRole('button', { name: '新增商户' }).click()
  await page.getByLabel('平台代码', { exact: true }).fill(MERCHANT.code)
  await page.getByLabel('商户名称').fill('第一商户')
  await page.getByLabel('账号', { exact: true }).fill(MERCHANT.account)
  await page.getByLabel('登录密码', { exact: true }).fill(GIVEN)
  await page.getByRole('button', { name: '创建商户' }).click()
  const key = (await part(page, 'made-key').locator('[data-part=key]').textContent()) ?? ''
  // The platform cannot reach the operators' site.
  await expect(part(page, 'made-key').locator('[data-part=example]')).toContainText(`SERVER='${production.agent.api}'`)
  await page.getByRole('button', { name: '我已保存密钥，返回列表' }).click()
  await expect(page.locator(`[data-account=${MERCHANT.account}]`)).toBeVisible()
  return key
}

const issue = async (page: Page, amount: string): Promise<void> => {
  await menu(page, '资金变动记录')
  await page.getByRole('combobox', { name: '商户' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: '上分', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('金额').fill(amount)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await dialog.getByLabel('转账密码', { exact: true }).fill(FOUNDER.transferPassword)
  await dialog.getByRole('button', { name: /确认上分/ }).click()
  await expect(dialog).toHaveCount(0)
}

const switchOn = async (page: Page): Promise<void> => {
  await menu(page, '彩种与玩法')
  await page.getByText('六合彩（停用）').click()
  const settings = page.getByRole('region', { name: '彩种设置' })
  await expect(settings).toContainText('停用')
  await settings.getByRole('button', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: /设置$/ })
  await dialog.getByRole('switch', { name: '是否启用' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(settings).not.toContainText('停用')
}

const seconds = (at: number): string => new Date(at + 8 * 60 * MINUTE_MS).toISOString().slice(0, 19)
const clock = (at: number): string => seconds(at).slice(0, 16)

type Opened = { readonly periodNo: string; readonly day: string }

/** A period that is open at once and would be drawn in a few minutes. */
const openPeriod = async (page: Page): Promise<Opened> => {
  const now = Date.now()
  const drawAt = now + 6 * MINUTE_MS
  const date = calendarDay(drawAt)
  await menu(page, '时间表')
  await page.goto(`${production.admin.page}/admin/game/schedules?game=6HC&month=${date.slice(0, 7)}`)
  // Replenishment ends soon after the close, so that the result need not wait; and any moment of the day has a proposal.
  await page.getByRole('button', { name: '模板' }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, time] of [
    ['开盘时间', '00:00'],
    ['封盘时间', '23:58'],
    ['开奖时间', '23:59'],
    ['封盘后补货秒数', '3'],
  ] as const)
    await dialog.getByRole('textbox', { name }).fill(time)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  const cell = page.locator(`[data-day="${date}"]`)
  const add = cell.getByRole('button', { name: '加开此日' })
  const open = cell.getByRole('button', { name: '开期', exact: true })
  await expect(add.or(open)).toBeVisible()
  if (await add.isVisible()) await add.click()
  await open.click()
  const periodNo = await dialog.getByLabel('期号').inputValue()
  await dialog.getByLabel('开盘时间').fill(clock(now))
  await dialog.getByLabel('封盘时间').fill(clock(drawAt - MINUTE_MS))
  await dialog.getByLabel('开奖时间').fill(clock(drawAt))
  await look(page, 'first-day-open')
  await dialog.getByRole('button', { name: '开期' }).click()
  await expect(cell.locator('[data-period]')).toContainText(periodNo)
  return { periodNo, day: businessDayAt(drawAt) }
}

const changeOdds = async (page: Page): Promise<void> => {
  await menu(page, '赔率表')
  await page.goto(`${production.admin.page}/admin/game/amount?game=6HC&group=SB`)
  const cell = page.getByRole('gridcell', { name: /^特码色波 红波 A 盘 / })
  await cell.click()
  await page.keyboard.type('2.65')
  await page.keyboard.press('Enter')
  const bar = page.locator('.save-bar')
  await bar.getByRole('button', { name: '保存', exact: true }).click()
  await expect(bar).toContainText('没有改动')
  await expect(cell).toHaveText(/^\s*2\.650$/)
}

/** A signed call of the merchant's game platform, as docs/signed-calls.md says. */
const send = async (key: string, target: string, content: object) => {
  const body = JSON.stringify(content)
  const signing = { code: MERCHANT.code, key, nowMs: Date.now(), nonce: randomUUID() }
  const headers = { 'content-type': 'application/json', ...signedHeaders({ ...signing, method: 'POST', target, body }) }
  const answer = await askOverTls(`${production.agent.api}${target}`, { method: 'POST', headers, body })
  return JSON.parse(answer.body) as { readonly code: number; readonly data: unknown; readonly message: string }
}

const codeOfCall = async (key: string, target: string, content: object): Promise<number> =>
  (await send(key, target, content)).code

const signedCall = async (key: string, target: string, content: object): Promise<unknown> => {
  const { code, data, message } = await send(key, target, content)
  expect(code, message).toBe(200)
  return data
}

const placeBet = async (key: string, periodNo: string): Promise<void> => {
  const item = { gameId: GAME_ID, periodNo, playCode: 'TM_SB', itemCode: 'RED', odds: '2.65', stake: '100' }
  const answer = await signedCall(key, '/api/rec/order/create', { bets: [{ betNo: BET_NO, account: MEMBER, ...item }] })
  expect(answer).toMatchObject({ results: [{ betNo: BET_NO, accepted: true }] })
}

/** A result may be typed from the draw time on: the draw is moved to soon, as far as its business day allows. */
const drawSoon = async (row: Locator, day: string): Promise<void> => {
  const drawAt = Date.now() + 40_000
  if (businessDayAt(drawAt) !== day) return
  await row.getByRole('button', { name: '修改', exact: true }).click()
  const dialog = row.page().getByRole('dialog')
  await expect(dialog.getByLabel('期号')).toBeDisabled()
  await dialog.getByLabel('封盘时间').fill(seconds(drawAt - 5_000))
  await dialog.getByLabel('开奖时间').fill(seconds(drawAt))
  await dialog.getByLabel('原因').fill('提前开奖')
  await look(row.page(), 'first-day-change')
  await dialog.getByRole('button', { name: '保存修改' }).click()
  await expect(dialog).toHaveCount(0)
}

const closeEarly = async (row: Locator): Promise<void> => {
  await row.getByRole('button', { name: '提前封盘' }).click()
  const dialog = row.page().getByRole('dialog')
  await dialog.getByLabel('原因').fill('首日试运行')
  await dialog.getByRole('button', { name: '提前封盘' }).click()
  await expect(row.locator('[data-stage=closed]')).toBeVisible()
}

/** Both type the balls; the second one does not see those of the first. */
const typeResult = async (first: Page, second: Page, periodNo: string): Promise<void> => {
  for (const page of [first, second])
    await page.goto(`/admin/game/result?game=6HC&period=${encodeURIComponent(periodNo)}`)
  // Until the draw time nobody may type anything.
  await expect(part(first, 'entry')).toBeVisible({ timeout: DRAWN_MS })
  await typeBalls(first, DRAWN)
  await first.getByRole('button', { name: '提交第一次录入' }).click()
  await expect(part(second, 'entry').getByText(FIRST)).toBeVisible()
  await typeBalls(second, DRAWN)
  await look(second, 'first-day-second')
  await second.getByRole('button', { name: '提交第二次录入' }).click()
  await expectToast(second, '两次录入一致，开奖结果已生效')
  await expect(part(first, 'standing')).toContainText('已结算', { timeout: 60_000 })
}

const readReports = async (page: Page, day: string): Promise<void> => {
  await menu(page, '报表查询')
  await page.goto(`/reports/delivery?from=${day}&to=${day}`)
  await page
    .locator(`[data-kind=child][data-account=${MEMBER}]`)
    .getByRole('button', { name: /查看注单/ })
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('tbody button').first().click()
  await expect(drawer).toContainText('265.00')
  await look(page, 'first-day-order')
}

test('an empty machine takes its first bet, draws it with two people and settles it', async ({ browser, faults }) => {
  test.setTimeout(900_000)
  const pages: Page[] = []
  const open = async ({ page: baseURL }: Origins): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL, ignoreHTTPSErrors: true })).newPage()
    pages.push(page)
    await watchFaults(page, faults)
    return page
  }
  const founder = await open(production.admin)
  await setUp(founder)
  await menu(founder, '操作员管理')
  for (const account of [FIRST, SECOND]) await createOperator(founder, account)
  const first = await open(production.admin)
  await beginOperator(first, FIRST, await resetOnServer(FIRST))
  const second = await open(production.admin)
  await beginOperator(second, SECOND, GIVEN)

  const key = await createMerchant(founder)
  await issue(founder, '100000')
  const merchant = await open(production.agent)
  await setFirstPasswords(merchant, { account: MERCHANT.account, given: GIVEN }, OWN)
  const credit = { credit: '1000', transferPassword: OWN.transferPassword }
  // No game is on yet: accounts do not wait for one.
  await menu(merchant, '总项盘口')
  await expect(merchant.getByText('没有可用的彩种')).toBeVisible()
  await menu(merchant, '用户管理')
  await createBelow(merchant, { role: '会员', name: MEMBER, password: GIVEN, ...credit })

  await switchOn(founder)
  await changeOdds(founder)

  // Between two periods the board says so and does not load for ever.
  await menu(merchant, '总项盘口')
  await expect(merchant.getByText('该彩种暂无期次，开盘后自动显示')).toBeVisible()
  const { periodNo, day } = await openPeriod(founder)
  await expect(merchant.getByText(`${periodNo}期`).first()).toBeVisible()
  await menu(founder, '期次与开奖')
  await expect(founder.getByRole('radio', { name: '六合彩', exact: true })).toBeChecked()
  await founder.goto(`/admin/game/periods?game=6HC&day=${day}`)
  const row = founder.locator(`[data-period="${periodNo}"]`)
  await expect(row.locator('[data-stage=open]')).toBeVisible({ timeout: 60_000 })
  await placeBet(key, periodNo)
  await drawSoon(row, day)
  await closeEarly(row)
  await typeResult(first, second, periodNo)

  await readReports(merchant, day)
  expect(await signedCall(key, '/api/rec/order/query', { betNos: [BET_NO] })).toMatchObject({
    orders: [{ betNo: BET_NO, found: true, account: MEMBER, periodNo, state: 'settled', result: 'win', payout: '265' }],
  })

  // The day after: what was settled is corrected and voided by two people, and each act is in the log.
  const operators = { first, second }
  const bet = async (): Promise<unknown> => signedCall(key, '/api/rec/order/query', { betNos: [BET_NO] })
  const orderNo = await correctResult(operators, periodNo, CORRECTED)
  await expect.poll(bet).toMatchObject({ orders: [{ state: 'settled', result: 'lose', payout: '0' }] })
  await voidOrder(operators, orderNo)
  await expect.poll(bet).toMatchObject({ orders: [{ state: 'void', result: null }] })

  await menu(founder, '公告管理')
  await publishNotice(founder, '首日试运行')
  await expect(merchant.locator('[data-part=notice-text]')).toContainText('首日试运行')
  await menu(founder, '维护设置')
  await planMaintenance(founder, '首日检修')
  await expect(merchant.locator('[data-part=maintenance-bar]')).toContainText('首日检修')

  await menu(founder, '商户管理')
  await lookInto(founder, MERCHANT.account)
  const fresh = await changeKey(founder, MERCHANT.account)
  const asked = { betNos: [BET_NO] }
  await expect.poll(() => codeOfCall(fresh, '/api/rec/order/query', asked)).toBe(200)
  await expect.poll(() => codeOfCall(key, '/api/rec/order/query', asked)).toBe(40301)
  await menu(founder, '平台日志')
  await readLog(founder, LOGGED)
  for (const page of pages) await page.context().close()
})
