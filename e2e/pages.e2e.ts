import type { Page } from '@playwright/test'
import { GAMES } from '@strata/domain/games/catalogue'
import { rewriteAnswers } from './support/answers.ts'
import { ApiUser } from './support/api.ts'
import { poorColours, violationsOf } from './support/axe.ts'
import { unevenButtons } from './support/button-rows.ts'
import { checkLook, checkPlace } from './support/every-page.ts'
import { expect, type Look, test } from './support/fixtures.ts'
import { placeLongCombinations } from './support/long-combinations.ts'
import { AGENT_PAGES, settled } from './support/pages.ts'
import { unreadable } from './support/text-boxes.ts'
import { lookAtAll, openWindows } from './support/windows.ts'
import { dayOfHistory } from './support/world.ts'

const LOOKS: readonly Look[] = ['desk', 'phone']
const PUBLIC_PAGES = ['/login', '/forgot', '/resetpwd', '/tutorial']
/** Pages without the frame of the others. */
const FRAMELESS = ['/set-password', '/tutorial', '/404']
/** The states of a page that its address selects. */
const statesOf = async (): Promise<string[]> => {
  const general = await ApiUser.signIn('genagt01')
  const { items } = await general.call<{ readonly items: readonly { agentPathsId: number; accountName: string }[] }>(
    '/api/agent/query',
    { keyword: 'agent001' },
  )
  const child = items.find(({ accountName }) => accountName === 'agent001')?.agentPathsId
  const edit = `/agent/accounts/index?edit=${child}`
  const orders = await general.call<{ readonly items: readonly { orderNo: string }[] }>(
    '/api/common/report/order/query',
    { state: 'settled', from: dayOfHistory(1), to: dayOfHistory(1), pageSize: 10 },
  )
  return [
    '/agent/bet/setting?section=downline',
    '/agent/accounts/index?tab=sub',
    '/agent/accounts/index?tab=funds',
    '/agent/accounts/index?create=10001',
    edit,
    `${edit}&move=transfer`,
    '/reports/delivery?tab=class',
    '/reports/delivery?chart=1',
    `/reports/details?bet=${orders.items[0]?.orderNo}`,
  ]
}

for (const look of LOOKS)
  test(`every page: whole at eight digits, accessible, says where one is, on a desk also in the dark (${look})`, async ({
    seat,
  }) => {
    test.setTimeout(600_000)
    const windows = await openWindows(seat, 'genagt01', look)
    await lookAtAll(windows, [...AGENT_PAGES, ...(await statesOf()), '/404'], (page, path) =>
      test.step(path, async () => {
        await page.goto(path)
        await settled(page)
        expect.soft(new URL(page.url()).pathname, path).toBe(path.split('?')[0])
        // A phone's board names its path in its own head.
        if (look === 'desk' && !FRAMELESS.includes(path)) await checkPlace(page, path)
        await checkLook(page, { look, path })
      }),
    )
  })

/** Every board of a game, and the page around it. */
const lookAtBoards = async (page: Page, game: string): Promise<void> => {
  await page.goto(`/agent/bet/instant?game=${game}&sort=item`)
  await settled(page)
  const tabs = page.getByRole('group', { name: '玩法大类' }).getByRole('radio')
  const names = await tabs.evaluateAll((all) =>
    all.map((one) => one.closest('label')?.getAttribute('data-group') ?? ''),
  )
  expect(names.length).toBeGreaterThan(1)
  for (const [index, code] of names.entries())
    await test.step(`${game} ${code}`, async () => {
      await page.locator(`label[data-group="${code}"]`).click()
      await expect(tabs.nth(index)).toBeChecked()
      await expect(
        page
          .getByRole('group')
          .getByRole('listitem')
          .or(page.getByText(/本期暂无(数据|组合注单)|没有符合条件的组合/))
          .first(),
      ).toBeVisible()
      await settled(page)
      expect.soft(await unreadable(page), `${game} ${code}`).toEqual([])
    })
  expect.soft(await violationsOf(page), game).toEqual([])
}

for (const look of LOOKS)
  test(`every board of every game, and the panels over it (${look})`, async ({ seat, timetable }) => {
    test.setTimeout(600_000)
    // The periods are held, so that no board changes during its check.
    for (const game of GAMES) {
      const { periodNo } = await timetable.hold(game.id)
      await placeLongCombinations(game, periodNo)
    }
    const windows = await openWindows(seat, 'agent001', look)
    await lookAtAll(
      windows,
      GAMES.map(({ code }) => code),
      lookAtBoards,
    )
    const drawers = [
      [/查看注单/, /注单$/],
      [/查看构成/, '手动补货'],
    ] as const
    await lookAtAll(windows, drawers, async (page, [button, title]) => {
      await page.goto('/agent/bet/instant?game=PK')
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await settled(page)
      expect.soft(await unreadable(page), String(title)).toEqual([])
      expect.soft(await violationsOf(page), String(title)).toEqual([])
    })
  })

for (const look of LOOKS)
  test(`every public page (${look})`, async ({ visitor }) => {
    const page = await visitor(look)
    for (const path of PUBLIC_PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect.soft(await unreadable(page), path).toEqual([])
      expect.soft(await violationsOf(page), path).toEqual([])
    }
  })

test('the maintenance page', async ({ seat }) => {
  const { context, open } = await seat('agent001')
  const until = Date.now() + 3_600_000
  await rewriteAnswers(context, {
    paths: ['/common/status$'],
    over: { maintenanceState: 2, message: '系统升级', until },
  })
  const page = await open('/maintenance?from=%2Fresult')
  await expect(page.getByText('系统升级')).toBeVisible()
  expect(await unreadable(page)).toEqual([])
  expect(await violationsOf(page)).toEqual([])
})

/** What a fault begins with: its kind or the rule of axe. */
const kindsOf = (faults: readonly string[]) => faults.map((fault) => fault.split(':')[0])

test('a text that is cut off, squeezed, outside the window or overlapping is detected', async ({ page }) => {
  await page.goto('/tutorial')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await unreadable(page)).toEqual([])
  await page.evaluate(() => {
    const plant = (text: string, style: string): void => {
      const box = document.createElement('p')
      box.textContent = text
      box.setAttribute('style', `position: absolute; margin: 0; white-space: nowrap; ${style}`)
      document.body.append(box)
    }
    plant('99,999,999.99', 'top: 0; left: 0; width: 30px; overflow: hidden')
    plant('88,888,888.88', 'top: 40px; left: 100px')
    plant('77,777,777.77', 'top: 44px; left: 110px')
    plant('66,666,666.66', 'top: 80px; left: calc(100vw - 20px)')
    plant('变更日志', 'top: 120px; left: 0; width: 14px; white-space: normal')
  })
  const found = kindsOf(await unreadable(page))
  expect(found).toEqual(expect.arrayContaining(['cut off', 'squeezed', 'over each other', 'out of the window']))
})

test('buttons side by side that differ in height are detected', async ({ page }) => {
  await page.goto('/tutorial')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await unevenButtons(page)).toEqual([])
  await page.evaluate(() => {
    const row = document.createElement('p')
    row.innerHTML =
      '<button class="ghost-button" style="height: 28px">甲</button> <button class="plain-button" style="height: 36px">乙</button>'
    document.body.append(row)
  })
  expect(await unevenButtons(page)).toEqual(['"甲" is 28 high beside "乙" of 36'])
})

test('a page that is wider than the phone is detected, though the phone shows it smaller', async ({ visitor }) => {
  const page = await visitor('phone')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await unreadable(page)).toEqual([])
  await page.evaluate(() => {
    const box = document.createElement('p')
    box.textContent = '55,555,555.55'
    box.setAttribute('style', 'width: 520px; margin: 0; text-align: right')
    document.body.append(box)
  })
  const found = kindsOf(await unreadable(page))
  expect(found).toEqual(expect.arrayContaining(['out of the window', 'the page is 520 wide in a window of 390']))
})

test('a page that scrolls to a hidden text below its end is detected', async ({ visitor }) => {
  const page = await visitor('desk')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await unreadable(page)).toEqual([])
  await page.evaluate(() => {
    const hidden = document.createElement('p')
    hidden.className = 'visually-hidden'
    hidden.textContent = '33,333,333.33'
    hidden.setAttribute('style', 'top: 2000px')
    document.body.append(hidden)
  })
  expect(await unreadable(page)).toEqual([expect.stringMatching(/^the page scrolls to 20\d\d and ends at 900$/)])
})

test('a button without a name and a text that is too pale are detected', async ({ page }) => {
  await page.goto('/tutorial')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.evaluate(() => {
    const nameless = document.createElement('button')
    const pale = document.createElement('p')
    pale.textContent = '44,444,444.44'
    pale.setAttribute('style', 'color: #ddd; background: #fff')
    document.querySelector('main')?.append(nameless, pale)
  })
  expect(kindsOf(await violationsOf(page))).toEqual(expect.arrayContaining(['button-name', 'color-contrast']))
  expect(kindsOf(await poorColours(page))).toEqual(['color-contrast'])
})
