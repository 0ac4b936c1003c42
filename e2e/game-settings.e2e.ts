import type { Locator, Page } from '@playwright/test'
import { signedHeaders } from '@strata/contract/signature'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { ADMIN_PORT, API_URL, SITE_HOST } from './support/world.ts'

const ADMIN_SITE = `http://${SITE_HOST}:${ADMIN_PORT}`
const PLAYS = '/admin/game/plays'
const SOURCES = '/admin/game/sources'
const REASON = '赔率核对中'
/** 龙虎豹 of PC蛋蛋: no other test bets on it. */
const PLAY = 'LHB'
const GAME = 'PC'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** Pictures of a page at the three sizes, light and dark; only when they are asked for. */
const lookAt = async (page: Page, name: string): Promise<void> => {
  if (process.env['E2E_LOOKS'] === undefined) return
  const before = page.viewportSize()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await look(page, `${name}-${scheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/** Switches the game on or off, as far as the dialog says what that does. */
const switchGame = async (page: Page, effect: RegExp): Promise<void> => {
  const settings = page.getByRole('region', { name: '彩种设置' })
  await settings.getByRole('button', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: /设置$/ })
  await dialog.getByRole('switch', { name: '是否启用' }).click()
  await expect(dialog.locator('[data-part=effects]')).toHaveText(effect)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
}

const playRow = (page: Page): Locator => page.locator(`[data-play="${PLAY}"]`)

test('a play is stopped with a reason, which boards and rules show at once, and put on sale again', async ({
  page,
  seat,
}) => {
  await signIn(page, 'headco01', `${ADMIN_SITE}/login?redirect=${encodeURIComponent(`${PLAYS}?game=${GAME}`)}`)
  await expect(playRow(page)).toContainText('在售')
  const agent = await seat('agent001')
  const rules = await agent.open(`/rule?game=${GAME}&group=${PLAY}`)
  const board = await agent.open(`/agent/bet/instant?game=${GAME}&group=${PLAY}&sort=item`)
  const stopped = board.getByText('停售', { exact: true })
  await expect(board.getByRole('group', { name: '龙虎豹', exact: true })).toBeVisible()
  await expect(stopped).toHaveCount(0)

  await playRow(page).getByRole('button', { name: /^停售/ }).click()
  const dialog = page.getByRole('dialog', { name: /^停售：/ })
  const confirm = dialog.getByRole('button', { name: '立即停售' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('原因').fill(REASON)
  await lookAt(page, 'game-stop')
  await confirm.click()
  await expect(playRow(page)).toContainText(REASON)
  await expect(playRow(page)).toContainText('headco01')

  // Pushed, without a reload.
  await expect(stopped.first()).toBeVisible()
  await expect(stopped.first()).toHaveAttribute('title', `停售：${REASON}`)
  await expect(rules.locator(`section[data-play="${PLAY}"]`)).toContainText(`停售：${REASON}`)
  await look(board, 'game-stopped-board')
  await look(rules, 'game-stopped-rules')
  await lookAt(page, 'game-plays')

  await playRow(page).getByRole('button', { name: /^恢复/ }).click()
  const resume = page.getByRole('dialog', { name: /^恢复销售：/ })
  await resume.getByLabel('原因').fill('已核对')
  await resume.getByRole('button', { name: '恢复销售' }).click()
  await expect(playRow(page)).toContainText('在售')
  await expect(stopped).toHaveCount(0)
  await expect(rules.locator(`section[data-play="${PLAY}"]`)).not.toContainText(REASON)

  // The whole game: pushed in the same way; the open board stays, because its orders are still to be drawn.
  const off = board.getByRole('status').filter({ hasText: 'PC蛋蛋已停用' })
  await switchGame(page, /立即停止受注/)
  await expect(off).toBeVisible()
  await expect(board.getByRole('group', { name: '龙虎豹', exact: true })).toBeVisible()
  await look(board, 'game-off-board')
  await switchGame(page, /从下一个到点的期次起开盘受注/)
  await expect(off).toHaveCount(0)
})

test('a rule option changes from the next period, and the rules page says so', async ({ page, seat }) => {
  await signIn(page, 'headco01', `${ADMIN_SITE}/login?redirect=${encodeURIComponent(`${PLAYS}?game=${GAME}`)}`)
  const row = page.locator('[data-option=pc_grey]')
  const set = async (value: string, first = false): Promise<void> => {
    await row.getByRole('button', { name: /修改规则/ }).click()
    const dialog = page.getByRole('dialog', { name: '修改规则：波色遇灰' })
    await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
    await dialog.getByLabel(value, { exact: true }).check()
    await expect(dialog.locator('[data-part=effects]')).toContainText(`从下期起按“${value}”结算`)
    await expect(dialog).toContainText('影响 1 个玩法')
    if (first) await lookAt(page, 'game-option')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(row).toContainText('输')
  await set('和局退本金', true)
  await expect(row).toContainText('和局退本金')
  const rules = await (await seat('agent001')).open(`/rule?game=${GAME}`)
  // Within the period that is on sale it waits for the next one; between two periods it is in force already.
  await expect(rules.locator('[data-option=pc_grey]')).toContainText('和局退本金')
  await rules.locator('[data-part=rule-options]').scrollIntoViewIfNeeded()
  await look(rules, 'game-option-rules')
  await set('输')
})

test('settings of a game say what a save does before it is made', async ({ page }) => {
  await signIn(page, 'headco01', `${ADMIN_SITE}/login?redirect=${encodeURIComponent(`${PLAYS}?game=${GAME}`)}`)
  await page.getByRole('region', { name: '彩种设置' }).getByRole('button', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: /设置$/ })
  const effects = dialog.locator('[data-part=effects]')
  await expect(effects).toHaveText('没有改动')
  await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
  const replenish = dialog.getByLabel('补货秒数（封盘后）')
  const before = await replenish.inputValue()
  await replenish.fill('600')
  await expect(dialog.getByText('补货秒数不能超过封盘秒数')).toBeVisible()
  await replenish.fill(before)
  await dialog.getByRole('switch', { name: '是否启用' }).click()
  await expect(effects).toContainText('立即停止受注')
  await lookAt(page, 'game-dialog')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('a source is registered, makes a trial call, gets a new key and is switched off', async ({ page }) => {
  const code = `feed-${String(Date.now()).slice(-8)}`
  await signIn(page, 'headco01', `${ADMIN_SITE}/login?redirect=${encodeURIComponent(SOURCES)}`)
  await page.getByRole('button', { name: '登记来源' }).click()
  const form = page.getByRole('dialog', { name: '登记结果来源' })
  await form.getByLabel('来源代码').fill('Not A Code')
  await expect(form.getByText('请填写 2 至 32 位小写字母、数字或连字符')).toBeVisible()
  await form.getByLabel('来源代码').fill(code)
  await form.getByLabel('来源名称').fill('开奖网甲')
  await form.getByLabel('赛车').check()
  await lookAt(page, 'source-new')
  await form.getByRole('button', { name: '登记并生成密钥' }).click()

  const shown = page.getByRole('dialog', { name: '开奖网甲的密钥' })
  const key = (await shown.locator('[data-part=new-key] code').textContent()) ?? ''
  expect(key).toMatch(/^[\w-]{43}$/)
  await expect(shown.locator('[data-part=command]')).toContainText(`X-Merchant: ${code}`)
  await expect(shown.getByText('等待试调用…')).toBeVisible()
  const body = /BODY='(.*)'/.exec((await shown.locator('[data-part=command]').textContent()) ?? '')?.[1] ?? ''
  const trial = async (of: string): Promise<number> => {
    const target = '/api/rec/draw/trial'
    const headers = signedHeaders({ code, key: of, nowMs: Date.now(), method: 'POST', target, body })
    const answer = await fetch(`${API_URL}${target}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    return ((await answer.json()) as { code: number }).code
  }
  await expect.poll(() => trial(key)).toBe(200)
  await expect(shown.locator('[data-part=trial]')).toContainText('试调用通过')
  await lookAt(page, 'source-key')
  await shown.getByRole('button', { name: '我已保存密钥' }).click()
  const row = page.locator(`[data-source="${code}"]`)
  await expect(row).toContainText('通过')
  await expect(row).toContainText('刚刚')
  await lookAt(page, 'sources')

  await row.getByRole('button', { name: '更换密钥' }).click()
  const rotate = page.getByRole('dialog', { name: '更换密钥：开奖网甲' })
  await rotate.getByLabel('旧密钥').selectOption('0')
  await rotate.getByRole('button', { name: '更换密钥' }).click()
  const fresh = (await shown.locator('[data-part=new-key] code').textContent()) ?? ''
  expect(fresh).not.toBe(key)
  await expect.poll(() => trial(key)).toBe(40301)
  await expect.poll(() => trial(fresh)).toBe(200)
  await shown.getByRole('button', { name: '我已保存密钥' }).click()

  await row.getByRole('button', { name: '停用' }).click()
  await page
    .getByRole('dialog', { name: '停用来源：开奖网甲' })
    .getByRole('button', { name: /^停\s?用$/ })
    .click()
  await expect(row).toContainText('停用')
  await expect.poll(() => trial(fresh)).toBe(40301)

  // Whoever shares this desk is told.
  const operator = await Operator.signIn()
  const { items } = await operator.call<{ items: { content: string }[] }>('/api/common/alert/query', {
    pageIndex: 1,
    pageSize: 20,
  })
  expect(items.some(({ content }) => content === `headco01登记了结果来源“${code}”`)).toBe(true)
})
