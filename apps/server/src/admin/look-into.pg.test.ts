import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { wholeServer } from '../access/testing/whole-server.ts'
import { row, rows } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

let tree: SmallTree
let admin: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  admin = await signedIn(pool, { ...tree.head, roleType: 1, now })
})

const post = (person: Person, path: string, input: Record<string, unknown> = {}) =>
  callApp(app, { method: 'POST', path, input, headers: headersOf(person) })
const look = (agentPathsId: number = tree.merchant.pathId) => post(admin, '/api/admin/merchant/look', { agentPathsId })
const enter = (ticket: string) => callApp(app, { method: 'POST', path: '/api/common/account/look', input: { ticket } })
const ticketOf = async (): Promise<string> => ((await look()).data as { ticket: string }).ticket
const looking = async (): Promise<Person> => {
  const { accountToken } = (await enter(await ticketOf())).data as { accountToken: string }
  return { token: accountToken, pathId: tree.merchant.pathId, roleType: 2 }
}
const reads = (person: Person) => post(person, '/api/agent/query', { pageIndex: 1, pageSize: 20 })

describe('looking into a merchant', () => {
  it('shows what its first account sees, and stands in both logs', async () => {
    const own = await signedIn(pool, { ...tree.merchant, now })
    const looker = await looking()
    expect((await reads(looker)).data).toEqual((await reads(own)).data)
    expect((await reads(looker)).code).toBe(200)
    expect((await post(looker, '/api/admin/merchant/query', { pageIndex: 1, pageSize: 20 })).code).toBe(40301)
    const lines = await rows<{ merchant_id: number }>(
      raw,
      `select merchant_id from change_log where action = 'lookInto' order by merchant_id`,
    )
    expect(lines.map(({ merchant_id: id }) => id)).toEqual([0, tree.merchant.merchantId])
  })

  it('begins once with its ticket, within a minute; a ticket is no session', async () => {
    const used = await ticketOf()
    expect((await reads({ token: used, pathId: tree.merchant.pathId, roleType: 2 })).status).toBe(401)
    expect((await enter(used)).code).toBe(200)
    expect((await enter(used)).code).toBe(40004)
    const late = await ticketOf()
    now += 60_001
    expect((await enter(late)).code).toBe(40004)
    expect((await enter('A'.repeat(43))).code).toBe(40004)
    expect((await look(tree.agent.pathId)).code).toBe(42207)
  })

  it('is no sign-in of the account, and ends none of its sessions', async () => {
    const before = await row(
      raw,
      'select last_login_at, (select count(*)::integer from login_log) as logins from accounts where id = $1',
      [tree.merchant.accountId],
    )
    const own = await signedIn(pool, { ...tree.merchant, now })
    for (let count = 0; count < 22; count++) await looking()
    expect((await reads(own)).code).toBe(200)
    const devices = await callApp(app, {
      method: 'POST',
      path: '/api/common/account/session/query',
      headers: headersOf(own),
    })
    expect(devices.text.match(/"sessionId"/g)?.length ?? 0).toBeLessThan(5)
    expect(
      await row(
        raw,
        'select last_login_at, (select count(*)::integer from login_log) as logins from accounts where id = $1',
        [tree.merchant.accountId],
      ),
    ).toEqual(before)
  })

  it('ends after half an hour, and at once with the right of its operator', async () => {
    const looker = await looking()
    now += 29 * 60_000
    expect(
      (
        await callApp(app, {
          method: 'POST',
          path: '/api/agent/query?isclick=true',
          input: { pageIndex: 1, pageSize: 20 },
          headers: headersOf(looker),
        })
      ).code,
    ).toBe(200)
    now += 60_000
    expect((await reads(looker)).status).toBe(401)
    admin = await signedIn(pool, { ...tree.head, roleType: 1, now })
    const second = await looking()
    await raw.query('update accounts set permission_ids = array[20000] where id = $1', [tree.head.accountId])
    expect((await reads(second)).status).toBe(401)
    await raw.query('update accounts set permission_ids = null where id = $1', [tree.head.accountId])
    expect((await reads(second)).status).toBe(401)
  })
})
