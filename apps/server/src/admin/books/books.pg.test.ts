import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PeopleServer, peopleServer } from '../../access/testing/people-server.ts'
import type { Person } from '../../access/testing/person.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { callBook } from '../../replenishment/fly-out/book-call.ts'
import { bookKeyPurpose } from '../../settings/store-fly-out-accounts.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  operator = await server.as(server.tree.head, server.tree.head.pathId, 1)
})
afterAll(() => server.close())
const call = (path: string, input: Record<string, unknown> = {}) =>
  server.post(operator, `/api/admin/outside-book/${path}`, input)

interface Book {
  readonly bookId: number
  readonly version: number
  readonly enabled: boolean
  readonly trial: { outcome: string } | null
  readonly users: object[]
}
const books = async (): Promise<Book[]> => ((await call('query')).data as { items: Book[] }).items
const SECRET = 'a-key-of-20-characters'
const wish = (over: Record<string, unknown> = {}) => ({
  name: '海天',
  baseUrl: 'https://book.example/api',
  keyId: 'strata',
  secret: server.seal(SECRET),
  ...over,
})
const lastLog = async () =>
  (await raw.query('select action, target_name, changes from change_log order by id desc limit 1')).rows[0]

describe('an outside book', () => {
  it('is refused in the written order, and its key is never returned', async () => {
    expect(
      (await call('create', wish({ baseUrl: 'http://book.example/', secret: server.seal('short') }))).message,
    ).toBe('地址须为 https 网址，且不含账号与参数')
    expect((await call('create', wish({ baseUrl: 'https://a:b@book.example/' }))).code).toBe(40001)
    expect((await call('create', wish({ secret: server.seal('short') }))).message).toBe('密钥须为16至200个字符')
    const asked = wish({ requestId: 'book-1' })
    const made = await call('create', asked)
    expect(made.code).toBe(200)
    expect((await call('create', asked)).data).toEqual(made.data)
    expect(await call('create', wish())).toMatchObject({ code: 40901, message: '该外部盘名称已登记' })
    expect(JSON.stringify(await books())).not.toContain(SECRET)
    expect((await raw.query('select secret from outside_books')).rows[0].secret).not.toContain(SECRET)
    expect(await lastLog()).toMatchObject({ action: 'outsideBook', target_name: '海天' })
  })

  it('is changed by one operator at a time; what is left out stays', async () => {
    const [{ bookId, version }] = (await books()) as [Book]
    const before = (await raw.query('select secret from outside_books')).rows[0].secret
    expect((await call('update', { bookId, version, enabled: false })).code).toBe(200)
    expect(await call('update', { bookId, version, enabled: true })).toMatchObject({
      code: 40902,
      data: { version: version + 1, asked: version },
    })
    expect((await call('update', { bookId: 99_999, version, enabled: true })).code).toBe(40401)
    expect(await books()).toMatchObject([{ enabled: false, version: version + 1, keyId: 'strata' }])
    expect((await raw.query('select secret from outside_books')).rows[0].secret).toBe(before)
    const key = { bookId, version: version + 1, enabled: true, secret: server.seal('another-key-of-24-chars!') }
    expect((await call('update', key)).code).toBe(200)
    expect((await raw.query('select secret from outside_books')).rows[0].secret).not.toBe(before)
    const { changes } = await lastLog()
    expect(changes).toEqual([
      expect.objectContaining({ label: '密钥', after: '已更换' }),
      expect.objectContaining({ label: '状态', before: '停用', after: '启用' }),
    ])
  })

  it('is tried by a call, whose outcome stays until address or key changes', async () => {
    const [{ bookId }] = (await books()) as [Book]
    await raw.query(`update outside_books set base_url = 'https://127.0.0.1:9/'`)
    expect((await call('trial', { bookId })).data).toMatchObject({ outcome: 'blocked' })
    const [tried] = (await books()) as [Book]
    expect(tried.trial).toMatchObject({ outcome: 'blocked' })
    expect(await lastLog()).toMatchObject({ action: 'outsideBookTrial', target_name: '海天' })
    await call('update', { bookId, version: tried.version, enabled: false })
    expect((await books())[0]?.trial).toMatchObject({ outcome: 'blocked' })
    await call('update', { bookId, version: tried.version + 1, keyId: 'other' })
    expect((await books())[0]?.trial).toBeNull()
    expect((await call('trial', { bookId: 99_999 })).code).toBe(40401)
  })
})

describe('the call of a trial', () => {
  const seen: IncomingMessage[] = []
  let answer = '{"state":"unplaced"}'
  const book = createServer((request, response) => {
    seen.push(request)
    response.end(answer)
  })
  const secrets = createSecrets([{ id: 'k', key: Buffer.alloc(32, 7) }])
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => book.listen(0, '127.0.0.1', resolve))
    port = (book.address() as AddressInfo).port
  })
  afterAll(() => new Promise((resolve) => book.close(resolve)))
  const asked = (baseUrl = `http://127.0.0.1:${port}/api`) => {
    const deps = { clock: () => 5, secrets, allow: [`127.0.0.1:${port}`] }
    const of = { name: 'b', baseUrl, keyId: 'strata', secret: secrets.seal(SECRET, bookKeyPurpose('b')) }
    return callBook(deps, of, { path: 'orders/query', key: 'trial-1', body: { key: 'trial-1' } })
  }

  it('is signed, and takes only well-formed answers', async () => {
    expect(await asked()).toEqual({ state: 'unplaced' })
    expect([seen[0]?.url, seen[0]?.headers['x-key-id'], seen[0]?.headers['idempotency-key']]).toEqual([
      '/api/orders/query',
      'strata',
      'trial-1',
    ])
    expect(seen[0]?.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/)
    answer = '<html>'
    expect(await asked()).toEqual({ error: 'badAnswer' })
    expect(await asked('http://127.0.0.1:1/')).toEqual({ error: 'notHttps' })
  })
})
