import type { Locator, Page } from '@playwright/test'
import type { ApiUser } from './api.ts'
import { type BoardPart, itemOf } from './board.ts'
import { expect } from './fixtures.ts'
import { toastsOf } from './toasts.ts'

/** What a save says that has sent nothing. */
export const SENT_NONE = '已保存，没有需要立即补出的注单。'

type GroupInfo = { readonly id: number; readonly name: string; readonly plays: readonly { readonly code: string }[] }
export type Game = { readonly id: number; readonly gameType: string; readonly groups: readonly GroupInfo[] }

/** How much of an item is held, and the unit of the amounts sent: an excess below one unit stays. */
type Keeping = { readonly limit: string; readonly unit: string }

export const gamesOf = (user: ApiUser): Promise<readonly Game[]> =>
  user.get<readonly Game[]>('/api/common/drop-down-list/sys-gametype')

export const gameOf = (games: readonly Game[], part: BoardPart): Game => {
  const game = games.find(({ gameType }) => gameType === part.game)
  if (!game) throw new Error(`no ${part.game}`)
  return game
}

export const groupOf = (game: Game, { heading }: BoardPart): GroupInfo => {
  const play = heading === null ? 'TMA' : 'R1'
  const group = game.groups.find(({ plays }) => plays.some(({ code }) => code === play))
  if (!group) throw new Error(`${game.gameType} has no group with ${play}`)
  return group
}

/** Switches off all automatic settings that an earlier test has switched on. */
export const restAutomatic = async (user: ApiUser): Promise<void> => {
  const infos = await user.call<readonly { gameId: number }[]>('/api/rec/game/get-game-infos')
  for (const { gameId } of infos) await user.call('/api/common/replenishment/stop', { gameId })
  // A board that follows by itself offers no next period.
  await user.call('/api/common/preference/set', { key: 'board', value: '{}' })
}

/** A number belongs to several plays, each sent separately: types the amount at a play that holds enough. */
const typeWhereHeld = async (drawer: Locator, amountTyped: string): Promise<Locator> => {
  const amounts = drawer.getByRole('textbox', { name: /补货金额$/ })
  await expect(amounts.first()).toBeVisible()
  for (const amount of await amounts.all()) {
    await amount.fill(amountTyped)
    if ((await amount.getAttribute('aria-invalid')) !== 'true') return amount
    await amount.fill('')
  }
  throw new Error(`no play holds ${amountTyped}`)
}

/**
 * Picks the item, types the amount, checks the takers in the preview, and sends; a changed preview is confirmed
 * again.
 */
export const sendByHand = async (page: Page, part: BoardPart, key: string, amountTyped: string): Promise<void> => {
  await itemOf(page, part, key).getByRole('button', { name: /^选择/ }).click()
  await expect(page.getByText('已选 1 项')).toBeVisible()
  await page.getByRole('button', { name: '补货 1 项', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '手动补货' })
  const amount = await typeWhereHeld(drawer, amountTyped)
  await amount.press('Enter')
  await expect(drawer.getByRole('heading', { name: '预览：谁收多少' })).toBeVisible()
  await expect(drawer.getByText(/总代理 收货/)).toBeVisible()
  await sendPreviewed(page, `已补出 ${amountTyped}.00`)
}

/** A line of the replenish form: the play and item, what the form says of them, and the amount typed; 0 if none. */
type ReplenishLine = {
  readonly name: string
  readonly odds: number
  readonly net: number
  readonly result: number
  readonly amount: number
}

/** All lines of the replenish form at one moment. */
export const replenishLines = (drawer: Locator): Promise<readonly ReplenishLine[]> =>
  drawer.locator('[data-part="replenish-items"] > li').evaluateAll((lines) =>
    lines.map((line) => {
      const [odds = 0, net = 0, result = 0] = [...line.querySelectorAll('dd')].map((one) =>
        Number((one.textContent ?? '').replaceAll(',', '')),
      )
      const field = line.querySelector('input')
      const name = (field?.getAttribute('aria-label') ?? '').replace(/ 补货金额$/, '')
      return { name, odds, net, result, amount: Number((field?.value ?? '').replaceAll(',', '')) }
    }),
  )

/** Sends the previewed orders, confirms a changed preview once, and closes the drawer. */
export const sendPreviewed = async (page: Page, said: string): Promise<void> => {
  const drawer = page.getByRole('dialog', { name: '手动补货' })
  const sent = drawer.getByRole('status').filter({ hasText: said })
  await expect(async () => {
    const send = drawer.getByRole('button', { name: /^(发送|数据不是最新，仍要发送)$/ })
    if (await send.isVisible()) await send.click()
    await expect(sent).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await drawer.getByRole('button', { name: '完成' }).click()
  await expect(drawer).toHaveCount(0)
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768

const gameName = ({ game }: BoardPart): string => (game === 'PK' ? '赛车' : '六合彩')

const timesNone = (page: Page): number => toastsOf(page).filter((said) => said === SENT_NONE).length

/**
 * Presses save. A dialog lists what was sent at once; soon after a period began nothing may be above the limit yet, then
 * a toast says so, and callers wait for what is sent later.
 */
export const saveSettings = async (page: Page, press: () => Promise<void>): Promise<void> => {
  const before = timesNone(page)
  await press()
  const result = page.getByRole('dialog', { name: '保存结果' })
  await expect.poll(async () => timesNone(page) > before || (await result.isVisible())).toBe(true)
  if (timesNone(page) === before) {
    await expect(result.getByText(/已保存，并立即补出 \d+ 笔/)).toBeVisible()
    await result.getByRole('button', { name: '关闭' }).last().click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Sets a hold limit for a play group, and checks the changes before saving. */
export const switchAutomatic = async (page: Page, game: Game, part: BoardPart, keeping: Keeping): Promise<void> => {
  const group = groupOf(game, part)
  await page.getByRole('main').getByText(gameName(part), { exact: true }).click()
  await page.getByRole('switch', { name: `${group.name} 自动`, exact: true }).check()
  if (isPhone(page)) await page.getByRole('listitem').filter({ hasText: group.name }).first().locator('summary').click()
  await page.getByRole('textbox', { name: `${group.name} 占成控额` }).fill(keeping.limit)
  await page.getByRole('textbox', { name: `${group.name} 单位` }).fill(keeping.unit)
  await page.getByRole('button', { name: '核对并保存' }).click()
  const review = page.getByRole('dialog', { name: '核对改动' })
  await expect(review.getByRole('row').filter({ hasText: '占成控额' })).toContainText(`${keeping.limit}.00`)
  await saveSettings(page, () => review.getByRole('button', { name: '保存', exact: true }).click())
}

/** Presses the stop switch on the board, and checks what it has stopped. */
export const pressStop = async (page: Page, stopped: RegExp): Promise<void> => {
  const tools = page.locator('[data-part~="board-tools"]')
  const before = await tools.boundingBox()
  await page.getByRole('button', { name: '停止自动补货与放飞' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(stopped)).toBeVisible()
  await question.getByRole('button', { name: '立即停止' }).click()
  await expect(page.getByRole('status').filter({ hasText: stopped })).toBeVisible()
  await expect(page.getByRole('button', { name: '恢复刚才的开关' })).toBeFocused()
  // The rows below stay where they are.
  expect((await tools.boundingBox())?.height).toBe(before?.height)
  await expect(page.getByRole('button', { name: '停止自动补货与放飞' })).toHaveCount(0)
}
