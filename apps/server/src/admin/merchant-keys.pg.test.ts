import { signedHeaders } from '@strata/contract/signature'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { wholeServer } from '../access/testing/whole-server.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
const { app } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

let tree: SmallTree
let admin: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  admin = await signedIn(pool, { ...tree.head, roleType: 1, now })
})

const update = (input: Record<string, unknown>) =>
  callApp(app, {
    method: 'POST',
    path: '/api/admin/merchant/update',
    input: { agentPathsId: tree.merchant.pathId, ...input },
    headers: headersOf(admin),
  })
const rotate = async (more = {}): Promise<string> => (await update({ rotateKey: true, ...more })).data as never
const keyOf = async (more = {}): Promise<string> => ((await rotate(more)) as unknown as { key: string }).key

const target = '/api/rec/order/query'
async function codeWith(key: string): Promise<number> {
  const body = JSON.stringify({ betNos: ['1'] })
  const headers = signedHeaders({ code: 'demo', key, nowMs: now, method: 'POST', target, body })
  const payload = { ...headers, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: target, headers: payload, payload: body })
  return (answer.json() as { code: number }).code
}

describe('keys of a merchant', () => {
  it('end at once when they are retired, and the newest goes on', async () => {
    const [first, second] = [await keyOf(), await keyOf()]
    await expect.poll(() => codeWith(second)).toBe(200)
    expect(await codeWith(first)).toBe(200)
    expect((await update({ retireKeys: true })).code).toBe(200)
    // Well within the two seconds that a process remembers keys.
    await expect.poll(() => codeWith(first), { timeout: 1_000, interval: 50 }).toBe(40301)
    expect(await codeWith(second)).toBe(200)
    const log = await callApp(app, {
      method: 'POST',
      path: '/api/common/actionlog/query',
      input: { agentPathsId: tree.merchant.pathId },
      headers: headersOf(admin),
    })
    expect(log.text).toContain('停用旧密钥')
  })

  it('end with the call that issues another one, where that is asked for', async () => {
    const before = await keyOf()
    const after = await keyOf({ retireKeys: true })
    await expect.poll(() => codeWith(before), { timeout: 1_000, interval: 50 }).toBe(40301)
    await expect.poll(() => codeWith(after)).toBe(200)
  })
})
