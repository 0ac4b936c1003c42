import { violationsOf } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { AGENT_PAGES, settled } from './support/pages.ts'

const PUBLIC_PAGES = ['/login', '/forgot', '/resetpwd', '/tutorial']

for (const path of PUBLIC_PAGES)
  test(`signed out, ${path} has nothing that a reader or a keyboard stumbles over`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  })

for (const path of [...AGENT_PAGES, '/404'])
  test(`signed in, ${path} has nothing that a reader or a keyboard stumbles over`, async ({ seat }) => {
    const { open } = await seat('agent001')
    const page = await open(path)
    await settled(page)
    await expect(page).toHaveURL(new RegExp(`${path}($|[?])`))
    expect(await violationsOf(page)).toEqual([])
  })

test('the other games’ boards and what opens over one', async ({ seat }) => {
  const { open } = await seat('agent001')
  for (const game of ['PK', '5M', 'PC']) {
    const page = await open(`/agent/bet/instant?game=${game}`)
    await settled(page)
    expect.soft(await violationsOf(page), game).toEqual([])
    await page.close()
  }
  for (const [button, title] of [
    [/查看注单/, /注单$/],
    [/查看构成/, '手动补货'],
  ] as const) {
    const page = await open('/agent/bet/instant?game=PK')
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await settled(page)
    expect.soft(await violationsOf(page), String(title)).toEqual([])
    await page.close()
  }
})
