import { DEMO_BOOK } from '../apps/server/src/demo/facts.ts'
import { startOutsideBook } from '../apps/server/src/replenishment/testing/outside-book.ts'
import { ApiUser } from './support/api.ts'
import { businessToday } from './support/business-day.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { placeBet } from './support/place-bet.ts'
import { saveSettings } from './support/replenishment.ts'
import { BOOK_PORT } from './support/world.ts'

type FlyOut = {
  readonly id: string
  readonly itemCode: string
  readonly amount: string
  readonly state: string
  readonly pilotName: string
  readonly periodNo: string
}
type Child = { readonly agentPathsId: number; readonly accountName: string; readonly version: number }
type Delivery = { readonly items: readonly { rowKind: string; orders: number; external: string; payable: string }[] }

const MARK_SIX = 3
const PATH = '/agent/bet/fly-out'
/** Time from the close to the draw, plus settlement on a busy machine. */
const SETTLED_MS = 90_000

const ordersOf = async (user: ApiUser, filters: object): Promise<readonly FlyOut[]> =>
  (await user.call<{ items: FlyOut[] }>('/api/common/pilot-out/order/query', { pageSize: 100, ...filters })).items

/** From this day on, because the next one may begin meanwhile. */
const ownFlyOuts = async (user: ApiUser, from: string) => {
  const asked = { from, to: businessToday(), state: 'settled', pageSize: 100 }
  const { items } = await user.call<Delivery>('/api/common/report/delivery/query', asked)
  return items.find(({ rowKind }) => rowKind === 'ownFlyout')
}

test('an excess flies out to an outside book, waits, is confirmed, and is in the delivery report', async ({
  seat,
  timetable,
}) => {
  const book = await startOutsideBook({ keyId: DEMO_BOOK.keyId, key: DEMO_BOOK.key, port: BOOK_PORT, mode: 'error' })
  try {
    const agent = await ApiUser.signIn('agent003')
    const from = businessToday()
    const before = (await ownFlyOuts(agent, from))?.orders ?? 0
    const { open } = await seat('agent003')

    // The owner creates an account at a registered book: books can only be chosen.
    const page = await open(PATH)
    await page.getByRole('button', { name: '新增飞单账号' }).click()
    const dialog = page.getByRole('dialog')
    const name = `fly${String(Date.now() % 1_000_000).padStart(6, '0')}`
    await dialog.getByLabel('账号', { exact: true }).fill(name)
    await dialog.getByLabel('昵称').fill('海天一号')
    await dialog.getByRole('combobox', { name: '外部盘' }).selectOption({ label: DEMO_BOOK.name })
    await dialog.getByLabel('赔率折扣').fill('2')
    await dialog.getByLabel('退水').fill('1')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(page.locator(`[data-fly-out-account="${name}"]`)).toContainText(DEMO_BOOK.name)

    // All of the special numbers' excess flies out, in steps so large that simulated bets do not fill the list with
    // small orders.
    await page.getByRole('button', { name: '自动放飞设置' }).click()
    await page.getByRole('combobox', { name: '特码 飞单账号' }).selectOption({ label: `${name} 海天一号` })
    await page.getByRole('textbox', { name: '特码 占成控额' }).fill('0')
    await page.getByRole('textbox', { name: '特码 单位' }).fill('1000')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await saveSettings(page, () => page.getByRole('dialog').getByRole('button', { name: '保存' }).click())

    // A bet arrives while the book is out of order, so the order waits.
    const period = await timetable.hold(MARK_SIX)
    await placeBet({
      gameId: MARK_SIX,
      periodNo: period.periodNo,
      playCode: 'TMA',
      itemCode: '49',
      stake: '4000',
      account: 'mem0101',
    })
    const mine = async () =>
      (await ordersOf(agent, { gameId: MARK_SIX, periodNo: period.periodNo })).find(
        ({ itemCode, amount }) => itemCode === '49' && Number(amount) >= 1000,
      )
    await expect.poll(async () => (await mine())?.state).toBe('pending')
    const order = (await mine()) as FlyOut
    expect(order.pilotName).toBe(name)
    await page.getByRole('button', { name: '放飞注单' }).click()
    const row = page.locator(`[data-order="${order.id}"]`)
    await expect(row).toContainText('待确认')
    await expect(row).toContainText('对方系统出错')

    // The book works again exactly when the retry is clicked: the order is sent again without a reload. If it
    // worked earlier, the next automatic attempt might come before the click.
    await page.route(/\/pilot-out\/order\/resend\b/, (route) => {
      book.setMode('accept')
      return route.continue()
    })
    await row.getByRole('button', { name: '重发' }).click()
    await expect(row).toContainText('已确认')
    const kept = [...book.orders].filter(([key]) => key.endsWith(`-${order.id}`))
    expect(kept).toHaveLength(1)
    await expect(row).toContainText(kept[0]?.[1].orderNo ?? 'no number')

    // After the draw the outside book owes the payout, not the level above.
    await timetable.end(MARK_SIX)
    await expect
      .poll(async () => (await ownFlyOuts(agent, from))?.orders ?? 0, { timeout: SETTLED_MS })
      .toBeGreaterThan(before)
    expect(await ownFlyOuts(agent, from)).toMatchObject({ payable: '0' })
    // The path's own rows are on the last page.
    await page.goto(`/reports/delivery?page=99&from=${from}&to=${businessToday()}`)
    await expect(page.getByText(/本级放飞 应付外部/)).toBeVisible()
  } finally {
    await book.close()
  }
})

test('a user who may no longer fly out can still see fly-out orders, but no settings', async ({ page }) => {
  const parent = await ApiUser.signIn('genagt01')
  const below = async () => {
    const { downline } = await parent.call<{ downline: readonly Child[] }>('/api/common/pilot-out/query', {
      gameId: MARK_SIX,
    })
    return downline.find(({ accountName }) => accountName === 'agent003') as Child
  }
  const allow = async (isAllowPilotOut: boolean): Promise<void> => {
    const { agentPathsId, version } = await below()
    await parent.call('/api/common/pilot-out/xx-set', { items: [{ agentPathsId, version, isAllowPilotOut }] })
  }
  const agent = await ApiUser.signIn('agent003')
  expect((await ordersOf(agent, {})).length).toBeGreaterThan(0)

  await signIn(page, 'agent003', '/rule')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('link', { name: '放飞设置' })).toBeVisible()
  await allow(false)
  await expect(menu.getByRole('link', { name: '放飞设置' })).toHaveCount(0)
  await menu.getByRole('link', { name: '放飞注单' }).click()
  await expect(page).toHaveURL(PATH)
  const tabs = page.getByRole('navigation', { name: '放飞', exact: true }).getByRole('button')
  await expect(tabs).toHaveText(['放飞注单'])
  await expect(page.getByRole('heading', { level: 1, name: '放飞注单' })).toBeVisible()
  await expect(page.locator('[data-order]').first()).toBeVisible()
  await look(page, 'past-fly-outs')
  await page.reload()
  await expect(menu.getByRole('link', { name: '放飞注单' })).toBeVisible()

  await allow(true)
  await expect(menu.getByRole('link', { name: '放飞设置' })).toBeVisible()
  await expect(tabs).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 1, name: '放飞设置' })).toBeVisible()
})
