import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { expect, GIVEN_UP_MS, signIn, storedSession, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

const run = promisify(execFile)
const LIST = '/admin/merchant/index'
const stamp = String(Date.now() % 100_000).padStart(5, '0')
const CODE = `new-${stamp}`
const FIRST_ACCOUNT = `nm${stamp}`
/** The example names this server by the name that the browser used; Node and curl know only the loopback address. */
const reachable = (example: string): string => example.replace(/https?:\/\/[\w.-]+(:\d+)/, 'http://127.0.0.1$1')

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A picture of one colour that a browser can draw. */
const pngOf = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([30, 120, 90]))])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
const LOGO = pngOf(90, 28)

test('a merchant is created with copied terms, its example calls answer, and its logo greets its people', async ({
  page,
  visitor,
}) => {
  await signIn(page, 'headco01', LIST)
  await page.getByRole('button', { name: '新增商户' }).click()
  await page.getByRole('button', { name: '创建商户' }).click()
  await expect(page.getByText('3处需要修改')).toBeVisible()
  await expect(page.getByText('请填写2-32位小写字母、数字或短横线', { exact: true })).toBeVisible()

  await page.getByLabel('平台代码', { exact: true }).fill(CODE)
  await page.getByLabel('商户名称').fill(`新商户${stamp}`)
  await page.getByLabel('账号', { exact: true }).fill(FIRST_ACCOUNT)
  await page.getByLabel('登录密码', { exact: true }).fill('Strata2026')
  const source = page.getByLabel('复制自', { exact: true }).and(page.locator('select'))
  await source.selectOption(await source.locator('option', { hasText: /^demo / }).getAttribute('value'))
  const games = page.locator('#section-terms tbody tr')
  await expect(games.first()).toContainText('其他彩种')
  await games.nth(1).getByRole('textbox').fill('50')
  await page.getByLabel('截止日').fill('2020-01-01')
  await page.getByLabel('开始日').fill('2020-01-02')
  await expect(page.getByText('截止日不能早于开始日')).toBeVisible()
  await page.getByLabel('开始日').fill('2019-12-01')
  await page.getByLabel('每秒注单数').fill('200')
  await page.getByLabel('未结算注额上限').fill('10000000')
  await page.getByLabel('群组数上限').fill('3')
  const file = page.getByLabel('标志', { exact: true }).and(page.locator('input'))
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') })
  await page.getByRole('button', { name: '创建商户' }).click()
  await expect(page.locator('.save-bar').getByText('标志须为PNG或WebP图片')).toBeVisible()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
  await page.getByRole('button', { name: '创建商户' }).click()
  await expect(page.locator('.save-bar').getByText('租期截止日不能早于今天')).toBeVisible()
  await page.getByLabel('截止日').fill('2099-12-31')
  await look(page, 'merchant-create')
  await page.getByRole('button', { name: '创建商户' }).click()

  const made = page.locator('[data-part=made-key]')
  await expect(made.locator('[data-part=key]')).toHaveText(/^[\w-]{43}$/)
  await look(page, 'merchant-made')
  const example = made.locator('[data-part=example]')
  // The event of the new key may take a moment on a busy machine.
  await expect(async () => {
    const shell = await run('bash', ['-c', reachable((await example.textContent()) ?? '')])
    expect(JSON.parse(shell.stdout)).toMatchObject({ code: 200, isSuccess: true })
  }).toPass({ timeout: 20_000 })
  await made.getByText('Node.js', { exact: true }).click()
  const script = join(mkdtempSync(join(tmpdir(), 'strata-example-')), 'example.mjs')
  writeFileSync(script, reachable((await example.textContent()) ?? ''))
  const node = await run(process.execPath, [script])
  expect(JSON.parse(node.stdout)).toMatchObject({ code: 200, isSuccess: true })
  // The key is shown once: nobody leaves it by a slip.
  await page.getByRole('link', { name: '公告管理' }).click()
  const question = page.getByRole('dialog', { name: '离开本页？' })
  await expect(question).toContainText('密钥只显示这一次')
  await question.getByRole('button', { name: '留在本页' }).click()
  await expect(question).toHaveCount(0)
  await expect(made.locator('[data-part=key]')).toBeVisible()
  await page.getByRole('button', { name: '我已保存密钥，返回列表' }).click()

  const row = page.locator(`[data-account=${FIRST_ACCOUNT}]`)
  await expect(row).toContainText('2099-12-31')
  const guest = await visitor('phone')
  await guest.goto(`http://${SITE_HOST}:${PORT}/?m=${CODE}`)
  const mark = guest.locator('.entry-brand img')
  await expect.poll(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(90)
  await look(guest, 'merchant-sign-in')
})

test('leaving the page of a new merchant asks once something is typed', async ({ page }) => {
  await signIn(page, 'headco01', LIST)
  const question = page.getByRole('dialog', { name: '离开本页？' })
  const create = page.getByRole('button', { name: '新增商户' })
  await create.click()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(create).toBeVisible()
  await create.click()
  const code = page.getByLabel('平台代码', { exact: true })
  await code.fill('left-alone')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(question).toContainText('有未保存的改动，离开后将丢失。')
  await question.getByRole('button', { name: '留在本页' }).click()
  await expect(code).toHaveValue('left-alone')
  await page.getByRole('link', { name: '公告管理' }).click()
  await question.getByRole('button', { name: '留在本页' }).click()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await question.getByRole('button', { name: '离开', exact: true }).click()
  await expect(create).toBeVisible()
})

test('terms that fail to load are said, nothing is created without them, and they load again', async ({ page }) => {
  await signIn(page, 'headco01', LIST)
  const terms = page.locator('#section-terms')
  const make = page.getByRole('button', { name: '创建商户' })
  const call = /\/api\/admin\/merchant\/terms\b/
  await page.route(call, (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: '新增商户' }).click()
  await expect(terms.getByRole('alert')).toBeVisible({ timeout: GIVEN_UP_MS })
  await expect(terms.getByRole('table')).toHaveCount(0)
  await expect(make).toBeDisabled()
  await expect(page.locator('.save-bar')).toContainText('占成与退水加载失败，重试成功后才能创建')
  await look(page, 'merchant-terms-failed')
  await page.unroute(call)
  await terms.getByRole('button', { name: '重试' }).click()
  await expect(terms.locator('tbody tr').first()).toContainText('其他彩种')
  await expect(make).toBeEnabled()
  await expect(page.locator('.save-bar')).not.toContainText('加载失败')
})

test('name, lease and limits are changed, and whoever read them before is told', async ({ page, context }) => {
  await signIn(page, 'headco01', `${LIST}?q=merch002`)
  await page.getByRole('button', { name: /^修改/ }).first().click()
  await expect(page.getByText('没有改动')).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  // It has read what the first save changes.
  await expect(other.getByText('没有改动')).toBeVisible()
  await page.getByLabel('截止日').fill('2099-12-31')
  await page.getByLabel('每秒注单数').fill('500')
  await expect(page.getByText('2 处改动')).toBeVisible()
  await look(page, 'merchant-edit')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.locator('[data-account=merch002]')).toContainText('2099-12-31')
  await other.getByLabel('群组数上限').fill('9')
  await other.getByRole('button', { name: '保存', exact: true }).click()
  await expect(other.locator('.save-bar').getByText('数据已被他人修改')).toBeVisible()
  // Both versions; what was not typed here follows the other one, and the next save takes the typed.
  const theirs = other.locator('[data-part=theirs]')
  await expect(theirs.getByRole('row').filter({ hasText: '每秒注单数' })).toContainText('500')
  await expect(other.getByLabel('每秒注单数')).toHaveValue('500')
  await expect(other.getByLabel('群组数上限')).toHaveValue('9')
  await look(other, 'merchant-edit-conflict')
  await other.getByRole('button', { name: '保存', exact: true }).click()
  await expect(other.locator('[data-account=merch002]')).toContainText('2099-12-31')
})

test('an operator looks into a merchant: the same pages, nothing to change, for half an hour', async ({
  page,
  context,
}) => {
  await signIn(page, 'headco01', `${LIST}?q=merch001`)
  await page
    .getByRole('button', { name: /^只读查看/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^只读查看/ })
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const link = dialog.getByRole('link', { name: '打开代理端' })
  // A link that looks like the main button it is.
  await expect(link).toHaveCSS('color', 'rgb(255, 255, 255)')
  await expect(link).toHaveCSS('text-decoration-line', 'none')
  const address = (await link.getAttribute('href')) ?? ''
  expect(new URL(address).port).toBe(String(PORT))
  const tab = await context.newPage()
  await tab.goto(address)
  const bar = tab.locator('[data-part=looking]')
  await expect(bar).toContainText('只读查看 merch001')
  await expect(tab).not.toHaveURL(/look/)
  await look(tab, 'merchant-looking')
  await tab.goto(`http://${SITE_HOST}:${PORT}/agent/group/index`)
  await expect(bar).toBeVisible()
  const { token, currentPathId } = await storedSession(tab)
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/agent/groupmanage/addgroupinfo?isclick=true`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      agentPathsId: String(currentPathId),
      roleType: '2',
    },
    body: JSON.stringify({ groupName: '看', channel: 'web', channelId: 'look', pankou: 'C', gameIds: [] }),
  })
  expect(await answer.json()).toMatchObject({ code: 40301, message: '只读查看中，不能执行此操作' })
  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByText('查看链接无效或已过期')).toBeVisible()
  await bar.getByRole('button', { name: '结束查看' }).click()
  await expect(tab).toHaveURL(/login/)
})
