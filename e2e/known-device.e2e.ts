import { ApiUser } from './support/api.ts'
import { boardPath, itemOf, SPECIAL } from './support/board.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { gameOf, gamesOf } from './support/replenishment.ts'
import { PASSWORD } from './support/world.ts'

test('a browser is known again at the next sign-in, by a cookie that the page cannot read', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent001')
  const [cookie, ...others] = await context.cookies()
  expect(others).toEqual([])
  expect(cookie).toMatchObject({
    name: 'strata_device',
    path: '/api/common/account',
    httpOnly: true,
    sameSite: 'Strict',
  })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
  const asked = page.waitForRequest((request) => request.url().includes('/agentlogin'))
  await signIn(page, 'agent001')
  expect((await (await asked).allHeaders())['cookie']).toBe(`strata_device=${cookie?.value}`)
  const [again] = await context.cookies()
  expect(again?.value).toBe(cookie?.value)
})

test('this machine’s clock jumps before a sign-in: the page asks once more by the server’s, and says nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const real = Date.now.bind(Date)
    const shift = { ms: 0 }
    Object.assign(window, { clockShift: shift })
    Date.now = () => real() + shift.ms
  })
  await page.goto('/login')
  await page.getByLabel('账号').fill('agent001')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const { clockShift } = window as unknown as { clockShift: { ms: number } }
    clockShift.ms = 3_600_000
  })
  const codes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/agentlogin') && response.request().method() === 'POST')
      codes.push(response.json().then(({ code }: { code: number }) => code))
  })
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  expect(await Promise.all(codes)).toEqual([40009, 200])
  await expect(page.getByText('本机时间不准')).toHaveCount(0)
})

test('what is typed to be sent stays while the page runs, and is stored nowhere', async ({ seat, timetable }) => {
  const agent = await ApiUser.signIn('agent001')
  await timetable.hold(gameOf(await gamesOf(agent), SPECIAL).id)
  const { open } = await seat('agent001')
  const page = await open(boardPath(SPECIAL))
  await itemOf(page, SPECIAL, 'TMA|47').getByRole('button', { name: /^选择/ }).click()
  await page.getByRole('button', { name: '补货 1 项', exact: true }).click()
  const amount = page
    .getByRole('dialog', { name: '手动补货' })
    .getByRole('textbox', { name: /补货金额$/ })
    .first()
  await amount.fill('8642097')
  await expect(amount).toHaveValue(/^8,?642,?097$/)
  const stored = await page.evaluate(() => JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }]))
  expect(stored).toContain('TMA|47')
  expect(stored).not.toContain('8642097')
})
