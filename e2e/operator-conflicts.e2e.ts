import type { Page } from '@playwright/test'
import { poorColours } from './support/axe.ts'
import { expect, type Seat, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { unreadable } from './support/text-boxes.ts'
import { inTheDark } from './support/windows.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

type Sit = (account: string) => Promise<Seat>

/** The same page before two operators. */
const twoOperators = async (seat: Sit, path: string) => ({
  mine: await (await seat('headco01')).open(path),
  theirs: await (await seat('oper0001')).open(path),
})
const DESK = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }
const theirsIn = (page: Page) => page.locator('[data-part=theirs]')

test('two operators change a game: the second sees both versions, and what it did not touch stays', async ({
  seat,
}) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/game/plays?game=PC')
  const open = async (page: Page) => {
    await page.getByRole('region', { name: '彩种设置' }).getByRole('button', { name: '修改' }).click()
    return page.getByRole('dialog', { name: /设置$/ })
  }
  const [first, second] = [await open(theirs), await open(mine)]
  const close = second.getByLabel('封盘秒数（开奖前）')
  const [was, replenishing] = [await close.inputValue(), await second.getByLabel('补货秒数（封盘后）').inputValue()]
  const [their, my] = [String(Number(was) - 1), String(Number(was) - 2)]
  const lower = String(Number(replenishing) - 1)
  await first.getByLabel('封盘秒数（开奖前）').fill(their)
  await first.getByLabel('补货秒数（封盘后）').fill(lower)
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveCount(0)

  await close.fill(my)
  await second.getByRole('button', { name: '保存' }).click()
  const row = theirsIn(mine).getByRole('row').filter({ hasText: '封盘秒数' })
  await expect(row.getByRole('cell')).toHaveText([was, their, my])
  await expect(theirsIn(mine).getByRole('row').filter({ hasText: '补货秒数' })).toContainText('未填')
  await expect(second.getByLabel('补货秒数（封盘后）')).toHaveValue(lower)
  await look(mine, 'game-conflict')
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second).toHaveCount(0)
  await expect(mine.getByRole('region', { name: '彩种设置' })).toContainText(`封盘后 ${lower} 秒内`)

  // As it was.
  const last = await open(mine)
  await last.getByLabel('封盘秒数（开奖前）').fill(was)
  await last.getByLabel('补货秒数（封盘后）').fill(replenishing)
  await last.getByRole('button', { name: '保存' }).click()
  await expect(last).toHaveCount(0)
})

test('two operators set the highest commission: the second chooses cell by cell', async ({ seat }) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/game/pankou?game=PC')
  const field = (page: Page) => page.getByLabel('特码和值 D盘最高退水')
  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: '预览并保存' }).click()
    const dialog = page.getByRole('dialog', { name: '保存最高退水' })
    await dialog.getByRole('button', { name: /^保存/ }).click()
    await expect(dialog).toHaveCount(0)
  }
  const was = await field(mine).inputValue()
  await field(theirs).fill('4.1')
  await save(theirs)
  await field(mine).fill('4.2')
  await mine.getByRole('button', { name: '预览并保存' }).click()
  const conflict = mine.getByRole('dialog', { name: '数据已被他人修改' })
  await expect(conflict.getByRole('radio', { name: /保留我的 4\.2$/ })).toBeChecked()
  await look(mine, 'pankou-conflict')
  await conflict.getByRole('radio', { name: /采用对方的 4\.1$/ }).check()
  await conflict.getByRole('button', { name: '应用所选' }).click()
  await expect(field(mine)).toHaveValue('4.1')
  await field(mine).fill(was)
  await save(mine)
})

test('two operators set steps of a drop: what is saved now stands above what was typed', async ({ seat }) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/game/odds-drops?game=PC')
  const row = (page: Page) => page.locator('[data-steps]').first()
  const fill = async (page: Page, stake: string): Promise<void> => {
    const fields = page.getByRole('dialog').getByRole('region', { name: '按总公司本期实占' }).getByRole('textbox')
    for (const [at, value] of [stake, '0.1', '5'].entries()) await fields.nth(at).fill(value)
  }
  await theirs.getByRole('button', { name: '新增档位' }).click()
  const added = theirs.getByRole('dialog', { name: '新增降赔档位' })
  await added.getByLabel('玩法', { exact: true }).selectOption({ index: 1 })
  await added.getByLabel('赔率项').selectOption({ index: 1 })
  await added.getByRole('region', { name: '按总公司本期实占' }).getByRole('button', { name: '添加一档' }).click()
  await fill(theirs, '700')
  await added.getByRole('button', { name: '保存' }).click()
  await expect(row(theirs)).toContainText('满 700 降 0.1')

  await mine.reload()
  const edit = async (page: Page): Promise<void> => row(page).getByRole('button', { name: /^修改/ }).click()
  await edit(mine)
  await edit(theirs)
  await fill(theirs, '800')
  await theirs.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(row(theirs)).toContainText('满 800 降 0.1')
  await fill(mine, '900')
  await mine.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(mine.getByRole('dialog').getByText(/他人/).first()).toBeVisible()
  await expect(mine.getByLabel('现在保存的').first()).toContainText('满 800 降 0.1')
  await look(mine, 'drops-conflict')
  await mine.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(row(mine)).toContainText('满 900 降 0.1')
  await row(mine).getByRole('button', { name: /^清除/ }).click()
  await mine.getByRole('dialog').getByRole('button', { name: '清除' }).click()
  await expect(mine.locator('[data-steps]')).toHaveCount(0)
})

test('two operators change the rights of a third: the second sees both versions, and both grants stay', async ({
  seat,
}) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/user/index')
  const NAME = `oc${String(Date.now()).slice(-6)}`
  await mine.getByRole('button', { name: '新增操作员' }).click()
  const made = mine.getByRole('dialog', { name: '新增操作员' })
  await made.getByLabel('账号', { exact: true }).fill(NAME)
  await made.getByLabel('一次性登录密码').fill('Welcome2026')
  await made.getByRole('button', { name: '保存' }).click()
  await expect(made).toHaveCount(0)
  const open = async (page: Page) => {
    await page.reload()
    await page.locator(`[data-account=${NAME}]`).locator('[data-action=edit]').click()
    const dialog = page.getByRole('dialog', { name: `修改操作员 ${NAME}` })
    await expect(dialog.getByRole('tree')).toBeVisible()
    return dialog
  }
  const grant = (dialog: ReturnType<Page['getByRole']>, right: string) =>
    dialog.getByRole('treeitem').filter({ hasText: right }).last().locator('.ant-tree-checkbox')
  const [first, second] = [await open(theirs), await open(mine)]
  await grant(first, '资金变动记录').click()
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveCount(0)

  await grant(second, '公告管理').click()
  await second.getByRole('button', { name: '保存' }).click()
  const row = theirsIn(mine).getByRole('row').filter({ hasText: '权限' })
  await expect(row.getByRole('cell').nth(1)).toContainText('资金变动记录')
  await expect(row.getByRole('cell').nth(1)).not.toContainText('公告管理')
  await expect(row.getByRole('cell').nth(2)).toContainText('公告管理')
  await look(mine, 'operator-conflict')
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second).toHaveCount(0)
  const last = await open(mine)
  for (const right of ['资金变动记录', '公告管理']) await expect(grant(last, right)).toHaveClass(/checked/)
})

test('two operators change a notice: the second sees both versions, on a phone and in the dark too', async ({
  seat,
}) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/notice/index')
  const TEXT = `周末核对 ${String(Date.now()).slice(-6)}`
  await mine.getByRole('button', { name: '发布公告' }).click()
  const made = mine.getByRole('dialog', { name: '发布公告' })
  await made.getByLabel('内容（最多500字）').fill(TEXT)
  await made.getByRole('button', { name: '发布', exact: true }).click()
  await expect(made).toHaveCount(0)
  await theirs.reload()
  const row = (page: Page) => page.getByRole('row').filter({ hasText: TEXT })
  const edit = async (page: Page) => {
    await row(page).getByRole('button', { name: '修改' }).click()
    return page.getByRole('dialog')
  }
  const [first, second] = [await edit(theirs), await edit(mine)]
  await first.getByLabel('内容（最多500字）').fill(`${TEXT} 改到周日`)
  await first.getByRole('combobox', { name: '级别' }).selectOption('warn')
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveCount(0)

  await second.getByLabel('内容（最多500字）').fill(`${TEXT} 改到周一`)
  await second.getByRole('button', { name: '保存' }).click()
  const content = theirsIn(mine).getByRole('row').filter({ hasText: '内容' })
  await expect(content.getByRole('cell')).toHaveText([TEXT, `${TEXT} 改到周日`, `${TEXT} 改到周一`])
  // Said once: not by the refusal's own line as well.
  await expect(second.getByRole('alert')).toHaveCount(0)
  await look(mine, 'notice-conflict')
  for (const size of [DESK, PHONE]) {
    await mine.setViewportSize(size)
    expect(await unreadable(mine)).toEqual([])
  }
  await inTheDark(mine, async () => {
    await look(mine, 'notice-conflict-phone-dark')
    expect(await poorColours(mine)).toEqual([])
  })
  await mine.setViewportSize(DESK)
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second).toHaveCount(0)
  // What only the first one changed stays.
  await expect(row(mine)).toContainText('改到周一')
  await expect(row(mine)).toContainText('重要')
  await row(mine).getByRole('button', { name: '删除' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(row(mine)).toHaveCount(0)
})

const MINUTE = 60_000
/** The text of a field of a time on the business's clock. */
const inShanghai = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16)

test('two operators plan the maintenance of a game: the second sees the plan of the first before it replaces it', async ({
  seat,
}) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/game/maintenance')
  const row = (page: Page) => page.locator('[data-game="4"]')
  const plan = async (page: Page, inMinutes: number, message: string) => {
    await row(page).getByRole('button', { name: '设置维护' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: '开始' }).selectOption('planned')
    await dialog.getByLabel('开始时间').fill(inShanghai(Date.now() + inMinutes * MINUTE))
    await dialog.getByLabel('说明（用户可见）').fill(message)
    return dialog
  }
  const second = await plan(mine, 300, '乙的计划')
  const first = await plan(theirs, 200, '甲的计划')
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveCount(0)

  await second.getByRole('button', { name: '保存' }).click()
  const message = theirsIn(mine).getByRole('row').filter({ hasText: '说明' })
  await expect(message.getByRole('cell')).toHaveText(['', '甲的计划', '乙的计划'])
  await expect(theirsIn(mine).getByRole('row').filter({ hasText: '状态' })).toContainText('已计划')
  await look(mine, 'maintenance-conflict')
  await second.getByRole('button', { name: '保存' }).click()
  await expect(row(mine)).toContainText('乙的计划')
  await row(mine).getByRole('button', { name: '取消计划' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: '取消计划' }).click()
  await expect(row(mine)).toContainText('正常')
})

test('two operators change an outside book: the second goes on in the same dialog', async ({ seat }) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/system/books')
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: '修改 海天账房' }).click()
    return page.getByRole('dialog')
  }
  const [first, second] = [await edit(theirs), await edit(mine)]
  const key = first.getByLabel('密钥名称')
  const was = await key.inputValue()
  await key.fill('strata-2')
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first).toHaveCount(0)

  await second.getByLabel('密钥名称').fill('strata-3')
  await second.getByRole('button', { name: '保存' }).click()
  const row = theirsIn(mine).getByRole('row').filter({ hasText: '密钥名称' })
  await expect(row.getByRole('cell')).toHaveText([was, 'strata-2', 'strata-3'])
  await look(mine, 'book-conflict')
  await second.getByLabel('密钥名称').fill(was)
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second).toHaveCount(0)
  await expect(mine.getByRole('row').filter({ hasText: '海天账房' })).toContainText(was)
})

test('two operators disable an outside book at once: it stays disabled', async ({ seat }) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/system/books')
  const row = (page: Page) => page.getByRole('row').filter({ hasText: '海天账房' })
  const ask = async (page: Page, what: '停用' | '启用') => {
    await page.getByRole('button', { name: `${what} 海天账房` }).click()
    const dialog = page.getByRole('dialog')
    return { dialog, button: dialog.getByRole('button', { name: what, exact: true }) }
  }
  const [first, second] = [await ask(theirs, '停用'), await ask(mine, '停用')]
  await first.button.click()
  await expect(first.dialog).toHaveCount(0)
  await second.button.click()
  await expect(second.dialog.getByRole('alert')).toContainText('他人修改')
  // Read again meanwhile: the dialog still asks for what it was opened for.
  await expect(row(mine)).toContainText('停用')
  await second.button.click()
  await expect(second.dialog).toHaveCount(0)
  await expect(mine.getByRole('button', { name: '启用 海天账房' })).toBeVisible()
  const last = await ask(mine, '启用')
  await last.button.click()
  await expect(mine.getByRole('button', { name: '停用 海天账房' })).toBeVisible()
})

test('prices that were typed before a look at another game do not hide what somebody else saved meanwhile', async ({
  seat,
}) => {
  const { mine, theirs } = await twoOperators(seat, '/admin/game/amount?game=6HC&group=SB')
  const cell = (page: Page) => page.getByRole('gridcell', { name: /^半波 绿大 A 盘 / })
  const type = async (page: Page, price: string): Promise<void> => {
    await cell(page).click()
    await page.keyboard.type(price)
    await page.keyboard.press('Enter')
  }
  const save = (page: Page): Promise<void> =>
    page.locator('.save-bar').getByRole('button', { name: '保存', exact: true }).click()
  const was = ((await cell(mine).textContent()) ?? '').trim()
  await type(mine, '5.1')
  const games = mine.getByRole('group', { name: '彩种' })
  await games.getByText('赛车').click()
  await expect(mine.getByRole('gridcell', { name: /^冠军 号码/ }).first()).toBeVisible()
  await type(theirs, '5.2')
  await save(theirs)
  await expect(cell(theirs)).toHaveText(/^5\.2/)
  // Longer than an answer is used again.
  await mine.waitForTimeout(6_000)
  await games.getByText('六合彩').click()
  await mine.getByText(/^色波/).first().click()
  await expect(cell(mine)).toContainText('5.1')
  await save(mine)
  const conflict = mine.getByRole('dialog', { name: '数据已被他人修改' })
  await expect(conflict).toContainText('5.2')
  await look(mine, 'odds-conflict')
  await conflict.getByRole('radio', { name: /采用对方的 5\.2/ }).check()
  await conflict.getByRole('button', { name: '应用所选' }).click()
  await expect(cell(mine)).toHaveText(/^5\.2/)
  await type(mine, was)
  await save(mine)
  await expect(cell(mine)).toHaveText(new RegExp(`^${was.replaceAll('.', '\\.')}`))
})
