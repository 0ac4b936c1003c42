import { randomUUID } from 'node:crypto'
import { part } from './support/ball-entry.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { ADMIN_PORT, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

/** Less than the ten seconds after which the pages read again by themselves, and enough for a busy machine. */
const AT_ONCE = { timeout: 6_000 } as const
const GAME = 1

interface Listed {
  readonly gameId: number
  readonly periodNo: string
  readonly state: string
  readonly resultVersion: number
}

test('a proposal and its withdrawal are on another operator’s pages at once', async ({ seat }) => {
  const first = await Operator.signIn('headco01')
  const { items } = await first.call<{ items: Listed[] }>('/api/admin/game/period/query', {
    gameId: GAME,
    pageSize: 50,
  })
  const { gameId, periodNo, resultVersion } = items.find(({ state }) => state === 'settled') ?? {
    gameId: GAME,
    periodNo: '',
    resultVersion: 0,
  }
  const person = await seat('oper0001')
  const home = await person.open('/')
  const results = await person.open('/admin/game/result')
  const own = await (await seat('headco01')).open('/')
  const menu = home.getByRole('navigation', { name: '主菜单' })
  const waits = menu.getByRole('link', { name: /^首页/ })
  const need = home.locator('[data-kind=proposal]').filter({ hasText: periodNo })
  const listed = part(results, 'proposals').getByRole('button').filter({ hasText: periodNo })
  await expect(home.locator('[data-card=needs]')).toBeVisible()
  await expect(part(results, 'proposals')).toBeVisible()
  const before = await waits.textContent()

  // More than once: the pages' own reading may meet one of them by chance.
  for (let turn = 1; turn <= 3; turn += 1) {
    const { proposalId } = await first.call<{ proposalId: string }>('/api/admin/game/period/void', {
      gameId,
      periodNo,
      version: resultVersion,
      reason: '官方取消',
      requestId: randomUUID(),
    })
    let waiting = true
    try {
      await Promise.all([
        expect(listed).toBeVisible(AT_ONCE),
        expect(need).toBeVisible(AT_ONCE),
        expect(waits).not.toHaveText(before ?? '', AT_ONCE),
      ])
      if (turn === 1) {
        await look(home, 'proposal-told')
        // Who proposed it takes it back in the row itself.
        const row = own.locator('[data-kind=proposal]').filter({ hasText: periodNo })
        await expect(need.getByRole('button', { name: '撤回' })).toHaveCount(0)
        await row.getByRole('button', { name: '撤回' }).click()
        const dialog = own.getByRole('dialog')
        await expect(dialog).toContainText(`${periodNo}期”？`)
        await look(own, 'proposal-withdraw')
        await dialog.getByRole('button', { name: '撤回提案' }).click()
        await expect(dialog).toHaveCount(0)
        waiting = false
        await expect(row).toHaveCount(0, AT_ONCE)
      }
    } finally {
      // A proposal that stayed would stand among those of the next tests.
      if (waiting) await first.call('/api/admin/proposal/withdraw', { proposalId, requestId: randomUUID() })
    }
    await Promise.all([
      expect(listed).toHaveCount(0, AT_ONCE),
      expect(need).toHaveCount(0, AT_ONCE),
      expect(waits).toHaveText(before ?? '', AT_ONCE),
    ])
  }
})
