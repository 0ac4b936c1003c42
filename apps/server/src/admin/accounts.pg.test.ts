import { PERMISSION } from '@strata/contract/permissions'
import { MerchantId, type PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PeopleServer, peopleServer } from '../access/testing/people-server.ts'
import type { Person } from '../access/testing/person.ts'
import { PASSWORD, TRANSFER_PASSWORD } from '../access/testing/small-tree.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { businessDay } from '../platform/business-day.ts'
import { row, rows } from '../platform/db.ts'
import { signRequest } from '../platform/signature.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  operator = await server.as(server.tree.head, server.tree.head.pathId, 1)
})
afterAll(() => server.close())
const call = (path: string, input: Record<string, unknown> = {}, person: Person = operator) =>
  server.post(person, `/api/admin/${path}`, input)
/** One grey pixel. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

describe('merchants', () => {
  const wish = (over: Record<string, unknown> = {}) => ({
    accountName: 'merch009',
    password: server.seal(PASSWORD),
    code: 'nine',
    fundMode: 'credit',
    requestId: 'merchant-1',
    ...over,
  })
  const funded = (over: Record<string, unknown> = {}) =>
    wish({ credit: '5000', transferPassword: server.seal(TRANSFER_PASSWORD), ...over })
  interface Made {
    readonly agentPathsId: PathId
    readonly accountId: number
    readonly key: string
  }
  let made: Made

  it('are refused in the written order, without side effects', async () => {
    const wrong = {
      logo: 'data:image/svg+xml;base64,AA==',
      code: 'demo',
      accountName: 'merch001',
      password: server.seal('x'),
    }
    expect((await call('merchant/create', funded(wrong))).message).toContain('标志')
    expect((await call('merchant/create', wish({ ...wrong, logo: '', credit: '1' }))).message).toBe('缺少转账密码')
    const badTransfer = { transferPassword: server.seal('111111') }
    expect((await call('merchant/create', funded({ ...wrong, logo: '', ...badTransfer }))).code).toBe(40008)
    expect(await call('merchant/create', funded({ ...wrong, logo: '' }))).toMatchObject({
      code: 40001,
      data: { issues: [{ path: 'password', field: '密码' }] },
    })
    const fine = { password: server.seal(PASSWORD) }
    expect(await call('merchant/create', funded({ code: 'demo', accountName: 'merch001', ...fine }))).toMatchObject({
      code: 40901,
      message: '该平台代码已由其他商户使用',
    })
    expect(await call('merchant/create', wish({ accountName: 'merch001' }))).toMatchObject({
      code: 40901,
      message: '账号已存在',
    })
    const terms = { games: [{ gameId: 0, uplineShare: '60', downlineCap: '50' }] }
    expect(await call('merchant/create', wish({ leaseUntil: '2020-01-01' }))).toMatchObject({
      code: 40001,
      message: '租期截止日不能早于今天',
    })
    expect((await call('merchant/create', wish({ terms }))).code).toBe(42202)
    expect((await call('merchant/query')).data).toMatchObject({ total: 2 })
  })

  it('are created completely: account, terms, funds and a key that signs', async () => {
    const terms = { games: [{ gameId: 0, uplineShare: '30', downlineCap: '70' }] }
    const first = await call('merchant/create', funded({ nickname: '九号', terms, logo: LOGO }))
    expect(first.code).toBe(200)
    made = first.data as Made
    // Created once, and a retry returns the same key, although only its sealed form is stored.
    expect((await call('merchant/create', funded({ nickname: '九号', terms, logo: LOGO }))).data).toEqual(made)
    const kept = await rows(raw, `select answer::text as answer from requests where request_id = 'merchant-1'`)
    expect(JSON.stringify(kept)).not.toContain(made.key)
    const stored = await rows(raw, 'select secret from merchant_keys')
    expect(JSON.stringify(stored)).not.toContain(made.key)
    const listed = await call('merchant/query', { keyword: 'nine' })
    expect(listed.data).toMatchObject({
      total: 1,
      items: [
        {
          agentPathsId: made.agentPathsId,
          accountName: 'merch009',
          nickname: '九号',
          code: 'nine',
          credit: '5000',
          balance: '5000',
          cash: '0',
          autoReset: true,
        },
      ],
    })
    const merchant = await row<{ id: number }>(raw, `select id from merchants where code = 'nine'`)
    expect(await verifyLedger(pool, MerchantId(merchant.id))).toBeNull()
    const balanced = await call('merchant/query', { sortInfo: { columnName: 'balance', direction: 1 } })
    expect((balanced.data as { items: { code: string }[] }).items[0]?.code).toBe('nine')
    expect((await call('merchant/query', { status: 2 })).data).toMatchObject({ total: 0 })
    const own = await server.get(operator, '/api/admin/merchant/get-logo', { agentPathsId: made.agentPathsId })
    expect(own.data).toEqual({ name: '九号', logo: expect.stringMatching(/^\/logo\?m=nine&v=[\w-]{12}$/) })
  })

  it('change name, reset and logo, and rotate their keys: at most two live ones, a third ends the oldest', async () => {
    const update = (input: Record<string, unknown>) =>
      call('merchant/update', { agentPathsId: made.agentPathsId, ...input })
    expect((await update({ agentPathsId: server.tree.agent.pathId })).code).toBe(42207)
    expect((await update({ logo: 'javascript:alert(1)' })).code).toBe(40001)
    expect((await update({ nickname: '玖', autoReset: false, logo: '' })).data).toEqual({})
    expect((await call('merchant/query', { keyword: '玖' })).data).toMatchObject({
      items: [{ nickname: '玖', autoReset: false }],
    })
    // Switched on again: credit is next reset with the next business day.
    const ownMerchant = 'select id from merchants where code = $1'
    const mark = `value from job_marks where merchant_id = (${ownMerchant}) and name like 'credit-reset:%'`
    await raw.query(
      `insert into job_marks (merchant_id, name, value, at) select id, 'credit-reset:' || id, '{"day":"2020-01-01","previous":null,"through":null}', 0
         from (${ownMerchant}) m`,
      ['nine'],
    )
    expect((await update({ autoReset: true })).code).toBe(200)
    expect(await row(raw, `select ${mark}`, ['nine'])).toMatchObject({ value: { resumed: businessDay(server.now) } })
    const second = ((await update({ rotateKey: true, requestId: 'key-2' })).data as { key: string }).key
    expect((await update({ rotateKey: true, requestId: 'key-2' })).data).toEqual({ key: second })
    const third = ((await update({ rotateKey: true })).data as { key: string }).key
    expect(new Set([made.key, second, third]).size).toBe(3)
    const keys = await rows(
      raw,
      `select k.key_id, k.retired_at is null as live from merchant_keys k join merchants m on m.id = k.merchant_id
        where m.code = 'nine' order by 1`,
    )
    expect(keys).toEqual([
      { key_id: 1, live: false },
      { key_id: 2, live: true },
      { key_id: 3, live: true },
    ])
    const timestamp = String(server.now)
    expect(signRequest(third, { timestamp, method: 'POST', target: '/x', rawBody: '' })).toMatch(/^[0-9a-f]{64}$/)
    const log = await rows(raw, `select changes from change_log where action = 'merchant' order by id`)
    for (const part of ['nine', '九号', '第1把', '第3把']) expect(JSON.stringify(log)).toContain(part)
    expect(JSON.stringify(log)).not.toContain(third)
  })
})

describe('operators', () => {
  const create = (accountName: string, moduleIds: number[], person?: Person) =>
    call('user/create', { accountName, password: server.seal(PASSWORD), moduleIds }, person)
  const idOf = (answer: { data: unknown }): number => (answer.data as { accountId: number }).accountId

  it('are logins of the operators’ side with a part of the permissions', async () => {
    const created = await create('oper0001', [PERMISSION.merchants, PERMISSION.games])
    expect(created.code).toBe(200)
    expect((await create('oper0001', [PERMISSION.games])).code).toBe(40901)
    // Without a permission it could sign in and find nothing.
    expect((await create('oper0009', [])).code).toBe(40001)
    const listed = await call('user/query', { keyword: 'oper' })
    expect(listed.data).toMatchObject({
      total: 1,
      items: [
        { accountName: 'oper0001', status: 1, moduleIds: [PERMISSION.merchants, PERMISSION.games], lastLoginAt: null },
      ],
    })
    const first = await server.post(null, '/api/common/account/adminlogin', {
      account: 'oper0001',
      password: server.seal(PASSWORD),
    })
    expect(first.data).toMatchObject({ accountType: 1, mustChangePassword: true })
  })

  it('read their page and change only with the action under it', async () => {
    const reader = idOf(await create('oper0011', [PERMISSION.merchants, PERMISSION.games]))
    await raw.query(`update accounts set must_change_password = false, transfer_hash = 'x' where id = $1`, [reader])
    const as = await server.as({ accountId: reader }, server.tree.head.pathId, 1)
    expect((await call('merchant/query', {}, as)).code).toBe(200)
    expect((await call('user/query', {}, as)).code).toBe(200)
    expect((await create('oper0012', [], as)).code).toBe(40301)
    expect((await call('user/status', { accountId: reader, status: 2 }, as)).code).toBe(40301)
    const { pathId: agentPathsId } = server.tree.merchant
    expect((await call('merchant/update', { agentPathsId, nickname: 'x' }, as)).code).toBe(40301)
    await raw.query('update accounts set permission_ids = $2 where id = $1', [
      reader,
      [PERMISSION.merchants, PERMISSION.changeMerchants],
    ])
    expect((await call('merchant/update', { agentPathsId, nickname: '改名' }, as)).code).toBe(200)
    expect((await call('merchant/update', { agentPathsId, rotateKey: true }, as)).code).toBe(40301)
    expect((await call('merchant/update', { agentPathsId, retireKeys: true }, as)).code).toBe(40301)
  })

  it('see what they could grant, and what another one holds, once they may manage operators', async () => {
    const modules = (query: Record<string, unknown>, as: Person) =>
      server.get(as, '/api/common/account/childaccount-rolemodule', query)
    const other = idOf(await create('oper0021', [PERMISSION.merchants, PERMISSION.odds]))
    const manager = idOf(await create('oper0022', [PERMISSION.merchants, PERMISSION.operators]))
    await raw.query(`update accounts set must_change_password = false, transfer_hash = 'x' where id = $1`, [manager])
    const as = await server.as({ accountId: manager }, server.tree.head.pathId, 1)
    const granted = (await modules({ accountId: other }, as)).data as { tree: object[]; granted: number[] }
    expect(granted.tree).toEqual([
      {
        frontElementId: PERMISSION.merchants,
        name: '商户管理',
        children: [{ frontElementId: PERMISSION.operators, name: '管理操作员', children: [] }],
      },
      // Of every login, given or not.
      {
        frontElementId: PERMISSION.profile,
        name: '个人管理',
        children: [{ frontElementId: PERMISSION.ownPassword, name: '修改密码', children: [] }],
      },
    ])
    expect(granted.granted).toEqual([PERMISSION.merchants])
    expect((await modules({ accountId: 999_999 }, as)).code).toBe(40401)
    await raw.query('update accounts set permission_ids = $2 where id = $1', [manager, [PERMISSION.merchants]])
    expect((await modules({}, as)).code).toBe(40301)
  })

  it('change only operators with no more permissions than their own, and never themselves', async () => {
    const manager = idOf(await create('oper0002', [PERMISSION.merchants, PERMISSION.operators]))
    const stronger = idOf(await create('oper0003', [PERMISSION.merchants, PERMISSION.odds]))
    const weaker = idOf(await create('oper0004', [PERMISSION.merchants]))
    await raw.query(`update accounts set must_change_password = false, transfer_hash = 'x' where id = $1`, [manager])
    const as = await server.as({ accountId: manager }, server.tree.head.pathId, 1)
    expect((await create('oper0005', [PERMISSION.odds], as)).code).toBe(42202)
    const change = (accountId: number, over: Record<string, unknown>) => call('user/update', { accountId, ...over }, as)
    expect((await change(999_999, { nickname: 'x' })).code).toBe(40401)
    expect((await change(server.tree.sub.accountId, { nickname: 'x' })).code).toBe(40401)
    expect((await change(manager, { moduleIds: [PERMISSION.merchants] })).code).toBe(42207)
    expect((await change(stronger, { password: server.seal('Other2026') })).code).toBe(42202)
    expect((await call('user/status', { accountId: stronger, status: 2 }, as)).code).toBe(42202)
    expect((await change(weaker, { nickname: '助理' })).code).toBe(200)
    expect((await call('user/status', { accountId: weaker, status: 2, reason: '离职' }, as)).code).toBe(200)
    expect((await call('user/status', { accountId: weaker, status: 2 }, as)).code).toBe(42207)
    expect((await call('user/query', { status: 2 })).data).toMatchObject({ items: [{ nickname: '助理' }] })
    const { changes } = await row<{ changes: object[] }>(
      raw,
      `select changes from change_log where action = 'subAccountStatus' order by id desc limit 1`,
    )
    expect(changes).toContainEqual({ field: 'reason', label: '原因', before: null, after: '离职' })
  })
})
