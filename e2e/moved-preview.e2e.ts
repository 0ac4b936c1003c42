import { ApiUser } from './support/api.ts'
import { boardPath, itemOf, SPECIAL } from './support/board.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { gameOf, gamesOf, groupOf, restAutomatic } from './support/replenishment.ts'

type Limits = { readonly acceptLimits: readonly { readonly groupId: number; readonly limit: string | null }[] }
type Settings = { readonly version: number; readonly self: Limits }

test('the order has changed since its preview: nothing is sent, and the new preview is shown', async ({
  seat,
  timetable,
}) => {
  const [agent, general] = [await ApiUser.signIn('agent001'), await ApiUser.signIn('genagt01')]
  await restAutomatic(agent)
  const game = gameOf(await gamesOf(agent), SPECIAL)
  const gameId = game.id
  const { periodNo } = await timetable.hold(gameId)
  await placeBet({ gameId, periodNo, playCode: 'TMA', itemCode: '47', stake: '500' })
  const outs = async (): Promise<string> => {
    const asked = { gameId, periodNo }
    const { rows } = await agent.call<{ rows: readonly { playCode: string; itemCode: string; out: string }[] }>(
      '/api/agent/realtimereport/tmzx1',
      asked,
    )
    return rows.find(({ playCode, itemCode }) => playCode === 'TMA' && itemCode === '47')?.out ?? '0'
  }
  const accepting = async (limits: Limits['acceptLimits']): Promise<Limits['acceptLimits']> => {
    const { version, self } = await general.call<Settings>('/api/common/replenishment/query', { gameId })
    await general.call('/api/common/replenishment/auto-config/set', { gameId, version, acceptLimits: limits })
    return self.acceptLimits
  }
  const before = await outs()

  const { open } = await seat('agent001')
  const page = await open(boardPath(SPECIAL))
  await itemOf(page, SPECIAL, 'TMA|47').getByRole('button', { name: /^选择/ }).click()
  await page.getByRole('button', { name: '补货 1 项', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '手动补货' })
  const amount = drawer.getByRole('textbox', { name: /补货金额$/ }).first()
  // All of it by key: the amount is filled in and has the focus, where Enter previews.
  await expect(amount).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(drawer.getByRole('button', { name: /填入全部可补/ }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(amount).toHaveValue(/^[1-9]/)
  await expect(amount).toBeFocused()
  await amount.fill('20')
  await drawer.getByRole('button', { name: '预览' }).click()
  await expect(drawer.getByText(/总代理 收货 20\.00/)).toBeVisible()

  // The level above stops accepting it, so the preview is no longer possible.
  const group = groupOf(game, SPECIAL)
  const held = await accepting([{ groupId: group.id, limit: '0' }])
  try {
    const send = drawer.getByRole('button', { name: /^(发送|数据不是最新，仍要发送)$/ })
    const warning = drawer.getByRole('alert').filter({ hasText: '行情有变，未发送' })
    await send.click()
    await expect(warning).toBeVisible()
    await expect(drawer.getByText(/总代理 收货 0\.00 原 20\.00/)).toBeVisible()
    await expect(drawer.getByText(/商户 收货 20\.00/)).toBeVisible()
    expect(await outs()).toBe(before)
    await look(page, 'moved-preview')
    await send.click()
    await expect(drawer.getByRole('status').filter({ hasText: '已补出 20.00' })).toBeVisible()
    expect(Number(await outs())).toBe(Number(before) + 20)
  } finally {
    await accepting(held.length > 0 ? held : [{ groupId: group.id, limit: null }])
  }
})
