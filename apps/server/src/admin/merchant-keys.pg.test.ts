import { signedHeaders } from '@strata/contract/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetSystemSettings } from '../access/platform-settings/system-settings.ts'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { wholeServer } from '../access/testing/whole-server.ts'
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
  it('stop at once when they are retired; the newest still works', async () => {
    const [first, second] = [await keyOf(), await keyOf()]
    await expect.poll(() => codeWith(second)).toBe(200)
    expect(await codeWith(first)).toBe(200)
    expect((await update({ retireKeys: true })).code).toBe(200)
    // Well within the two seconds for which a process caches keys.
    await expect.poll(() => codeWith(first), { timeout: 10_000, interval: 50 }).toBe(40301)
    expect(await codeWith(second)).toBe(200)
    const log = await callApp(app, {
      method: 'POST',
      path: '/api/common/actionlog/query',
      input: { agentPathsId: tree.merchant.pathId },
      headers: headersOf(admin),
    })
    expect(log.text).toContain('停用旧密钥')
  })

  it('stop with the call that issues a new one, if it asks for that', async () => {
    const before = await keyOf()
    const after = await keyOf({ retireKeys: true })
    await expect.poll(() => codeWith(before), { timeout: 10_000, interval: 50 }).toBe(40301)
    await expect.poll(() => codeWith(after)).toBe(200)
  })
})

interface Listed {
  readonly keyId: number
  readonly live: boolean
  readonly retiredAt: number | null
  readonly lastSignedAt: number | null
}

describe('the list of keys', () => {
  const call = async (path: string, input: Record<string, unknown> = {}, as: Person = admin) =>
    callApp(app, {
      method: 'POST',
      path: `/api/admin/merchant/${path}`,
      input: path === 'query' ? input : { agentPathsId: tree.merchant.pathId, ...input },
      headers: headersOf(as),
    })
  const listed = async (): Promise<Listed[]> => ((await call('key/query')).data as unknown as { items: Listed[] }).items
  const made = async (input = {}) => (await call('key/create', input)).data as unknown as { keyId: number; key: string }
  const row = async (filter: Record<string, unknown> = {}) =>
    (await call('query', { keyword: 'merch001', ...filter })).data as unknown as {
      total: number
      items: { keys: number; keySince: number | null; lastSignedAt: number | null }[]
    }
  const endAll = () => raw.query('update merchant_keys set retired_at = $1, last_signed_at = null', [now - 1])
  beforeEach(endAll)

  it('shows a merchant without a live key, and one whose newest key is old', async () => {
    expect(await row()).toMatchObject({ total: 1, items: [{ keys: 0, keySince: null }] })
    expect((await row({ keyState: 'none' })).total).toBe(1)
    const { keyId } = await made()
    expect(await row()).toMatchObject({ items: [{ keys: 1, keySince: now }] })
    expect((await row({ keyState: 'none' })).total).toBe(0)
    expect((await row({ keyState: 'old' })).total).toBe(0)
    await raw.query('update merchant_keys set created_at = $2 where key_id = $1', [keyId, now - 181 * 86_400_000])
    expect(await row({ keyState: 'old' })).toMatchObject({ total: 1, items: [{ isKeyOld: true }] })
  })

  it('calls a key old from the age that the setting says', async () => {
    const setKeyDays = async (days: number): Promise<void> => {
      await raw.query(
        `insert into settings (key, value) values ('system', $1) on conflict (key) do update set value = excluded.value`,
        [JSON.stringify({ keyDays: days })],
      )
      forgetSystemSettings(pool)
    }
    const { keyId } = await made()
    await raw.query('update merchant_keys set created_at = $2 where key_id = $1', [keyId, now - 41 * 86_400_000])
    expect(await row()).toMatchObject({ items: [{ isKeyOld: false }] })
    await setKeyDays(40)
    expect(await row({ keyState: 'old' })).toMatchObject({ total: 1, items: [{ isKeyOld: true }] })
    await setKeyDays(42)
    expect((await row({ keyState: 'old' })).total).toBe(0)
  })

  it('counts the tree and the quota issued below, each of its own merchant', async () => {
    await raw.query('update wallets set quota = 12340000 where path_id = any($1)', [
      [tree.general.pathId, tree.member.pathId],
    ])
    // The quota of the member was issued by its own agent, so only the direct child counts.
    expect(await row()).toMatchObject({ items: [{ agents: 3, members: 2, issued: '1234' }] })
    expect(await row({ keyword: 'merch002' })).toMatchObject({
      total: 1,
      items: [{ agents: 1, members: 0, issued: '0' }],
    })
    expect((await row({ keyword: '', fundMode: 'cash' })).total).toBe(0)
    const byUse = { keyword: '', sortInfo: { columnName: 'lastSignedAt', direction: 1 } }
    await raw.query(
      'insert into merchant_keys (merchant_id, key_id, secret, created_at, last_signed_at) values ($1, 1, $2, 0, 5)',
      [tree.otherMerchant.merchantId, 'x'],
    )
    expect(await row(byUse)).toMatchObject({
      total: 2,
      items: [{ code: expect.not.stringMatching('^demo$') }, { code: 'demo' }],
    })
  })

  it('has a new key beside the old one; a third is refused, and a retry gets the same key', async () => {
    const first = await made({ requestId: 'beside-1' })
    expect(await made({ requestId: 'beside-1' })).toEqual(first)
    const second = await made()
    await expect.poll(() => codeWith(second.key)).toBe(200)
    expect(await codeWith(first.key)).toBe(200)
    expect(await call('key/create')).toMatchObject({ code: 42203, message: '已有两把有效密钥，请先停用其中一把' })
    expect((await call('key/query')).text).not.toContain(first.key)
    expect((await listed()).filter(({ live }) => live).map(({ keyId }) => keyId)).toEqual([second.keyId, first.keyId])
  })

  it('ends a key at once; the only one only after a second confirmation', async () => {
    const [first, second] = [await made(), await made()]
    expect((await call('key/retire', { keyId: first.keyId })).code).toBe(200)
    await expect.poll(() => codeWith(first.key), { timeout: 10_000, interval: 50 }).toBe(40301)
    expect((await call('key/retire', { keyId: first.keyId })).message).toBe('该密钥已停用')
    const refused = await call('key/retire', { keyId: second.keyId })
    expect(refused).toMatchObject({ code: 42207 })
    expect(refused.message).toContain('唯一')
    // The event of the new key may be on its way.
    await expect.poll(() => codeWith(second.key), { timeout: 10_000, interval: 50 }).toBe(200)
    expect((await call('key/retire', { keyId: second.keyId, isLastKey: true })).code).toBe(200)
    await expect.poll(() => codeWith(second.key), { timeout: 10_000, interval: 50 }).toBe(40301)
    expect(await row()).toMatchObject({ items: [{ keys: 0 }] })
  })

  it('ends a key at a set time, which can be taken back; an ending key is no other key', async () => {
    const [first, second] = [await made(), await made()]
    const retireAt = now + 60_000
    expect((await call('key/retire', { keyId: first.keyId, retireAt: now - 1 })).message).toContain('早于现在')
    expect((await call('key/retire', { keyId: first.keyId, retireAt: now + 400 * 86_400_000 })).code).toBe(40001)
    expect((await call('key/retire', { keyId: first.keyId, retireAt })).code).toBe(200)
    expect((await call('key/retire', { keyId: second.keyId })).code).toBe(42207)
    await expect.poll(() => codeWith(first.key)).toBe(200)
    expect((await listed()).find(({ keyId }) => keyId === first.keyId)).toMatchObject({
      live: true,
      retiredAt: retireAt,
    })
    expect((await call('key/retire', { keyId: first.keyId, retireAt: null })).code).toBe(200)
    expect((await call('key/retire', { keyId: first.keyId, retireAt })).code).toBe(200)
    now += 60_000
    // No event comes at that time: the process reads its keys again within two seconds.
    await expect.poll(() => codeWith(first.key), { timeout: 5_000, interval: 100 }).toBe(40301)
    expect(await codeWith(second.key)).toBe(200)
    expect(await row()).toMatchObject({ items: [{ keys: 1 }] })
  })

  it('says when each last signed, written at most once a minute, and not for a refused call', async () => {
    const [first, second] = [await made(), await made()]
    const at = now
    const stamp = async (keyId: number) => (await listed()).find((key) => key.keyId === keyId)?.lastSignedAt
    await expect.poll(() => codeWith(first.key)).toBe(200)
    await expect.poll(() => stamp(first.keyId)).toBe(at)
    expect(await codeWith('wrong')).toBe(40301)
    expect(await stamp(second.keyId)).toBeNull()
    now += 30_000
    await codeWith(first.key)
    await codeWith(second.key)
    await expect.poll(() => stamp(second.keyId)).toBe(at + 30_000)
    expect(await stamp(first.keyId)).toBe(at)
    now += 30_000
    await codeWith(first.key)
    await expect.poll(() => stamp(first.keyId)).toBe(at + 60_000)
    expect(await row()).toMatchObject({ items: [{ lastSignedAt: at + 60_000 }] })
  })

  it('is changed only with its own permission, for a merchant’s path, and each change is in the log', async () => {
    const { keyId } = await made()
    const reader = await raw.query<{ id: number }>(
      `insert into accounts (name, account_type, role_id, main_account_id, password_hash, transfer_hash, permission_ids, created_at)
       select 'reader01', 1, role_id, id, 'x', 'x', array[20000, 20001], $2 from accounts where id = $1 returning id`,
      [tree.head.accountId, now],
    )
    const accountId = Number(reader.rows[0]?.id)
    const as = await signedIn(pool, { ...tree.head, accountId, roleType: 1, now })
    expect((await call('key/query', {}, as)).code).toBe(200)
    expect((await call('key/create', {}, as)).code).toBe(40301)
    expect((await call('key/retire', { keyId }, as)).code).toBe(40301)
    const below = { agentPathsId: tree.agent.pathId }
    expect((await call('key/create', below)).message).toBe('只有商户有平台密钥')
    expect((await call('key/retire', { keyId: 999_999 })).code).toBe(40401)
    const lines = async () =>
      Number((await raw.query(`select count(*) as n from change_log where action = 'merchant'`)).rows[0]?.n)
    const before = await lines()
    await made()
    await call('key/retire', { keyId })
    expect(await lines()).toBe(before + 2)
  })
})
