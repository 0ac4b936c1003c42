import type { Page } from '@playwright/test'
import { ACCOUNTS, accountRow, createBelow } from './support/create-account.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { settled } from './support/pages.ts'

const LIMITS = / (?:单注最低|单注最高|单项限额|补货上限)$/

const openTerms = async (page: Page): Promise<void> => {
  await page.goto(`${ACCOUNTS}?q=agent001`)
  const row = accountRow(page, 'agent001')
  await row.getByRole('button', { name: '修改占成与退水' }).click()
  await expect(page.getByLabel(/^上级占成/).first()).toBeVisible()
  await settled(page)
}

test('the keyboard goes on in the page of an account, and in its row after it', async ({ seat }) => {
  const page = await (await seat('genagt01')).open(`${ACCOUNTS}?q=agent001`)
  const row = accountRow(page, 'agent001')
  await row.getByRole('button', { name: '修改占成与退水' }).press('Enter')
  await expect(page.getByRole('heading', { name: /agent001/ })).toBeFocused()
  await page.getByRole('button', { name: '‹ 返回' }).press('Enter')
  await expect(row).toBeFocused()
})

test('the terms of an account open on share, commission and replenishment, and each head stands over its figures', async ({
  seat,
}) => {
  const page = await (await seat('genagt01')).open('/404')
  await page.setViewportSize({ width: 1366, height: 768 })
  await openTerms(page)
  const sections = page.locator('section[id^=section-]')
  expect((await sections.evaluateAll((all) => all.map(({ id }) => id))).slice(0, 3)).toEqual([
    'section-share',
    'section-plays',
    'section-fill',
  ])
  await expect(page.getByLabel(/^上级占成/).first()).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const table = page.locator('#section-plays table')
  const row = table.locator('tbody tr').first()
  for (const name of ['单注最低', '单注最高', '单项限额', '补货上限']) {
    const head = await table.getByRole('columnheader', { name }).boundingBox()
    const field = await row.getByRole('textbox', { name: new RegExp(` ${name}$`) }).boundingBox()
    if (!head || !field) throw new Error(`no ${name}`)
    // The field is within the column of its head.
    expect(field.x, name).toBeGreaterThanOrEqual(head.x - 1)
    expect(field.x + field.width, name).toBeLessThanOrEqual(head.x + head.width + 1)
  }
  await look(page, 'terms-laptop')
})

test('of a new agent the share below follows the share above until it is typed itself', async ({ seat }) => {
  const page = await (await seat('merch001')).open(`${ACCOUNTS}?create=3`)
  const [above, below] = [page.getByLabel(/^上级占成/).first(), page.getByLabel('下级占成上限').first()]
  await expect(above).toHaveValue('0')
  const cap = Number(await below.inputValue())
  await above.fill('20')
  await expect(below).toHaveValue(String(cap - 20))
  await expect(below).not.toHaveAttribute('aria-invalid', 'true')
  await look(page, 'create-share')
  await below.fill('5')
  await above.fill('10')
  await expect(below).toHaveValue('5')
})

test('on a phone every limit is whole', async ({ seat }) => {
  const page = await (await seat('genagt01', 'phone')).open('/404')
  await openTerms(page)
  const fields = page.getByRole('textbox', { name: LIMITS })
  // The first group is open, with its four limits.
  await expect(fields).toHaveCount(4)
  const faults = await fields.evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right } = one.getBoundingClientRect()
      const isWhole = left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth
      return isWhole ? [] : [one.getAttribute('aria-label') ?? '']
    }),
  )
  expect(faults).toEqual([])
  await fields.first().scrollIntoViewIfNeeded()
  await look(page, 'terms-phone')
})

test('an upgraded account shows both of its paths, and the funds of the one before', async ({ seat }) => {
  const name = 'upgrad0a'
  const page = await (await seat('genagt02')).open('/404')
  await createBelow(page, {
    role: '会员',
    name,
    password: 'Begin2026a',
    credit: '321.5',
    transferPassword: '246810',
  })
  await accountRow(page, name)
    .getByRole('button', { name: `${name} 的操作` })
    .click()
  await page.getByRole('menuitem', { name: '升级为代理' }).click()
  const dialog = page.getByRole('dialog', { name: `${name} 升级为代理` })
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.goto(`${ACCOUNTS}?tab=3`)
  await accountRow(page, name).getByRole('button', { name: '修改占成与退水' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`修改代理 · ${name}`) })).toBeVisible()
  const former = page.locator('[data-part=closed-paths]')
  await expect(former.getByRole('listitem')).toHaveText(new RegExp(`^${name}（会员）`))
  await look(page, 'both-paths')
  await former.getByRole('link', { name: '资金记录' }).click()
  await expect(page.locator('[data-kind=transferIn]')).toContainText('321.50')
  // The tabs keep their counts beside the fund records.
  const tabs = page.getByRole('navigation', { name: '级别' })
  await expect(tabs.getByRole('button', { name: /^会员\s*\d+/ })).toBeVisible()
})
