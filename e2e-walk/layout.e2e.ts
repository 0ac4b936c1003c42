import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { enlargeAmounts } from './support/large-amounts.ts'
import { AGENT_PAGES, settled } from './support/pages.ts'
import { unreadable } from './support/text-boxes.ts'

const LAPTOP = { width: 1366, height: 768 }

/** The project's own width on a phone, the cheapest laptop's on a desk. */
const sized = async (page: Page, isMobile: boolean): Promise<void> => {
  if (!isMobile) await page.setViewportSize(LAPTOP)
}

for (const game of ['6HC', 'PK', '5M', 'PC'])
  test(`every figure of eight digits can be read on every board of ${game}`, async ({ seat, isMobile }) => {
    const { context, open } = await seat('agent001')
    await enlargeAmounts(context)
    const page = await open(`/agent/bet/instant?game=${game}&sort=item`)
    await sized(page, isMobile)
    await settled(page)
    const tabs = page.getByRole('group', { name: '玩法大类' }).getByRole('radio')
    const names = await tabs.evaluateAll((all) =>
      all.map((one) => one.closest('label')?.getAttribute('data-group') ?? ''),
    )
    expect(names.length).toBeGreaterThan(1)
    for (const [index, code] of names.entries()) {
      await tabs.nth(index).check({ force: true })
      await expect(
        page.getByRole('group').getByRole('listitem').or(page.getByText('本期暂无数据')).first(),
      ).toBeVisible()
      await settled(page)
      expect.soft(await unreadable(page), code).toEqual([])
    }
  })

for (const path of AGENT_PAGES)
  test(`every figure of eight digits can be read on ${path}`, async ({ seat, isMobile }) => {
    const { context, open } = await seat('genagt01')
    await enlargeAmounts(context)
    const page = await open(path)
    await sized(page, isMobile)
    await settled(page)
    expect(await unreadable(page)).toEqual([])
  })

test('so can the orders behind a figure, and what is sent up by hand', async ({ seat, isMobile }) => {
  const { context, open } = await seat('agent001')
  await enlargeAmounts(context)
  for (const [button, title] of [
    [/查看注单/, /注单$/],
    [/查看构成/, '手动补货'],
  ] as const) {
    const page = await open('/agent/bet/instant?game=PK')
    await sized(page, isMobile)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await settled(page)
    expect.soft(await unreadable(page), String(title)).toEqual([])
    await page.close()
  }
})
